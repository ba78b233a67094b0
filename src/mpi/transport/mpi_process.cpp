#include "mpi/transport/mpi_process.hpp"

#include <algorithm>
#include <utility>

#include "mpi/data/operators.hpp"
#include "mpi/data/pack_arguments.hpp"
#include "mpi/gpu/memory_cache.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/transport/messages.hpp"
#include "node/copying.hpp"

namespace tutti::mpi {
namespace {

// MPI_Pack and MPI_Unpack count bytes in an int, so each call packs at most this many bytes.
constexpr std::size_t most_packed = std::size_t{1} << 30;

std::size_t at_once(const datatype& t) { return most_packed / std::max<std::size_t>(1, t.size); }

}  // namespace

bool mpi_process::packed(const_buffer message) const {
  if (!in_parts(message)) return !plain(message) && !message.type->dense;
  if (!by_datatype(message)) return true;
  bool dense = true;  // only dense parts can be cut
  each_part(message, [&dense](const_buffer part) { dense = dense && part.type->dense; });
  return message.bytes() > route_.segment && !dense;
}

mpi_process::sides mpi_process::sides_of(const transfer& t) const noexcept {
  sides s{{}, t};
  if (t.to != nobody && is_near(t.to)) {
    s.near.out = t.out;
    s.near.to = std::exchange(s.far.to, nobody);
  }
  if (t.from != nobody && is_near(t.from)) {
    s.near.in = t.in;
    s.near.from = std::exchange(s.far.from, nobody);
  }
  return s;
}

// Copies between any two layouts by a message of this process to itself, without memory for a packed copy.
// Also used for elements that are too long for MPI_Pack.
void mpi_process::convert(const_buffer from, buffer to) {
  const mpi_buffer out(from), in(to);
  record_error(next_pmpi.Sendrecv(out.data(), out.count(), out.type(), 0, tag_here(), in.data(), in.count(),
                                  in.type(), 0, tag_here(), route_.self_comm, MPI_STATUS_IGNORE));
}

bool mpi_process::send_pieces(int to, const std::byte* data, std::size_t bytes, std::size_t& sent) {
  node::link& theirs = *near(to);
  const auto lock = theirs.sending();
  while (sent < bytes) {
    const std::size_t left = bytes - sent, piece = std::min(left, theirs.out().longest());
    std::byte* const room = theirs.out().reserve(piece);
    if (!room) return false;
    theirs.out().fill(room, data + sent, piece);
    theirs.out().publish(tag_to(to), left);
    sent += piece;
  }
  return true;
}

void mpi_process::pack(const_buffer from, std::byte* to) {
  if (in_parts(from))
    return each_part(from, [&](const_buffer part) {
      copy(part, {to, part.bytes(), byte_type});
      to += part.bytes();
    });
  if (from.type->size > most_packed) return convert(from, {to, from.bytes(), byte_type});
  while (from.count > 0) {
    const std::size_t n = std::min(from.count, at_once(*from.type));
    const std::size_t bytes = n * from.type->size;
    int position = 0;
    const pack_arguments some(from.data, type_of(*from.type), to);
    record_error(PMPI_Pack(some.data(), static_cast<int>(n), some.type(), to, static_cast<int>(bytes),
                           &position, route_.channel));
    to += bytes;
    from = from.slice(n, from.count - n);
  }
}

void mpi_process::unpack(const std::byte* from, buffer to) {
  if (in_parts(to))
    return each_part(to, [&](buffer part) {
      copy({from, part.bytes(), byte_type}, part);
      from += part.bytes();
    });
  if (to.type->size > most_packed) return convert({from, to.bytes(), byte_type}, to);
  while (to.count > 0) {
    const std::size_t n = std::min(to.count, at_once(*to.type));
    const std::size_t bytes = n * to.type->size;
    int position = 0;
    const pack_arguments room(to.data, type_of(*to.type), from);
    record_error(PMPI_Unpack(from, static_cast<int>(bytes), &position, room.data(), static_cast<int>(n),
                             room.type(), route_.channel));
    from += bytes;
    to = to.slice(n, to.count - n);
  }
}

void mpi_process::copy(const_buffer from, buffer to) {
  const std::size_t bytes = from.bytes();
  if (bytes != to.bytes()) [[unlikely]]
    return record_error(MPI_ERR_TRUNCATE);
  if (bytes == 0 || same_elements(from, to)) return;
  if (from.type->dense && to.type->dense) {
    node::copy_bytes(to.data, from.data, bytes);
  } else if (from.type->dense) {
    unpack(from.data, to);
  } else if (to.type->dense) {
    pack(from, to.data);
  } else if (bytes > min_cached_bytes && !in_parts(from) && !in_parts(to)) {  // MPI copies piece by piece
    convert(from, to);
  } else {
    const scratch packed(*this, bytes);
    pack(from, packed.all().data);
    unpack(packed.all().data, to);
  }
}

// Short copies, and copies that need packing, are done at once.
void mpi_process::postpone_copy(const_buffer from, buffer to) {
  constexpr std::size_t worth = 512;
  finish_copy();
  const std::size_t bytes = from.bytes();
  if (bytes < worth || bytes != to.bytes() || same_elements(from, to) || !from.type->dense || !to.type->dense)
    return copy(from, to);
  postponed_from_ = from.data;
  postponed_to_ = to.data;
  postponed_bytes_ = bytes;
}

void mpi_process::copy_postponed(std::size_t bytes) noexcept {
  node::copy_bytes(postponed_to_, postponed_from_, bytes);
  postponed_from_ += bytes;
  postponed_to_ += bytes;
  postponed_bytes_ -= bytes;
}

void mpi_process::reduce(const operation& op, const_buffer left, buffer right) { combine(op, left, right); }

void mpi_process::reduce_into(const operation& op, const_buffer left, const_buffer right, buffer into) {
  if (op.kernel) return op.kernel(left.data, right.data, into.data, into.count);
  process::reduce_into(op, left, right, into);
}

}  // namespace tutti::mpi
