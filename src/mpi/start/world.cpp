#include "mpi/start/world.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <utility>

#include "mpi/data/types.hpp"
#include "mpi/library/quirks.hpp"
#include "mpi/progress/patience.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/runtime/run_state.hpp"
#include "mpi/start/own_session.hpp"
#include "node/domains.hpp"

namespace tutti::mpi {
namespace {

// Lives until MPI ends, possibly after the destructors of this library have run.
constinit world* known = nullptr;

// Does not copy attributes, unlike MPI_Comm_dup. If tutti was loaded late, the program may have attached
// some, and their copy callbacks would run.
MPI_Comm duplicate(MPI_Comm comm) {
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Group all = MPI_GROUP_NULL;
  check(PMPI_Comm_group(comm, &all));
  check(PMPI_Comm_create(comm, all, &copy));
  check(PMPI_Group_free(&all));
  check(PMPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN));
  return copy;
}

// Returns how to wait before the nodes are known. Launchers report the number of processes that they have
// started on this node. If each process has a processor, a wait that never sleeps keeps no other process from
// working.
patience patience_by_launcher() {
  constexpr auto on_own_core = std::chrono::milliseconds(20);
  const cpu_set_t here = node::processors_here();
  for (const char* const variable : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"})
    if (const char* const processes = std::getenv(variable); processes && std::atoi(processes) > 0)
      return std::atoi(processes) <= CPU_COUNT(&here) ? patience(on_own_core) : patience();
  return patience();
}

// Duplicates MPI_COMM_WORLD with its attributes. Waits patiently.
MPI_Comm duplicate_of_world() {
  if (quirks::simulated) return duplicate(MPI_COMM_WORLD);  // the simulator has only calls that wait
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Request made = MPI_REQUEST_NULL;
  check(PMPI_Comm_idup(MPI_COMM_WORLD, &copy, &made));
  wait_patiently(made, patience_by_launcher());
  check(PMPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN));
  return copy;
}

// Returns the number of bits of a tag. MPI promises 15.
unsigned tag_bits(MPI_Comm comm) {
  void* most = nullptr;
  int flag = 0;
  check(PMPI_Comm_get_attr(comm, MPI_TAG_UB, static_cast<void*>(&most), &flag));
  const unsigned bound = flag ? static_cast<unsigned>(*static_cast<const int*>(most)) : 32767U;
  return static_cast<unsigned>(std::bit_width(bound + 1)) - 1;
}

struct own_channels {
  MPI_Comm all, self, requests;
};

own_channels in_world_model(world_origin from) {
  const bool now = from == world_origin::just_initialized;
  return {.all = now ? duplicate_of_world() : duplicate(MPI_COMM_WORLD),
          .self = duplicate(MPI_COMM_SELF),
          .requests = duplicate(MPI_COMM_SELF)};
}

own_channels in_session() {
  return {.all = own_session::of_all("tutti"),
          .self = own_session::of_self("tutti"),
          .requests = own_session::of_self("tutti requests")};
}

}  // namespace

// The tags of a communicator repeat after at most 2^15 calls. No MPI library has more than 2^16
// communicators.
world::world(unsigned tag_bits)
    : call_bits(std::min(15U, tag_bits / 2)), communicators(1 << std::min(16U, tag_bits - call_bits)) {}

bool allows_threads(world_origin from) {
  if (from == world_origin::session) return own_session::allows_threads();
  int level = MPI_THREAD_SINGLE;
  check(PMPI_Query_thread(&level));
  return level == MPI_THREAD_MULTIPLE;
}

world* this_world() noexcept { return known; }

void open_world(world_origin from) {
  const own_channels of = from == world_origin::session ? in_session() : in_world_model(from);
  const unsigned bits = tag_bits(of.all);
  auto w = std::make_unique<world>(bits);
  w->of_session = from == world_origin::session;
  w->threads = allows_threads(from);
  w->channel = of.all;
  w->self_channel = of.self;
  w->requests = of.requests;
  check(
      PMPI_Irecv(nullptr, 0, MPI_BYTE, 0, static_cast<int>((1U << bits) - 1), w->requests, &w->idle_request));
  check(PMPI_Comm_rank(w->channel, &w->rank));
  check(PMPI_Comm_size(w->channel, &w->size));
  check(PMPI_Comm_group(w->channel, &w->group));
  w->left = std::make_unique<std::atomic<bool>[]>(static_cast<std::size_t>(w->size));
  known = w.release();
  this_run.threads = known->threads;
  type_test_comm = known->channel;
  progress::idle_request = &known->idle_request;
}

void close_world() {
  if (!known) return;
  type_test_comm = {};
  progress::idle_request = nullptr;
  progress::spins = progress::spins_crowded;
  PMPI_Cancel(&known->idle_request);
  PMPI_Wait(&known->idle_request, MPI_STATUS_IGNORE);
  PMPI_Group_free(&known->group);
  PMPI_Comm_free(&known->requests);
  PMPI_Comm_free(&known->self_channel);
  PMPI_Comm_free(&known->channel);
  delete std::exchange(known, nullptr);
}

void note_left(world& w, int rank) {
  w.left[static_cast<std::size_t>(rank)] = true;
  w.any_left = true;
}

bool is_inter(MPI_Comm comm) {
  int inter = 0;
  check(PMPI_Comm_test_inter(comm, &inter));
  return inter != 0;
}

std::vector<int> in_this_world(MPI_Group group) {
  int size = 0;
  check(PMPI_Group_size(group, &size));
  std::vector<int> ranks(static_cast<std::size_t>(size)), there(ranks);
  std::iota(ranks.begin(), ranks.end(), 0);
  if (size > 0) check(PMPI_Group_translate_ranks(group, size, ranks.data(), known->group, there.data()));
  if (known->any_left) [[unlikely]]
    for (int& r : there)
      if (r != MPI_UNDEFINED && known->left[static_cast<std::size_t>(r)]) r = MPI_UNDEFINED;
  return there;
}

std::vector<int> in_this_world(MPI_Comm comm, int (*group_of)(MPI_Comm, MPI_Group*)) {
  // In MPI_Finalize, a callback of the program may still use MPI_COMM_SELF, but MPICH 5 finds no group of it.
  if (comm == MPI_COMM_SELF) return {known->rank};
  MPI_Group group = MPI_GROUP_NULL;
  check(group_of(comm, &group));
  std::vector<int> ranks = in_this_world(group);
  check(PMPI_Group_free(&group));
  return ranks;
}

}  // namespace tutti::mpi
