#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "node/cache_line.hpp"
#include "node/remote_memory.hpp"

namespace tutti::node {

/// The largest number of messages in the sender's memory that wait to be copied.
inline constexpr std::uint32_t tickets = 8;

/// The copying of one such message. Both processes take part: each takes the next chunk when it has nothing
/// else to do.
struct alignas(cache_line) shared_copy {
  std::atomic<std::uint32_t> last{
      0};  ///< turn of the last message with this ticket that was copied or refused
  std::atomic<std::uint32_t> done{0};  ///< grains copied
  /// turn of the message, and its first grain that no process has taken
  std::atomic<std::uint64_t> next{0};
  std::atomic<std::uint64_t> place{0};    ///< destination in the receiver's memory
  std::atomic<bool> failed{false};        ///< a chunk of this message could not be copied
  std::atomic<bool> forbidden{false};     ///< the kernel forbids such copies: never reset
  std::atomic<std::uint32_t> refused{0};  ///< turn of the last message that its receiver could not read
};

/// Called before a message with this ticket is offered. Turns repeat after 2^32 messages: this removes traces
/// of an earlier message with the same turn.
void forget_turn(shared_copy& c, std::uint32_t turn) noexcept;

/// True if a message is long enough to be copied by both processes.
bool both_copy(std::size_t bytes) noexcept;
/// The receiver lets the sender take part.
void begin_copy(shared_copy& c, std::uint32_t turn, std::byte* to) noexcept;
/// The receiver's part of the copying, after begin_copy(): copies chunks until all are taken. The sender may
/// then still be copying a chunk.
void receive_copy(shared_copy& c, std::uint32_t turn, const remote_memory& sender, const std::byte* from,
                  std::byte* to, std::size_t bytes);
/// The result of the copying, for the receiver after receive_copy(). None while the sender is still copying a
/// chunk. The sender may have been stopped, so the receiver must not block here.
std::optional<copy_result> copy_ended(const shared_copy& c, std::size_t bytes) noexcept;
/// The sender's part: copies chunks while there are any. Does nothing until the receiver has called
/// begin_copy().
void help_copy(shared_copy& c, std::uint32_t turn, const remote_memory& receiver, const std::byte* from,
               std::size_t bytes);

}  // namespace tutti::node
