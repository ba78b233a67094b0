#pragma once

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

/// Whether anything may be outstanding at all.
inline bool may_post() noexcept { return state.now == phase::serving && state.posts; }

}  // namespace tutti::mpi
