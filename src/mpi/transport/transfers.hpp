#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "mpi/transport/near_transfer.hpp"
#include "mpi/transport/posted_transfers.hpp"

namespace tutti::mpi {

/// Messages within the node that begin together. Each one keeps its address until all have finished. The
/// first `inside` messages need no allocation.
class near_transfers {
 public:
  near_transfers() noexcept {}  // leaves room_ uninitialised
  near_transfers(const near_transfers&) = delete;
  near_transfers& operator=(const near_transfers&) = delete;
  ~near_transfers() { clear(); }

  near_transfer& add(mpi_process& self, const transfer& t) {
    const bool sent_before = notes(sends_, t.to), received_before = notes(receives_, t.from);
    near_transfer& last = count_ < inside
                              ? *::new (room_.data() + count_ * sizeof(near_transfer)) near_transfer(self, t)
                              : others_.emplace_back(self, t);
    if (sent_before || received_before) [[unlikely]]
      each([&last](const near_transfer& earlier) {
        if (&earlier != &last) last.begins_after(earlier);
      });
    if (count_ < inside) ++count_;
    return last;
  }
  template <class Each>
  void each(Each f) {
    for (std::size_t i = 0; i < count_; ++i) f(inner(i));
    for (near_transfer& one : others_) f(one);
  }
  void clear() noexcept {
    while (count_ > 0) std::destroy_at(&inner(--count_));
    others_.clear();
    sends_ = receives_ = 0;
  }

 private:
  static constexpr std::size_t inside = 16;

  [[nodiscard]] near_transfer& inner(std::size_t i) noexcept {
    return *std::launder(reinterpret_cast<near_transfer*>(room_.data() + i * sizeof(near_transfer)));
  }
  // Adds a partner. True if an earlier message may have the same partner: partners are compared modulo 64.
  static bool notes(std::uint64_t& partners, int partner) noexcept {
    if (partner == nobody) return false;
    const std::uint64_t bit = std::uint64_t{1} << (static_cast<unsigned>(partner) % 64);
    const bool had = (partners & bit) != 0;
    partners |= bit;
    return had;
  }

  std::size_t count_ = 0;  // messages in room_
  std::uint64_t sends_ = 0, receives_ = 0;
  std::list<near_transfer> others_;
  alignas(near_transfer) std::array<std::byte, inside * sizeof(near_transfer)> room_;
};

/// Runs several transfers concurrently. Each side uses shared memory if its partner is on this node, and MPI
/// otherwise.
class transfers {
 public:
  explicit transfers(mpi_process& self) noexcept : self_(self), far_(self) {}

  /// Begins all transfers. Earlier ones must have completed.
  void begin(std::span<const transfer> all);
  /// Waits for all transfers, and finishes.
  void wait();

  // For callers that wait by other means.
  [[nodiscard]] near_transfers& near() noexcept { return near_; }
  [[nodiscard]] posted_transfers& far() noexcept { return far_; }
  /// Called when all transfers have completed.
  void finish();

 private:
  mpi_process& self_;
  near_transfers near_;
  std::vector<transfer> split_;  // the sides that use MPI, unless all do
  posted_transfers far_;
};

}  // namespace tutti::mpi
