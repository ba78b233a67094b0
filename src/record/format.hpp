#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

/// What the processes of a node write down of their collective calls, in a file that they share and that
/// outlives them: /dev/shm/tutti.JOB.FIRST, FIRST being the first rank on the node. A header, then a section
/// for each process, which nobody else writes. Numbers are those of the machine that wrote them; a reader
/// refuses another version.
namespace tutti::record {

inline constexpr std::uint64_t magic = 0x6365726974747574;  // "tuttirec"
inline constexpr std::uint32_t version = 2;
inline constexpr const char* folder = "/dev/shm";
inline constexpr const char* prefix = "tutti.";
inline constexpr std::size_t page = 4096;

/// A text of at most N - 1 characters, ended by a zero.
template <std::size_t N>
using text = std::array<char, N>;
/// As much of what is given as there is room for.
template <std::size_t N>
void take(text<N>& into, std::string_view given) noexcept {
  const std::size_t n = std::min(given.size(), N - 1);
  std::copy_n(given.begin(), n, into.begin());
  into[n] = '\0';
}

/// Where a call is.
enum class progress : std::uint8_t {
  begun,   ///< the process is in the call
  posted,  ///< non-blocking: begun, and not ended
  left,    ///< non-blocking: left to the MPI library, which alone knows whether it has ended
  ended
};

/// One collective call: a line of a cache.
struct alignas(64) call {
  std::uint32_t serial;      ///< counts the calls of the process from 1 on; 0 while this is being written
  std::uint32_t number;      ///< counts those on the communicator, from 1 on; 0: not known yet
  std::uint64_t begin, end;  ///< by the processor's clock; 0: it has not been read
  std::uint64_t site;        ///< address after the call, outside of MPI
  std::uint64_t bytes;       ///< as the collective counts them; 0 where nobody has asked, or not all know
  /// The low bits of what they are on this process, which its words explain.
  std::uint32_t type, op, algorithm;
  std::int32_t count, root;    ///< -1: it has none
  std::uint16_t communicator;  ///< place in the table; `nowhere`: none
  std::uint8_t of;             ///< the collective
  std::uint8_t as : 4;         ///< form
  std::uint8_t at : 4;         ///< progress
};
static_assert(sizeof(call) == 64);
inline constexpr std::uint16_t nowhere = 0xffff;

/// Ranks first, first + stride, ..., last.
struct run {
  std::int32_t first, last, stride;
};

/// A communicator that collectives were called on.
struct communicator {
  std::uint64_t members;  ///< a hash of its processes, in their order; 0: no communicator
  std::uint64_t key;      ///< the same on all its processes, and on no other communicator of these
  std::uint32_t handle;   ///< the low bits
  std::uint32_t entered;  ///< collective calls so far
  std::int32_t size, rank;
  bool open;   ///< its processes have met on it: before, `key` is a guess from names and first calls' order
  bool freed;  ///< by the program
  bool inter;  ///< `size` counts both groups
  bool in_order;  ///< its ranks are in the order of those of MPI_COMM_WORLD
  std::uint32_t runs_used;
  std::array<run, 8> runs;  ///< its processes in MPI_COMM_WORLD, ascending; not all of them if `more`
  bool more;
  text<64> name;
};

/// What a number in a call means on this process.
struct word {
  std::uint32_t number;
  std::uint32_t size;  ///< of a datatype, bytes
  text<40> name;
};

/// What is loaded where.
struct module {
  std::uint64_t from, to;  ///< addresses of its text
  std::uint64_t base;      ///< what to subtract for an address in the file
  text<168> file;
};

/// A call for one process that may have to wait for another.
enum class message : std::uint32_t {
  none,
  send,
  ssend,
  rsend,
  recv,
  sendrecv,
  sendrecv_replace,
  mrecv,
  probe,
  mprobe,
  wait,
  waitall,
  waitany,
  waitsome,
  abort  ///< which ends the program
};
inline constexpr std::array<const char*, 15> message_names{"nothing",
                                                           "MPI_Send",
                                                           "MPI_Ssend",
                                                           "MPI_Rsend",
                                                           "MPI_Recv",
                                                           "MPI_Sendrecv",
                                                           "MPI_Sendrecv_replace",
                                                           "MPI_Mrecv",
                                                           "MPI_Probe",
                                                           "MPI_Mprobe",
                                                           "MPI_Wait",
                                                           "MPI_Waitall",
                                                           "MPI_Waitany",
                                                           "MPI_Waitsome",
                                                           "MPI_Abort"};
struct place {
  message in;
  std::int32_t peer, tag;      ///< -1: none
  std::uint32_t communicator;  ///< the low bits of its handle
  std::uint64_t site;
};

enum class life : std::uint32_t {
  unborn,  ///< it has not got as far as MPI_Init's end
  running,
  finalizing,  ///< in MPI_Finalize, or after it
  ended,       ///< regularly
  left         ///< without MPI_Finalize
};

/// What a reader has seen of a process, for other readers elsewhere.
enum class observation : std::uint32_t { unseen, alive, stopped, gone };

struct process {
  std::int32_t rank, size;  ///< in MPI_COMM_WORLD
  std::int64_t pid;
  std::uint64_t pid_started;  ///< as /proc has it: another process may have the number later
  life at;
  observation seen;
  std::uint32_t serial;  ///< of the last call
  std::uint32_t timing;  ///< how many want to know when calls begin and end, the process itself among them
  std::uint32_t communicators, words, modules;
  std::uint64_t ticks;       ///< by the processor's clock, when the record began
  std::int64_t nanoseconds;  ///< by the system's, at that time
  double nanoseconds_a_tick;
  place now;
};

struct section {
  process self;
  std::array<communicator, 192> communicators;
  std::array<word, 320> words;
  std::array<module, 160> modules;
  std::array<call, 128> calls;
};
inline constexpr std::size_t section_bytes = (sizeof(section) + page - 1) / page * page;

struct header {
  std::uint64_t magic;
  std::uint32_t version;
  std::uint32_t processes;           ///< on this node, each with a section
  std::atomic<std::uint32_t> ended;  ///< regularly; the last one removes the file
  std::int32_t first;                ///< rank
  std::int64_t started;              ///< seconds since 1970
  text<64> job, host;
  text<512> program;
};
static_assert(sizeof(header) <= page);

}  // namespace tutti::record
