#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "mpi/library/abi.hpp"
#include "mpi/start/communicator_numbers.hpp"
#include "mpi/transport/node_links.hpp"

namespace tutti::mpi {

/// How tutti finds all processes of the program.
enum class world_origin : std::uint8_t {
  just_initialized,  ///< MPI_COMM_WORLD, directly after MPI_Init, before it has attributes of the program
  initialized,       ///< MPI_COMM_WORLD, later
  session            ///< the processes of tutti's own session, which has begun (start/own_session.hpp)
};

/// The MPI objects that tutti creates once, from MPI_COMM_WORLD, for all communicators. tutti creates nothing
/// in the program's own calls: that would use up context ids, of which an MPI library has a few thousand, and
/// would collide with communicators that other threads create.
struct world {
  MPI_Comm channel = MPI_COMM_NULL;       ///< a duplicate of MPI_COMM_WORLD for all messages; returns errors
  MPI_Comm self_channel = MPI_COMM_NULL;  ///< a duplicate of MPI_COMM_SELF; returns errors
  MPI_Comm requests = MPI_COMM_NULL;      ///< another such duplicate, only to complete posted calls
  /// A receive on `requests` that never completes. Testing it makes progress.
  MPI_Request idle_request = MPI_REQUEST_NULL;
  MPI_Group group = MPI_GROUP_NULL;
  int rank = 0, size = 1;
  bool of_session = false;          ///< made from tutti's own session, and not from MPI_COMM_WORLD
  bool threads = false;             ///< several threads of this process may be in MPI at once
  bool threads_anywhere = false;    ///< the same for at least one process
  bool threads_everywhere = false;  ///< the same for all processes
  std::vector<int> nodes;           ///< the node of each process, named by the first process on it
  /// The nodes that algorithms see. If all processes are on one node, these may be the node's domains (memory
  /// or cache).
  std::vector<int> domains;
  /// The processes that have ended tutti, and may have begun new sessions without it. None if `any_left` is
  /// false. Other threads may read it.
  std::unique_ptr<std::atomic<bool>[]> left;
  std::atomic<bool> any_left{false};
  node_links near;  ///< links to the processes of this node
  /// The low `call_bits` bits of a tag are the number of the call, the other bits that of the communicator.
  unsigned call_bits;
  number_pool communicators;

  explicit world(unsigned tag_bits);  ///< number of bits of a tag

  /// The first tag of the communicator with this number. Its tags repeat after 2^call_bits calls.
  [[nodiscard]] int first_tag(int number) const noexcept {
    return static_cast<int>(static_cast<unsigned>(number) << call_bits);
  }
  [[nodiscard]] unsigned call_mask() const noexcept { return (1U << call_bits) - 1; }
};

/// True if several threads of this process may be in MPI at once.
bool allows_threads(world_origin from);
/// Null before open_world() and after close_world().
world* this_world() noexcept;
/// Collective over all processes of the program.
void open_world(world_origin from);
void close_world();

/// Notes that tutti no longer runs on the process of this rank.
void note_left(world& w, int rank);

/// True if the communicator connects two groups.
bool is_inter(MPI_Comm comm);
/// Returns the ranks of a group's processes in this MPI_COMM_WORLD; MPI_UNDEFINED for processes of another
/// MPI_COMM_WORLD, and for processes on which tutti no longer runs.
std::vector<int> in_this_world(MPI_Group group);
/// The same for the local or the remote group of a communicator, which `group_of` returns.
std::vector<int> in_this_world(MPI_Comm comm, int (*group_of)(MPI_Comm, MPI_Group*));

}  // namespace tutti::mpi
