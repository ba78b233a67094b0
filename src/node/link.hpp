#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "node/remote_memory.hpp"
#include "node/ring.hpp"

namespace tutti::node {

/// The connection of two processes of a node: a ring in each direction. Messages of different tags may be
/// received in any order, those of one tag in the order in which they were sent. Unexpected messages ahead of
/// the requested one are set aside.
///
/// With several threads, a thread holds `sending` while it reserves, fills and publishes, and `receiving`
/// from find() to done(). Meanwhile, it calls nothing that may use this link for other messages, such as
/// functions of MPI that call back.
class link {
 public:
  /// `memory`: of the other process, if this process may access it. `board`: of the other process, if it has
  /// one. The counters start as if `already` messages had passed in each direction: tests use this to let
  /// them wrap.
  link(const ring_shape& shape, std::byte* out, std::byte* in, std::optional<remote_memory> memory,
       bool threads, const std::byte* board = nullptr, std::uint64_t already = 0)
      : out_(shape, out, already), in_(shape, in, board, already), memory_(memory), threads_(threads) {}
  link(const link&) = delete;
  link& operator=(const link&) = delete;

  [[nodiscard]] ring_writer& out() noexcept { return out_; }
  /// The memory of the other process. Null if the kernel does not let this process access it.
  [[nodiscard]] const remote_memory* memory() const noexcept {
    return memory_ && !closed_.load(std::memory_order_relaxed) ? &*memory_ : nullptr;
  }
  /// Called when the kernel has refused one of the two processes access to the other's memory.
  void close_memory() noexcept { closed_.store(true, std::memory_order_relaxed); }

  /// True if a message that is too long for one piece goes through the ring in several. That is the case if
  /// the kernel does not copy the message, unless the ring is small, or the message is so long that its
  /// receiver should not have to buffer it when it is unexpected.
  [[nodiscard]] bool goes_in_pieces(std::size_t bytes) const noexcept {
    constexpr std::size_t least_piece = 4096, most = std::size_t{4} << 20U;
    return !memory() && out_.longest() >= least_piece && bytes <= most;
  }

  /// A message that has arrived, in whole or in part.
  struct message {
    transport way = transport::inside;
    std::int32_t tag = 0;
    /// of the whole message, or, if it arrives in pieces, of this piece and all that follow
    std::size_t bytes = 0;
    std::size_t here = 0;             ///< bytes that have arrived; for a message outside of the ring, all
    const std::byte* data = nullptr;  ///< the data, or their address in the sender's memory, or null
    std::uint32_t turn = 0;
    bool helps = false;       ///< the sender helps to copy a message in its memory
    bool unexpected = false;  ///< it was set aside
  };
  /// The state of the copying of a message in the sender's memory.
  [[nodiscard]] shared_copy& copy_of(const message& m) noexcept { return in_.copy_of(m.turn); }
  /// The first message of a tag that has arrived, if any. The message stays until done().
  std::optional<message> find(std::int32_t tag) {
    if (!unexpected_.empty()) [[unlikely]]
      if (const auto m = find_unexpected(tag)) return m;
    while (const std::optional<slot> s = in_.front()) {
      if (s->tag() == tag) [[likely]]
        return seen(*s);
      set_aside(*s);
    }
    return {};
  }
  /// Tells the sender, before done(), that a message in its memory could not be read and must be sent by
  /// other means. If the kernel forbids all such copies, neither process offers messages any more.
  void refuse(const message& m, bool forbidden) noexcept {
    shared_copy& c = copy_of(m);
    if (forbidden) close_memory();
    if (forbidden) c.forbidden.store(true, std::memory_order_relaxed);
    c.refused.store(m.turn, std::memory_order_relaxed);
  }
  void done(const message& m) {
    if (m.way == transport::in_memory) in_.has_copied(m.turn);
    if (m.unexpected) [[unlikely]]
      drop_unexpected(m.tag);
    else
      in_.pop();
  }

  /// A lock, held for its lifetime; does nothing in programs without threads.
  class hold {
   public:
    explicit hold(std::atomic<bool>* guard) noexcept : guard_(guard) {
      if (guard_) [[unlikely]]
        wait();
    }
    hold(const hold&) = delete;
    hold& operator=(const hold&) = delete;
    ~hold() { release(); }
    /// Ends the hold before its lifetime ends.
    void release() noexcept {
      if (guard_) [[unlikely]]
        std::exchange(guard_, nullptr)->store(false, std::memory_order_release);
    }

   private:
    void wait() noexcept;
    std::atomic<bool>* guard_;
  };
  [[nodiscard]] hold sending() noexcept { return hold(threads_ ? &sends_ : nullptr); }
  [[nodiscard]] hold receiving() noexcept { return hold(threads_ ? &receives_ : nullptr); }

 private:
  struct unexpected_message {
    message what;
    std::unique_ptr<std::byte[]> copy;  // of data in the ring, with room for the pieces that follow
  };

  [[nodiscard]] const std::byte* address_of(const slot& s) const noexcept {
    switch (s.way()) {
      case transport::inside:
      case transport::in_ring: return in_.data_of(s);
      case transport::in_memory:  // an address of the other process: never dereferenced here
        return reinterpret_cast<const std::byte*>(s.place());
      case transport::elsewhere: break;  // its slot has no place
    }
    return nullptr;
  }
  [[nodiscard]] message seen(const slot& s) const noexcept {
    return {s.way(),
            s.tag(),
            s.bytes(),
            in_.bytes_here(s),
            address_of(s),
            s.turn().load(std::memory_order_relaxed),
            s.way() == transport::in_memory && s.helps(),
            false};
  }
  std::optional<message> find_unexpected(std::int32_t tag) const;
  void set_aside(const slot& s);
  void drop_unexpected(std::int32_t tag);

  ring_writer out_;
  ring_reader in_;
  // in order of arrival for each tag; no list is empty
  std::unordered_map<std::int32_t, std::list<unexpected_message>> unexpected_;
  std::optional<remote_memory> memory_;
  bool threads_;
  std::atomic<bool> sends_{false}, receives_{false}, closed_{false};
};

}  // namespace tutti::node
