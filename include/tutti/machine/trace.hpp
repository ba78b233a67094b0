#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <source_location>
#include <string>
#include <vector>

#include "tutti/cxx20.hpp"

namespace tutti {

/// Addresses of buffers in a run without data, where no memory can be mapped. `in`, `out`, `send` and `recv`
/// of a call begin at these addresses; scratch memory follows all of them.
struct unused_memory {
  static constexpr std::uintptr_t begin = std::uintptr_t{1} << 62U, size = std::uintptr_t{1} << 56U;
  static constexpr std::uintptr_t in = begin, out = in + size, send = out + size, recv = send + size,
                                  scratch = recv + size;
  static std::byte* at(std::uintptr_t address) noexcept { return reinterpret_cast<std::byte*>(address); }
  static bool has(const void* address) noexcept { return reinterpret_cast<std::uintptr_t>(address) >= begin; }
};

/// One message: a matched send and receive.
struct message {
  int from = 0, to = 0;
  std::size_t bytes = 0;
  double start = 0, end = 0;       ///< seconds: the transfer starts; the receiver has the data
  const std::byte* out = nullptr;  ///< address on the sender
  const std::byte* in = nullptr;   ///< address on the receiver
  std::source_location sent_in, received_in;
  // The index in trace::bundles plus one if that side has the message in several parts; otherwise 0.
  std::uint32_t out_bundle = 0, in_bundle = 0;
};

/// A contiguous range of bytes.
struct area {
  const std::byte* at = nullptr;
  std::size_t bytes = 0;
};

/// Every message of a run, in the order in which the engine started them.
struct trace {
  std::vector<message> messages;
  std::vector<std::vector<area>> bundles;  ///< the parts of messages in several parts
};

/// The name of a byte range of unused_memory: "out 0..7", "send 16..23", "scratch"; empty for other
/// addresses.
std::string bytes_named(const std::byte* address, std::size_t bytes);
/// The byte ranges of a message on its sender, and on its receiver: "send 0..7, scratch, send 16..23".
std::string bytes_sent(const trace& of, const message& m);
std::string bytes_received(const trace& of, const message& m);

/// Writes Chrome trace events, for Perfetto and chrome://tracing: two tracks for each process, with a slice
/// for each send and each receive, and an arrow for each message. One second of virtual time is `scale`
/// seconds of the trace.
void write_chrome_trace(const trace& of, int processes, std::ostream& into, double scale = 1);

/// The messages as text, one a line. Messages that start at the same time have a common heading: "t = 2 (3
/// messages)", then "  0 -> 4   8 bytes   until 3", followed by the sender's byte ranges if they are known.
std::string table_of_rounds(const trace& of, std::size_t most_lines = 400);

}  // namespace tutti
