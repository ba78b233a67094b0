// The messages within a node in all orders of the two processes' steps, with all reorderings that weakly
// ordered processors allow. Compiles the sources of the rings and of the copying, with atomics that stop at
// each access. (The library is linked with other atomics; nothing of it is used here.)

#include <gtest/gtest.h>
#include <sys/types.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <list>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "interleavings.hpp"

// The sources below find these names before those of ::std, since this namespace is nearer.
namespace tutti::node::std {
using namespace ::std;
template <class T>
using atomic = interleavings::atomic<T>;
}  // namespace tutti::node::std

// There is one process here: the address is also that of the other one. Copying the first bytes of each grain
// is enough.
namespace {
constexpr std::size_t of_a_grain = std::size_t{32} << 10U;

ssize_t moved(const iovec& from, const iovec& to) {
  for (std::size_t at = 0; at < to.iov_len; at += of_a_grain) {
    const auto* const source = static_cast<const std::byte*>(from.iov_base) + at;
    auto* const target = static_cast<std::byte*>(to.iov_base) + at;
    interleavings::exploration::now().touch(source, 1, false);
    interleavings::exploration::now().touch(target, 1, true);
    std::memcpy(target, source, std::min(to.iov_len - at, std::size_t{8}));
  }
  return static_cast<ssize_t>(to.iov_len);
}
}  // namespace
extern "C" ssize_t process_vm_readv(pid_t, const iovec* here, unsigned long, const iovec* there,
                                    unsigned long, unsigned long) noexcept {
  return moved(*there, *here);
}
extern "C" ssize_t process_vm_writev(pid_t, const iovec* here, unsigned long, const iovec* there,
                                     unsigned long, unsigned long) noexcept {
  return moved(*here, *there);
}

#include "node/board.cpp"
#include "node/copying.cpp"
#include "node/link.cpp"
#include "node/remote_memory.cpp"
#include "node/shared_copy.cpp"

namespace tutti::node {
namespace {

using interleavings::exploration;

// A short ring: four lines with slots for four to eight messages; eight lines for long data, of which a
// message takes at most two; and two lines for short data.
constexpr ring_shape shape{.lines = 4, .large = 512, .small = 128};
constexpr ::std::size_t ring_bytes = shape.bytes();
alignas(cache_line)::std::array<::std::byte, 2 * ring_bytes> rings_memory;
::std::byte* const ring_of_one = rings_memory.data();
::std::byte* const ring_of_other = rings_memory.data() + ring_bytes;

exploration& now() { return exploration::now(); }

/// Process 0 has one end, process 1 the other one.
class two_processes : public interleavings::scenario {
 public:
  two_processes() { ::std::ranges::fill(rings_memory, ::std::byte{}); }
  void run(::std::size_t process) final { process == 0 ? sends() : receives(); }

 protected:
  virtual void sends() = 0;
  virtual void receives() = 0;

  link a{shape, ring_of_one, ring_of_other, remote_memory(1, false), false};
  link b{shape, ring_of_other, ring_of_one, remote_memory(1, false), false};

  /// Between two messages, and while it waits to send one.
  void sender_remembers() { now().remembers_only(&a.out(), sizeof a.out()); }
  /// Between two messages, where none is set aside.
  static void receiver_remembers(unsigned k) { now().remembers_only(&k, sizeof k); }
  static ::std::byte mark(unsigned k) { return static_cast<::std::byte>(k + 1); }

