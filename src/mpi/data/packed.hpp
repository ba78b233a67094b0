#pragma once

#include <optional>

#include "tutti/algorithm.hpp"

// The program's data in the form that an algorithm needs.
namespace tutti::mpi {

/// A buffer in the form that an algorithm needs: unchanged, or as bytes (for an algorithm that cuts
/// anywhere). If the data have holes or are out of order, the bytes are a packed copy.
class packed_buffer {
 public:
  packed_buffer(process& self, buffer user, bool bytes) : self_(self), user_(user), view_(user) {
    if (!bytes) return;
    if (user.type->dense)
      view_ = {user.data, user.bytes(), byte_type};
    else
      arrange();
  }
  [[nodiscard]] buffer view() const noexcept { return view_; }
  void pack() {
    if (packed_) self_.copy(user_, view_);
  }
  void unpack() {
    if (packed_) self_.copy(view_, user_);
  }

 private:
  void arrange();

  process& self_;
  buffer user_, view_;
  std::optional<scratch> packed_;
};

/// Blocks in the form that an algorithm needs: unchanged; side by side if it sends several in one message; as
/// bytes if it cuts them. A packed copy is made only if the blocks do not have this form.
class packed_blocks {
 public:
  /// `user` must outlive this.
  packed_blocks(process& self, const blocks& user, const requirements& needs) : self_(self), user_(user) {
    if (needs.bytes || (needs.side_by_side && !user.side_by_side())) arrange(needs.bytes);
  }
  packed_blocks(const packed_blocks&) = delete;
  packed_blocks& operator=(const packed_blocks&) = delete;

  [[nodiscard]] const blocks& view() const noexcept { return arranged_ ? *arranged_ : user_; }
  void pack() {
    for (int i = 0; packed_ && i < user_.size(); ++i) self_.copy(user_[i], view()[i]);
  }
  void unpack() {
    for (int i = 0; packed_ && i < user_.size(); ++i) self_.copy(view()[i], user_[i]);
  }

 private:
  void arrange(bool bytes);

  process& self_;
  const blocks& user_;
  std::optional<blocks> arranged_;
  std::optional<workspace<std::size_t>> offsets_;
  std::optional<scratch> packed_;
};

}  // namespace tutti::mpi
