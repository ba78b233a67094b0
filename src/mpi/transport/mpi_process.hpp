#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "mpi/library/abi.hpp"
#include "mpi/library/quirks.hpp"
#include "mpi/transport/messages.hpp"
#include "mpi/transport/node_links.hpp"
#include "tutti/process.hpp"

namespace tutti::mpi {

/// How messages reach the processes of a communicator: through shared memory within a node, otherwise on a
/// private duplicate of MPI_COMM_WORLD. Tags identify the communicator, by a number that the receiver chose,
/// and the call.
struct route {
  MPI_Comm channel = MPI_COMM_NULL;
  MPI_Comm self_comm = MPI_COMM_NULL;  ///< a private duplicate of MPI_COMM_SELF, for conversions
  const int* world_ranks = nullptr;    ///< ranks in MPI_COMM_WORLD; null: same as in the communicator
  const int* tags = nullptr;           ///< tags of messages to each process in call 0; null: `tag`
  int tag = 0;                         ///< tag of messages to this process in call 0
  std::size_t segment = SIZE_MAX;      ///< longer messages are cut into pieces of this many bytes
  int rank = 0, size = 1;              ///< of this process in the communicator
  node::link* const* near = nullptr;   ///< links within the node, by rank in MPI_COMM_WORLD; null: none
  node::board* board = nullptr;        ///< this process's board for multicasts within the node; null: none
  bool crowded = false;                ///< the node has fewer processors than processes

  [[nodiscard]] int in_world(int to) const noexcept { return world_ranks ? world_ranks[to] : to; }
  /// The tag of messages to a process in call 0.
  [[nodiscard]] int tag_to(int to) const noexcept { return tags ? tags[to] : tag; }
  void take_links(const node_links& l) noexcept {
    if (!l.links.empty()) near = l.by_rank.data();
    board = l.board.get();
    crowded = l.crowded;
  }
};

/// A process of a communicator on MPI: its local work, and the form in which messages travel. Derived classes
/// define how it waits for messages.
///
/// Messages longer than the route's `segment` are cut into pieces of that length, so that the MPI library
/// sends them eagerly: in a rendezvous, the receiver's clear-to-send would have to pass through a link that
/// is busy with data.
///
/// A failed communication does not stop the task, because its partners wait for its later messages, and their
/// own messages would stay unreceived. The first error is kept as the error of the call.
class mpi_process : public process {
 public:
  void copy(const_buffer from, buffer to) override;
  void reduce(const operation& op, const_buffer left, buffer right) override;
  void reduce_into(const operation& op, const_buffer left, const_buffer right, buffer into) override;

  /// The error code of the first communication that failed; MPI_SUCCESS if none did.
  [[nodiscard]] int failed() const noexcept { return failed_; }
  /// Completes the postponed copy, if there is one.
  void finish_copy() noexcept {
    if (postponed_bytes_ > 0) [[unlikely]]
      copy_postponed(postponed_bytes_);
  }
  /// Copies a part of the postponed data, short enough not to delay polling. Returns false if there is
  /// nothing to copy.
  bool copy_some() noexcept {
    constexpr std::size_t at_once = std::size_t{16} << 10U;
    if (postponed_bytes_ == 0) return false;
    copy_postponed(std::min(postponed_bytes_, at_once));
    return true;
  }

  // For derived classes, and for the classes that run transfers for them.
  [[nodiscard]] const route& via() const noexcept { return route_; }
  [[nodiscard]] int in_world(int rank) const noexcept { return route_.in_world(rank); }
  /// The link to a process of this node. Null for a process of another node, and for this process.
  [[nodiscard]] node::link* near(int rank) const noexcept {
    return route_.near ? route_.near[in_world(rank)] : nullptr;
  }
  [[nodiscard]] bool is_near(int rank) const noexcept { return rank == nobody || near(rank) != nullptr; }
  /// Sends dense data to a process of this node in pieces, as long as there is room. `sent` counts the bytes
  /// sent so far. True once all have been sent.
  bool send_pieces(int to, const std::byte* data, std::size_t bytes, std::size_t& sent);
  [[nodiscard]] int tag_here() const noexcept { return route_.tag + call_; }
  [[nodiscard]] int tag_to(int rank) const noexcept { return route_.tag_to(rank) + call_; }