  // In pieces, where it does not fit into a room.
  void send(int tag, unsigned k, ::std::size_t bytes) {
    for (::std::size_t left = bytes, here = 0;; left -= here) {
      here = ::std::min(left, shape.longest());
      ::std::byte* room = nullptr;
      now().until([&] {
        sender_remembers();
        return (room = a.out().reserve(here)) != nullptr;
      });
      now().touch(tag_of(here, sent_), sizeof(::std::int32_t), true);
      now().expect(room + here <= ring_of_one + ring_bytes, "room outside of the ring");
      now().touch(room, here, true);
      ::std::memset(room, static_cast<int>(mark(k)), here);
      a.out().publish(tag, left);
      if (here == left) return;
    }
  }
  ::std::uint32_t offer(int tag, const ::std::byte* data, ::std::size_t bytes, bool helps) {
    ::std::uint32_t turn = 0;
    now().until([&] {
      sender_remembers();
      return (turn = a.out().offer(tag, data, bytes, helps)) != 0;
    });
    return turn;
  }
  link::message next(int tag) {
    ::std::optional<link::message> m;
    now().until([&] { return (m = b.find(tag)).has_value(); });
    return *m;
  }
  void receive(int tag, unsigned k, ::std::size_t bytes) {
    for (::std::size_t left = bytes;;) {
      const link::message m = next(tag);
      now().expect(
          m.bytes == left && m.here <= left && (m.unexpected || m.here == ::std::min(left, shape.longest())),
          "another length");
      if (!m.unexpected) now().touch(m.data, m.here, false);
      now().expect(::std::all_of(m.data, m.data + m.here, [k](::std::byte x) { return x == mark(k); }),
                   "other data");
      b.done(m);
      left -= m.here;
      if (left == 0) return;
    }
  }

 private:
  // The place of the tag of a message of this many bytes, after messages that took this many half lines.
  static ::std::byte* tag_of(::std::size_t bytes, unsigned& halves) {
    const bool wide = slot::is_wide(bytes, bytes <= slot::most ? transport::inside : transport::in_ring);
    if (wide && halves % 2 == 1) ++halves;
    auto* const line =
        reinterpret_cast<::std::byte*>(&shape.all_lines(ring_of_one)[halves / 2 % shape.lines]);
    ::std::byte* const tag = line + (halves % 2 == 1 ? 56 : 4);
    halves += wide ? 2 : 1;
    return tag;
  }
  unsigned sent_ = 0;
};

template <unsigned n>
struct messages_of : two_processes {
  explicit messages_of(const ::std::array<::std::size_t, n>& lengths) : lengths_(lengths) {}
  void sends() override {
    for (unsigned k = 0; k < n; ++k) send(7, k, lengths_[k]);
  }
  void receives() override {
    for (unsigned k = 0; k < n; ++k) {
      receiver_remembers(k);
      receive(7, k, lengths_[k]);
    }
  }

 private:
  ::std::array<::std::size_t, n> lengths_;
};

// Enough messages that all of a ring is reused. First the data rooms are full, and a message that does not
// fit at the end goes to the beginning; then the slots are full.
constexpr ::std::array<::std::size_t, 10> lengths{64, 8, 100, 100, 50, 128, 0, 100, 64, 1};
struct messages : messages_of<10> {
  messages() : messages_of(lengths) {}
};
// In the small room, as long as it has any, and in the large one otherwise.
struct in_both_rooms : messages_of<8> {
  in_both_rooms() : messages_of({64, 50, 64, 64, 50, 64, 64, 64}) {}
};
struct in_pieces : messages_of<5> {
  in_pieces() : messages_of({300, 100, 256, 8, 129}) {}
};
struct short_messages : messages_of<7> {
  short_messages() : messages_of({8, 44, 0, 1, 44, 8, 44}) {}
};
struct two_in_a_line : messages_of<10> {
  two_in_a_line() : messages_of({8, 16, 0, 1, 16, 16, 44, 1, 17, 8}) {}
};

// The other way round: messages that are not received yet are set aside.
struct other_order : two_processes {
  void sends() override {
    for (unsigned k = 0; k < 6; ++k) send(k % 2 == 0 ? 1 : 2, k, lengths[k]);
  }
  void receives() override {
    for (const int tag : {2, 1})
      for (unsigned k = 0; k < 6; ++k)
        if ((k % 2 == 0 ? 1 : 2) == tag) receive(tag, k, lengths[k]);
  }
};

struct pieces_set_aside : two_processes {
  void sends() override {
    send(1, 0, 300);
    send(2, 1, 200);
    send(1, 2, 130);
  }
  void receives() override {
    receive(2, 1, 200);
    receive(1, 0, 300);
    receive(1, 2, 130);
  }
};

// Messages in the sender's memory, which the sender reuses. Messages that it helps to copy have two grains or
// more.
constexpr unsigned most_grains = 4;
alignas(cache_line)::std::array<::std::byte, most_grains * of_a_grain> source, target;

// The receiver's part, until the sender has copied its chunks, too.
void both_receive(shared_copy& c, ::std::uint32_t turn, ::std::size_t bytes) {
  begin_copy(c, turn, target.data());
  receive_copy(c, turn, remote_memory(1, false), source.data(), target.data(), bytes);
  ::std::optional<copy_result> result;
  now().until([&] { return (result = copy_ended(c, bytes)).has_value(); });
  now().expect(*result == copy_result::complete, "failed");
}

class copies : public two_processes {
 public:
  /// The grains of each message.
  explicit copies(::std::vector<unsigned> grains) : grains_(::std::move(grains)) {}

