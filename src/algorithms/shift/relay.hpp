#pragma once

#include <utility>

#include "tutti/process.hpp"

namespace tutti {

/// Data that moves on in every round, in two places that change roles: what is to be sent, and room for what
/// comes.
class relay {
 public:
  relay(process& self, const_buffer in)
      : one_(self, in), other_(self, in), data_(in), room_(one_), spare_(other_) {}

  [[nodiscard]] const_buffer data() const noexcept { return data_; }
  [[nodiscard]] buffer room() const noexcept { return room_; }
  /// What came to room() is what is sent next.
  void received() noexcept {
    data_ = room_;
    std::swap(room_, spare_);
  }

 private:
  scratch one_, other_;
  const_buffer data_;
  buffer room_, spare_;
};

}  // namespace tutti
