// The messages within a node, between two threads instead of two processes: the thread sanitizer sees them.

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include "node/board.hpp"
#include "node/link.hpp"
#include "node/segment.hpp"

namespace tutti::node {
namespace {

constexpr std::size_t behind_key = 4096;

// Memory that is not shared with another process. The part that is used begins behind the key.
std::optional<segment> memory_of(std::size_t bytes) {
  const memory_offer offer;
  return segment::open(offer.to_others(), behind_key + bytes);
}

// Two rings and a link at each end of them.
struct pair_of_links {
  explicit pair_of_links(std::size_t most, std::optional<remote_memory> memory = {},
                         std::uint64_t already = 0)
      : shape(ring_shape::within(most)),
        memory_of_rings(*memory_of(2 * shape.bytes())),
        a(shape, ring(0), ring(1), memory, false, nullptr, already),
        b(shape, ring(1), ring(0), memory, false, nullptr, already) {}
  std::byte* ring(std::size_t i) { return memory_of_rings.memory().data() + behind_key + i * shape.bytes(); }

  ring_shape shape;
  segment memory_of_rings;
  link a, b;
};

// The content of message k of a tag.
std::vector<std::byte> content(int tag, unsigned k, std::size_t most) {
  std::mt19937 random(static_cast<unsigned>(tag) * 7919U + k);
  std::vector<std::byte> bytes(random() % 3 == 0 ? random() % (most + 1)
                                                 : random() % std::min<std::size_t>(most, 64));
  for (std::byte& x : bytes) x = static_cast<std::byte>(random());
  return bytes;
}

void send(link& l, int tag, const std::vector<std::byte>& bytes) {
  std::byte* room = nullptr;
  while (!(room = l.out().reserve(bytes.size()))) std::this_thread::yield();
  l.out().fill(room, bytes.data(), bytes.size());
  l.out().publish(tag, bytes.size());
}

std::vector<std::byte> receive(link& l, int tag) {
  for (;;) {
    const auto m = l.find(tag);
    if (!m) {
      std::this_thread::yield();
      continue;
    }
    std::vector<std::byte> bytes(m->data, m->data + m->bytes);
    l.done(*m);
    return bytes;
  }
}

class rings : public testing::TestWithParam<std::size_t> {};

TEST(shape, fits_into_what_it_was_given) {
  for (std::size_t most = 4096; most <= std::size_t{1} << 20U; most += 1000) {
    const ring_shape s = ring_shape::within(most);
    EXPECT_LE(s.bytes(), most);
    EXPECT_GE(s.longest(), 256U);
    EXPECT_EQ(s.bytes() % cache_line, 0U);
  }
}

TEST_P(rings, bring_everything_in_order_both_ways) {
  pair_of_links both(GetParam());
  const std::size_t most = both.shape.longest();
  constexpr unsigned messages = 5000;
  const auto talk = [&](link& l, int mine, int theirs) {
    for (unsigned k = 0; k < messages; ++k) {
      send(l, mine, content(mine, k, most));
      ASSERT_EQ(receive(l, theirs), content(theirs, k, most)) << k;
    }
  };
  std::thread other([&] { talk(both.b, 2, 1); });
  talk(both.a, 1, 2);
  other.join();
}

// The sender runs ahead as far as there is room; the receiver wants the tags in an order of its own.
TEST_P(rings, set_aside_what_is_not_wanted_yet) {
  pair_of_links both(GetParam());
  const std::size_t most = both.shape.longest();
  constexpr int tags = 7;
  constexpr unsigned of_each = 200;
  std::thread sender([&] {
    std::array<unsigned, tags> sent{};
    std::mt19937 random(5);
    for (unsigned i = 0; i < tags * of_each;) {
      const int tag = static_cast<int>(random() % tags);
      unsigned& k = sent[static_cast<std::size_t>(tag)];
      if (k == of_each) continue;
      send(both.a, tag, content(tag, k++, most));
      ++i;
    }
  });
  for (int tag = tags - 1; tag >= 0; --tag)
    for (unsigned k = 0; k < of_each; ++k)
      ASSERT_EQ(receive(both.b, tag), content(tag, k, most)) << tag << " " << k;
  EXPECT_FALSE(both.b.find(0));
  sender.join();
}

TEST_P(rings, have_room_for_no_more_than_they_say) {
  pair_of_links both(GetParam());
  const std::size_t most = both.shape.longest();
  std::size_t sent = 0;
  while (std::byte* room = both.a.out().reserve(most)) {
    std::memset(room, static_cast<int>(sent), most);
    both.a.out().publish(0, most);
    ASSERT_LT(++sent, 100U);
  }
  EXPECT_GE(sent, 2U);
  for (std::size_t k = 0; k < sent; ++k) {
    const auto m = both.b.find(0);
    ASSERT_TRUE(m);
    EXPECT_TRUE(std::all_of(m->data, m->data + m->bytes,
                            [k](std::byte x) { return x == static_cast<std::byte>(k); }));
    both.b.done(*m);
  }
  EXPECT_TRUE(both.a.out().reserve(most));
}

// Short messages use the few lines of the small room. They use the large room only while the reader is late.
TEST(ring, takes_the_same_lines_for_short_messages_again) {
  pair_of_links both(65536);
  const auto sent_in_small = [&both](unsigned k) {
    std::byte* const room = both.a.out().reserve(1000);
    std::memset(room, static_cast<int>(k), 1000);
    both.a.out().publish(0, 1000);
    return room >= both.shape.data(both.ring(0), data_room::small);
  };
  const auto received = [&both](unsigned k) {
    const auto m = both.b.find(0);
    const bool right = m && m->bytes == 1000 && std::all_of(m->data, m->data + 1000, [k](std::byte x) {
                         return x == static_cast<std::byte>(k);
                       });
    if (m) both.b.done(*m);
    return right;
  };
  for (unsigned k = 0; k < 100; ++k) {
    ASSERT_TRUE(sent_in_small(k)) << k;
    ASSERT_TRUE(received(k)) << k;
  }
  const unsigned ahead = static_cast<unsigned>(both.shape.small / 1000) + 5;
  unsigned in_small = 0;
  for (unsigned k = 0; k < ahead; ++k) in_small += sent_in_small(k) ? 1 : 0;
  EXPECT_LT(in_small, ahead);
  for (unsigned k = 0; k < ahead; ++k) ASSERT_TRUE(received(k)) << k;
}

// Thousands of unexpected messages: each is found by its tag, without a search through all others. (With a
// search, 200,000 would take minutes.)
TEST(ring, finds_what_was_set_aside_by_its_tag) {
  pair_of_links both(4096);
  constexpr int early = 200000;
  std::vector<std::byte> bytes(sizeof(int));
  for (int tag = 1; tag <= early; ++tag) {
    std::memcpy(bytes.data(), &tag, sizeof tag);
    send(both.a, tag, bytes);
    ASSERT_FALSE(both.b.find(0));
  }
  for (int tag = early; tag >= 1; --tag) {
    std::memcpy(bytes.data(), &tag, sizeof tag);
    ASSERT_EQ(receive(both.b, tag), bytes);
    ASSERT_FALSE(both.b.find(tag));
  }
}

// Its slot still holds the place of an earlier message's data, or data: that means nothing.
TEST(ring, knows_no_place_of_what_comes_by_other_means) {
  pair_of_links both(65536);
  const std::vector<std::byte> bytes(16, std::byte{0xff});
  for (int k = 0; k < 1000; ++k) {
    send(both.a, 1, bytes);
    ASSERT_EQ(receive(both.b, 1), bytes);
    ASSERT_TRUE(both.a.out().announce(2, 1000000));
    const auto m = both.b.find(2);
    ASSERT_TRUE(m);
    ASSERT_EQ(m->way, transport::elsewhere);
    ASSERT_EQ(m->data, nullptr);
    both.b.done(*m);
  }
}

// After this many messages, the next turns exceed 32 bits, 16 bits, or the sign bit.
class turns : public testing::TestWithParam<std::uint64_t> {};

TEST_P(turns, go_on_when_they_wrap) {
  pair_of_links both(65536, remote_memory(getpid()), GetParam() - 3 * tickets);
  constexpr std::array<std::size_t, 5> lengths{8, 44, 1000, 16384, 0};
  std::vector<std::byte> long_one(100000, std::byte{3}), got(long_one.size());
  for (unsigned k = 0; k < 20 * tickets; ++k) {
    const std::vector<std::byte> sent(lengths[k % lengths.size()], static_cast<std::byte>(k + 1));
    send(both.a, 1, sent);
    send(both.b, 1, sent);
    ASSERT_EQ(receive(both.b, 1), sent) << k;
    ASSERT_EQ(receive(both.a, 1), sent) << k;
    long_one.front() = static_cast<std::byte>(k);
    ASSERT_TRUE(both.a.out().may_offer()) << k;
    const std::uint32_t turn = both.a.out().offer(2, long_one.data(), long_one.size(), true);
    ASSERT_NE(turn, 0U) << k;
    ASSERT_FALSE(both.a.out().is_copied(turn)) << k;
    const auto m = both.b.find(2);
    ASSERT_TRUE(m && m->turn == turn) << k;
    begin_copy(both.b.copy_of(*m), turn, got.data());
    help_copy(both.a.out().copy_of(turn), turn, *both.a.memory(), long_one.data(), long_one.size());
    receive_copy(both.b.copy_of(*m), turn, *both.b.memory(), m->data, got.data(), m->bytes);
    ASSERT_EQ(copy_ended(both.b.copy_of(*m), m->bytes), copy_result::complete) << k;
    both.b.done(*m);
    ASSERT_TRUE(both.a.out().is_copied(turn)) << k;
    ASSERT_EQ(got, long_one) << k;
  }
}

INSTANTIATE_TEST_SUITE_P(near_a_wrap, turns,
                         testing::Values(std::uint64_t{1} << 16U, std::uint64_t{1} << 31U,
                                         std::uint64_t{1} << 32U, (std::uint64_t{1} << 33U) - tickets,
                                         std::uint64_t{1} << 40U));

// The count of a room's bytes never restarts. (Bytes that are not filled cost no time.)
TEST(ring, goes_on_after_four_gibibytes) {
  pair_of_links both(65536);
  const std::size_t most = both.shape.longest();
  for (std::uint64_t sent = 0; sent < (std::uint64_t{4} << 30U) + 100 * most; sent += most) {
    std::byte* const room = both.a.out().reserve(most);
    ASSERT_NE(room, nullptr) << sent;
    std::memcpy(room, &sent, sizeof sent);
    both.a.out().publish(0, most);
    const auto m = both.b.find(0);
    ASSERT_TRUE(m && m->bytes == most && std::memcmp(m->data, &sent, sizeof sent) == 0) << sent;
    both.b.done(*m);
  }
}

// A message that is longer than a room is sent piece by piece. With other messages in between, the reader
// keeps pieces for later.
TEST_P(rings, bring_long_messages_in_pieces) {
  pair_of_links both(GetParam());
  const std::size_t piece = both.shape.longest();
  const std::vector<std::size_t> lengths{piece + 1, 2 * piece, 20 * piece + 7, 3 * piece, piece};
  const auto byte_at = [](std::size_t message, std::size_t i) {
    return static_cast<std::byte>((i * 7 + i / 256 + message) % 251);
  };
  std::thread sender([&] {
    for (std::size_t m = 0; m < lengths.size(); ++m) {
      std::vector<std::byte> data(lengths[m]);
      for (std::size_t i = 0; i < data.size(); ++i) data[i] = byte_at(m, i);
      for (std::size_t gone = 0; gone < data.size();) {
        const std::size_t left = data.size() - gone, here = std::min(left, piece);
        std::byte* room = nullptr;
        while (!(room = both.a.out().reserve(here))) std::this_thread::yield();
        both.a.out().fill(room, data.data() + gone, here);
        both.a.out().publish(static_cast<int>(m % 2), left);
        gone += here;
        if (left == 2 * piece) send(both.a, 2, content(2, static_cast<unsigned>(m), 100));
      }
    }
  });
  for (const std::size_t m : {1U, 3U, 0U, 2U, 4U}) {  // of tag 1 first
    std::vector<std::byte> got;
    for (bool last = false; !last;) {
      const auto x = both.b.find(static_cast<int>(m % 2));
      if (!x) {
        std::this_thread::yield();
        continue;
      }
      ASSERT_EQ(x->bytes, lengths[m] - got.size());
      ASSERT_EQ(x->here,
                x->unexpected ? std::clamp<std::size_t>(x->here, 1, x->bytes) : std::min(x->bytes, piece));
      got.insert(got.end(), x->data, x->data + x->here);
      last = x->here == x->bytes;
      both.b.done(*x);
    }
    ASSERT_EQ(got.size(), lengths[m]);
    for (std::size_t i = 0; i < got.size(); ++i) ASSERT_EQ(got[i], byte_at(m, i)) << m << " " << i;
  }
  for (const unsigned m : {1U, 3U}) EXPECT_EQ(receive(both.b, 2), content(2, m, 100));
  sender.join();
}

// One process's board and its links with several others.
struct one_and_others {
  static constexpr std::size_t others = 3;
  explicit one_and_others(std::size_t bytes_of_board, std::chrono::nanoseconds patience = {}) {
    shape.board = bytes_of_board;
    const std::size_t rings = 2 * others * shape.bytes();
    memory.emplace(*memory_of(rings + bytes_of_board));
    std::byte* const begin = memory->memory().data() + behind_key;
    mine.emplace(shape, begin + rings, false, patience);
    for (std::size_t k = 0; k < others; ++k) {
      std::byte *const out = begin + 2 * k * shape.bytes(), *const in = out + shape.bytes();
      to.push_back(std::make_unique<link>(shape, out, in, std::nullopt, false));
      from.push_back(std::make_unique<link>(shape, in, out, std::nullopt, false, begin + rings));
      mine->add(to.back()->out());
    }
  }
  // To those of them whose bit is set.
  void send(unsigned whom, int tag, const std::vector<std::byte>& bytes) {
    for (std::size_t gone = 0; gone < bytes.size();) {
      const std::size_t left = bytes.size() - gone, here = std::min(left, mine->piece());
      std::optional<place_of_data> place;
      while (!(place = mine->write(bytes.data() + gone, here))) std::this_thread::yield();
      for (std::size_t k = 0; k < others; ++k)
        while ((whom >> k & 1U) != 0 && !to[k]->out().publish(tag, left, *place)) std::this_thread::yield();
      gone += here;
    }
  }