 private:
  static ::std::size_t bytes_of(unsigned grains) { return grains * of_a_grain - 8; }
  void mark_all(unsigned k) {
    for (unsigned c = 0; c < most_grains; ++c) {
      now().touch(&source[c * of_a_grain], 1, true);
      source[c * of_a_grain] = mark(k);
    }
  }
  void sends() override {
    for (unsigned k = 0; k < grains_.size(); ++k) {
      const ::std::size_t bytes = bytes_of(grains_[k]);
      const bool helps = grains_[k] > 1;
      mark_all(k);
      const ::std::uint32_t turn = offer(7, source.data(), bytes, helps);
      now().until([&] {
        if (a.out().is_copied(turn)) return true;
        if (helps) help_copy(a.out().copy_of(turn), turn, *a.memory(), source.data(), bytes);
        return false;
      });
      now().expect(!a.out().is_refused(turn), "nobody refused it");
    }
    mark_all(100);
  }
  void receives() override {
    for (unsigned k = 0; k < grains_.size(); ++k) {
      receiver_remembers(k);
      const ::std::size_t bytes = bytes_of(grains_[k]);
      const link::message m = next(7);
      now().expect(m.way == transport::in_memory && m.bytes == bytes && m.helps == (grains_[k] > 1),
                   "another message");
      if (m.helps)
        both_receive(b.copy_of(m), m.turn, bytes);
      else
        now().expect(b.memory()->read(m.data, target.data(), bytes) == copy_result::complete, "failed");
      for (unsigned c = 0; c < grains_[k]; ++c) {
        now().touch(&target[c * of_a_grain], 1, false);
        now().expect(target[c * of_a_grain] == mark(k), "other data");
      }
      b.done(m);
    }
  }

  ::std::vector<unsigned> grains_;
};

struct one_each : copies {
  one_each() : copies(::std::vector(tickets + 2, 1U)) {}
};
struct both_copy : copies {
  both_copy() : copies({most_grains}) {}  // in chunks of two, one and one
};
// Two messages after each other with the same ticket, told of by another atomic than usual.
struct ticket_again : two_processes {
  static constexpr ::std::size_t bytes = 2 * of_a_grain - 8;
  static constexpr ::std::array<::std::uint32_t, 2> turns{1, 1 + tickets};
  shared_copy& copy = shape.copies(ring_of_one)[0];
  std::atomic<::std::uint32_t>& offered = shape.copies(ring_of_one)[1].last;

