#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace tutti::mpi {

/// The numbers under which this process receives what is sent on its communicators: part of the tags of tutti's messages, so
/// that those of one communicator never meet those of another. Each process gives its own, and all processes of a
/// communicator tell one another theirs when it is opened. Number 0 is tutti's own. Any thread may call.
class number_pool {
 public:
  explicit number_pool(int count) : used_((static_cast<std::size_t>(count) + 63) / 64), count_(count) {
    take();
  }

  /// The lowest one that is free; none if none is.
  std::optional<int> take();
  void give(int n);

 private:
  std::mutex guard_;
  std::vector<std::uint64_t> used_;
  std::size_t full_ = 0;  // this many words in front have no free number
  int count_;
};

}  // namespace tutti::mpi
