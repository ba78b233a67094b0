#include "bench/contest_runner.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <random>

#include "measure/communicators.hpp"

namespace tutti::bench {
namespace {

using measure::contest;
using measure::policy;

// The problem of an experiment, without the implementation that serves it. Contenders with the same problem
// share their data.
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
    : nodes_(nodes), synchronise_(comm_.is), clock_(comm_.is), communicators_(comm_.is) {
  PMPI_Comm_rank(comm_.is, &rank_);
  PMPI_Comm_size(comm_.is, &size_);
}

int contest_runner::from_first(int number) {
  check(PMPI_Bcast(&number, 1, MPI_INT, 0, comm_.is), "agreeing");
  return number;
}

contest_runner::prepared contest_runner::prepare(const contest& c, const policy& how) {
  const std::size_t cold = how.cache == "cold" ? beyond_caches(nodes_.per_node()) : 0;
  std::map<measure::experiment, std::shared_ptr<test_data>> data;
  std::map<measure::experiment, std::shared_ptr<as_long_as_the_call>> meanwhile;
  prepared all;
  const bool in_each_call = !read_by_new_communicators();
  for (const measure::experiment& e : c) {
    const std::vector<int> members = measure::members_of(e.communicator, nodes_);
    const auto here = std::ranges::find(members, rank_);
    const int rank = here == members.end() ? -1 : static_cast<int>(here - members.begin());
    const MPI_Comm comm = communicators_.of(e, rank);
    if (rank < 0) {
      all.emplace_back();
      continue;
    }
    auto& own = data[problem_of(e)];
    if (!own)
      own = std::make_shared<test_data>(e, measure::nodes_of(members, nodes_), rank, handles_, how.calls > 1,
                                        cold);
    measure::experiment any_way = e;
    any_way.made = "";
    auto& beside = meanwhile[any_way];
    if (!beside) beside = std::make_shared<as_long_as_the_call>();
    const own_library* const library =
        in_each_call && measure::by_own_algorithm(e) ? &communicators_.library() : nullptr;
    all.push_back(std::make_unique<prepared_experiment>(e, own, comm, beside, library));
  }
  for (const auto& one : all)
    if (one) one->prepare(how.calls > 1);
  return all;
}

// Times each experiment of `order` on this process. In between, only the barriers exchange messages.
std::vector<contest_runner::moment> contest_runner::time_each(prepared& all,
                                                              const std::vector<std::size_t>& order,
                                                              const policy& how) {
  const bool windows = how.sync == "window";
  std::vector<moment> when(order.size());
  clock_.adjust();
  double opens = 0;
  if (windows) {  // the first one opens when all processes know of it
    constexpr double notice = 1e-3;
    opens = clock_.from_local(now()) + notice + 20e-6 * size_;
    check(PMPI_Bcast(&opens, 1, MPI_DOUBLE, 0, comm_.is), "the window");
  }
  for (std::size_t k = 0; k < order.size(); ++k) {
    moment& m = when[k];
    prepared_experiment* const one = all[order[k]].get();
    const own_library::in_force variables = one ? one->force() : own_library::in_force();
    if (windows) {
      const double local = clock_.to_local(opens);
      m.late = now() > local;
      wait_until(local);
      m.opened = opens;
      opens += window_[order[k]];
    } else if (how.sync == "native") {
      check(PMPI_Barrier(comm_.is), "the barrier");
    } else {
      synchronise_();
    }
    m.idle = !one;
    m.begin = now();
    if (one) one->run(how.calls);
    m.end = now();
  }
  return when;
}

// The maxima over all processes, on process 0.
std::vector<contest_runner::extremes> contest_runner::extremes_of(const std::vector<moment>& when) {
  std::vector<extremes> mine, most(when.size());
  for (const moment& m : when) {
    if (m.idle) {
      constexpr double least = std::numeric_limits<double>::lowest();
      mine.push_back({least, least, least, least, least, least});
      continue;
    }
    const double begin = clock_.from_local(m.begin), own = m.end - m.begin;
    mine.push_back({.own = own,
                    .less_own = -own,
                    .end = clock_.from_local(m.end),
                    .begin = begin,
                    .less_begin = -begin,
                    .late = m.late ? 1.0 : 0.0});
  }
  static_assert(sizeof(extremes) == 6 * sizeof(double));
  check(PMPI_Reduce(mine.data(), most.data(), static_cast<int>(6 * mine.size()), MPI_DOUBLE, MPI_MAX, 0,
                    comm_.is),
        "collecting times");
  return most;
}

// Measures each of `order` once.
std::vector<contest_runner::sample> contest_runner::batch(prepared& all,
                                                          const std::vector<std::size_t>& order,
                                                          const policy& how) {
  const bool windows = how.sync == "window";
  const std::vector<moment> when = time_each(all, order, how);
  const std::vector<extremes> most = extremes_of(when);
  std::vector<sample> found;
  std::vector<double> needed(window_.size(), 0);
  for (std::size_t k = 0; rank_ == 0 && k < order.size(); ++k) {
    const extremes& x = most[k];
    const bool late = windows && x.late > 0;
    needed[order[k]] = std::max(needed[order[k]], 2 * (late ? window_[order[k]] : x.span()));
    if (late) continue;  // the time means nothing
    const double seconds = windows ? x.end - when[k].opened : how.time == "span" ? x.span() : x.own;
    found.push_back({.prepared_experiment = order[k],
                     .seconds = seconds / how.calls,
                     .fastest = -x.less_own / how.calls,
                     .span = x.span() / how.calls,
                     .skew = x.skew()});
  }
  if (windows) {  // wide enough for the slowest so far; doubled if a process was late
    check(PMPI_Bcast(needed.data(), static_cast<int>(needed.size()), MPI_DOUBLE, 0, comm_.is), "the window");
    for (std::size_t k = 0; k < window_.size(); ++k) window_[k] = std::max(window_[k], needed[k]);
  }
  return found;
}

// Sets up connections and communicators, and the widths of windows. Returns the seconds of one pass over all
// experiments.
double contest_runner::warm_up(prepared& all, const policy& how, const repetitions& so_far) {
  const bool windows = how.sync == "window";
  const std::vector<std::size_t> order = in_order(all.size());
  policy warm = how;
  if (windows) warm.sync = "barrier";
  warm.calls = 1;
  window_.assign(all.size(), 1e-3);
  double pass = 0;
  for (int k = 0; k < std::max(1, how.warmup); ++k) {
    const bool needed = k == 0 || (k == 1 && windows);
    if (how.in_time && !needed && !agreed(so_far.allow_warm_up(pass))) break;
    const double before = now();
    const std::vector<sample> measured = batch(all, order, warm);
    pass = now() - before;
    if (!windows || k == 0) continue;
    for (const sample& s : measured) window_[s.prepared_experiment] = 2 * s.span * how.calls + 20e-6;
    check(PMPI_Bcast(window_.data(), static_cast<int>(window_.size()), MPI_DOUBLE, 0, comm_.is),
          "the window");
  }
  return pass;
}

// Measures all experiments in rounds, each round in another order, until there are enough repetitions.
std::vector<contest_runner::sample> contest_runner::measure_all(prepared& all, const policy& how,
                                                                repetitions& so_far, double pass) {
  std::vector<std::size_t> order = in_order(all.size());
  std::mt19937_64 random(how.seed);
  const auto shuffle = [&] {  // the same on all processes
    for (std::size_t n = order.size(); n > 1; --n) std::swap(order[n - 1], order[random() % n]);
  };
  std::vector<sample> samples;
  so_far.begin();
  int rounds = from_first(so_far.first(pass * how.calls));
  while (!agreed(rank_ == 0 && so_far.enough())) {
    std::vector<std::size_t> longer;
    for (int k = 0; k < rounds; ++k) {
      shuffle();
      longer.insert(longer.end(), order.begin(), order.end());
    }
    for (const sample& s : batch(all, longer, how)) {
      so_far.note(s.prepared_experiment, s.seconds);
      samples.push_back(s);
    }
    rounds = from_first(so_far.after(rounds));
  }
  return samples;
}

std::string contest_runner::checked(prepared_experiment* one) {
  synchronise_();
  int own = !one || one->right() ? 1 : 0, everywhere = 0;
  check(PMPI_Reduce(&own, &everywhere, 1, MPI_INT, MPI_MIN, 0, comm_.is), "checking results");
  return everywhere == 1 ? "yes" : "no";
}

contest_runner::outcome contest_runner::run(const contest& c, const policy& wanted) {
  policy how = wanted;
  repetitions so_far(how, c.size());
  prepared all = prepare(c, how);
  const double pass = warm_up(all, how, so_far);
  if (how.fewer_long_calls) {
    const double fit = 0.1 * how.budget * static_cast<double>(c.size()) / std::max(pass, 1e-9);
    how.calls = from_first(static_cast<int>(std::clamp(fit, 1.0, static_cast<double>(how.calls))));
  }
  outcome result;
  result.samples = measure_all(all, how, so_far, pass);
  for (const auto& one : all) {
    result.algorithms.push_back(one ? one->algorithm() : "");
    result.right.push_back(how.check ? checked(one.get()) : "");
  }
  return result;
}

}  // namespace tutti::bench
