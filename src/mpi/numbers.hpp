#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace tutti::mpi {

/// The numbers that this process's communicators have in tutti's messages: part of their tags, so that messages of one
/// communicator never meet those of another. Number 0 is tutti's own. Any thread may call.
class number_pool {
 public:
  explicit number_pool(int count) : used_((static_cast<std::size_t>(count) + 63) / 64), count_(count) {
    take(0);
  }

  [[nodiscard]] int count() const noexcept { return count_; }

  /// Takes the number above all that are in use; none if that would be count().
  std::optional<int> take_next();
  /// False if it is in use.
  bool take(int n);
  void give(int n);
  /// A bit for each number that is in use, 64 to a word, the lowest first.
  [[nodiscard]] std::vector<std::uint64_t> used() const;

 private:
  [[nodiscard]] int above_all() const noexcept;
  void mark(int n) noexcept;

  mutable std::mutex guard_;
  std::vector<std::uint64_t> used_;
  std::size_t words_ = 0;  // up to the last one with a number in use
  int count_;
};

/// What the processes of a communicator do together to agree on its number.
class agreement {
 public:
  /// Each value becomes the largest that any process has.
  virtual void largest(std::span<std::int64_t> values) = 0;
  /// Each bit becomes 1 if any process has it so.
  virtual void any_of(std::span<std::uint64_t> bits) = 0;
  /// Whether this is the communicator's first process.
  [[nodiscard]] virtual bool first() const noexcept = 0;

 protected:
  ~agreement() = default;
};

/// Takes the same number, which no process has in use, on all processes that agree; on all of them none if there is none.
///
/// Every process offers the number above all of its own, and the largest offer is free everywhere, unless another thread of
/// some process opens a communicator at the same time (`threads`: whether this process has such). Then a process may find it
/// taken, all give it back, and all look for a number that is in no process's set, from a random one on. The same is done
/// when the numbers above are used up, so that numbers of communicators that were freed come again.
std::optional<int> agree_on_number(number_pool& here, bool threads, agreement& all);

}  // namespace tutti::mpi
