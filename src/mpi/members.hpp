#pragma once

#include "mpi/boundary.hpp"
#include "mpi/communicator.hpp"

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

 private:
  communicator all_;
};

/// Lets processes meet before a call of the MPI library's: `meeting()`. One that fails is no reason not to call.
template <class Meeting>
void meet_first(Meeting meeting) {
  bounded([&] { return meeting(), 0; }, [](int, bool) { return 0; });
}

/// Whether anything may be outstanding at all.
inline bool may_post() noexcept { return state.now == phase::serving && state.posts; }

}  // namespace tutti::mpi
