#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

/// The record of the collective calls of a node's processes, in a shared file that outlives the processes:
/// /dev/shm/tutti.JOB.FIRST, where FIRST is the first rank on the node. The file has a header and one section
/// for each process. Only that process writes the section, except that readers change `timing_users`. Numbers
/// have the byte order of the machine that wrote them. A reader refuses other versions of the format.
namespace tutti::record {

inline constexpr std::uint64_t magic = 0x6365726974747574;  // "tuttirec"
inline constexpr std::uint32_t version = 4;
inline constexpr const char* folder = "/dev/shm";
inline constexpr const char* prefix = "tutti.";
inline constexpr std::size_t page = 4096;

/// A text of at most N - 1 characters, terminated by a zero.
template <std::size_t N>
using text = std::array<char, N>;
/// Copies `given`, cut to the room there is.
template <std::size_t N>
void take(text<N>& into, std::string_view given) noexcept {
  const std::size_t n = std::min(given.size(), N - 1);
  std::copy_n(given.begin(), n, into.begin());
  into[n] = '\0';
}

/// The state of a call.
enum class progress : std::uint8_t {
  begun,      ///< the process is in the call
  posted,     ///< non-blocking: started, not yet completed
  passed_on,  ///< non-blocking: passed to the MPI library; tutti cannot see whether it has completed
  ended
};

/// One collective call, in one cache line.
struct alignas(64) call {
  std::uint32_t serial;      ///< counts the calls of the process, from 1; 0 while the entry is being written
  std::uint32_t number;      ///< counts the calls on the communicator, from 1; 0: not known yet
  std::uint64_t begin, end;  ///< ticks of the processor's clock; 0: not read
  std::uint64_t site;        ///< return address of the call in the program, outside of MPI
  /// as the collective counts them; 0: not counted, or not the same on all processes
  std::uint64_t bytes;
  /// The low bits of this process's handles or numbers. `section::words` gives their names.
  std::uint32_t type, op, algorithm;
  std::int32_t count, root;    ///< -1: the call has none
  std::uint16_t communicator;  ///< index in `section::communicators`; `nowhere`: none
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
  std::uint64_t members;  ///< a hash of its processes, in their order
  /// the same on all its processes; different on every other communicator of these processes; 0: no
  /// communicator
  std::uint64_t key;
  std::uint32_t handle;   ///< its low bits
  std::uint32_t entered;  ///< number of collective calls so far
  std::int32_t size, rank;
  /// its processes have agreed on `key`; before that, `key` is a guess from names and the order of first
  /// calls
  bool open;
  bool freed;     ///< the program has freed it: another one may take its place
  bool inter;     ///< an inter-communicator: `size` counts both groups
  bool in_order;  ///< its ranks have the same order as in MPI_COMM_WORLD
  std::uint32_t runs_used;
  std::array<run, 8> runs;  ///< its processes in MPI_COMM_WORLD, ascending; incomplete if `more`
  bool more;
  text<64> name;
};

/// The name of a number in a call, on this process.
struct word {
  std::uint32_t number;
  std::uint32_t size;  ///< bytes of a datatype
  text<40> name;
};

/// A loaded executable or library, and its address.
struct module {
  std::uint64_t from, to;  ///< address range of its text segment
  std::uint64_t base;      ///< address - base = address in the file
  text<168> file;
};

/// An MPI call, other than a collective, in which a process may block.
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
  abort  ///< ends the program
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
inline constexpr std::uint32_t in_world = 0xffffffff;
struct current_call {
  message in;
  std::int32_t peer, tag;  ///< -1: none. A wait has them if it is for one send
  std::uint32_t
      communicator;  ///< the low bits of its handle; `in_world`: the peer is a rank in MPI_COMM_WORLD
  std::uint64_t site;
};

enum class life : std::uint32_t {
  unborn,  ///< MPI_Init has not finished
  running,
  finalizing,  ///< in MPI_Finalize or after it
  ended,       ///< after MPI_Finalize
  exited       ///< exited without MPI_Finalize
};

/// The state of a process as a reader on its node saw it. Readers of a copy on another node rely on it.
enum class observation : std::uint32_t {
  unseen,
  alive,
  stopped,
  gone,
  unknown  ///< the process runs in another PID namespace than the reader (a container)
};

struct process {
  std::int32_t rank, size;  ///< in MPI_COMM_WORLD
  std::int64_t pid;
  std::uint64_t pid_started;    ///< start time of the process, from /proc: the pid may be reused
  std::uint64_t pid_namespace;  ///< in which `pid` is a number; record::pid_namespace()
  life at;
  observation seen;
  std::uint32_t serial;        ///< of the last call
  std::uint32_t timing_users;  ///< processes that need the begin and end of calls, including this one
  std::uint32_t communicators, words, modules;
  std::uint32_t waits;       ///< calls of `now` so far; 0 with several threads
  std::uint32_t world;       ///< the low bits of the handle of MPI_COMM_WORLD
  std::uint64_t ticks;       ///< of the processor's clock, when the record was created
  std::int64_t nanoseconds;  ///< of the system's clock, at the same time
  double nanoseconds_a_tick;
  current_call now;
};

struct section {
  process self;
  std::array<communicator, 192> communicators;
  std::array<word, 512> words;
  std::array<module, 160> modules;
  std::array<call, 128> calls;
};
inline constexpr std::size_t section_bytes = (sizeof(section) + page - 1) / page * page;

struct header {
  std::uint64_t magic;
  std::uint32_t version;
  std::uint32_t processes;  ///< on this node, each with a section
  /// number of processes that have finished; the last one removes the file
  std::atomic<std::uint32_t> ended;
  std::int32_t first;    ///< rank
  std::int64_t started;  ///< seconds since 1970
  text<64> job, host;
  text<512> program;
};
static_assert(sizeof(header) <= page);

}  // namespace tutti::record
