#include "mpi/transport/near_transfer.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "mpi/gpu/memory_cache.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/library/quirks.hpp"
#include "mpi/transport/messages.hpp"

namespace tutti::mpi {
namespace {

// True for data with holes, which MPI can send and receive in place.
bool of_datatype(const_buffer b) noexcept { return !b.type->dense && !in_parts(b); }

}  // namespace

// Returns the data to send: in place if they are dense, otherwise a packed copy.
const std::byte* near_transfer::dense_out() {
  if (t_.out.type->dense) return t_.out.data;
  if (!out_) {
    out_ = take_memory(self_, t_.out.bytes());
    self_.pack(t_.out, out_);
  }
  return out_;
}

std::byte* near_transfer::dense_in() {
  if (t_.in.type->dense) return t_.in.data;
  if (!in_) in_ = take_memory(self_, t_.in.bytes());
  return in_;
}

// True if dense_out(), or dense_in(), has the memory that it needs.
bool near_transfer::has_packed() {
  try {
    return dense_out() != nullptr;
  } catch (const std::bad_alloc&) {
    return false;
  }
}
bool near_transfer::has_room() noexcept {
  try {
    return dense_in() != nullptr;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

// MPI sends and receives long data with holes in place: it packs them piece by piece, without memory for all
// of them. MPI also does so if there is no memory for a packed copy, because the partner waits.
bool near_transfer::sends_as_it_lies() {
  if (!of_datatype(t_.out)) return false;
  return (quirks::receives_any_datatype() && t_.out.bytes() > min_cached_bytes) || !has_packed();
}
bool near_transfer::receives_where_it_lies() noexcept {
  if (!of_datatype(t_.in) || in_) return false;
  return quirks::receives_any_datatype() || !has_room();
}

void near_transfer::unpack_arrived() {
  if (!in_) return;
  self_.unpack(in_, t_.in);
  give_memory(self_, std::exchange(in_, nullptr), t_.in.bytes());
}

// A transfer that has not finished is destroyed only if memory runs out for another part of its call. Then a
// partner may still read or write the packed copies, so they are never freed. A send is left to the MPI
// library.
void near_transfer::abandon() noexcept {
  if (sending_ == stage::by_memory || sending_ == stage::by_mpi) out_ = nullptr;
  if (receiving_ == stage::copied) in_ = nullptr;
  if (sent_ != MPI_REQUEST_NULL) next_pmpi.Request_free(&sent_);
  if (received_ != MPI_REQUEST_NULL && next_pmpi.Cancel(&received_) == MPI_SUCCESS)
    next_pmpi.Wait(&received_, MPI_STATUS_IGNORE);
}

void near_transfer::free_packed() noexcept {
  if (out_) give_memory(self_, out_, t_.out.bytes());
  if (in_) give_memory(self_, in_, t_.in.bytes());
}

void near_transfer::test(MPI_Request& request, stage& s, std::size_t expected) {
  MPI_Status status;
  int flag = 0;
  const int code = next_pmpi.Test(&request, &flag, &status);
  if (!flag && code == MPI_SUCCESS) return;
  s = stage::ended;
  if (&request == &sent_) return self_.record_error(code);
  self_.arrived(code, status, expected);
  unpack_arrived();
}

// True if MPI may send the message now. MPI keeps the order of the messages that it sends, and the receiver
// follows the order of the ring. So an earlier message that MPI may still have to send must come first.
bool near_transfer::in_order() const noexcept {
  for (const near_transfer* one = sends_after_; one; one = one->sends_after_)
    if (one->sending_ == stage::by_memory || one->sending_ == stage::refused) return false;
  return true;
}

void near_transfer::send_by_mpi(const mpi_buffer& out) {
  self_.record_error(next_pmpi.Isend(out.data(), out.count(), out.type(), self_.in_world(t_.to),
                                     self_.tag_to(t_.to), self_.via().channel, &sent_));
  sending_ = sent_ == MPI_REQUEST_NULL ? stage::ended : stage::by_mpi;
}

// `forbidden`: set if the message could not be copied from the sender's memory; true if the kernel forbids
// such copies. Refuses the message only if there is memory to receive it: without memory, this process looks
// at the message again later, and may then copy it. Removes the message from the ring before the MPI call,
// which may call back and look for other messages here.
void near_transfer::receive_by_mpi(node::link& from, const node::link::message& m, node::link::hold& lock,
                                   std::optional<bool> forbidden) {
  const std::size_t expected = t_.in.bytes();
  const bool in_place = expected > 0 && receives_where_it_lies();
  const mpi_buffer in(in_place ? t_.in : buffer{expected > 0 ? dense_in() : nullptr, expected, byte_type});
  if (forbidden) from.refuse(m, *forbidden);
  from.done(m);
  lock.release();
  self_.record_error(PMPI_Irecv(in.data(), in.count(), in.type(), self_.in_world(t_.from), self_.tag_here(),
                                self_.via().channel, &received_));
  receiving_ = received_ == MPI_REQUEST_NULL ? stage::ended : stage::by_mpi;
}

// Offers the message for the receiver to copy, if the kernel allows that and not too many offered messages
// wait. Otherwise sends it in pieces or by MPI.
void near_transfer::begin_long(node::link& to) {
  const std::size_t bytes = t_.out.bytes();
  const bool as_it_lies = sends_as_it_lies();
  const std::byte* const data = as_it_lies ? t_.out.data : dense_out();
  // Made before announce(), because it may throw: an announced message must be sent.
  const mpi_buffer out(as_it_lies ? t_.out : const_buffer{data, bytes, byte_type});
  auto lock = to.sending();
  if (!as_it_lies && to.goes_in_pieces(bytes)) {
    sending_ = stage::in_pieces;
  } else if (!as_it_lies && to.memory() && to.out().may_offer()) {
    turn_ = to.out().offer(self_.tag_to(t_.to), data, bytes, t_.from == nobody && node::both_copy(bytes));
    if (turn_ != 0) sending_ = stage::by_memory;
  } else if (in_order() && to.out().announce(self_.tag_to(t_.to), bytes)) {
    lock.release();  // MPI may call back
    send_by_mpi(out);
  }
}

void near_transfer::send_pieces() {
  if (self_.send_pieces(t_.to, dense_out(), t_.out.bytes(), bytes_sent_)) sending_ = stage::ended;
}

void near_transfer::send_long(node::link& to) {
  const std::size_t bytes = t_.out.bytes();
  switch (sending_) {
    case stage::before:
      begin_long(to);
      if (sending_ != stage::in_pieces) return;
      [[fallthrough]];
    case stage::in_pieces: return send_pieces();
    case stage::to_several:
      if (to_several_->advance()) sending_ = stage::ended;
      return;
    case stage::by_memory: {
      const auto copied = [&] {
        const auto lock = to.sending();
        if (!to.out().is_copied(turn_)) return false;
        sending_ = to.out().is_refused(turn_) ? stage::refused : stage::ended;
        if (to.out().copy_of(turn_).forbidden.load(std::memory_order_relaxed)) to.close_memory();
        return true;
      };
      const node::remote_memory* const theirs = t_.from == nobody ? to.memory() : nullptr;
      if (!copied() && theirs) node::help_copy(to.out().copy_of(turn_), turn_, *theirs, dense_out(), bytes);
      if (sending_ != stage::refused) return;
      [[fallthrough]];
    }
    case stage::refused:
      if (in_order()) send_by_mpi(mpi_buffer({dense_out(), bytes, byte_type}));
      return;
    case stage::by_mpi: return test(sent_, sending_, 0);
    case stage::copied:
    case stage::ended: return;
  }
}

// A message of the wrong length is an error of the program. Dense memory receives as much as fits.
void near_transfer::receive_whole(const node::link::message& m) {
  const std::size_t expected = t_.in.bytes();
  if (m.bytes != expected) {
    self_.record_error(MPI_ERR_TRUNCATE);
    if (expected > 0 && t_.in.type->dense) std::memcpy(t_.in.data, m.data, std::min(expected, m.bytes));
  } else if (expected > 0) {
    self_.unpack(m.data, t_.in);
  }
}

// A message of the wrong length is received to its end.
void near_transfer::receive_pieces(node::link& from, const node::link::message& first) {
  const std::size_t expected = t_.in.bytes();
  receiving_ = stage::in_pieces;
  for (std::optional<node::link::message> m = first; m; m = from.find(self_.tag_here())) {
    // Without memory the message is lost, and the call fails. The partner must not wait for it.
    if (bytes_received_ < expected && !has_room())
      self_.record_error(MPI_ERR_NO_MEM);
    else if (bytes_received_ < expected)
      node::copy_bytes(dense_in() + bytes_received_, m->data, std::min(m->here, expected - bytes_received_));
    bytes_received_ += m->here;
    const bool last = m->here == m->bytes;
    from.done(*m);
    if (!last) continue;
    if (bytes_received_ != expected)
      self_.record_error(MPI_ERR_TRUNCATE);
    else
      unpack_arrived();
    receiving_ = stage::ended;
    return;
  }
}

// Copies a message from the sender's memory. A sender that has nothing to receive copies some chunks itself,
// if the lengths agree. Returns nothing while the sender is copying a chunk. The sender may have been stopped
// or killed there, so this process does not wait.
std::optional<node::copy_result> near_transfer::copy(node::link& from, const node::link::message& m,
                                                     std::size_t bytes) {
  node::shared_copy& shared = from.copy_of(m);
  if (receiving_ == stage::copied) return node::copy_ended(shared, bytes);
  if (bytes == 0) return node::copy_result::complete;
  if (!has_room()) return node::copy_result::failed;
  const node::remote_memory* const theirs = from.memory();
  if (!theirs) return node::copy_result::forbidden;
  if (!m.helps || bytes != m.bytes) return theirs->read(m.data, dense_in(), bytes);
  node::begin_copy(shared, m.turn, dense_in());
  self_.finish_copy();  // while the sender begins
  node::receive_copy(shared, m.turn, *theirs, m.data, dense_in(), bytes);
  receiving_ = stage::copied;
  return node::copy_ended(shared, bytes);
}

void near_transfer::receive_long(node::link& from, const node::link::message& m, node::link::hold& lock) {
  const std::size_t expected = t_.in.bytes();
  if (m.way == node::transport::elsewhere) return receive_by_mpi(from, m, lock);
  const std::optional<node::copy_result> result = copy(from, m, std::min(m.bytes, expected));
  if (!result) return;
  if (*result != node::copy_result::complete)
    return receive_by_mpi(from, m, lock, *result == node::copy_result::forbidden);
  if (m.bytes != expected) self_.record_error(MPI_ERR_TRUNCATE);
  // Done before unpacking, because the sender waits. Moreover, MPI may do the unpacking, and may call back
  // and look for other messages here.
  from.done(m);
  lock.release();
  if (m.bytes == expected) unpack_arrived();
  receiving_ = stage::ended;
}

}  // namespace tutti::mpi
