#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <unordered_map>

#include "node/remote_memory.hpp"
#include "node/ring.hpp"

namespace tutti::node {

/// What one process of a node has with another: a ring each way. Messages of different tags may be received in any order, those of
/// one tag in the order in which they were sent: what comes before the one that is wanted is set aside.
///
/// Where several threads may use it, they hold `sending` while they reserve, fill and publish, and `receiving` from find() to done().
class link {
 public:
  /// Rings of a shape; `memory` is the other's, if this process may reach it, and `board` the other's, if it has one. The counters
  /// start as if `already` messages had passed each way, so that tests can let them wrap.
  link(const ring_shape& shape, std::byte* out, std::byte* in, std::optional<remote_memory> memory,
       bool threads, const std::byte* board = nullptr, std::uint64_t already = 0)
      : out_(shape, out, already), in_(shape, in, board, already), memory_(memory), threads_(threads) {}
  link(const link&) = delete;
  link& operator=(const link&) = delete;

  [[nodiscard]] ring_writer& out() noexcept { return out_; }
  /// The other's memory, if the kernel lets this process reach it; null otherwise.
  [[nodiscard]] const remote_memory* memory() const noexcept {
    return memory_ && !closed_.load(std::memory_order_relaxed) ? &*memory_ : nullptr;
  }
  /// The kernel no longer lets one of the two reach the other's.
  void close_memory() noexcept { closed_.store(true, std::memory_order_relaxed); }

  /// Whether a message too long for a room goes through the ring in pieces: where the kernel does not copy it, unless the rooms are small,
  /// or it is so long that its receiver should not have to set it aside.
  [[nodiscard]] bool goes_in_pieces(std::size_t bytes) const noexcept {
    constexpr std::size_t least_piece = 4096, most = std::size_t{4} << 20U;
    return !memory() && out_.longest() >= least_piece && bytes <= most;
  }

  /// A message that has come.
  struct message {
    carried way = carried::inside;
    std::int32_t tag = 0;
    std::size_t bytes = 0;  ///< where a message comes in pieces, of this one and those that follow
    std::size_t here = 0;   ///< of these as many as have come; of what lies elsewhere all
    const std::byte* data =
        nullptr;  ///< of one that came here, or its address in the sender's memory, or null
    std::uint32_t turn = 0;
    bool helps = false;  ///< the sender will copy some of what lies in its memory
    bool aside = false;
  };
  /// The copying of a message that lies in the sender's memory.
  [[nodiscard]] shared_copy& copy_of(const message& m) noexcept { return in_.copy_of(m.turn); }
  /// The first message of a tag that has come, if any has. It stays until done().
  std::optional<message> find(std::int32_t tag) {
    if (!aside_.empty()) [[unlikely]]
      if (const auto m = find_aside(tag)) return m;
    while (const std::optional<slot> s = in_.front()) {
      if (s->tag() == tag) [[likely]]
        return seen(*s);
      set_aside(*s);
    }
    return {};
  }
  /// Tells the sender, before done(), that a message in its memory could not be read and must be sent by other means. If the kernel
  /// forbids all such copies, neither process offers messages any more.
  void refuse(const message& m, bool forbidden) noexcept {
    shared_copy& c = copy_of(m);
    if (forbidden) close_memory();
    if (forbidden) c.forbidden.store(true, std::memory_order_relaxed);
    c.refused.store(m.turn, std::memory_order_relaxed);
  }
  void done(const message& m) {
    if (m.way == carried::in_memory) in_.has_copied(m.turn);
    if (m.aside) [[unlikely]]
      drop_aside(m.tag);
    else
      in_.pop();
  }

  /// Held while it lives, where there are several threads.
  class hold {
   public:
    explicit hold(std::atomic<bool>* guard) noexcept : guard_(guard) {
      if (guard_) [[unlikely]]
        wait();
    }
    hold(const hold&) = delete;
    hold& operator=(const hold&) = delete;
    ~hold() {
      if (guard_) [[unlikely]]
        guard_->store(false, std::memory_order_release);
    }

   private:
    void wait() noexcept;
    std::atomic<bool>* guard_;
  };
  [[nodiscard]] hold sending() noexcept { return hold(threads_ ? &sends_ : nullptr); }
  [[nodiscard]] hold receiving() noexcept { return hold(threads_ ? &receives_ : nullptr); }

 private:
  struct kept {
    message what;
    std::unique_ptr<std::byte[]> copy;  // of what lay in the ring, with room for the pieces that follow
  };

  [[nodiscard]] const std::byte* address_of(const slot& s) const noexcept {
    switch (s.way()) {
      case carried::inside:
      case carried::in_ring: return in_.data_of(s);
      case carried::in_memory:  // an address of the other process: never followed here
        return reinterpret_cast<const std::byte*>(s.place());
      case carried::elsewhere: break;  // its slot holds no place
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
            s.way() == carried::in_memory && s.helps(),
            false};
  }
  std::optional<message> find_aside(std::int32_t tag) const;
  void set_aside(const slot& s);
  void drop_aside(std::int32_t tag);

  ring_writer out_;
  ring_reader in_;
  std::unordered_map<std::int32_t, std::list<kept>> aside_;  // by tag, each in order; no list is empty
  std::optional<remote_memory> memory_;
  bool threads_;
  std::atomic<bool> sends_{false}, receives_{false}, closed_{false};
};

}  // namespace tutti::node
