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

/// Messages within the node that begin together, each in its place until all have ended. Some have room inside: no memory is taken for
/// these.
class near_transfers {
 public:
  near_transfers() noexcept {}  // which leaves the room as it is
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
  // Whether an earlier one may have had this partner: the same or another one of 64.
  static bool notes(std::uint64_t& partners, int partner) noexcept {
    if (partner == nobody) return false;
    const std::uint64_t bit = std::uint64_t{1} << (static_cast<unsigned>(partner) % 64);
    const bool had = (partners & bit) != 0;
    partners |= bit;
    return had;
  }

  std::size_t count_ = 0;  // of those inside
  std::uint64_t sends_ = 0, receives_ = 0;
  std::list<near_transfer> others_;
  alignas(near_transfer) std::array<std::byte, inside * sizeof(near_transfer)> room_;
};

/// Any transfers at once, each of their sides by the way that leads to its partner: the memory of the node, or MPI.
class transfers {
 public:
  explicit transfers(mpi_process& self) noexcept : self_(self), far_(self) {}

  /// Begins them all. Nothing may be under way.
  void begin(std::span<const transfer> all);
  /// Waits for them, and finishes.
  void wait();

  // For whoever waits otherwise.
  [[nodiscard]] near_transfers& near() noexcept { return near_; }
  [[nodiscard]] posted_transfers& far() noexcept { return far_; }
  /// All have ended.
  void finish();

 private:
  mpi_process& self_;
  near_transfers near_;
  std::vector<transfer> split_;  // what goes by MPI, where not all does
  posted_transfers far_;
};

}  // namespace tutti::mpi
