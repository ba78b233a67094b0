#pragma once

#include "mpi/boundary.hpp"
#include "mpi/communicator.hpp"
#include "mpi/device.hpp"
#include "tutti/algorithm.hpp"

namespace tutti::mpi {

/// One call on its way: what it is, and how it was decided. What is chosen by p alone is decided before its arguments are
/// looked at, which costs something where there are p of each.
struct dispatch {
  communicator& at;
  collective of;
  std::size_t bytes;  ///< as the collective counts them; 0 where not all processes know
  std::size_t most;   ///< the most pieces into which the data may be cut
  decision decided;

  dispatch(choices& decide, communicator& s, collective c, std::size_t b, std::size_t pieces,
           operator_class k = operator_class::exact, imbalance lengths = imbalance::equal)
      : at(s), of(c), bytes(b), most(pieces), decided(decide.choose({c, k, lengths}, b)) {
    if (state.explains) [[unlikely]]
      explain_once(decide, {c, k, lengths}, b);
  }

  /// What was decided elsewhere, to be done on another communicator of the same processes.
  dispatch(const dispatch& decided_elsewhere, communicator& s)
      : at(s),
        of(decided_elsewhere.of),
        bytes(decided_elsewhere.bytes),
        most(decided_elsewhere.most),
        decided(decided_elsewhere.decided) {}

  /// Of nothing in the catalogue.
  explicit dispatch(communicator& s) noexcept : at(s), of(collective::barrier), bytes(0), most(1) {}

  [[nodiscard]] bool served() const noexcept { return decided.use != nullptr; }
  [[nodiscard]] const requirements& needs() const noexcept { return decided.use->needs; }

  /// Adds to a call what does not come from its arguments.
  void complete(call& c) const {
    if (decided.use->stages) c.pieces = at.decide->pieces(decided, bytes, most);
    if (needs().straight) c.straight_beyond = at.decide->straight_beyond(decided.use->of);
    c.nodes = at.nodes.get();
  }
};

}  // namespace tutti::mpi
