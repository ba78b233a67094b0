#pragma once

// A call of a collective in a proof: what each process holds before it, and what it must hold afterwards.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/holdings.hpp"
#include "engine/proved_blocks.hpp"
#include "engine/terms.hpp"
#include "engine/watch.hpp"
#include "tutti/engine/instance.hpp"
#include "tutti/engine/simulate.hpp"
#include "tutti/machine/trace.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

/// The machine for which the algorithm of a case is built.
inline loggp_levels machine_of(const instance& i) noexcept {
  loggp_levels on = i.machine ? *i.machine : loggp_levels{};
  on.ports = i.ports;
  return on;
}

class proved_call {
 public:
  /// `number`: the index among the calls that are under way together; see terms.
  proved_call(const instance& i, watched_memory& memory, terms& made_of, int number = 0);
  proved_call(const proved_call&) = delete;
  proved_call& operator=(const proved_call&) = delete;

  /// Runs the call on one process.
  task run(process& self);
  /// The same, with a check of every byte that is touched. Rethrows what the algorithm throws as a
  /// communication_error that names the place.
  task run_watched(process& self);

  /// After a run with data: appends each error, in words, to the list.
  void check(std::vector<std::string>& wrong);
  /// After check(): how a reduction bracketed.
  [[nodiscard]] const seen_bracketing& bracketing() const { return seen_; }
  /// A price that is a bound would hide needless traffic. Where it is obvious how many bytes each process has
  /// to receive, checks that it receives exactly these.
  void check_traffic(const world& w, std::vector<std::string>& wrong) const;
  /// Checks that these messages, of an algorithm that sends to neighbours only, go to neighbours.
  void check_neighbours(const trace& sent, std::vector<std::string>& wrong) const;

 private:
  static constexpr std::size_t shown = 4;  // more differences are only counted

  [[nodiscard]] bool own_block_stays(int r) const;
  [[nodiscard]] bool is_root(int r) const { return r == i_.root; }
  // True if contributions have to be combined in rank order.
  [[nodiscard]] bool in_order() const {
    return !i_.commutes && !i_.of->needs.commutative && !i_.of->needs.exact;
  }
  [[nodiscard]] term contribution(int of, int for_whom, std::size_t k) const {
    return terms::contribution(of, for_whom, k, number_);
  }

  holdings make(int r);
  void place(int r, const holdings& h);
  // In place, personalised: true if this block is sent from the place of the received block with the same
  // index.
  [[nodiscard]] bool is_placed(int r, int block) const { return block == r || i_.of->traits.swaps; }
  [[nodiscard]] const_blocks sent_in_place(int r, const holdings& h);
  call call_of(int r);
  // proved_result.cpp
  template <class Words>
  void differ(int r, std::size_t at, term found, std::vector<std::string>& wrong, Words expected);
  void check_block(int r, const store& s, std::size_t at, std::size_t n, int of, int for_whom,
                   std::vector<std::string>& wrong);
  bool check_reduced(int r, const store& s, std::size_t at, std::size_t k, int last,
                     std::vector<std::string>& wrong);
  void check_result(int r, const holdings& h, std::vector<std::string>& wrong);
  void check_combined(int r, const holdings& h, std::vector<std::string>& wrong);
  void check_bracketing(int r, std::size_t at, term t, std::vector<std::string>& wrong);

  const instance& i_;
  loggp_levels machine_;
  collective c_;
  proved_blocks blocks_;
  watched_memory& memory_;
  terms& terms_;
  int number_;
  std::size_t differences_ = 0;
  seen_bracketing seen_;
  term first_ = 0;  // the element with which others are compared
  std::string lost_;
  std::vector<holdings> holdings_;
  // personalised, in place: the blocks that each process sends
  std::vector<std::vector<const_buffer>> sent_in_place_;
  std::optional<node_map> nodes_;
};

}  // namespace tutti
