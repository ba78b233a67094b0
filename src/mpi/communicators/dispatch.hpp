#pragma once

#include "mpi/communicators/communicator.hpp"
#include "mpi/communicators/decisions.hpp"
#include "mpi/gpu/host_memory.hpp"
#include "mpi/library/boundary.hpp"
#include "mpi/runtime/run_state.hpp"
#include "tutti/algorithm.hpp"

namespace tutti::mpi {

/// The amount of data of a call.
struct call_size {
  std::size_t bytes = 0;        ///< as the collective counts them; 0 if not all processes know them
  std::size_t most_pieces = 1;  ///< maximum number of pieces of the data
};
inline constexpr call_size unknown_size{};

/// How a form of calls finds its algorithms.
struct choosing {
  choices& by;
  form as;

  TUTTI_INLINED decision choose(communicator& c, const call_kind& of, std::size_t bytes) const {
    if (c.chooses_plainly) [[likely]]
      return by.choose(of, bytes);
    if (c.learns && as == form::blocking) return c.learns->choose(by, of, bytes, c.calls_so_far());
    return choose_otherwise(c, by, as, of, bytes);
  }
};

/// One call, and the decision about it. If p alone determines the decision, it is made before the arguments
/// are read, because reading tables of p arguments takes time.
struct dispatch {
  communicator& at;
  collective of;
  operator_class op = operator_class::exact;
  call_size size;
  decision decided;
  bool posted = false;  ///< a neighbourhood collective that does not block

  TUTTI_INLINED
  dispatch(const choosing& how, communicator& c, collective which, call_size data,
           operator_class k = operator_class::exact, imbalance lengths = imbalance::equal)
      : at(c), of(which), op(k), size(data), decided(how.choose(c, {which, k, lengths}, data.bytes)) {
    if (this_run.explains) [[unlikely]]
      explain_once(how.by, {which, k, lengths}, data.bytes);
    if (c.line) c.line->bytes = data.bytes;
    record();
  }

  /// Applies a decision to another communicator of the same processes.
  dispatch(const dispatch& decided_elsewhere, communicator& c)
      : at(c),
        of(decided_elsewhere.of),
        op(decided_elsewhere.op),
        size(decided_elsewhere.size),
        decided(decided_elsewhere.decided),
        posted(decided_elsewhere.posted) {}

  /// A call of a neighbourhood collective. If the processes have not agreed on their graph yet, settle()
  /// decides again later. Whether tutti serves the call does not depend on that. Writes nothing into the
  /// record, because tutti_choice() decides outside of a call.
  dispatch(choices& chooser, communicator& c, collective which, std::size_t bytes, form as)
      : at(c),
        of(which),
        size{.bytes = bytes},
        decided(chooser.choose({which}, bytes)),
        posted(as != form::blocking) {
    if (c.learns && !posted) c.learns->withdraw_trial();
    settle();
  }

  /// A sum that is rounded once, by a plan.
  dispatch(communicator& c, collective which, call_size data, const sum_plan& plan)
      : at(c), of(which), size(data), decided{.use = plan.begins_with(), .refused = plan.remark} {
    if (c.learns) c.learns->withdraw_trial();
    if (c.line) c.line->bytes = data.bytes;
    record();
  }
  /// A phase of such a sum.
  dispatch(const dispatch& sum, const sum_phase& phase, call_size data)
      : at(sum.at), of(phase.of), op(phase.op), size(data), decided(phase.decided) {}

  /// A call that runs no algorithm of the catalogue.
  explicit dispatch(communicator& c) noexcept : at(c), of(collective::barrier) {}

  /// Decides by facts that all processes of the graph know. Processes without neighbours do not know the
  /// length of the blocks. If there are such processes, a length is assumed.
  void settle() {
    if (!is_neighbourhood(of) || !decided.use || !at.neighbours || !at.neighbours->agreed) return;
    const communicator::graph& g = *at.neighbours;
    const std::size_t known =
        g.mine.facts().isolated && size_known(of) ? assumed_neighbour_block : size.bytes;
    choices& chooser = posted ? *g.choosers.posted : *g.choosers.blocking;
    decided = chooser.choose({of}, known);
    if (this_run.explains) [[unlikely]]
      explain_once(chooser, {of}, known);
  }

  /// Takes the algorithm `a` of the same collective, for which the arguments must be suited, unless the user
  /// has requested an algorithm.
  void prefer(const choices& chooser, const algorithm* a) {
    if (chooser.user().of(of).use) return;
    decided = {.use = a};
    if (at.learns) at.learns->void_trial();
    record();
  }

  /// Writes the algorithm into the record, for `tutti who`.
  TUTTI_INLINED void record() const {
    if (at.line) at.line->algorithm = recorded_algorithm();
  }
  /// The algorithm as the record names it; 0: that of the MPI library.
  [[nodiscard]] std::uint32_t recorded_algorithm() const noexcept {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(decided.use));
  }

  [[nodiscard]] counted_call counted(form as) const noexcept {
    return {{of, as}, decided.use, decided.refused, size.bytes, at.counts_operations};
  }
  [[nodiscard]] bool served() const noexcept { return decided.use != nullptr; }
  [[nodiscard]] const requirements& needs() const noexcept { return decided.use->needs; }

  /// Sets the members of a call that do not come from its arguments.
  TUTTI_INLINED void complete(call& c) const {
    const choices& chooser = at.choosers.blocking->deciding({of, op});
    if (decided.use->stages) c.pieces = chooser.pieces(decided, size.bytes, size.most_pieces);
    if (needs().straight) {
      c.straight_beyond = chooser.straight_beyond(decided.use->of);
      c.busy = chooser.busy();
    }
    c.logp = chooser.logp();
    c.nodes = at.nodes.get();
    if (at.neighbours) c.neighbours = &at.neighbours->mine;
  }
};

}  // namespace tutti::mpi
