#include "tutti/engine/proof.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <deque>
#include <numeric>
#include <random>
#include <stdexcept>

#include "engine/proved_call.hpp"
#include "tutti/engine/cases.hpp"
#include "tutti/machine/network.hpp"

namespace tutti {
namespace {

// The memory of all processes of a proof, one proof after the other.
class lent_memory {
 public:
  lent_memory() = default;
  ~lent_memory() { of_thread().forget(); }
  lent_memory(const lent_memory&) = delete;
  lent_memory& operator=(const lent_memory&) = delete;
  [[nodiscard]] watched_memory& get() const { return of_thread(); }

 private:
  static watched_memory& of_thread() {
    thread_local watched_memory memory;
    return memory;
  }
};

// Combines elements of a proof; `any` says whether there were any.
world::combine combining_of(terms& made_of, bool* any = nullptr) {
  return [&made_of, any](const operation&, const_buffer l, buffer r) {
    if (any) *any = true;
    for (std::size_t k = 0; k < r.count; ++k) {
      term a = 0, b = 0;
      const auto at = [k](auto x) { return x.slice(k, 1).data + x.type->true_lb; };
      std::memcpy(&a, at(l), sizeof a);
      std::memcpy(&b, at(r), sizeof b);
      b = made_of.combined(a, b);
      std::memcpy(at(r), &b, sizeof b);
    }
  };
}

// For barriers: messages are sent without waiting for who receives them, which would hold a sender that has heard of nobody.
network without_waiting() {
  network on;
  on.model = loggp_model({.L = 1, .capacity = false});
  return on;
}

constexpr double late = 1e6;  // seconds

// Who comes last, in turn: every process, or some of many.
int step_of(int p) {
  constexpr int many = 128;
  return p <= many ? 1 : p / many;
}

arrival one_late(int p, int last) {
  arrival times(static_cast<std::size_t>(p), 0.0);
  times[static_cast<std::size_t>(last)] = late;
  return times;
}

// That nobody leaves before all have entered, whoever comes last.
void check_barrier(proved_call& c, int p, std::vector<std::string>& wrong) {
  for (int last = 0; last < p; last += step_of(p)) {
    world w(p, without_waiting());
    w.begin_at(one_late(p, last));
    w.run([&](process& self) { return c.run(self); });
    for (int r = 0; r < p; ++r) {
      if (w.of(r).clock >= late) continue;
      wrong.push_back("process " + std::to_string(r) + " leaves the barrier before process " +
                      std::to_string(last) + " has entered it");
      return;
    }
  }
}

double total_bytes(const instance& i) {
  const auto p = static_cast<double>(i.p);
  if (traits(i.of->of).receives.what == holding::nothing) return 0;
  if (is_neighbourhood(i.of->of))
    return 8.0 * (i.counts.empty() ? static_cast<double>(i.count) : *std::ranges::max_element(i.counts));
  const auto count = static_cast<double>(i.count);
  const double elements = of_vectors(i.of->of) ? count
                          : i.counts.empty()   ? p * count
                                               : std::accumulate(i.counts.begin(), i.counts.end(), 0.0);
  return 8 * elements;
}

shape shape_of(const instance& i) {
  shape s{i.p, total_bytes(i), i.pieces};
  s.straight_beyond = static_cast<double>(i.straight_beyond);
  if (traits(i.of->of).shifts) s.distance = i.root;
  if (i.graph) s.graph = &i.graph->facts();
  if (!i.counts.empty()) s.longest = 8.0 * *std::max_element(i.counts.begin(), i.counts.end());
  if (!i.nodes.empty()) {
    const node_map map(i.nodes);
    s.nodes = map.nodes();
    s.per_node = map.per_node();
  }
  return s;
}

// Elements of each block, or of the vector; 0 where blocks differ.
std::size_t equal_length(const instance& i) {
  if (i.counts.empty()) return i.count;
  const bool equal = std::all_of(i.counts.begin(), i.counts.end(), [&](int n) { return n == i.counts[0]; });
  return equal ? static_cast<std::size_t>(i.counts[0]) : 0;
}

// Blocks that differ by one element make the longest chain a little longer: only even divisions are exact, into
// pieces, into a part for each process, and into one for each of the largest power of two of processes. What is cut
// on nodes and then between them is cut into parts of parts.
bool divides_evenly(const instance& i) {
  if (!i.counts.empty()) return false;  // a price knows no more of lengths than their sum and the longest
  const std::size_t length = i.count;
  const auto divides = [&](int parts) { return length % static_cast<std::size_t>(parts) == 0; };
  if (!of_vectors(i.of->of)) return 8 * length % static_cast<std::size_t>(i.pieces) == 0;
  const bool nested = i.nodes.empty() || divides(i.p * i.pieces);
  return nested && divides(i.pieces) && divides(i.p) && divides(1 << floor_log2(i.p));
}

// "3", "3.25": what is counted is mostly whole.
std::string number(double x) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.10g", x);
  return text.data();
}

void check_price(const instance& i, finding& f) {
  const shape s = shape_of(i);
  const cost want = i.of->price(s);
  const bool equal = i.of->traits.exact_if_equal && equal_length(i) > 0;
  // Of a block with fewer bytes than pieces some pieces are empty, and may not travel.
  const std::size_t block = 8 * equal_length(i);
  const bool too_many = !of_vectors(i.of->of) && block > 0 && block < static_cast<std::size_t>(i.pieces);
  const bool exact = (!i.of->traits.bound || equal) && s.equal_nodes() && !too_many;
  const double most = exact ? 1 : i.of->traits.worst;
  const auto compare = [&](const char* what, double found, double expected) {
    const double slack = 1e-9 * (1 + std::abs(expected));
    if (exact ? std::abs(found - expected) > slack : found > expected + slack)
      f.wrong.push_back(std::string(what) + ": the price says " + (exact ? "" : "at most ") +
                        number(expected) + ", found " + number(found));
  };
  compare("rounds", f.rounds, want.rounds * most);
  if (divides_evenly(i)) {
    compare("bytes", f.bytes, want.bytes * most);
    compare("bytes reduced", f.reduced, want.reduced * most);
  }
}

// Calls that are under way together: every process begins them in the same order, may wait for some of them before it begins the
// next, and waits for the others at the end, in an order of its own.
class calls_together {
 public:
  calls_together(const instance& of, int n) : p_(of.p), n_(n) {
    for (int k = 0; k < n; ++k) {
      instance& one = instances_.emplace_back(of);
      if (depends_on_root(of.of->of)) one.root = (of.root + k) % of.p;
      calls_.emplace_back(one, memory_.get(), made_of_, k);
    }
    begun_.resize(static_cast<std::size_t>(n));
  }

