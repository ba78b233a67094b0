#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace tutti::mpi {

/// The numbers of the communicators on this process. The number of a communicator is part of the tags of the
/// messages that this process receives on it, so messages of different communicators never match. Each
/// process assigns its own numbers. When a communicator is opened, its processes exchange their numbers for
/// it. Number 0 is tutti's own. Persistent operations take numbers, too. Any thread may call these functions.
class number_pool {
 public:
  explicit number_pool(int count) : used_((static_cast<std::size_t>(count) + 63) / 64), count_(count) {
    take();
  }

  /// Takes the lowest free number. None if all are in use.
  std::optional<int> take() { return take_below(count_); }
  /// The same for a persistent operation, which takes only numbers of the lower half: a program may have any
  /// number of operations, and communicators need numbers, too.
  std::optional<int> take_for_operation() { return take_below(count_ / 2); }
  void give(int n);

 private:
  std::optional<int> take_below(int end);

  std::mutex guard_;
  std::vector<std::uint64_t> used_;
  std::size_t full_ = 0;  // the first `full_` words have no free number
  int count_;
};

}  // namespace tutti::mpi
