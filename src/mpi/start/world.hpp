#pragma once

#include <vector>

#include "mpi/library/abi.hpp"
#include "mpi/start/communicator_numbers.hpp"
#include "mpi/transport/node_links.hpp"

namespace tutti::mpi {

/// What tutti makes once, of MPI_COMM_WORLD, and all communicators use: nothing is created in a program's own calls, which
/// would cost contexts, of which an MPI library has some thousand, and meet the creations of other threads.
struct world {
  MPI_Comm channel =
      MPI_COMM_NULL;             ///< a duplicate of MPI_COMM_WORLD that carries all messages; returns errors
  MPI_Comm own = MPI_COMM_NULL;  ///< a duplicate of MPI_COMM_SELF; returns errors
  MPI_Comm requests = MPI_COMM_NULL;  ///< another one, on which nothing travels but the ends of posted calls
  MPI_Request never = MPI_REQUEST_NULL;  ///< of a message on it that does not come: testing it makes progress
  MPI_Group group = MPI_GROUP_NULL;
  int rank = 0, size = 1;
  bool threads = false;    ///< whether several threads of this process may be in MPI at once
  std::vector<int> nodes;  ///< the node of each process, named by its first process's rank
  /// The same of what algorithms take for nodes: where all processes are on one node, its domains of memory or cache.
  std::vector<int> domains;
  node_links near;  ///< how messages travel within this node
  /// The low bits of a tag say which call of a communicator, those above which communicator.
  unsigned call_bits;
  number_pool communicators;

  explicit world(unsigned tag_bits);  ///< how many bits a tag has

  /// The first tag of a communicator of that number; its tags come again after 2^call_bits calls.
  [[nodiscard]] int first_tag(int number) const noexcept {
    return static_cast<int>(static_cast<unsigned>(number) << call_bits);
  }
  [[nodiscard]] unsigned last_call() const noexcept { return (1U << call_bits) - 1; }
};

/// Null before open_world() and after close_world().
world* this_world() noexcept;
/// Collective over MPI_COMM_WORLD. `now`: directly after MPI_Init, when nobody has given MPI_COMM_WORLD attributes yet.
void open_world(bool now);
void close_world();

/// The ranks of a group's processes in MPI_COMM_WORLD; MPI_UNDEFINED of those of another one.
std::vector<int> in_this_world(MPI_Group group);
/// The same for one of a communicator's groups.
std::vector<int> in_this_world(MPI_Comm comm, int (*group_of)(MPI_Comm, MPI_Group*));

}  // namespace tutti::mpi