  ring_shape shape = ring_shape::within(8192);
  std::optional<segment> memory;
  std::optional<board> mine;
  std::vector<std::unique_ptr<link>> to, from;
};

std::vector<std::byte> receive_pieces(link& l, int tag) {
  std::vector<std::byte> bytes;
  for (;;) {
    const auto m = l.find(tag);
    if (!m) {
      std::this_thread::yield();
      continue;
    }
    bytes.insert(bytes.end(), m->data, m->data + m->here);
    const bool last = m->here == m->bytes;
    l.done(*m);
    if (last) return bytes;
  }
}

// Different readers for each message. The messages have two tags, which one reader receives in another order.
// In between, there are messages for single readers.
TEST(board, brings_everything_to_all_who_are_told) {
  for (const std::size_t bytes : {4096U, 65536U}) {
    one_and_others all(bytes);
    const std::size_t most = 3 * all.mine->piece() + 5;
    constexpr unsigned messages = 2000;
    const auto whom = [](unsigned k) { return k % 7 == 0 ? 7U : 1U + k % 7; };
    const auto message = [most](int tag, unsigned k) {
      std::vector<std::byte> m = content(tag, k, most);
      m.push_back(static_cast<std::byte>(k));  // none is empty
      return m;
    };
    std::vector<std::thread> readers;
    for (std::size_t r = 0; r < one_and_others::others; ++r)
      readers.emplace_back([&, r] {
        link& from = *all.from[r];
        for (unsigned k = 0; k < messages; k += 2) {
          const auto expect = [&](unsigned m) {
            if ((whom(m) >> r & 1U) == 0) return;
            EXPECT_EQ(receive_pieces(from, static_cast<int>(m % 2)), message(static_cast<int>(m % 2), m))
                << m;
          };
          expect(r == 1 ? k + 1 : k);
          expect(r == 1 ? k : k + 1);
          if (k % 10 == 0) {
            EXPECT_EQ(receive(from, 2), content(2, k, 100)) << k;
          }
        }
      });
    for (unsigned k = 0; k < messages; ++k) {
      all.send(whom(k), static_cast<int>(k % 2), message(static_cast<int>(k % 2), k));
      if (k % 10 != 1) continue;
      for (auto& one : all.to) send(*one, 2, content(2, k - 1, 100));
    }
    for (std::thread& reader : readers) reader.join();
  }
}

// A process that has read nothing for a while, because it was sent nothing, keeps no room occupied. A process
// that has not read its messages keeps only their room occupied.
TEST(board, waits_for_nobody_but_those_who_have_something_to_read) {
  one_and_others all(4096);
  const std::vector<std::byte> half(2048, std::byte{1});
  for (int k = 0; k < 20; ++k) {
    all.send(1, 0, half);
    ASSERT_EQ(receive_pieces(*all.from[0], 0), half);
  }
  all.send(2, 0, half);
  all.send(1, 0, half);
  EXPECT_FALSE(all.mine->write(half.data(), all.mine->piece()));
  EXPECT_EQ(receive_pieces(*all.from[0], 0), half);
  EXPECT_FALSE(all.mine->write(half.data(), all.mine->piece())) << "what was written first is not read yet";
  EXPECT_EQ(receive_pieces(*all.from[1], 0), half);
  EXPECT_TRUE(all.mine->write(half.data(), all.mine->piece()));
}

// One of them does not read. As long as it has read nothing, no further message waits for it.
TEST(board, is_stuck_while_the_reader_in_the_way_does_not_read) {
  one_and_others all(4096);  // without patience
  const std::vector<std::byte> piece(all.mine->piece(), std::byte{1});
  for (int k = 0; k < 8; ++k) all.send(3, 0, piece);
  EXPECT_FALSE(all.mine->is_stuck()) << "nobody has asked for room";
  for (int k = 0; k < 8; ++k) ASSERT_EQ(receive_pieces(*all.from[0], 0), piece);
  for (int k = 0; k < 3; ++k) {
    EXPECT_FALSE(all.mine->write(piece.data(), piece.size()));
    EXPECT_TRUE(all.mine->is_stuck());
  }
  ASSERT_EQ(receive_pieces(*all.from[1], 0), piece);
  EXPECT_FALSE(all.mine->is_stuck()) << "it has read something";
  all.send(1, 0, piece);
  EXPECT_FALSE(all.mine->write(piece.data(), piece.size()));
  EXPECT_TRUE(all.mine->is_stuck());
  for (int k = 0; k < 7; ++k) ASSERT_EQ(receive_pieces(*all.from[1], 0), piece);
  EXPECT_FALSE(all.mine->is_stuck());
  EXPECT_TRUE(all.mine->write(piece.data(), piece.size()));
}

TEST(board, is_not_stuck_before_the_patience_is_over) {
  one_and_others all(4096, std::chrono::hours(1));
  const std::vector<std::byte> piece(all.mine->piece(), std::byte{1});
  for (int k = 0; k < 8; ++k) all.send(1, 0, piece);
  EXPECT_FALSE(all.mine->write(piece.data(), piece.size()));
  EXPECT_FALSE(all.mine->is_stuck());
}

TEST(board, goes_on_after_four_gibibytes) {
  one_and_others all(std::size_t{256} << 10U);
  std::vector<std::byte> piece(all.mine->piece());
  for (std::uint64_t sent = 0; sent < (std::uint64_t{4} << 30U) + 100 * piece.size(); sent += piece.size()) {
    std::memcpy(piece.data(), &sent, sizeof sent);
    all.send(1, 0, piece);
    const auto m = all.from[0]->find(0);
    ASSERT_TRUE(m && m->here == piece.size() && std::memcmp(m->data, &sent, sizeof sent) == 0) << sent;
    all.from[0]->done(*m);
  }
}

INSTANTIATE_TEST_SUITE_P(sizes, rings, testing::Values(4096, 8192, 65536, 131072));

// Both ends copy, here within one process; those that come first are received last.
TEST(memory, is_copied_by_both_ends) {
  pair_of_links both(65536, remote_memory(getpid()));
  constexpr std::array<std::size_t, 5> lengths{20000, 32768, 32769, 1000001, 5000000};
  std::vector<std::vector<std::byte>> sent, got;
  for (const std::size_t n : lengths) {
    sent.push_back(std::vector<std::byte>(n));
    std::mt19937 random(static_cast<unsigned>(n));
    for (std::byte& x : sent.back()) x = static_cast<std::byte>(random());
    got.push_back(std::vector<std::byte>(n));
  }
  for (int times = 0; times < 20; ++times) {
    std::thread sender([&] {
      std::vector<std::uint32_t> turns;
      for (std::size_t i = 0; i < lengths.size(); ++i) {
        std::uint32_t turn = 0;
        while (!(turn = both.a.out().offer(static_cast<int>(i), sent[i].data(), lengths[i], true)))
          std::this_thread::yield();
        turns.push_back(turn);
      }
      for (std::size_t i = lengths.size(); i-- > 0;)
        while (!both.a.out().is_copied(turns[i])) {
          help_copy(both.a.out().copy_of(turns[i]), turns[i], *both.a.memory(), sent[i].data(), lengths[i]);
          std::this_thread::yield();
        }
    });
    for (std::size_t i = lengths.size(); i-- > 0;) {
      std::optional<link::message> m;
      while (!(m = both.b.find(static_cast<int>(i)))) std::this_thread::yield();
      ASSERT_EQ(m->way, transport::in_memory);
      ASSERT_EQ(m->bytes, lengths[i]);
      shared_copy& copy = both.b.copy_of(*m);
      begin_copy(copy, m->turn, got[i].data());
      receive_copy(copy, m->turn, *both.b.memory(), m->data, got[i].data(), m->bytes);
      std::optional<copy_result> result;
      while (!(result = copy_ended(copy, m->bytes))) std::this_thread::yield();
      EXPECT_EQ(*result, copy_result::complete);
      both.b.done(*m);
    }
    sender.join();
    EXPECT_EQ(sent, got);
    for (auto& g : got) std::ranges::fill(g, std::byte{0});
  }
}

// The sender has taken a chunk and been stopped: its receiver is not.
TEST(memory, is_not_waited_for_where_the_sender_is_in_the_middle) {
  shared_copy c;
  std::vector<std::byte> from(100000, std::byte{1}), to(from.size());
  const remote_memory here(getpid());
  begin_copy(c, 5, to.data());
  const std::uint64_t first = c.next.fetch_add(1);  // a sender's chunk of one grain
  receive_copy(c, 5, here, from.data(), to.data(), to.size());
  EXPECT_FALSE(copy_ended(c, to.size()));
  const std::size_t grain = std::size_t{32} << 10U;
  EXPECT_EQ(to[grain], std::byte{1}) << "the rest has been copied";
  EXPECT_EQ(to[0], std::byte{0});
  EXPECT_EQ(static_cast<std::uint32_t>(first), 0U);
  c.done.fetch_add(1);
  EXPECT_EQ(copy_ended(c, to.size()), copy_result::complete);
}

// One copy fails; only where the kernel forbids all of them will none be tried again.
TEST(memory, that_cannot_be_copied_is_refused_for_once_or_for_good) {
  pair_of_links both(65536, remote_memory(getpid()));
  const auto refused = [&both](bool forbidden) {
    const std::byte x{};
    const std::uint32_t turn = both.a.out().offer(0, &x, 1, false);
    const auto m = both.b.find(0);
    both.b.refuse(*m, forbidden);
    both.b.done(*m);
    EXPECT_TRUE(both.a.out().is_copied(turn) && both.a.out().is_refused(turn));
    return both.a.out().copy_of(turn).forbidden.load();
  };
  EXPECT_FALSE(refused(false));
  EXPECT_NE(both.b.memory(), nullptr);
  EXPECT_TRUE(refused(true));
  EXPECT_EQ(both.b.memory(), nullptr);
  const remote_memory ended(0x7fffffff);
  std::array<std::byte, 16> room{};
  EXPECT_EQ(ended.read(room.data(), room.data(), room.size()), copy_result::forbidden);
}

// As many messages later as there are turns, one has the same turn again.
TEST(memory, of_an_earlier_message_with_the_same_turn_is_forgotten) {
  pair_of_links both(65536, remote_memory(getpid()));
  shared_copy& c = both.a.out().copy_of(1);
  std::vector<std::byte> from(100000, std::byte{1}), to(from.size()), earlier(from.size());
  begin_copy(c, 1, earlier.data());
  c.last = 1;
  c.refused = 1;
  ASSERT_EQ(both.a.out().offer(0, from.data(), from.size(), true), 1U);
  EXPECT_FALSE(both.a.out().is_copied(1));
  EXPECT_FALSE(both.a.out().is_refused(1));
  help_copy(c, 1, *both.a.memory(), from.data(), from.size());
  EXPECT_EQ(earlier, to) << "was written to";
}

TEST(memory, that_is_not_there_is_an_error) {
  const remote_memory here(getpid());
  std::array<std::byte, 16> room{};
  EXPECT_EQ(here.read(nullptr, room.data(), room.size()), copy_result::failed);
  EXPECT_EQ(here.write(room.data(), nullptr, room.size()), copy_result::failed);
}

TEST(memory, offers_no_more_than_can_be_told_apart) {
  pair_of_links both(65536, remote_memory(getpid()));
  const std::byte x{};
  std::uint32_t offered = 0;
  for (; both.a.out().may_offer() && both.a.out().offer(0, &x, 1, false) != 0; ++offered)
    ;
  EXPECT_EQ(offered, tickets);
  both.b.done(*both.b.find(0));
  both.b.done(*both.b.find(0));
  EXPECT_FALSE(both.a.out().may_offer()) << "before the sender knows";
  EXPECT_TRUE(both.a.out().is_copied(2));
  EXPECT_FALSE(both.a.out().may_offer()) << "the ticket is the other's";
  EXPECT_TRUE(both.a.out().is_copied(1));
  EXPECT_TRUE(both.a.out().may_offer());
}

// As another process opens it.
TEST(segment, is_shared_and_has_no_name) {
  const memory_offer offer;
  const auto mine = segment::open(offer.to_others(), 8192);
  ASSERT_TRUE(mine);
  const pid_t child = fork();
  if (child == 0) {
    const invitation to = offer.to_others(),
                     another{.key = to.key + 2, .process = to.process, .descriptor = to.descriptor},
                     no_memory{.key = to.key, .process = to.process, .descriptor = 0};
    const auto theirs = segment::open(to, 8192);
    if (!theirs || segment::open(to, 4096) || segment::open(another, 8192) || segment::open(no_memory, 8192))
      _exit(1);
    theirs->memory()[8191] = std::byte{42};
    _exit(0);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(mine->memory()[8191], std::byte{42});
}

TEST(segment, longer_than_files_may_be_is_not_made) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit most{4096, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &most);
    const memory_offer offer, longer;
    _exit(segment::open(offer.to_others(), 4096) && !segment::open(longer.to_others(), 8192) ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

// Blocks at any addresses, also one just above the other. Some processors copy those slowly, and tutti copies
// them in another way.
TEST(Copies, AreWholeWhereverTheyLie) {
  constexpr std::size_t most = 3 * 65536 + 77;
  std::vector<std::byte> source(most + 2 * page), target(source.size());
  std::mt19937 random(1);
  for (std::byte& x : source) x = static_cast<std::byte>(random());
  const remote_memory here(getpid(), true);
  for (const std::size_t bytes :
       {std::size_t{0}, std::size_t{1}, std::size_t{2048}, std::size_t{2049}, std::size_t{4096},
        std::size_t{5000}, std::size_t{65536}, std::size_t{65537}, most})
    for (const std::size_t above : {0U, 1U, 16U, 31U, 32U, 4095U}) {
      const std::byte* const from = source.data() + 5;
      const std::size_t apart =
          reinterpret_cast<std::uintptr_t>(target.data()) - reinterpret_cast<std::uintptr_t>(from);
      std::byte* const to = target.data() + (above - apart) % page;
      ASSERT_EQ(written_just_above(to, from), above - 1 < 31);
      const auto copied = [&](const char* how, auto copy) {
        std::ranges::fill(target, std::byte{0x55});
        copy();
        EXPECT_TRUE(std::equal(from, from + bytes, to))
            << how << ", " << bytes << " bytes, " << above << " above";
        const auto untouched = [](std::byte x) { return x == std::byte{0x55}; };
        EXPECT_TRUE(std::all_of(target.data(), to, untouched)) << how;
        EXPECT_TRUE(std::all_of(to + bytes, target.data() + target.size(), untouched)) << how;
      };
      copied("copy_bytes", [&] { copy_bytes(to, from, bytes); });
      copied("copy_by_words", [&] { copy_by_words(to, from, bytes); });
      copied("read", [&] { EXPECT_EQ(here.read(from, to, bytes), copy_result::complete); });
      copied("write", [&] { EXPECT_EQ(here.write(from, to, bytes), copy_result::complete); });
    }
}

// A program's threads may have little memory for their stacks.
TEST(Copies, NeedLittleStack) {
  constexpr std::size_t stack = std::size_t{40} << 10U, bytes = std::size_t{1} << 20U;
  struct two {
    std::vector<std::byte> from, to;
    bool right = false;
  };
  two copied{std::vector<std::byte>(bytes, std::byte{7}), std::vector<std::byte>(bytes + 2 * page)};
  pthread_attr_t small;
  ASSERT_EQ(pthread_attr_init(&small), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&small, stack), 0);
  pthread_t thread;
  const auto copy = [](void* of) -> void* {
    two& c = *static_cast<two*>(of);
    const remote_memory here(getpid(), true);
    const std::size_t apart =
        reinterpret_cast<std::uintptr_t>(c.to.data()) - reinterpret_cast<std::uintptr_t>(c.from.data());
    std::byte* const above = c.to.data() + (16 - apart) % page;
    c.right = here.read(c.from.data(), above, bytes) == copy_result::complete &&
              here.write(c.from.data(), above, bytes) == copy_result::complete &&
              above[bytes - 1] == std::byte{7};
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &small, copy, &copied), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  EXPECT_TRUE(copied.right);
  pthread_attr_destroy(&small);
}

}  // namespace
}  // namespace tutti::node
