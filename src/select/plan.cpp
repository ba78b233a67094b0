#include "select/plan.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <iterator>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

#include "select/choice.hpp"

namespace tutti {
namespace {

struct item {
  call_kind of;
  std::size_t bytes;
  decision found;
  double seconds = 0;
};

std::vector<call_kind> kinds_of(collective c) {
  std::vector<call_kind> kinds;
  for (const operator_class op :
       {operator_class::exact, operator_class::commutative, operator_class::ordered}) {
    if (!combines(c) && op != operator_class::exact) continue;
    kinds.push_back({c, op, imbalance::equal});
    if (has_known_lengths(c)) kinds.push_back({c, op, imbalance::unequal});
  }
  return kinds;
}

// Everything about one size of one collective, from operators that allow most on.
using row = std::vector<item>;

row row_of(collective c, std::size_t bytes) {
  row r;
  for (const call_kind& of : kinds_of(c)) r.push_back({of, bytes});
  return r;
}

void require_sizes(const plan_options& o) {
  constexpr std::size_t largest = std::size_t{1} << 60U;
  if (o.least < 1 || o.least > o.most || o.most > largest)
    throw std::invalid_argument("sizes from " + std::to_string(o.least) + " to " + std::to_string(o.most) +
                                " cannot be planned: expected 1 <= least <= most <= 2^60");
}

std::vector<row> work_of(const plan_options& o) {
  std::vector<row> work;
  for (int k = 0; k < collectives; ++k) {
    const auto c = static_cast<collective>(k);
    if (is_neighbourhood(c)) continue;  // which depends on more than p and the size
    if (!o.collectives.empty() && std::ranges::find(o.collectives, c) == o.collectives.end()) continue;
    if (c == collective::barrier || !size_known(c))
      work.push_back(row_of(c, 0));
    else
      for (std::size_t bytes = o.least; bytes <= o.most; bytes *= 2) work.push_back(row_of(c, bytes));
  }
  return work;
}

// A plan, like a profile, tells equal blocks from others: the longest has between 2.8 and 4 times the
// average.
constexpr auto typical = static_cast<imbalance>(4);

double between(std::size_t a, std::size_t b) {
  return std::sqrt(static_cast<double>(a) * static_cast<double>(b));
}

// Sizes between two of which one algorithm is best for the one and another for the other: what changes may
// change at once, where messages become too long to be eager.
std::vector<row> changes_in(const std::vector<row>& work) {
  std::vector<row> more;
  for (std::size_t i = 1; i < work.size(); ++i) {
    const row &a = work[i - 1], &b = work[i];
    if (a.front().of.of != b.front().of.of) continue;
    const bool same = std::ranges::equal(
        a, b, {}, [](const item& x) { return x.found.use; }, [](const item& x) { return x.found.use; });
    if (!same)
      more.push_back(
          row_of(b.front().of.of, static_cast<std::size_t>(between(a.front().bytes, b.front().bytes))));
  }
  return more;
}

void add(profile& to, const item& i, std::size_t before, const surroundings& on) {
  if (!i.found.use) return;
  auto entry = std::ranges::find_if(to.entries, [&](const profile_entry& e) { return e.of == i.of; });
  if (entry == to.entries.end()) entry = to.entries.insert(entry, {.of = i.of, .on = on});
  // From halfway between the size before and this one.
  const auto from = entry->steps.empty() ? 0 : static_cast<std::size_t>(between(before, i.bytes));
  const profile_step* last = entry->steps.empty() ? nullptr : &entry->steps.back();
  if (!last || last->use != i.found.use || last->piece != i.found.piece)
    entry->steps.push_back({from, i.found.use, i.found.piece});
  if (i.seconds > 0) entry->points.push_back({i.bytes, {{i.found.use, i.seconds}}});
}

// What is best for a class of operators is so for those that allow less, if they allow it.
void decide(row& all, const choices& by) {
  const item* before = nullptr;
  for (item& i : all) {
    const bool alike = before && before->of.lengths == i.of.lengths && i.of.lengths == imbalance::equal;
    if (alike && before->found.use && !by.unfit(*before->found.use, i.of.op)) {
      i.found = before->found;
      i.seconds = before->seconds;
      continue;
    }
    call_kind of = i.of;
    if (of.lengths != imbalance::equal) of.lengths = typical;
    const reasoning r = by.reason(of, i.bytes);
    i.found = r.decided;
    for (const candidate& c : r.candidates)
      if (c.use == i.found.use && c.worst == 0) i.seconds = c.simulated.value_or(0);
    if (i.of.lengths == imbalance::equal) before = &i;
  }
}

void solve(std::vector<row>& work, const plan_options& o, const choices& by) {
  std::atomic<std::size_t> next{0};
  std::size_t done = 0;
  std::mutex guard;
  std::exception_ptr failed;
  const auto run = [&] {
    try {
      for (std::size_t i; (i = next++) < work.size();) {
        // The largest first, which take longest.
        decide(work[work.size() - 1 - i], by);
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
}

}  // namespace

profile make_plan(const network& machine, const surroundings& on, const plan_options& o) {
  require_sizes(o);
  settings user;
  user.simulated_messages = o.messages;
  user.skews = o.skews;
  user.run_on(machine);
  const choices by(user, on);
  if (on.p > 1) virtual_trials(machine, on, o.skews);  // which says why, if it cannot be
  std::vector<row> work = work_of(o);
  solve(work, o, by);
  std::vector<row> more = changes_in(work);
  solve(more, o, by);
  std::ranges::move(more, std::back_inserter(work));
  std::ranges::stable_sort(work, {},
                           [](const row& r) { return std::pair(r.front().of.of, r.front().bytes); });
  profile plan{.planned = true};
  for (std::size_t i = 0; i < work.size(); ++i)
    for (const item& x : work[i]) add(plan, x, i > 0 ? work[i - 1].front().bytes : 0, on);
  return plan;
}

}  // namespace tutti
