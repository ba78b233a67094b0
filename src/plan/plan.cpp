#include "plan/plan.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace tutti {
namespace {

struct item {
  call_kind of;
  std::size_t bytes;
  contender found;
};

std::vector<call_kind> kinds_of(collective c) {
  std::vector<call_kind> kinds;
  for (const operator_class op : {operator_class::exact, operator_class::commutative, operator_class::ordered}) {
    if (!combines(c) && op != operator_class::exact) continue;
    kinds.push_back({c, op, imbalance::equal});
    if (has_known_lengths(c)) kinds.push_back({c, op, imbalance::unequal});
  }
  return kinds;
}

// Everything about one size of one collective in a row, for one planner: it remembers what classes of operators share.
std::vector<std::vector<item>> work_of(const plan_options& o) {
  std::vector<std::vector<item>> work;
  for (int k = 0; k < collectives; ++k) {
    const auto c = static_cast<collective>(k);
    if (!o.collectives.empty() && std::ranges::find(o.collectives, c) == o.collectives.end()) continue;
    if (c == collective::barrier || !size_known(c)) {
      for (const call_kind& of : kinds_of(c)) work.push_back({{of, 0, {}}});
      continue;
    }
    for (std::size_t bytes = o.least; bytes <= o.most; bytes *= 2) {
      work.emplace_back();
      for (const call_kind& of : kinds_of(c)) work.back().push_back({of, bytes, {}});
    }
  }
  return work;
}

void add(profile& to, const item& i, const surroundings& on) {
  if (!i.found.use) return;
  auto entry = std::ranges::find_if(to.entries, [&](const profile_entry& e) { return e.of == i.of; });
  if (entry == to.entries.end()) entry = to.entries.insert(entry, {.of = i.of, .on = on});
  // From halfway between the size before and this one.
  const auto from = entry->steps.empty() ? 0 : static_cast<std::size_t>(static_cast<double>(i.bytes) * 0.7071);
  const std::size_t piece = i.found.pieces > 1 ? (i.bytes + static_cast<std::size_t>(i.found.pieces) - 1) /
                                                     static_cast<std::size_t>(i.found.pieces)
                                               : 0;
  entry->steps.push_back({from, i.found.use, piece});
  if (i.found.seconds > 0) entry->points.push_back({i.bytes, {{i.found.use, i.found.seconds}}});
}

}  // namespace

profile make_plan(const settings& user, const network& machine, const node_map& nodes, const plan_options& o) {
  std::vector<std::vector<item>> work = work_of(o);
  std::atomic<std::size_t> next{0}, done{0};
  std::mutex guard;
  std::exception_ptr failed;
  const auto run = [&] {
    try {
      planner p(user, machine, nodes);
      for (std::size_t i; (i = next++) < work.size();) {
        // The largest first, which take longest.
        for (item& x : work[work.size() - 1 - i]) x.found = p.best(x.of, x.bytes);
        const std::lock_guard lock(guard);
        if (o.progress) o.progress(++done, work.size());
      }
    } catch (...) {
      const std::lock_guard lock(guard);
      failed = std::current_exception();
      next = work.size();
    }
  };
  {
    std::vector<std::jthread> others;
    for (int t = 1; t < o.threads; ++t) others.emplace_back(run);
    run();
  }
  if (failed) std::rethrow_exception(failed);
  profile plan;
  const surroundings on = surroundings_of(nodes);
  for (const auto& row : work)
    for (const item& i : row) add(plan, i, on);
  return plan;
}

}  // namespace tutti
