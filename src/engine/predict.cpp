#include "tutti/engine/predict.hpp"

#include <algorithm>
#include <deque>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/call_on_network.hpp"
#include "engine/program_recorder.hpp"
#include "engine/totals.hpp"
#include "tutti/algorithmic_latency.hpp"
#include "tutti/engine/agreed_graph.hpp"
#include "tutti/engine/simulate.hpp"
#include "tutti/full_name.hpp"
#include "tutti/nodes.hpp"
#include "tutti/runs_on.hpp"

namespace tutti {
namespace {

// The offsets of the blocks that processes exchange with a few partners. The length of a block depends only
// on the distance of its two processes, so one table serves all: the offsets of process r begin r entries
// before the middle.
class sparse_offsets {
 public:
  sparse_offsets() = default;
  sparse_offsets(int p, int partners, std::size_t block)
      : p_(static_cast<std::size_t>(p)), out_(2 * p_ + 1), in_(2 * p_ + 1) {
    for (int k = 0; k < partners; ++k) {
      const auto d = 1 + static_cast<std::size_t>(k) * (p_ - 1) / static_cast<std::size_t>(partners);
      for (const std::size_t at : {d, d + p_}) out_[at + 1] = in_[2 * p_ - at + 1] = block;
    }
    std::partial_sum(out_.begin(), out_.end(), out_.begin());
    std::partial_sum(in_.begin(), in_.end(), in_.begin());
  }
  [[nodiscard]] bool any() const { return p_ > 0; }
  [[nodiscard]] const std::size_t* out(int rank) const { return out_.data() + p_ - rank; }
  [[nodiscard]] const std::size_t* in(int rank) const { return in_.data() + p_ - rank; }

 private:
  std::size_t p_ = 0;
  std::vector<std::size_t> out_, in_;
};

// The offsets of the blocks of all pairs of processes.
class offsets_of_pairs {
 public:
  offsets_of_pairs() = default;
  explicit offsets_of_pairs(const std::vector<std::span<const std::int64_t>>& received)
      : p_(received.size()), out_(p_ * (p_ + 1)), in_(p_ * (p_ + 1)) {
    for (std::size_t r = 0; r < p_; ++r)
      for (std::size_t s = 0; s < p_; ++s) {
        const auto bytes = static_cast<std::size_t>(received[r][s]);
        in_[r * (p_ + 1) + s + 1] = in_[r * (p_ + 1) + s] + bytes;
        out_[s * (p_ + 1) + r + 1] = out_[s * (p_ + 1) + r] + bytes;
      }
  }
  [[nodiscard]] bool any() const { return p_ > 0; }
  [[nodiscard]] const std::size_t* out(int rank) const { return out_.data() + at(rank); }
  [[nodiscard]] const std::size_t* in(int rank) const { return in_.data() + at(rank); }

 private:
  [[nodiscard]] std::size_t at(int rank) const { return static_cast<std::size_t>(rank) * (p_ + 1); }
  std::size_t p_ = 0;
  std::vector<std::size_t> out_, in_;
};

// The call of each process. Calls differ only in the rank and in the lengths of blocks.
class calls_of_all {
 public:
  calls_of_all(const algorithm& a, const shape& s, const network& on, const predict_options& in,
               const agreed_graph* graph)
      : of_(a.of),
        p_(s.p),
        vector_(static_cast<std::size_t>(s.bytes)),
        block_(graph ? vector_ : vector_ / static_cast<std::size_t>(s.p)),
        graph_(graph),
        regular_(in.lengths.empty()),
        there_(a, on, s.p, in) {
    call_.root = traits(of_).shifts && s.distance >= 0 ? s.distance : in.root;
    call_.pieces = std::max(1, s.pieces);
    there_.complete(call_);
    if (!in.received.empty()) {
      pairs_ = offsets_of_pairs(in.received);
    } else if (in.partners > 0) {
      sparse_ = {p_, in.partners, vector_ / static_cast<std::size_t>(in.partners)};
    } else if (!regular_) {
      offsets_.push_back(0);
      for (const int n : in.lengths) offsets_.push_back(offsets_.back() + static_cast<std::size_t>(n));
    }
  }

