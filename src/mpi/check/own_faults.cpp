#include "mpi/check/own_faults.hpp"

#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "mpi/check/disagreement.hpp"
#include "mpi/check/pending.hpp"
#include "mpi/communicators/communicator.hpp"
#include "mpi/library/errors.hpp"
#include "mpi/library/quirks.hpp"
#include "mpi/library/wrong.hpp"
#include "mpi/runtime/never_destroyed.hpp"
#include "mpi/runtime/run_state.hpp"
#include "select/call_name.hpp"

namespace tutti::mpi {
namespace {

// The pairs of operator and datatype that have been remarked on.
struct remarks {
  std::mutex guard;
  std::set<std::pair<int, std::uintptr_t>> made;
};

// True if the MPI library would carry out the call, on all processes. A persistent call does not start yet.
bool may_take_place(const statement& x) {
  if (x.of.as == form::persistent) return false;
  return x.kind == statement::fault_kind::unseen ||
         (x.kind == statement::fault_kind::overlap && quirks::runs_calls_with_overlap());
}

own_verdict verdict_on(const communicator& c, const statement& x) {
  if (!x.fault) return own_verdict::compare;
  if (this_run.checks == checking::warns)
    return x.kind == statement::fault_kind::illegal ? own_verdict::leave_to_library : own_verdict::compare;
  return may_take_place(x) && !ends_the_program(c.handle) ? own_verdict::tell_others : own_verdict::refuse;
}

bool is_first_remark(const statement& x) {
  static never_destroyed<remarks> all;
  const std::lock_guard lock(all->guard);
  return all->made.emplace(x.op, number_of(x.words.type)).second;
}

}  // namespace

const erroneous* refused_by_library(const statement& x) {
  if (!x.fault) return nullptr;
  if (x.fault_code == MPI_ERR_TOPOLOGY) return &wrong::topology;
  if (x.fault_code == MPI_ERR_ROOT) return &wrong::root;
  if (x.fault_code == MPI_ERR_COUNT) return &wrong::count;
  if (x.fault_code == MPI_ERR_TYPE) return &wrong::type;
  return x.fault_code == MPI_ERR_OP ? &wrong::operands : nullptr;
}

const erroneous* fault_of_first_call(communicator& c, statement x) {
  const erroneous* const refused = refused_by_library(x);
  if (this_run.checks == checking::off) return refused;
  check_against_pending(x);
  // Other faults are printed when the communicator is open.
  const own_verdict verdict = verdict_on(c, x);
  if (verdict == own_verdict::refuse || (verdict == own_verdict::leave_to_library && refused))
    judge_own_arguments(c, x);
  if (verdict == own_verdict::refuse) throw failure(x.fault_code);
  return refused;
}

own_verdict judge_own_arguments(const communicator& c, statement& x) {
  if (!x.fault && x.beyond_standard && c.rank() == 0 && is_first_remark(x)) print_remark(x);
  if (!x.fault) return own_verdict::compare;
  print_fault(x, c.rank(), c.size());
  const own_verdict verdict = verdict_on(c, x);
  // Launchers may lose the last output of an aborted job.
  if (verdict == own_verdict::refuse && ends_the_program(c.handle))
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  if (verdict == own_verdict::compare) {
    x.fault = nullptr;
    x.fault_code = MPI_SUCCESS;
    x.fault_place.clear();
    x.pending.reset();
  }
  return verdict;
}

}  // namespace tutti::mpi
