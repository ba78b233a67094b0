#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "mpi/progress/progress.hpp"
#include "mpi/transport/mpi_process.hpp"
#include "node/link.hpp"

namespace tutti::mpi {

/// A send, a receive, or both at once, through memory shared with processes of this node. Each advance()
/// makes progress. Receivers copy long messages from the sender's memory. If the kernel forbids that, the
/// messages are sent in pieces, or, if link::goes_in_pieces() is false, announced and then sent by MPI. If
/// the system forbids the reading of a message only later, this message is also sent by MPI.
class near_transfer final : public progress::polled {
 public:
  /// Each partner must be another process of this node, or `nobody`.
  near_transfer(mpi_process& self, const transfer& t) noexcept
      : self_(self),
        t_(t),
        sending_(t.to == nobody ? stage::ended : stage::before),
        receiving_(t.from == nobody ? stage::ended : stage::before) {}
  ~near_transfer() override {
    if (sending_ != stage::ended || receiving_ != stage::ended) [[unlikely]]
      abandon();
    if (out_ || in_) [[unlikely]]
      free_packed();
  }

  /// Keeps the order of messages to and from common partners. `other` began before this transfer, and must
  /// live as long.
  void begins_after(const near_transfer& other) noexcept {
    if (t_.to == other.t_.to) sends_after_ = &other;
    if (t_.from == other.t_.from) receives_after_ = &other;
  }

  /// Sends the message as part of a multicast. Must be called before the first advance().
  void sends_by(std::unique_ptr<progress::polled> multicast) noexcept {
    to_several_ = std::move(multicast);
    sending_ = stage::to_several;
  }

  [[nodiscard]] bool sends_to(int to) const noexcept { return t_.to == to; }
  /// The link whose ring had no room at the last advance(), if this transfer waits for nothing else. Null
  /// otherwise.
  [[nodiscard]] node::link* waits_for_room() const noexcept override {
    if (receiving_ != stage::ended || sends_after_) return nullptr;
    if (sending_ == stage::to_several) return to_several_->waits_for_room();
    return sending_ == stage::before || sending_ == stage::in_pieces ? self_.near(t_.to) : nullptr;
  }

  /// Makes progress. True once the transfer has finished. The process notes errors.
  bool advance() override {
    if (sending_ != stage::ended && !(sends_after_ && has_more_to_pass(sends_after_->sending_))) send();
    if (receiving_ != stage::ended && !(receives_after_ && has_more_to_pass(receives_after_->receiving_)))
      receive();
    return sending_ == stage::ended && receiving_ == stage::ended;
  }

 private:
  enum class stage : std::uint8_t {
    before,
    in_pieces,
    to_several,
    by_memory,  ///< offered: the receiver copies the message from the sender's memory
    copied,     ///< the receiver has copied its chunks; the sender is still copying one
    refused,
    by_mpi,
    ended
  };
  /// True if a part of the message has yet to pass through the ring, so that later messages must wait.
  static constexpr bool has_more_to_pass(stage s) noexcept {
    return s == stage::before || s == stage::in_pieces || s == stage::copied;
  }

  void send();
  void receive();
  void send_long(node::link& to);
  void begin_long(node::link& to);
  void send_pieces();
  [[nodiscard]] bool in_order() const noexcept;
  void send_by_mpi(const mpi_buffer& out);
  // Both end the hold once the message is done.
  void receive_long(node::link& from, const node::link::message& m, node::link::hold& lock);
  void receive_pieces(node::link& from, const node::link::message& m);
  void receive_by_mpi(node::link& from, const node::link::message& m, node::link::hold& lock,
                      std::optional<bool> forbidden = {});
  void receive_whole(const node::link::message& m);
  std::optional<node::copy_result> copy(node::link& from, const node::link::message& m, std::size_t bytes);
  [[nodiscard]] const std::byte* dense_out();
  [[nodiscard]] std::byte* dense_in();
  [[nodiscard]] bool has_packed();
  [[nodiscard]] bool has_room() noexcept;
  [[nodiscard]] bool sends_as_it_lies();
  [[nodiscard]] bool receives_where_it_lies() noexcept;
  void unpack_arrived();
  void test(MPI_Request& request, stage& s, std::size_t expected);
  void abandon() noexcept;
  void free_packed() noexcept;

  mpi_process& self_;
  const transfer t_;
  stage sending_, receiving_;
  const near_transfer *sends_after_ = nullptr, *receives_after_ = nullptr;
  std::uint32_t turn_ = 0;                           // of the offered message
  std::size_t bytes_sent_ = 0, bytes_received_ = 0;  // of messages in pieces
  std::byte *out_ = nullptr, *in_ = nullptr;         // packed copies of long data that are not dense
  MPI_Request sent_ = MPI_REQUEST_NULL, received_ = MPI_REQUEST_NULL;
  std::unique_ptr<progress::polled> to_several_;
};

inline void near_transfer::send() {
  node::link& to = *self_.near(t_.to);
  const std::size_t bytes = t_.out.bytes();
  if (bytes > to.out().longest() || sending_ != stage::before) [[unlikely]]
    return send_long(to);
  const auto lock = to.sending();
  std::byte* const room = to.out().reserve(bytes);
  if (!room) return;
  if (t_.out.type && t_.out.type->dense) [[likely]] {
    to.out().fill(room, t_.out.data, bytes);
  } else if (bytes > 0) {
    self_.pack(t_.out, room);
  }
  to.out().publish(self_.tag_to(t_.to), bytes);
  sending_ = stage::ended;
}

inline void near_transfer::receive() {
  if (receiving_ == stage::by_mpi) [[unlikely]]
    return test(received_, receiving_, t_.in.bytes());
  node::link& from = *self_.near(t_.from);
  auto lock = from.receiving();
  const auto m = from.find(self_.tag_here());
  if (!m) return;
  if (m->way == node::transport::in_memory || m->way == node::transport::elsewhere) [[unlikely]]
    return receive_long(from, *m, lock);
  if (m->bytes != m->here || receiving_ != stage::before) [[unlikely]]
    return receive_pieces(from, *m);
  if (m->bytes == t_.in.bytes() && t_.in.type && t_.in.type->dense) [[likely]] {
    if (m->bytes > 0) node::copy_bytes(t_.in.data, m->data, m->bytes);
  } else {
    receive_whole(*m);
  }
  from.done(*m);
  receiving_ = stage::ended;
}

}  // namespace tutti::mpi
