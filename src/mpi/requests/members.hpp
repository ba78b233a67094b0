#pragma once

#include <vector>

#include "mpi/communicators/communicator.hpp"
#include "mpi/library/boundary.hpp"

namespace tutti::mpi {

/// The processes of a window or of a file, which remembers no communicator that they could meet on. Made and ended collectively.
class members {
 public:
  explicit members(MPI_Comm comm);
  members(const members&) = delete;
  members& operator=(const members&) = delete;
  ~members();
  /// All of them have begun this, and none of them has stopped looking after what is outstanding until then.
  void meet();
  /// Whether the next two reach all of them.
  [[nodiscard]] bool can_talk() const noexcept { return !all_.native; }
  /// Lets some of them know that this process is ready for them;
  void tell(MPI_Group some);
  /// waits until some of them are, and looks after what is outstanding until then.
  void hear(MPI_Group some);

 private:
  [[nodiscard]] std::vector<int> others(MPI_Group some) const;
  communicator all_;
};

/// The same of the processes of a group that this one is in, whatever communicators they have. Several such meetings at once need
/// tags that differ. Nothing happens where some of them may run without tutti.
void meet_in(MPI_Group group, int tag);
/// The same of all processes of a communicator.
void meet_on(MPI_Comm comm);
/// The same of all processes of one that is open. If they share a node, a process with nothing outstanding does not wait: it only says
/// that it has arrived.
void meet(communicator& c);
/// The same for this process and another one, by its rank in a communicator.
void meet_with(MPI_Comm comm, int rank, int tag);

/// Lets processes meet before a call of the MPI library's: `meeting()`. One that fails is no reason not to call.
template <class Meeting>
void meet_first(Meeting meeting) {
  bounded([&] { return meeting(), 0; }, [](int, bool) { return 0; });
}

}  // namespace tutti::mpi
