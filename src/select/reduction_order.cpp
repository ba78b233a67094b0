#include "select/reduction_order.hpp"

#include "text/split.hpp"

namespace tutti {

std::optional<reduction_order> reduction_order_from(std::string_view text) {
  if (text.empty() || text == "repeatable") return reduction_order{};
  if (text == "any") return reduction_order{.repeatable = false};
  reduction_order all;
  for (const std::string_view word : split(text, ',')) {
    bool& asked = word == "elements" ? all.elements : word == "placements" ? all.placements : all.ranks;
    if (&asked == &all.ranks && word != "ranks") return std::nullopt;
    asked = true;
  }
  return all;
}

}  // namespace tutti
