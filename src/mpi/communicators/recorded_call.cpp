#include "mpi/communicators/recorded_call.hpp"

#include <exception>
#include <mutex>

#include "mpi/communicators/attribute.hpp"
#include "mpi/communicators/communicator.hpp"
#include "mpi/runtime/never_destroyed.hpp"
#include "mpi/runtime/run_state.hpp"
#include "mpi/start/world.hpp"

namespace tutti::mpi {

constinit thread_local const void* recorder::fortran_site = nullptr;
constinit recorder::line_owners recorder::owners;

call_place recorder::place_on(MPI_Comm comm) noexcept {
  call_place here;
  int inter = 0;
  if (comm == MPI_COMM_NULL || !this_world()) return here;
  PMPI_Comm_rank(comm, &here.rank);
  PMPI_Comm_test_inter(comm, &inter);
  here.inter = inter != 0;
  return here;
}

void recorded_call::about_to_open(MPI_Comm comm) noexcept {
  if (comm == MPI_COMM_NULL) return;
  try {
    communicator* kept = nullptr;
    check(look_up_attached(comm, kept));
    call_->communicator = kept ? kept->recorded : recorder::place_of(comm);
  } catch (const std::exception&) {  // not a communicator: the MPI library will report it
    return;
  }
  if (call_->communicator == record::nowhere || !this_run.records) return;
  record::communicator& c = this_run.records->communicators[call_->communicator];
  call_->number = ++c.entered;
}

void recorded_call::not_entered() noexcept {
  // Another thread may have ended tutti since the call began.
  if (!call_ || call_->communicator == record::nowhere || !this_run.records) return;
  record::communicator& c = this_run.records->communicators[call_->communicator];
  if (--c.entered == 0 && !c.open) recorder::forget(call_->communicator);
  call_->number = 0;
  call_->communicator = record::nowhere;
}

namespace {

// Guards the lines of calls that continue after their functions have returned: one thread may be in the
// function while another one sees the call end.
std::mutex& postings_mutex() {
  static never_destroyed<std::mutex> one;
  return *one;
}

}  // namespace

void recorded_call::leave_with_threads() noexcept {
  std::unique_lock lock(postings_mutex(), std::defer_lock);
  if (progress_at_return_ == record::progress::passed_on) lock.lock();
  leave();
  recorder::owners.give(serial_);
}

void recorded_posting::set_with_threads(record::progress at) noexcept {
  const std::lock_guard lock(postings_mutex());
  if (recorder::owners.has(serial_)) return write(at);  // its function has not returned yet
  if (!recorder::owners.take(serial_)) return;          // a later call has its line
  if (line_->serial == serial_) write(at);
  recorder::owners.give(serial_);
}

void recorded_posting::started(communicator& c) noexcept {
  if (!line_ || !this_run.records) return;
  record::section& all = *this_run.records;
  if (c.recorded != record::nowhere) all.communicators[c.recorded].entered = c.calls_so_far();
  record::call* const next = recorder::next_line(all, serial_);
  if (!next) return;
  line_ = next;
  if (this_run.traced) {
    this_run.traced->keep(*line_);
    this_run.traced->note(serial_, template_facts_);
  }
  line_->serial = 0;
  *line_ = template_line_;
  line_->begin = recorder::timing(all) ? record::ticks() : 0;
  line_->end = 0;
  line_->number = c.calls_so_far();
  line_->communicator = c.recorded;
  line_->at = static_cast<std::uint8_t>(record::progress::posted) & 0xfU;
  std::atomic_ref(line_->serial).store(serial_, std::memory_order_release);
  if (this_run.threads) recorder::owners.give(serial_);
}

}  // namespace tutti::mpi