  /// True if a message is a single MPI message, sent and received in place.
  [[nodiscard]] bool plain(const_buffer message) const noexcept;
  [[nodiscard]] bool plain(const transfer& t) const noexcept {
    return (t.to == nobody || plain(t.out)) && (t.from == nobody || plain(t.in));
  }
  /// True if a packed copy of the message is sent or received, because the library cannot send the message in
  /// place, or does so more slowly. A message that is neither plain nor packed is cut into segments.
  [[nodiscard]] bool packed(const_buffer message) const;
  /// The way in which transfers travel. Every derived class decides it by these functions: by sides_of() for
  /// the two sides of each transfer, and by plain() and packed() for the messages that MPI carries.
  enum class way : std::uint8_t {
    node,    ///< one transfer within the node
    mpi,     ///< one transfer by MPI that needs neither packing nor cutting
    staged,  ///< one transfer by MPI that needs packing or cutting
    several  ///< more than one, or one whose sides travel differently
  };
  /// `near`: the sides of a transfer whose partners are on this node; `far`: the other sides. A side that is
  /// missing has `nobody` as its partner.
  struct sides {
    transfer near, far;
  };
  [[nodiscard]] sides sides_of(const transfer& t) const noexcept;
  [[nodiscard]] way way_of(std::span<const transfer> all) const noexcept {
    if (all.size() != 1) [[unlikely]]
      return way::several;
    const transfer& t = all.front();
    if (route_.near) {
      const bool to_near = is_near(t.to), from_near = is_near(t.from);
      if (to_near && from_near) [[likely]]
        return way::node;
      if ((to_near && t.to != nobody) || (from_near && t.from != nobody)) [[unlikely]]
        return way::several;
    }
    return plain(t) ? way::mpi : way::staged;
  }
  void pack(const_buffer from, std::byte* to);
  void unpack(const std::byte* from, buffer to);
  void record_error(int code) noexcept {
    if (code != MPI_SUCCESS && failed_ == MPI_SUCCESS) [[unlikely]]
      failed_ = code;
  }
  /// Notes the result of a receive. Fewer bytes than expected are an error of the program: sender and
  /// receiver passed different type signatures. (More bytes are an error that MPI returns.)
  void arrived(int code, const MPI_Status& status, std::size_t expected) noexcept;

 protected:
  /// Prepares for another call, as the constructor does. The previous call must have finished.
  void next_call(int call) noexcept {
    call_ = call;
    failed_ = MPI_SUCCESS;
    postponed_bytes_ = 0;
  }
  /// `call` is added to the route's tags. It must differ from that of all other outstanding calls of the
  /// communicator.
  mpi_process(const route& via, int call) noexcept : process(via.rank, via.size), route_(via), call_(call) {}
  ~mpi_process() = default;
  /// Postpones a copy until finish_copy(), if it is long enough for that to pay off.
  void postpone_copy(const_buffer from, buffer to);

 private:
  void convert(const_buffer from, buffer to);
  void copy_postponed(std::size_t bytes) noexcept;

  const route& route_;
  int call_;
  int failed_ = MPI_SUCCESS;
  const std::byte* postponed_from_ = nullptr;
  std::byte* postponed_to_ = nullptr;
  std::size_t postponed_bytes_ = 0;
};

// Inlined: called for each message.
inline bool mpi_process::plain(const_buffer message) const noexcept {
  if (message.bytes() > route_.segment || in_parts(message)) return false;
  constexpr std::size_t surely_right = 4096;
  return quirks::receives_any_datatype() || message.bytes() <= surely_right || message.type->dense;
}

inline void mpi_process::arrived(int code, const MPI_Status& status, std::size_t expected) noexcept {
  record_error(code == MPI_SUCCESS && bytes_of(status) != expected ? MPI_ERR_TRUNCATE : code);
}

}  // namespace tutti::mpi
