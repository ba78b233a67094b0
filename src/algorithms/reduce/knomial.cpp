// Reduction along a k-nomial tree in rank order, for processes with k ports: a parent receives from k
// children at once.
// Source: Traeff, HPC lecture "Collectives", "Binomial and k-nomial trees".
// Cost with k ports: ceil(log_{k+1} p) (alpha + beta m + k gamma m). The price of a fixed radix is that of
// one port, where the k children of a level are received one after the other: at most k ceil(log_{k+1} p)
// rounds. Any p, any root, any operator, any layout; nothing is cut. A parent has memory for k + 1 vectors.
// As in reduce.binomial the range of ranks is split, so that every partial result is that of consecutive
// ranks, whatever the root.

#include "algorithms/shapes/knomial.hpp"

#include <algorithm>
#include <array>

#include "algorithms/reduce/reduce.hpp"
#include "algorithms/shapes/radix.hpp"

namespace tutti {
namespace {

template <int Radix>
constexpr algorithm entry(std::string_view name, std::string_view summary) {
  return {
      .of = collective::reduce,
      .name = name,
      .summary = summary,
      .source = "folklore; Traeff, HPC lecture",
      .needs = {.ports = Radix == by_ports},
      .run =
          [](process& self, const call& c) {
            return reduce_knomial(self, c.in, c.out, c.op, c.root, radix_on<Radix>(c.logp, self.size()));
          },
      .price =
          [](const shape& s) {
            const double received = knomial_range::rounds(s.p, radix_on<Radix>(s.logp, s.p));
            const double rounds = Radix == by_ports ? rounds_on_ports(s) : received;
            return cost{.rounds = rounds, .bytes = rounds * s.bytes, .reduced = received * s.bytes};
          },
      .traits = {.bound = true,  // for the worst root: one in a smaller part has less to wait for
                 .worst_root = true,
                 .same_for_elements = true},
  };
}

// The vectors of a range's parts, each in a place of its own. One place holds the partial result, which at
// first is `in`.
class vectors_of_parts {
 public:
  /// For ranges of up to `most` parts.
  vectors_of_parts(process& self, const_buffer in, const operation& op, std::size_t most)
      : self_(self), in_(in), op_(op), memory_(self, most * in.count, *in.type), at_(most), children_(most) {}

  /// The messages from the roots of the other parts of a range, with the vectors of these parts.
  std::span<transfer> messages(const knomial_range& range) {
    own_ = static_cast<std::size_t>(range.part_of(self_.rank()));
    parts_ = static_cast<std::size_t>(range.parts());
    std::size_t count = 0, next = 0;
    for (std::size_t part = 0; part < parts_; ++part) {
      if (part == own_) continue;
      if (next == holder_) ++next;
      at_[part] = next++;
      children_[count++] = {.in = place(at_[part]), .from = range.root_of(static_cast<int>(part))};
    }
    return children_.first(count);
  }

  /// Combines these vectors with the partial result. right = left op right: the result is combined into a
  /// vector from higher ranks; a vector from lower ranks is combined into the result, unless the operator
  /// commutes. `in` is only read.
  void combine() {
    for (std::size_t part = own_ + 1; part < parts_; ++part) combine_into(part);
    for (std::size_t part = own_; part-- > 0;) {
      if (op_.commutative) {
        combine_into(part);
        continue;
      }
      if (holder_ == none) {
        holder_ = parts_ - 1;  // so far only the places before are used
        self_.copy(in_, place(holder_));
      }
      self_.reduce(op_, place(at_[part]), place(holder_));
    }
  }

  [[nodiscard]] const_buffer result() const { return holder_ == none ? in_ : place(holder_); }

 private:
  static constexpr std::size_t none = SIZE_MAX;

  [[nodiscard]] buffer place(std::size_t i) const { return memory_.slice(i * in_.count, in_.count); }
  void combine_into(std::size_t part) {
    self_.reduce(op_, result(), place(at_[part]));
    holder_ = at_[part];
  }

  process& self_;
  const_buffer in_;
  const operation& op_;
  scratch memory_;
  workspace<std::size_t> at_;  // the place of each part
  workspace<transfer> children_;
  std::size_t own_ = 0, parts_ = 0;  // of the range
  std::size_t holder_ = none;        // the place of the partial result
};

}  // namespace

task reduce_knomial(process& self, const_buffer in, buffer out, operation op, int root, int radix) {
  assert(2 <= radix);
  const int rank = self.rank();
  // The ranges whose root this process is, the largest first.
  std::array<knomial_range, most_rounds> ranges;
  std::size_t n = 0;
  int parent = nobody;
  for (knomial_range range(self.size(), root, radix); !range.single();
       range = range.sub(range.part_of(rank))) {
    if (rank == range.root())
      ranges[n++] = range;
    else if (rank == range.root_of(range.part_of(rank)))
      parent = range.root();
  }

  vectors_of_parts vectors(self, in, op, n > 0 ? static_cast<std::size_t>(ranges[0].parts()) : 0);
  while (n-- > 0) {
    const std::span<transfer> messages = vectors.messages(ranges[n]);
    co_await self.together(messages);
    vectors.combine();
  }
  if (rank == root)
    self.copy(vectors.result(), out);
  else
    co_await self.send(vectors.result(), parent);
}

extern const algorithm reduce_knomial3_entry =
    entry<3>("knomial3", "3-nomial tree in rank order, for 2 ports");
extern const algorithm reduce_knomial4_entry =
    entry<4>("knomial4", "4-nomial tree in rank order, for 3 ports");
extern const algorithm reduce_knomial8_entry =
    entry<8>("knomial8", "8-nomial tree in rank order, for 7 ports");
extern const algorithm reduce_knomial_ported_entry =
    entry<by_ports>("knomial_ported", "(k + 1)-nomial tree in rank order, for the machine's k ports");

}  // namespace tutti