  void run() {
    std::mt19937 random(static_cast<unsigned>(p_));
    arrival times;
    for (int r = 0; r < p_; ++r) times.push_back(static_cast<double>(random() % 16));
    run(network(machine{.alpha = 1, .beta = 0.01, .gamma = 0.01}), times);
    if (instances_.front().of->of != collective::barrier) return;
    for (int last = 0; last < p_ && left_early_.empty(); last += step_of(p_))
      run(without_waiting(), one_late(p_, last));
  }

  void check(std::vector<std::string>& wrong) {
    for (int k = 0; k < n_ && wrong.empty(); ++k) {
      calls_[static_cast<std::size_t>(k)].check(wrong);
      for (std::string& w : wrong) w = name_of(k) + ": " + w;
    }
    if (wrong.empty() && !left_early_.empty()) wrong.push_back(left_early_);
  }

 private:
  void run(const network& on, const arrival& times) {
    std::fill(begun_.begin(), begun_.end(), 0);
    world w(p_, on, n_);
    w.combine_with(combining_of(made_of_));
    w.begin_at(times);
    w.run([&](process& self) { return program(w, self.rank()); });
  }

  task program(world& w, int rank) {
    std::mt19937 random(static_cast<unsigned>(rank));
    std::vector<int> under_way;
    const auto any = [&] {
      std::swap(under_way[random() % under_way.size()], under_way.back());
      const int k = under_way.back();
      under_way.pop_back();
      return k;
    };
    for (int k = 0; k < n_; ++k) {
      w.begin(rank, k, one(w.operation(rank, k), k));
      under_way.push_back(k);
      if (random() % 3 == 0) co_await w.ended(rank, any());
    }
    while (!under_way.empty()) co_await w.ended(rank, any());
  }

  task one(process& self, int k) {
    const auto at = static_cast<std::size_t>(k);
    ++begun_[at];
    co_await calls_[at].run_watched(self);
    if (instances_[at].of->of == collective::barrier && begun_[at] < p_ && left_early_.empty())
      left_early_ = name_of(k) + ": process " + std::to_string(self.rank()) +
                    " leaves the barrier before all have entered it";
  }