  static ::std::byte* grain_of(::std::array<::std::byte, most_grains * of_a_grain>& data, unsigned c) {
    return &data[c * of_a_grain];
  }
  void sends() override {
    for (const ::std::uint32_t turn : turns) {
      now().remembers_only(&turn, sizeof turn);
      for (const unsigned c : {0U, 1U}) {
        now().touch(grain_of(source, c), 1, true);
        *grain_of(source, c) = static_cast<::std::byte>(turn);
      }
      offered.store(turn, ::std::memory_order_release);
      now().until([&] {
        if (copy.last.load(::std::memory_order_acquire) == turn) return true;
        help_copy(copy, turn, remote_memory(1, false), source.data(), bytes);
        return false;
      });
    }
  }
  void receives() override {
    for (const ::std::uint32_t turn : turns) {
      now().remembers_only(&turn, sizeof turn);
      now().until([&] { return offered.load(::std::memory_order_acquire) == turn; });
      both_receive(copy, turn, bytes);
      for (const unsigned c : {0U, 1U}) {
        now().touch(grain_of(target, c), 1, false);
        now().expect(*grain_of(target, c) == static_cast<::std::byte>(turn), "other data");
      }
      copy.last.store(turn, ::std::memory_order_release);
    }
  }
};

// The receiver could not read some, and waits for them by other means: the sender learns which.
struct refusals : two_processes {
  static constexpr unsigned offered = tickets + 2;
  static bool refused(unsigned k) { return k % 3 == 0; }
  void sends() override {
    for (unsigned k = 0; k < offered; ++k) {
      const ::std::uint32_t turn = offer(7, source.data(), 100, false);
      now().until([&] { return a.out().is_copied(turn); });
      now().expect(a.out().is_refused(turn) == refused(k), "not what the receiver said");
    }
  }
  void receives() override {
    for (unsigned k = 0; k < offered; ++k) {
      receiver_remembers(k);
      const link::message m = next(7);
      if (refused(k)) b.refuse(m, false);
      b.done(m);
    }
  }
};

// Several under way at once, copied in another order than they are sent in: each has a ticket of its own.
struct copies_out_of_order : two_processes {
  static constexpr unsigned offered = 3;
  static constexpr ::std::size_t bytes = 100;
  void sends() override {
    ::std::array<::std::uint32_t, offered> turns{};
    for (unsigned k = 0; k < offered; ++k) {
      now().touch(&source[k * of_a_grain], 1, true);
      source[k * of_a_grain] = mark(k);
      turns[k] = a.out().offer(static_cast<int>(k), &source[k * of_a_grain], bytes, false);
    }
    for (unsigned k = 0; k < offered; ++k) {
      now().until([&] { return a.out().is_copied(turns[k]); });
      now().touch(&source[k * of_a_grain], 1, true);
    }
  }
  void receives() override {
    for (unsigned k = offered; k-- > 0;) {
      const link::message m = next(static_cast<int>(k));
      now().expect(b.memory()->read(m.data, target.data(), bytes) == copy_result::complete, "failed");
      now().expect(target[0] == mark(k), "other data");
      b.done(m);
    }
  }
};

// By the sender's board, with room for four pieces, which is written again when they have been read.
constexpr ring_shape with_board{
    .lines = shape.lines, .large = shape.large, .small = shape.small, .board = 256};
constexpr ::std::size_t on_board = with_board.piece_of(data_room::board);
alignas(cache_line)::std::array<::std::byte, with_board.board> board_memory;

struct on_the_board : interleavings::scenario {
  static constexpr ::std::array<::std::size_t, 5> lengths{on_board, on_board + 1, 10, 2 * on_board, 1};
  link a{with_board, ring_of_one, ring_of_other, {}, false};
  board mine{with_board, board_memory.data(), false, ::std::chrono::nanoseconds{0}};
  link b{with_board, ring_of_other, ring_of_one, {}, false, board_memory.data()};