  [[nodiscard]] call of(int rank) const {
    call c = call_;
    if (graph_) c.neighbours = &graph_->of(rank);
    const std::size_t own = of_vectors(of_) ? vector_ : length(rank);
    fill(
        c, of_, rank == c.root, [&] { return buffer(unused_memory::at(unused_memory::in), own, byte_type); },
        [&] { return buffer(unused_memory::at(unused_memory::out), own, byte_type); },
        [&] {
          if (pairs_.any())
            return const_blocks::consecutive(unused_memory::at(unused_memory::send), pairs_.out(rank),
                                             byte_type, p_);
          if (sparse_.any())
            return const_blocks::consecutive(unused_memory::at(unused_memory::send), sparse_.out(rank),
                                             byte_type, p_);
          return all<const_blocks>(unused_memory::send, c.neighbours ? c.neighbours->blocks_out() : p_);
        },
        [&] {
          if (pairs_.any())
            return blocks::consecutive(unused_memory::at(unused_memory::recv), pairs_.in(rank), byte_type,
                                       p_);
          if (sparse_.any())
            return blocks::consecutive(unused_memory::at(unused_memory::recv), sparse_.in(rank), byte_type,
                                       p_);
          return regular_ || !is_personal(of_)
                     ? all<blocks>(unused_memory::recv, c.neighbours ? c.neighbours->blocks_in() : p_)
                     : blocks::regular(unused_memory::at(unused_memory::recv), length(rank), byte_type, p_);
        });
    return c;
  }

 private:
  [[nodiscard]] std::size_t length(int rank) const {
    const auto r = static_cast<std::size_t>(rank);
    return regular_ ? block_ : offsets_[r + 1] - offsets_[r];
  }
  template <class Blocks>
  [[nodiscard]] Blocks all(std::uintptr_t address, int n) const {
    return regular_ ? Blocks::regular(unused_memory::at(address), block_, byte_type, n)
                    : Blocks::consecutive(unused_memory::at(address), offsets_.data(), byte_type, p_);
  }

