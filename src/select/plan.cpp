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
#include <tuple>
#include <utility>

#include "select/unfit.hpp"

namespace tutti {
namespace {

using portion = planning::portion;

// With equal blocks, the best algorithm for all operators may also be the best for more restricted ones, so
// these share a portion. With unequal blocks, algorithms are judged by their worst case, which differs
// between operators.
std::vector<portion> portions_of(collective c, imbalance lengths, std::size_t bytes) {
  std::vector<portion> all;
  for (const operator_class op :
       {operator_class::exact, operator_class::commutative, operator_class::ordered}) {
    if (!combines(c) && op != operator_class::exact) continue;
    if (all.empty() || lengths != imbalance::equal) all.emplace_back();
    all.back().push_back({{c, op, lengths}, bytes});
  }
  return all;
}

void add(std::vector<portion>& to, std::vector<portion> more) {
  std::ranges::move(more, std::back_inserter(to));
}

void require_sizes(const plan_options& o) {
  constexpr std::size_t largest = std::size_t{1} << 60U;
  if (o.least < 1 || o.least > o.most || o.most > largest)
    throw std::invalid_argument("sizes from " + std::to_string(o.least) + " to " + std::to_string(o.most) +
                                " cannot be planned: expected 1 <= least <= most <= 2^60");
}

// The geometric mean, rounded down. It may be `a`, which is then planned twice. (In a profile, steps lie
// above the smaller size, which was measured: see thresholds.cpp.)
std::size_t between(std::size_t a, std::size_t b) {
  return static_cast<std::size_t>(std::sqrt(static_cast<double>(a) * static_cast<double>(b)));
}

std::vector<std::size_t> sizes_of(const plan_options& o) {
  std::vector<std::size_t> all;
  for (std::size_t bytes = o.least; bytes <= o.most; bytes *= 2) {
    if (o.at_once && !all.empty()) all.push_back(between(all.back(), bytes));
    all.push_back(bytes);
  }
  return all;
}

std::vector<portion> work_of(const plan_options& o) {
  std::vector<portion> work;
  for (int k = 0; k < collectives; ++k) {
    const auto c = static_cast<collective>(k);
    if (is_neighbourhood(c)) continue;  // these depend on more than p and the size
    if (!o.collectives.empty() && std::ranges::find(o.collectives, c) == o.collectives.end()) continue;
    for (const imbalance lengths : {imbalance::equal, imbalance::unequal}) {
      if (lengths != imbalance::equal && !has_known_lengths(c)) continue;
      if (c == collective::barrier || !size_known(c))
        add(work, portions_of(c, lengths, 0));
      else
        for (const std::size_t bytes : sizes_of(o)) add(work, portions_of(c, lengths, bytes));
    }
  }
  return work;
}

// Portions that run many cases or send much take longest.
void longest_first(std::vector<portion>& work) {
  std::ranges::stable_sort(work, std::greater{}, [](const portion& all) {
    const planned_call& first = all.front();
    return std::tuple(!size_known(first.of.of), first.of.lengths != imbalance::equal, first.bytes);
  });
}

void by_kind_and_size(std::vector<portion>& work) {
  std::ranges::stable_sort(work, {},
                           [](const portion& all) { return std::pair(all.front().of, all.front().bytes); });
}

// A plan, like a profile, knows only equal and unequal blocks. In this class, the longest block has between
// 2.8 and 4 times the average.
constexpr auto typical = static_cast<imbalance>(4);

bool same_algorithms(const portion& a, const portion& b) {
  const auto use = [](const planned_call& c) { return c.found.use; };
  return std::ranges::equal(a, b, {}, use, use);
}

void add(profile& to, const planned_call& c, std::size_t before, const surroundings& on) {
  if (!c.found.use) return;
  auto entry = std::ranges::find_if(to.entries, [&](const profile_entry& e) { return e.of == c.of; });
  if (entry == to.entries.end()) entry = to.entries.insert(entry, {.of = c.of, .on = on});
  // The step begins halfway between the size before and this one.
  const auto from = entry->steps.empty() ? 0 : between(before, c.bytes);
  const profile_step* last = entry->steps.empty() ? nullptr : &entry->steps.back();
  if (!last || last->use != c.found.use || last->piece != c.found.piece)
    entry->steps.push_back({from, c.found.use, c.found.piece});
  if (c.seconds > 0) entry->points.push_back({c.bytes, {{c.found.use, c.seconds}}});
}

settings choosing_on(const network& machine, const plan_options& o) {
  settings user;
  user.simulated_messages = o.messages;
  user.skews = o.skews;
  user.run_on(machine);
  return user;
}

// Does all of the current work.
void do_work(planning& of, const plan_options& o) {
  std::vector<portion>& work = of.work();
  std::atomic<std::size_t> next{0};
  std::size_t done = 0;
  std::mutex guard;
  std::exception_ptr failed;
  if (o.progress) o.progress(0, work.size());
  const auto run = [&] {
    try {
      for (std::size_t i; (i = next++) < work.size();) {
        of.decide(work[i]);
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

planning::planning(const network& machine, const surroundings& on, const plan_options& o)
    : user_(choosing_on(machine, o)), choices_(user_, on), refined_(o.at_once) {
  require_sizes(o);
  if (on.p > 1) (void)virtual_trials(machine, on, o.skews);  // throws with the reason if it is impossible
  work_ = work_of(o);
  longest_first(work_);
}

void planning::decide(portion& all) const {
  const planned_call* before = nullptr;
  for (planned_call& c : all) {
    if (before && before->found.use &&
        !unfit(*before->found.use, c.of.op, choices_.around(), user_.reductions)) {
      c.found = before->found;
      c.seconds = before->seconds;
      continue;
    }
    call_kind of = c.of;
    if (of.lengths != imbalance::equal) of.lengths = typical;
    const reasoning r = choices_.reason(of, c.bytes);
    c.found = r.decided;
    for (const candidate& x : r.candidates)
      if (x.use == c.found.use && x.worst_slowdown == 0) c.seconds = x.simulated.value_or(0);
    before = &c;
  }
}

// Adds sizes between two sizes with different best algorithms. The choice may change abruptly there, where
// messages become too long to be eager.
std::vector<portion> planning::changes() const {
  std::vector<portion> more;
  for (std::size_t i = 1; i < done_.size(); ++i) {
    const planned_call &a = done_[i - 1].front(), &b = done_[i].front();
    if (a.of != b.of || same_algorithms(done_[i - 1], done_[i])) continue;
    portion at = done_[i];
    for (planned_call& c : at) c = {c.of, between(a.bytes, b.bytes)};
    more.push_back(std::move(at));
  }
  return more;
}

bool planning::refine() {
  add(done_, std::exchange(work_, {}));
  by_kind_and_size(done_);
  if (!std::exchange(refined_, true)) work_ = changes();
  longest_first(work_);
  return !work_.empty();
}

profile planning::result() const {
  profile plan{.planned = true};
  for (std::size_t i = 0; i < done_.size(); ++i)
    for (const planned_call& c : done_[i])
      add(plan, c, i > 0 ? done_[i - 1].front().bytes : 0, choices_.around());
  return plan;
}

profile make_plan(const network& machine, const surroundings& on, const plan_options& o) {
  planning plan(machine, on, o);
  do {
    do_work(plan, o);
  } while (plan.refine());
  return plan.result();
}

}  // namespace tutti