  on_the_board() {
    ::std::ranges::fill(rings_memory, ::std::byte{});
    ::std::ranges::fill(board_memory, ::std::byte{});
    mine.add(a.out());
  }
  static ::std::byte mark(unsigned k) { return static_cast<::std::byte>(k + 1); }
  void run(::std::size_t process) final { process == 0 ? sends() : receives(); }
  void sender_remembers() {
    ::std::array<::std::byte, sizeof(ring_writer) + sizeof(::std::size_t)> all;
    const ::std::size_t room = mine.room();
    ::std::memcpy(all.data(), &a.out(), sizeof(ring_writer));
    ::std::memcpy(all.data() + sizeof(ring_writer), &room, sizeof room);
    now().remembers_only(all.data(), all.size());
  }
  void sends() {
    ::std::array<::std::byte, on_board> data;
    for (unsigned k = 0; k < lengths.size(); ++k) {
      data.fill(mark(k));
      for (::std::size_t left = lengths[k]; left > 0; left -= ::std::min(left, data.size())) {
        const ::std::size_t here = ::std::min(left, data.size());
        ::std::optional<place_of_data> place;
        now().until([&] {
          sender_remembers();
          return (place = mine.write(data.data(), here)).has_value();
        });
        now().touch(&board_memory[with_board.offset_of(*place)], here, true);
        now().until([&] { return a.out().publish(7, left, *place); });
      }
    }
  }
  void receives() {
    for (unsigned k = 0; k < lengths.size(); ++k) {
      for (::std::size_t left = lengths[k]; left > 0;) {
        const ::std::array<::std::size_t, 2> knows{k, left};
        now().remembers_only(&knows, sizeof knows);
        ::std::optional<link::message> m;
        now().until([&] { return (m = b.find(7)).has_value(); });
        now().expect(m->bytes == left && m->here == ::std::min(left, on_board), "another length");
        now().touch(m->data, m->here, false);
        now().expect(::std::all_of(m->data, m->data + m->here, [k](::std::byte x) { return x == mark(k); }),
                     "other data");
        b.done(*m);
        left -= m->here;
      }
    }
  }
};

template <class Scenario>
exploration all_orders() {
  return exploration([] { return ::std::make_unique<Scenario>(); });
}

template <class Scenario>
void right_in_all_orders() {
  exploration e = all_orders<Scenario>();
  EXPECT_EQ(e.fault(), "");
  EXPECT_GT(e.states(), 50U) << "nothing was tried";
  testing::Test::RecordProperty("states", static_cast<int>(e.states()));
}

TEST(all_orders, of_messages) { right_in_all_orders<messages>(); }
TEST(all_orders, of_messages_in_both_rooms) { right_in_all_orders<in_both_rooms>(); }
TEST(all_orders, of_short_messages) { right_in_all_orders<short_messages>(); }
TEST(all_orders, of_messages_of_which_two_share_a_line) { right_in_all_orders<two_in_a_line>(); }
TEST(all_orders, of_messages_in_pieces) { right_in_all_orders<in_pieces>(); }
TEST(all_orders, of_pieces_that_are_set_aside) { right_in_all_orders<pieces_set_aside>(); }
TEST(all_orders, of_messages_that_are_set_aside) { right_in_all_orders<other_order>(); }
TEST(all_orders, of_messages_in_the_senders_memory) { right_in_all_orders<one_each>(); }
TEST(all_orders, of_messages_copied_out_of_order) { right_in_all_orders<copies_out_of_order>(); }
TEST(all_orders, of_a_message_that_both_copy) { right_in_all_orders<both_copy>(); }
TEST(all_orders, of_a_ticket_that_comes_again) { right_in_all_orders<ticket_again>(); }
TEST(all_orders, of_messages_on_the_board) { right_in_all_orders<on_the_board>(); }
TEST(all_orders, of_messages_that_are_refused) { right_in_all_orders<refusals>(); }

// The proof of the proof: where one of the orders is missing that the sources ask for, it is seen.
struct part {
  const void* begin;
  ::std::size_t bytes;
};
template <class Scenario>
void needs(const part& p) {
  for (const bool stores : {true, false}) {
    exploration e = all_orders<Scenario>();
    e.weaken(p.begin, p.bytes, stores, !stores);
    EXPECT_NE(e.fault(), "") << (stores ? "stores" : "loads");
  }
}

part turns() { return {shape.all_lines(ring_of_one), shape.lines * sizeof(slots_of_line)}; }
part taken() { return {&shape.taken(ring_of_one), sizeof(progress_of_reader)}; }
part tickets_of_copies() { return {shape.copies(ring_of_one), tickets * sizeof(shared_copy)}; }

TEST(each_order_is_needed, from_data_to_turn) {
  needs<messages>(turns());
  needs<two_in_a_line>(turns());
  needs<on_the_board>(turns());
}
TEST(each_order_is_needed, from_reading_to_taken) {
  needs<messages>(taken());
  needs<in_both_rooms>(taken());
  needs<short_messages>(taken());
  needs<on_the_board>(taken());
}
TEST(each_order_is_needed, from_copying_to_copied) {
  needs<one_each>(tickets_of_copies());
  needs<both_copy>(tickets_of_copies());
}

}  // namespace
}  // namespace tutti::node
