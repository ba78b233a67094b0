#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <source_location>
#include <string>
#include <vector>

#include "tutti/cxx20.hpp"

namespace tutti {

/// Addresses of buffers in a run without data, at which no memory can be: `in`, `out`, `send` and `recv` of a
/// call begin at these, scratch memory lies behind them all.
struct unused_memory {
  static constexpr std::uintptr_t begin = std::uintptr_t{1} << 62U, size = std::uintptr_t{1} << 56U;
  static constexpr std::uintptr_t in = begin, out = in + size, send = out + size, recv = send + size,
                                  scratch = recv + size;
  static std::byte* at(std::uintptr_t address) noexcept { return reinterpret_cast<std::byte*>(address); }
  static bool has(const void* address) noexcept { return reinterpret_cast<std::uintptr_t>(address) >= begin; }
};

/// One message: a send met its receive.
struct message {
  int from = 0, to = 0;
  std::size_t bytes = 0;
  double start = 0, end = 0;       ///< seconds: both ends ready; the receiver has it
  const std::byte* out = nullptr;  ///< where the sender had it
  const std::byte* in = nullptr;   ///< where the receiver has it
  std::source_location sent_in, received_in;
  // Where an end has it in several parts: one more than its place in trace::bundles; 0 where it is in one.
  std::uint32_t out_bundle = 0, in_bundle = 0;
};

/// Some bytes that lie together.
struct area {
  const std::byte* at = nullptr;
  std::size_t bytes = 0;
};

/// Every message of a run, in the order in which the engine started them.
struct trace {
  std::vector<message> messages;
  std::vector<std::vector<area>> bundles;  ///< the parts of messages that are in several
};

/// Which bytes an address of unused_memory means: "out 0..7", "send 16..23", "scratch"; empty for other
/// addresses.
std::string bytes_named(const std::byte* address, std::size_t bytes);
/// The bytes of a message of this trace, as its sender and its receiver have them: "send 0..7, scratch, send
/// 16..23".
std::string bytes_sent(const trace& of, const message& m);
std::string bytes_received(const trace& of, const message& m);

/// Chrome trace events, which open in Perfetto and chrome://tracing: a thread a process with a slice for each
/// time it sends and receives, and an arrow for each message. One second of virtual time is `scale` seconds
/// of the trace.
void write_chrome_trace(const trace& of, int processes, std::ostream& into, double scale = 1);

/// The messages as lines of text, those that start at once under one heading: "t = 2 (3 messages)" and then
/// "  0 -> 4   8 bytes   until 3", with the sender's bytes behind it where they are known.
std::string table_of_rounds(const trace& of, std::size_t most_lines = 400);

}  // namespace tutti
