#include "mpi/own_faults.hpp"

#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "mpi/disagreement.hpp"
#include "mpi/failed_call.hpp"
#include "mpi/never_destroyed.hpp"
#include "mpi/program_call.hpp"
#include "mpi/wrong.hpp"

namespace tutti::mpi {
namespace {

// The operators and datatypes that have been remarked on.
struct remarks {
  std::mutex guard;
  std::set<std::pair<int, std::uintptr_t>> made;
};

bool is_new(const statement& x) {
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
  if (this_run.checks == checking::ends) look_at_pending(x);
  // What it only warns of is told when the call is compared, unless it is not.
  const bool told =
      this_run.checks == checking::ends ? x.fault != nullptr : this_run.checks == checking::warns && refused;
  if (told && judge_own_arguments(c, x) == own_verdict::refuse) throw failure(x.fault_code);
  return refused;
}

own_verdict judge_own_arguments(const communicator& c, statement& x) {
  if (!x.fault) {
    if (x.beyond_standard && c.rank() == 0 && is_new(x)) print_remark(x);
    return own_verdict::compare;
  }
  print_fault(x, c.rank(), c.size());
  if (this_run.checks == checking::ends) {
    // Launchers may lose what a job that is ended has just printed.
    if (ends_the_program(c.handle)) std::this_thread::sleep_for(std::chrono::milliseconds(200));
    return own_verdict::refuse;
  }
  if (x.illegal) return own_verdict::leave_to_library;
  x.fault = nullptr;
  x.pending.reset();
  return own_verdict::compare;
}

}  // namespace tutti::mpi
