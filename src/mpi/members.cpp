#include "mpi/members.hpp"

#include "mpi/forms.hpp"
#include "mpi/posted_program.hpp"

namespace tutti::mpi {
namespace {

// In a barrier of tutti's.
task meet_in_barrier(process& self, void*) {
  static const algorithm* const barrier = find(collective::barrier, "dissemination");
  const call c{};  // braces: clang insists where the members have defaults of their own
  co_await barrier->run(self, c);
}

}  // namespace

members::members(MPI_Comm comm) { open_communicator(all_, comm); }

members::~members() {
  if (world* w = this_world(); w && all_.number >= 0) w->communicators.give(all_.number);
}

void members::meet() {
  if (all_.native) return;
  ++all_.calls;
  posted_program barrier(all_, meet_in_barrier, nullptr);
  wait_for(barrier);
}

}  // namespace tutti::mpi
