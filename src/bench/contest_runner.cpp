#include "bench/contest_runner.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "measure/statistics.hpp"

namespace tutti::bench {
namespace {

using measure::contest;
using measure::policy;

// The problem without who serves it: what contenders with the same one share their data by.
measure::experiment problem_of(measure::experiment e) {
  e.by = e.made = "";
  return e;
}

std::vector<std::size_t> in_order(std::size_t n) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

void wait_until(double local) {
  while (now() < local) {
  }
}

}  // namespace

contest_runner::own_communicator::own_communicator() {
  check(PMPI_Comm_dup(MPI_COMM_WORLD, &is), "a communicator");
  check(PMPI_Comm_set_errhandler(is, MPI_ERRORS_RETURN), "a communicator");
}
contest_runner::own_communicator::~own_communicator() { PMPI_Comm_free(&is); }

contest_runner::contest_runner(const node_map& nodes)
    : nodes_(nodes), synchronise_(comm_.is), clock_(comm_.is) {
  PMPI_Comm_rank(comm_.is, &rank_);
  PMPI_Comm_size(comm_.is, &size_);
}

bool contest_runner::agreed(bool leader) {
  int yes = leader ? 1 : 0;
  check(PMPI_Bcast(&yes, 1, MPI_INT, 0, comm_.is), "agreeing");
  return yes == 1;
}

// Measures each of `order` once. Nothing is exchanged in between but the barriers.
std::vector<contest_runner::sample> contest_runner::batch(std::vector<prepared_experiment>& all,
                                                          const std::vector<std::size_t>& order,
                                                          const policy& how) {
  const bool windows = how.sync == "window";
  std::vector<moment> when(order.size());
  clock_.adjust();
  double opens = 0;
  if (windows) {  // the first one once everybody has heard of it
    constexpr double notice = 1e-3;
    opens = clock_.from_local(now()) + notice + 20e-6 * size_;
    check(PMPI_Bcast(&opens, 1, MPI_DOUBLE, 0, comm_.is), "the window");
  }
  for (std::size_t k = 0; k < order.size(); ++k) {
    moment& m = when[k];
    if (windows) {
      const double local = clock_.to_local(opens);
      m.late = now() > local;
      wait_until(local);
      m.opened = opens;
      opens += window_[order[k]];
    } else {
      synchronise_();
    }
    m.begin = now();
    all[order[k]].run(how.calls);
    m.end = now();
  }
  // The greatest of each process's: own time, less it, end, beginning, less it, late.
  constexpr std::size_t width = 6;
  std::vector<double> mine(width * order.size()), most(mine.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const moment& m = when[k];
    const double begin = clock_.from_local(m.begin), end = clock_.from_local(m.end), own = m.end - m.begin;
    const double values[width] = {own, -own, end, begin, -begin, m.late ? 1.0 : 0.0};
    std::copy(std::begin(values), std::end(values), mine.begin() + static_cast<std::ptrdiff_t>(width * k));
  }
  check(
      PMPI_Reduce(mine.data(), most.data(), static_cast<int>(mine.size()), MPI_DOUBLE, MPI_MAX, 0, comm_.is),
      "collecting times");
  std::vector<sample> found;
  std::vector<double> needed(window_.size(), 0);
  if (rank_ == 0)
    for (std::size_t k = 0; k < order.size(); ++k) {
      const double* v = most.data() + width * k;
      sample s{.prepared_experiment = order[k],
               .seconds = v[0],
               .fastest = -v[1],
               .span = v[2] + v[4],
               .skew = v[3] + v[4]};
      if (windows)
        s.seconds = v[2] - when[k].opened;
      else if (how.time == "span")
        s.seconds = s.span;
      needed[order[k]] = std::max(needed[order[k]], windows && v[5] > 0 ? 2 * window_[order[k]] : 2 * s.span);
      if (windows && v[5] > 0) continue;  // somebody came too late: the time is worth nothing
      for (double* t : {&s.seconds, &s.fastest, &s.span}) *t /= how.calls;
      found.push_back(s);
    }
  if (windows) {  // wide enough for the slowest so far, twice as wide where somebody was late
    check(PMPI_Bcast(needed.data(), static_cast<int>(needed.size()), MPI_DOUBLE, 0, comm_.is), "the window");
    for (std::size_t k = 0; k < window_.size(); ++k) window_[k] = std::max(window_[k], needed[k]);
  }
  return found;
}

contest_runner::outcome contest_runner::run(const contest& c, const policy& how) {
  const double entered = now(), most_seconds = how.budget * static_cast<double>(c.size());
  const std::size_t cold = how.cache == "cold" ? beyond_caches(nodes_.per_node()) : 0;
  std::map<measure::experiment, std::shared_ptr<test_data>> data;
  std::map<measure::experiment, std::shared_ptr<as_long_as_the_call>> meanwhile;
  std::vector<prepared_experiment> all;
  for (const measure::experiment& e : c) {
    auto& own = data[problem_of(e)];
    if (!own) own = std::make_shared<test_data>(e, nodes_, rank_, handles_, how.calls > 1, cold);
    measure::experiment any_way = e;
    any_way.made = "";
    auto& beside = meanwhile[any_way];
    if (!beside) beside = std::make_shared<as_long_as_the_call>();
    all.emplace_back(e, own, communicators_, rank_, size_, beside);
  }
  for (prepared_experiment& one : all) one.prepare(how.calls > 1);
  std::vector<std::size_t> order = in_order(all.size());
  window_.assign(all.size(), 1e-3);
  policy warm = how;
  warm.sync = "barrier", warm.calls = 1;
  double pass = 0;  // seconds that each once takes
  for (int k = 0; k < std::max(1, how.warmup);
       ++k) {  // connections, communicators; and how wide windows have to be
    const bool needed = k == 0 || (k == 1 && how.sync == "window");
    if (how.in_time && !needed && !agreed(now() - entered + pass < most_seconds / 2)) break;
    const double before = now();
    const std::vector<sample> first = batch(all, order, warm);
    pass = now() - before;
    if (how.sync == "window")
      for (std::size_t i = 0; i < all.size(); ++i) {
        double wide = k == 0 || rank_ != 0 ? 0 : 2 * first[i].span * how.calls + 20e-6;
        check(PMPI_Bcast(&wide, 1, MPI_DOUBLE, 0, comm_.is), "the window");
        window_[i] = k == 0 ? window_[i] : wide;
      }
  }

  outcome result;
  std::vector<std::vector<double>> times(all.size());
  std::mt19937_64 random(how.seed);
  const auto shuffle = [&] {  // the same on all processes
    for (std::size_t n = order.size(); n > 1; --n) std::swap(order[n - 1], order[random() % n]);
  };
  const double begun = now(),
               allowed = how.in_time ? std::max(0.0, most_seconds - (begun - entered)) : most_seconds;
  const auto enough = [&] {
    std::size_t least = SIZE_MAX;
    for (const auto& t : times) least = std::min(least, t.size());
    const auto n = static_cast<int>(least);
    if (n >= how.most || (n > 0 && now() - begun >= allowed)) return true;
    if (n == 0 && now() - begun >= std::max(1.0, 10 * most_seconds))
      throw std::runtime_error(
          "no window was wide enough: processes are late, as with more of them than processors; use --sync "
          "barrier");
    return n >= how.least && std::all_of(times.begin(), times.end(), [&](const auto& t) {
             return measure::tight(t, how.precision, how.confidence);
           });
  };
  // So many rounds of those that are wanted as fit into the time that is left, by process 0's clock.
  const auto in_time = [&](int rounds, double one) {
    const double fit = (allowed - (now() - begun)) / std::max(one, 1e-9);
    if (how.in_time && fit < rounds) rounds = std::max(1, static_cast<int>(fit));
    check(PMPI_Bcast(&rounds, 1, MPI_INT, 0, comm_.is), "agreeing");
    return rounds;
  };
  for (int rounds = in_time(std::max(1, std::min({how.least, how.most, 5})), pass * how.calls);
       !agreed(rank_ == 0 && enough());) {
    std::vector<std::size_t> longer;
    for (int k = 0; k < rounds; ++k) {
      shuffle();
      longer.insert(longer.end(), order.begin(), order.end());
    }
    for (const sample& s : batch(all, longer, how)) {
      times[s.prepared_experiment].push_back(s.seconds);
      result.samples.push_back(s);
    }
    // The next batch is half as long again, unless that would take more than a tenth of the budget.
    int next = rounds;
    const double each = (now() - begun) / static_cast<double>(std::max<std::size_t>(1, times[0].size()));
    if (each * rounds < 0.1 * most_seconds) next = std::min(200, rounds + rounds / 2 + 1);
    next = std::clamp(next, 1, std::max(1, how.most - static_cast<int>(times[0].size())));
    rounds = in_time(next, each);
  }

  for (prepared_experiment& one : all) {
    result.algorithms.push_back(one.algorithm());
    if (!how.check) {
      result.right.emplace_back();
      continue;
    }
    synchronise_();
    int own = one.right() ? 1 : 0, everywhere = 0;
    check(PMPI_Reduce(&own, &everywhere, 1, MPI_INT, MPI_MIN, 0, comm_.is), "checking results");
    result.right.emplace_back(everywhere == 1 ? "yes" : "no");
  }
  return result;
}

}  // namespace tutti::bench