  [[nodiscard]] std::string name_of(int k) const {
    return "call " + std::to_string(k + 1) + " of " + std::to_string(n_);
  }

  int p_, n_;
  lent_memory memory_;
  terms made_of_;
  std::deque<instance> instances_;
  std::deque<proved_call> calls_;
  std::vector<int> begun_;  // of each call: on how many processes
  std::string left_early_;
};

}  // namespace

finding prove(const instance& of) {
  finding f;
  if (of.of->needs.power_of_two && !is_power_of_two(of.p)) {
    f.wrong.push_back("needs a power of two of processes");
    return f;
  }
  const std::pair<machine, double*> measures[] = {
      {{1, 0, 0}, &f.rounds}, {{0, 1, 0}, &f.bytes}, {{0, 0, 1}, &f.reduced}};
  const lent_memory memory;
  terms made_of;
  proved_call c(of, memory.get(), made_of);
  bool combined = traits(of.of->of).sorts;
  for (const auto& [clock, into] : measures) {
    if (into == &f.reduced && (!combined || !divides_evenly(of))) break;  // nothing to count, or to compare
    world w(of.p, clock);
    w.combine_with(combining_of(made_of, &combined));
    const bool first = into == &f.rounds;
    if (!first) w.without_data();  // the result is checked once, and what lies there does not matter any more
    try {
      w.run([&](process& self) { return first ? c.run_watched(self) : c.run(self); });
    } catch (const std::length_error&) {
      throw;  // a proof that is too large shows nothing
    } catch (const std::exception& error) {
      f.wrong.emplace_back(error.what());
      return f;
    }
    *into = w.time();
    if (first) {
      c.check(f.wrong);
      c.check_traffic(w, f.wrong);
      for (int r = 0; r < of.p; ++r) {
        f.most_sent = std::max(f.most_sent, w.of(r).bytes_sent);
        f.most_messages = std::max(f.most_messages, w.of(r).messages_sent);
      }
    }
  }
  if (of.of->of == collective::barrier) check_barrier(c, of.p, f.wrong);
  if (f.wrong.empty()) check_price(of, f);
  return f;
}

finding prove_together(const instance& of, int calls) {
  if (calls < 1 || calls > terms::most_calls)
    throw std::invalid_argument("a proof tells 1 to " + std::to_string(terms::most_calls) +
                                " calls that are under way together apart, not " + std::to_string(calls));
  finding f;
  if (of.of->needs.power_of_two && !is_power_of_two(of.p)) {
    f.wrong.push_back("needs a power of two of processes");
    return f;
  }
  calls_together all(of, calls);
  try {
    all.run();
  } catch (const std::length_error&) {
    throw;
  } catch (const std::exception& error) {
    f.wrong.emplace_back(error.what());
    return f;
  }
  all.check(f.wrong);
  return f;
}

std::string describe(const instance& of) {
  std::string s = std::string(name_of(of.of->of)) + "." + std::string(of.of->name) +
                  ", p = " + std::to_string(of.p) + ", root " + std::to_string(of.root);
  if (of.counts.empty()) {
    s += ", " + std::to_string(of.count) + " elements";
  } else {
    s += ", counts";
    for (std::size_t k = 0; k < of.counts.size() && k < 16; ++k) s += " " + std::to_string(of.counts[k]);
    if (of.counts.size() > 16) s += " ...";
  }
  if (of.straight_beyond != SIZE_MAX)
    s += ", straight beyond " + std::to_string(of.straight_beyond) + " bytes";
  if (of.pieces != 1) s += ", M = " + std::to_string(of.pieces);
  if (of.in_place) s += ", in place";
  switch (of.lies) {
    case layout::dense: break;
    case layout::holes: s += ", with holes"; break;
    case layout::backwards: s += ", backwards"; break;
    case layout::one_array: s += ", sent from and received in fields of one array"; break;
    case layout::differing: s += ", sent and received as different types"; break;
  }
  if (of.graph) s += ", " + of.graph->edges().name;
  if (of.commutes) s += ", an operator that commutes";
  if (!of.nodes.empty()) {
    s += ", on nodes";
    for (std::size_t k = 0; k < of.nodes.size() && k < 32; ++k) s += " " + std::to_string(of.nodes[k]);
    if (of.nodes.size() > 32) s += " ...";
  }
  return s;
}

}  // namespace tutti