  collective of_;
  int p_;
  std::size_t vector_, block_;
  const agreed_graph* graph_;
  bool regular_;
  std::vector<std::size_t> offsets_;
  sparse_offsets sparse_;
  offsets_of_pairs pairs_;
  call_on_network there_;
  call call_;
};

void require_lengths(const std::vector<int>& lengths, const algorithm& a, int p) {
  if (lengths.empty()) return;
  if (!is_irregular(a.of))
    throw std::invalid_argument(full_name(a) + " has no blocks that differ in length: leave the lengths out");
  if (is_neighbourhood(a.of))
    throw std::invalid_argument(full_name(a) + " is predicted with blocks that are equally long");
  if (lengths.size() != static_cast<std::size_t>(p))
    throw std::invalid_argument("there are " + std::to_string(lengths.size()) + " lengths of blocks for " +
                                std::to_string(p) + " processes");
  if (const auto wrong = std::ranges::find_if(lengths, [](int n) { return n < 0; }); wrong != lengths.end())
    throw std::invalid_argument("a block's length must not be negative, but is " + std::to_string(*wrong));
}

// Offsets of blocks are counted in 64 bits.
void require_received(const std::vector<std::span<const std::int64_t>>& received, const algorithm& a, int p) {
  if (received.empty()) return;
  if (a.of != collective::alltoallv && a.of != collective::alltoallw)
    throw std::invalid_argument(full_name(a) + " has no blocks of a length for each two processes");
  constexpr std::int64_t most = std::int64_t{1} << 53U;
  const auto processes = static_cast<std::size_t>(p);
  const auto fits = [&](std::span<const std::int64_t> table) {
    return table.size() == processes &&
           std::ranges::all_of(table, [&](std::int64_t n) { return n >= 0 && n <= most / p; });
  };
  if (received.size() != processes || !std::ranges::all_of(received, fits))
    throw std::invalid_argument("the lengths of the blocks that each process receives do not fit");
}

void require_predictable(const algorithm& a, const shape& s, const predict_options& in) {
  const std::string name = full_name(a);
  if (s.p < 1) throw std::invalid_argument("at least one process is needed, not " + std::to_string(s.p));
  if (!(s.bytes >= 0)) throw std::invalid_argument("the number of bytes must not be negative");
  if (in.root < 0 || in.root >= s.p)
    throw std::invalid_argument("root " + std::to_string(in.root) + " is not one of the processes 0.." +
                                std::to_string(s.p - 1));
  if (const char* const why = why_not_on(a, s.p))
    throw std::invalid_argument(name + " " + why + ", not " + std::to_string(s.p));
  require_lengths(in.lengths, a, s.p);
  require_received(in.received, a, s.p);
  if (in.partners < 0 || in.partners >= s.p)
    throw std::invalid_argument(std::to_string(in.partners) + " partners: a process has " +
                                std::to_string(s.p - 1) + " others");
  const bool may_be_empty = is_personal(a.of) && is_irregular(a.of) && !is_neighbourhood(a.of);
  if (in.partners > 0 && !may_be_empty)
    throw std::invalid_argument(name + " has no blocks that may be empty for all but some partners");
}

void require_graph(const agreed_graph& graph, const algorithm& a, int p) {
  if (graph.edges().p() != p)
    throw std::invalid_argument("the graph has " + std::to_string(graph.edges().p()) + " processes, not " +
                                std::to_string(p));
  if (a.needs.ways && graph.facts().ways[0].by == routing::kind::none)
    throw std::invalid_argument(full_name(a) + " needs a graph in which combining saves messages");
}

// When processes have arrived and found their places; empty: all at 0.
arrival begins_of(const algorithm& a, const shape& s, const predict_options& in) {
  if (!(in.step > 0)) return in.skews;
  const std::vector<double> steps = steps_before_first_message(a, s, in.root);
  if (steps.empty()) return in.skews;
  arrival begins = in.skews.empty() ? arrival(steps.size()) : in.skews;
  for (std::size_t r = 0; r < begins.size(); ++r) begins[r] += in.step * steps[r];
  return begins;
}

}  // namespace

prediction predict(const algorithm& a, const shape& s, const network& on, const predict_options& in) {
  require_predictable(a, s, in);
  std::optional<agreed_graph> usual;
  const agreed_graph* graph = nullptr;
  if (is_neighbourhood(a.of)) {
    if (!in.graph) usual.emplace(usual_graph(s.p), nodes_on(on, s.p));
    graph = in.graph ? in.graph : &*usual;
    require_graph(*graph, a, s.p);
  }
  const calls_of_all calls(a, s, on, in, graph);
  world w(s.p, on);
  w.without_data();
  w.give_up_after(in.give_up_after, in.most_work);
  if (const arrival begins = begins_of(a, s, in); !begins.empty()) w.begin_at(begins);
  w.interrupt_by(in.noise);
  if (in.record) w.record(*in.record);
  if (in.programs) in.programs->assign(static_cast<std::size_t>(s.p), {});
  std::deque<program_recorder> recorders;
  w.run([&](process& whole) {
    const int rank = whole.rank();
    process& self = in.programs
                        ? recorders.emplace_back(whole, on, (*in.programs)[static_cast<std::size_t>(rank)])
                        : whole;
    const call c = calls.of(rank);
    if (!in.along) return a.run(self, c);
    return a.of == collective::gatherv ? gather_on(self, c.in, c.recv, *in.along)
                                       : scatter_on(self, c.send, c.out, *in.along);
  });

  for (program_recorder& r : recorders) r.finish();
  if (in.ends) {
    in.ends->resize(static_cast<std::size_t>(s.p));
    for (int r = 0; r < s.p; ++r) (*in.ends)[static_cast<std::size_t>(r)] = w.of(r).clock;
  }
  return totals_of(w);
}

}  // namespace tutti
