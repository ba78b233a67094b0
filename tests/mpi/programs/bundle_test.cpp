// Messages in several parts on MPI, with any layouts, holes and negative lower bounds. Sender and receiver
// cut the data differently, or one of them uses a single piece of packed bytes. Short messages travel packed.
// For long ones, datatypes are made. With TUTTI_SEGMENT, messages travel in segments. Memory is compared byte
// by byte.

#include "tutti/bundle.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <string>

#include "oracle/layouts.hpp"
#include "oracle/oracle.hpp"
#include "tutti/mpi/run.hpp"

namespace oracle {
namespace {

using tutti::buffer;
using tutti::bundle;
using tutti::const_bundle;
using tutti::process;
using tutti::task;

struct shape {
  int parts;
  long ints;  // total
  // Of every second part but the last. The other parts are ints.
  int layout;
  bool packed = false;  // a single piece of bytes
};

// One end of a message: parts in random order with gaps. Some are empty, and some begin where the previous
// one ends.
class end {
 public:
  end(const shape& s, unsigned seed) : ints_(s.ints), packed_(s.packed) {
    std::mt19937 random(seed);
    const layout& one = int_layouts()[0];
    if (packed_) {
      bytes_.resize(static_cast<std::size_t>(ints_) * sizeof(int));
      return;
    }
    std::vector<const layout*> of;
    std::vector<int> counts;
    for (long left = s.ints, i = 0; i < s.parts; ++i) {
      const layout& l =
          i % 2 == 0 && i + 1 < s.parts ? int_layouts()[static_cast<std::size_t>(s.layout)] : one;
      const long most = left / l.scalars(), fair = 2 * s.ints / s.parts / l.scalars();
      const long n = i + 1 == s.parts
                         ? left
                         : std::min(most, static_cast<long>(random() % (static_cast<unsigned>(fair) + 1)));
      left -= n * l.scalars();
      of.push_back(&l);
      counts.push_back(static_cast<int>(n));
    }
    // Positions in memory, drawn before the parts are reordered.
    std::vector<std::size_t> order(of.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    pieces_.resize(of.size());
    std::ptrdiff_t at = 0;
    for (const std::size_t i : order) {
      const layout& l = *of[i];
      std::ptrdiff_t low = 0, high = 0;
      for (const field& f : l.fields) {
        low = std::min(low, f.offset);
        high = std::max(high, f.offset + static_cast<std::ptrdiff_t>(f.size));
      }
      pieces_[i] = {&l, at - low, counts[i]};
      at += (counts[i] + 1) * std::max(l.extent, high - low) + (random() % 2 == 0 ? 0 : 40);
    }
    for (const piece& x : pieces_) memory_.cover(*x.of, x.displacement, x.count);
  }
  void write(const packed& data) {
    if (packed_) bytes_ = data;
    each(data, [this](const piece& x, const packed& part) { memory_.write(*x.of, x.displacement, part); });
  }
  void expect(const packed& data) {
    expected_ = data;
    each(data, [this](const piece& x, const packed& part) { memory_.expect(*x.of, x.displacement, part); });
  }
  [[nodiscard]] std::string difference() {
    if (!packed_) return memory_.difference();
    return bytes_ == expected_ ? "" : "the packed bytes differ";
  }
  template <class Bundle>
  void add_to(Bundle& b) {
    if (packed_) b.add(buffer(reinterpret_cast<std::byte*>(bytes_.data()), bytes_.size(), tutti::byte_type));
    for (const piece& x : pieces_)
      b.add(tutti::elements(static_cast<char*>(memory_.address()) + x.displacement, x.count, x.of->type));
  }
  [[nodiscard]] std::size_t room() const { return pieces_.size() + 1; }

 private:
  struct piece {
    const layout* of = nullptr;
    std::ptrdiff_t displacement = 0;
    int count = 0;
  };
  template <class Visit>
  void each(const packed& data, Visit visit) {
    auto at = data.begin();
    for (const piece& x : pieces_) {
      const auto after = at + x.count * x.of->scalars() * static_cast<std::ptrdiff_t>(sizeof(int));
      visit(x, packed(at, after));
      at = after;
    }
  }
  long ints_;
  bool packed_;
  packed bytes_, expected_;
  std::vector<piece> pieces_;
  canvas memory_;
};

enum class manner { sendrecv, turns, together, copy };

task move(process& self, manner how, end* from, end* to) {
  const_bundle out(from->room());
  bundle in(to->room());
  from->add_to(out);
  to->add_to(in);
  const int p = self.size(), up = tutti::ring(self.rank(), 1, p), down = tutti::ring(self.rank(), -1, p);
  if (how == manner::copy) {
    self.copy(out, in);
  } else if (how == manner::sendrecv) {
    co_await self.sendrecv(out, up, in, down);
  } else if (how == manner::together) {
    std::array<tutti::transfer, 2> both{tutti::transfer{out, up, {}, tutti::nobody},
                                        tutti::transfer{{}, tutti::nobody, in, down}};
    const std::span<tutti::transfer> list(both);
    co_await self.together(list);
  } else {  // sequentially around the ring
    if (self.rank() > 0) co_await self.recv(in, down);
    co_await self.send(out, up);
    if (self.rank() == 0) co_await self.recv(in, down);
  }
}

void check(const shape& out, const shape& in, manner how, unsigned seed, verdict& v) {
  int rank = 0, p = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  if (how == manner::turns && p == 1) return;
  const auto text = [](const shape& s) {
    return s.packed ? std::string("one piece of bytes")
                    : std::to_string(s.parts) + " parts of " +
                          int_layouts()[static_cast<std::size_t>(s.layout)].name;
  };
  v.begin(std::to_string(out.ints) + " ints from " + text(out) + " to " + text(in) + ", manner " +
          std::to_string(static_cast<int>(how)));
  const int from = how == manner::copy ? rank : tutti::ring(rank, -1, p);
  const layout& one = int_layouts()[0];
  end source(out, seed * 64 + static_cast<unsigned>(rank)),
      target(in, seed * 64 + 32 + static_cast<unsigned>(rank));
  source.write(message(one, out.ints, seed, rank));
  target.expect(message(one, in.ints, seed, from));
  const packed before = message(one, out.ints, seed, rank);
  source.expect(before);
  tutti::run(MPI_COMM_WORLD, [&](process& self) { return move(self, how, &source, &target); });
  v.check("what arrived", target.difference());
  v.check("what was sent", source.difference());
}

void all_cases(verdict& v) {
  const int layouts = static_cast<int>(int_layouts().size());
  unsigned seed = 1;
  for (const manner how : {manner::sendrecv, manner::turns, manner::together, manner::copy})
    for (const long ints : {0L, 1L, 30L, 2000L, 100'000L})
      for (int l = 0; l < layouts; ++l) {
        const int parts = 1 + static_cast<int>(seed * 7 % 6);
        check({parts, ints, l}, {7 - parts, ints, (l + 1) % layouts}, how, ++seed, v);
        check({0, ints, 0, true}, {parts, ints, l}, how, ++seed, v);
        check({parts, ints, l}, {0, ints, 0, true}, how, ++seed, v);
      }
  // Long messages of long parts, for which tutti makes datatypes with both libraries.
  for (const manner how : {manner::sendrecv, manner::turns, manner::together}) {
    check({3, 3'000'000, 0}, {5, 3'000'000, 0}, how, ++seed, v);
    check({0, 3'000'000, 0, true}, {5, 3'000'000, 0}, how, ++seed, v);
    check({6, 3'000'000, 2}, {4, 3'000'000, 5}, how, ++seed, v);
  }
}

}  // namespace
}  // namespace oracle

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  oracle::verdict v;
  oracle::all_cases(v);
  const int status = v.finish();
  MPI_Finalize();
  return status;
}
