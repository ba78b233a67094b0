#pragma once

#include <utility>

#include "tutti/process.hpp"

namespace tutti {

/// Data that are passed on in `rounds` rounds, in two places that swap roles: the data to send, and room for
/// the data to receive. The last round receives into `out`. Without rounds `in` is copied to `out`.
class relay {
 public:
  relay(process& self, const_buffer in, buffer out, int rounds)
      : memory_(self, rounds > 1 ? in.count : 0, *in.type), data_(in), room_(out), spare_(memory_) {
    if (rounds == 0) self.copy(in, out);
    if (rounds % 2 == 0) std::swap(room_, spare_);
  }

  [[nodiscard]] const_buffer data() const noexcept { return data_; }
  [[nodiscard]] buffer room() const noexcept { return room_; }
  /// The data in room() are sent next.
  void received() noexcept {
    data_ = room_;
    std::swap(room_, spare_);
  }

 private:
  scratch memory_;
  const_buffer data_;
  buffer room_, spare_;
};

}  // namespace tutti
