#pragma once

#include <algorithm>
#include <cstddef>

#include "mpi/library/abi.hpp"
#include "mpi/transport/messages.hpp"
#include "mpi/transport/node_links.hpp"
#include "tutti/process.hpp"

namespace tutti::mpi {

/// How tutti's messages reach the processes of a communicator: through memory that the processes of a node share, or on a private
/// duplicate of MPI_COMM_WORLD, with tags that name the communicator, by the number that the receiver has given it, and the call.
struct route {
  MPI_Comm channel = MPI_COMM_NULL;
  MPI_Comm own = MPI_COMM_NULL;      ///< a private duplicate of MPI_COMM_SELF, for what one process converts
  const int* world_ranks = nullptr;  ///< of the communicator's processes; null: the same
  const int* tags = nullptr;         ///< of messages to each process; null: as those to this one
  int tag = 0;                       ///< of messages to this process, in its first call
  std::size_t segment = SIZE_MAX;    ///< longer messages go in pieces of this many bytes
  int rank = 0, size = 1;            ///< in the communicator
  node::link* const* near =
      nullptr;  ///< by rank in MPI_COMM_WORLD, to processes of this node; null: there are none
  node::board* board = nullptr;  ///< where these read what several of them are sent; null: there is none
  bool crowded = false;          ///< the node has fewer processors than processes

  [[nodiscard]] int in_world(int to) const noexcept { return world_ranks ? world_ranks[to] : to; }
  /// Of messages to a process, in its first call.
  [[nodiscard]] int tag_to(int to) const noexcept { return tags ? tags[to] : tag; }
  void take_links(const node_links& l) noexcept {
    if (!l.links.empty()) near = l.by_rank.data();
    board = l.board.get();
    crowded = l.crowded;
  }
};

/// MPICH 4.0.2 says "Message truncated" when more than about 8 KB that were sent contiguous arrive in a datatype with holes and
/// fields of several sizes (plain MPI_Send and MPI_Recv show it): such messages travel packed.
#if defined(MPICH_VERSION)
inline constexpr bool receives_any_datatype = false;
#else
inline constexpr bool receives_any_datatype = true;
#endif

/// A process of a communicator on MPI: its local work, and how its messages travel. How it waits for them is its children's.
///
/// Messages longer than the route's `segment` go in pieces of that length, so that the MPI library sends them eagerly:
/// with a rendezvous, the receiver's permission has to get through a link that is busy with data.
///
/// A communication that fails does not stop the task: its partners wait for what comes after it, and what they have sent
/// would be left over. The first failure is kept, and is the call's.
class mpi_process : public process {
 public:
  void copy(const_buffer from, buffer to) override;
  void reduce(const operation& op, const_buffer left, buffer right) override;
  void reduce_into(const operation& op, const_buffer left, const_buffer right, buffer into) override;

  /// What the first communication that failed returned; MPI_SUCCESS if none did.
  [[nodiscard]] int failed() const noexcept { return failed_; }
  /// Copies what has been left, if anything.
  void finish_copy() noexcept {
    if (left_bytes_ > 0) [[unlikely]]
      copy_left(left_bytes_);
  }
  /// Copies some of it, for as long as a message may wait to be looked for. Whether there was anything.
  bool copy_some() noexcept {
    constexpr std::size_t at_once = std::size_t{16} << 10U;
    if (left_bytes_ == 0) return false;
    copy_left(std::min(left_bytes_, at_once));
    return true;
  }

  // What its children need, and what posts several transfers at once for them.
  [[nodiscard]] const route& by() const noexcept { return by_; }
  [[nodiscard]] int in_world(int rank) const noexcept { return by_.in_world(rank); }
  /// What this process has with another of its node; null for one of another node, and for itself.
  [[nodiscard]] node::link* near(int rank) const noexcept {
    return by_.near ? by_.near[in_world(rank)] : nullptr;
  }
  [[nodiscard]] bool is_near(int rank) const noexcept { return rank == nobody || near(rank) != nullptr; }
  /// Sends one of them what is left of dense data, `gone` bytes of which have gone, in pieces as there is room; whether all have gone.
  bool send_pieces(int to, const std::byte* data, std::size_t bytes, std::size_t& gone);
  [[nodiscard]] int tag_here() const noexcept { return by_.tag + call_; }
  [[nodiscard]] int tag_to(int rank) const noexcept { return by_.tag_to(rank) + call_; }

  /// Whether a message goes as it is, from and to where it lies.
  [[nodiscard]] bool plain(const_buffer message) const noexcept;
  [[nodiscard]] bool plain(const transfer& t) const noexcept {
    return (t.to == nobody || plain(t.out)) && (t.from == nobody || plain(t.in));
  }
  void pack(const_buffer from, std::byte* to);
  void unpack(const std::byte* from, buffer to);
  void note(int code) noexcept {
    if (code != MPI_SUCCESS && failed_ == MPI_SUCCESS) [[unlikely]]
      failed_ = code;
  }
  /// After a message has come: fewer bytes than were expected are an error of the program's, who sends and who receives
  /// having named different signatures. (More are one of MPI's.)
  void arrived(int code, const MPI_Status& status, std::size_t expected) noexcept;

 protected:
  /// For another call, as with the constructor. The last one has ended.
  void next_call(int call) noexcept {
    call_ = call;
    failed_ = MPI_SUCCESS;
    left_bytes_ = 0;
  }
  /// `call` is added to the route's tags: no other call of the communicator that is under way has the same.
  mpi_process(const route& by, int call) noexcept : process(by.rank, by.size), by_(by), call_(call) {}
  ~mpi_process() = default;
  /// Leaves a copy to finish_copy(), if it is long enough to be worth it.
  void put_off(const_buffer from, buffer to);

 private:
  void convert(const_buffer from, buffer to);
  void copy_left(std::size_t bytes) noexcept;

  const route& by_;
  int call_;
  int failed_ = MPI_SUCCESS;
  const std::byte* left_from_ = nullptr;
  std::byte* left_to_ = nullptr;
  std::size_t left_bytes_ = 0;
};

// Inlined: asked of each message.
inline bool mpi_process::plain(const_buffer message) const noexcept {
  if (message.bytes() > by_.segment || in_parts(message)) return false;
  constexpr std::size_t surely_right = 4096;
  return receives_any_datatype || message.bytes() <= surely_right || message.type->dense;
}

inline void mpi_process::arrived(int code, const MPI_Status& status, std::size_t expected) noexcept {
  note(code == MPI_SUCCESS && bytes_of(status) != expected ? MPI_ERR_TRUNCATE : code);
}

}  // namespace tutti::mpi
