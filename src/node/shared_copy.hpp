#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "node/cache_line.hpp"
#include "node/remote_memory.hpp"

namespace tutti::node {

/// Messages in the sender's memory that have not been copied yet: this many at once.
inline constexpr std::uint32_t tickets = 8;

/// The copying of one of them, which both its processes do: whoever has nothing better to do takes the next chunk.
struct alignas(cache_line) shared_copy {
  std::atomic<std::uint32_t> last{
      0};  ///< the turn of the last message of this ticket that was copied, or refused
  std::atomic<std::uint32_t> done{0};   ///< grains that have been copied
  std::atomic<std::uint64_t> next{0};   ///< the turn of the message, and the grain that nobody has taken yet
  std::atomic<std::uint64_t> place{0};  ///< where it goes in the receiver's memory
  std::atomic<bool> failed{false};      ///< the copy of a chunk of this message has failed
  std::atomic<bool> forbidden{false};   ///< the kernel forbids such copies: never reset
  std::atomic<std::uint32_t> refused{0};  ///< the turn of the last one that its receiver could not read
};

/// Called before a message is offered with this ticket. Turns repeat after 2^32 messages: removes what an earlier message with the same
/// turn has left there.
void forget_turn(shared_copy& c, std::uint32_t turn) noexcept;

/// True if a message is long enough for both its processes to copy it.
bool both_copy(std::size_t bytes) noexcept;
/// The receiver lets the sender begin to copy.
void begin_copy(shared_copy& c, std::uint32_t turn, std::byte* to) noexcept;
/// The receiver's part in the copying of a message, after begin_copy(): copies chunks until all are taken. The sender may still be
/// copying one then.
void receive_copy(shared_copy& c, std::uint32_t turn, const remote_memory& sender, const std::byte* from,
                  std::byte* to, std::size_t bytes);
/// The result of the copying, which the receiver asks for after receive_copy(). Nothing while the sender is copying a chunk: it may have
/// been stopped, so the receiver must not wait here.
std::optional<copy_result> copy_ended(const shared_copy& c, std::size_t bytes) noexcept;
/// The sender's: chunks, as long as there are any. Nothing as long as the receiver has not come.
void help_copy(shared_copy& c, std::uint32_t turn, const remote_memory& receiver, const std::byte* from,
               std::size_t bytes);

}  // namespace tutti::node
