#include "tutti/model/bsp.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "text/options.hpp"

namespace tutti::lecture {

bsp make_bsp(std::string_view text) {
  options o(split_description("bsp:" + std::string(text)), "bsp");
  const double g = o.time("g", 0), l = o.time("l", 0), L = o.time("L", 0);
  o.done();
  return {.g = g, .l = l, .L = L};
}

double bsp_seconds(const bsp& on, std::span<const std::size_t> h) {
  double sum = 0;
  for (const std::size_t relation : h) sum += std::max(on.g * static_cast<double>(relation), on.L) + on.l;
  return sum;
}

std::vector<std::size_t> h_relations(const trace& of, int p) {
  const auto step_of = [](const message* m) { return std::llround(m->start); };
  std::vector<const message*> order;
  for (const message& m : of.messages) order.push_back(&m);
  std::ranges::stable_sort(order, {}, step_of);
  std::vector<std::size_t> sent(static_cast<std::size_t>(p)), received(sent), h;
  for (auto first = order.begin(); first != order.end();) {
    const auto last =
        std::find_if(first, order.end(), [&](const message* m) { return step_of(m) != step_of(*first); });
    h.push_back(0);
    for (auto m = first; m != last; ++m)
      h.back() = std::max({h.back(), sent[static_cast<std::size_t>((*m)->from)] += (*m)->bytes,
                           received[static_cast<std::size_t>((*m)->to)] += (*m)->bytes});
    for (; first != last; ++first)
      sent[static_cast<std::size_t>((*first)->from)] = received[static_cast<std::size_t>((*first)->to)] = 0;
  }
  return h;
}

}  // namespace tutti::lecture
