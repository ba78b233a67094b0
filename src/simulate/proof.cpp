#include "tutti/proof.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "simulate/terms.hpp"
#include "tutti/nodes.hpp"
#include "tutti/simulate.hpp"

namespace tutti {
namespace {

constexpr datatype plain{.size = 8, .extent = 8, .true_lb = 0, .true_extent = 8, .dense = true};
constexpr datatype holed{.size = 8, .extent = 24, .true_lb = 8, .true_extent = 8, .dense = false};
constexpr std::size_t shown = 4;

bool personal(collective c) {  // each pair of processes has a block of its own
  return c == collective::alltoall || c == collective::alltoallv || c == collective::alltoallw;
}
bool reducing(collective c) { return c >= collective::reduce; }

// Elements in memory, with what surrounds them.
class store {
 public:
  store(const datatype& type, std::size_t n)
      : type_(type), n_(n), memory_(n * static_cast<std::size_t>(type.extent) + 1, std::byte{0}) {}
  std::byte* base() { return memory_.data(); }
  void set(std::size_t i, term t) { std::memcpy(at(i), &t, sizeof t); }
  term get(std::size_t i) {
    term t = 0;
    std::memcpy(&t, at(i), sizeof t);
    return t;
  }
  buffer all() { return {base(), n_, type_}; }
  const std::vector<std::byte>& image() const { return memory_; }

 private:
  std::byte* at(std::size_t i) {
    return base() + static_cast<std::ptrdiff_t>(i) * type_.extent + type_.true_lb;
  }
  const datatype& type_;
  std::size_t n_;
  std::vector<std::byte> memory_;
};

// What one process holds: `mine` is in or send, `result` is out or recv. In place they are one.
struct holdings {
  store mine, result;
  std::vector<std::byte> before;
};

class experiment {
 public:
  explicit experiment(const instance& i)
      : i_(i), c_(i.of->of), type_(i.holes ? holed : plain), bytes_(i.of->needs.bytes && !reducing(c_)) {
    const auto p = static_cast<std::size_t>(i.p);
    if (personal(c_)) {
      for (std::size_t r = 0; r < p; ++r) {
        send_offsets_.push_back(offsets([&](std::size_t d) { return r * p + d; }));
        recv_offsets_.push_back(offsets([&](std::size_t s) { return s * p + r; }));
      }
    } else {
      recv_offsets_.push_back(offsets([](std::size_t r) { return r; }));
    }
    for (int r = 0; r < i.p; ++r) holdings_.push_back(make(r));
    if (!i.nodes.empty()) nodes_.emplace(i.nodes);
  }

  void run(world& w) {
    w.poison_with(0);
    w.combine_with([this](const operation&, const_buffer l, buffer r) {
      combined_ = true;
      for (std::size_t k = 0; k < r.count; ++k) {
        term a = 0, b = 0;
        const auto at = [k](auto x) { return x.slice(k, 1).data + x.type->true_lb; };
        std::memcpy(&a, at(l), sizeof a);
        std::memcpy(&b, at(r), sizeof b);
        b = terms_.combined(a, b);
        std::memcpy(at(r), &b, sizeof b);
      }
    });
    w.run([this](process& self) { return i_.of->run(self, call_of(self.rank())); });
  }

  /// Whether anything was combined in a run with data.
  [[nodiscard]] bool combined() const { return combined_; }

  void check(std::vector<std::string>& wrong) {
    for (int r = 0; r < i_.p && wrong.size() < shown; ++r) {
      holdings& h = holdings_[static_cast<std::size_t>(r)];
      if (!i_.in_place && h.mine.image() != h.before && c_ != collective::bcast)
        wrong.push_back("process " + std::to_string(r) + ": the send buffer was written");
      check_result(r, h, wrong);
    }
  }

 private:
  template <class F>
  std::vector<std::size_t> offsets(F index) const {
    std::vector<std::size_t> o{0};
    for (std::size_t r = 0; r < static_cast<std::size_t>(i_.p); ++r)
      o.push_back(o.back() + (i_.counts.empty() ? i_.count : static_cast<std::size_t>(i_.counts[index(r)])));
    return o;
  }

  const std::vector<std::size_t>& block_offsets() const { return recv_offsets_[0]; }
  std::size_t block_start(int r) const { return block_offsets()[static_cast<std::size_t>(r)]; }
  std::size_t block_length(int r) const { return block_start(r + 1) - block_start(r); }
  std::size_t all_blocks() const { return block_offsets().back(); }
  bool is_root(int r) const { return r == i_.root; }

  holdings make(int r) {
    const auto k = static_cast<std::size_t>(r);
    std::size_t mine = 0, result = 0;
    switch (c_) {
      case collective::barrier: break;
      case collective::bcast: result = i_.count; break;
      case collective::gather:
      case collective::gatherv: mine = block_length(r), result = is_root(r) ? all_blocks() : 0; break;
      case collective::scatter:
      case collective::scatterv: mine = is_root(r) ? all_blocks() : 0, result = block_length(r); break;
      case collective::allgather:
      case collective::allgatherv: mine = block_length(r), result = all_blocks(); break;
      case collective::alltoall:
      case collective::alltoallv:
      case collective::alltoallw: mine = send_offsets_[k].back(), result = recv_offsets_[k].back(); break;
      case collective::reduce: mine = i_.count, result = is_root(r) ? i_.count : 0; break;
      case collective::allreduce:
      case collective::scan:
      case collective::exscan: mine = result = i_.count; break;
      case collective::reduce_scatter:
      case collective::reduce_scatter_block: mine = all_blocks(), result = block_length(r); break;
    }
    holdings h{store(type_, mine), store(type_, result), {}};
    const auto fill = [&](store& s, std::size_t from, std::size_t n, int of, int for_whom) {
      for (std::size_t j = 0; j < n; ++j) s.set(from + j, terms_.contribution(of, for_whom, j));
    };
    switch (c_) {
      case collective::bcast:
        if (is_root(r)) fill(h.result, 0, i_.count, r, -1);
        break;
      case collective::scatter:
      case collective::scatterv:
        if (is_root(r))
          for (int d = 0; d < i_.p; ++d) fill(h.mine, block_start(d), block_length(d), r, d);
        break;
      case collective::alltoall:
      case collective::alltoallv:
      case collective::alltoallw:
        for (int d = 0; d < i_.p; ++d) {
          const auto& o = send_offsets_[k];
          const auto j = static_cast<std::size_t>(d);
          fill(h.mine, o[j], o[j + 1] - o[j], r, d);
        }
        break;
      default: fill(h.mine, 0, mine, r, -1);
    }
    if (i_.in_place) place(r, h);
    h.before = h.mine.image();
    return h;
  }

  // In place the contribution lies where the result will be.
  void place(int r, holdings& h) {
    if (c_ == collective::allreduce || c_ == collective::scan || c_ == collective::exscan ||
        (c_ == collective::reduce && is_root(r)))
      for (std::size_t j = 0; j < i_.count; ++j) h.result.set(j, h.mine.get(j));
    else if (c_ == collective::allgather || c_ == collective::allgatherv ||
             ((c_ == collective::gather || c_ == collective::gatherv) && is_root(r)))
      for (std::size_t j = 0; j < block_length(r); ++j) h.result.set(block_start(r) + j, h.mine.get(j));
  }

  const_buffer as_bytes(const_buffer b) const {
    return bytes_ ? const_buffer(b.data, b.bytes(), byte_type) : b;
  }
  buffer as_bytes(buffer b) const { return bytes_ ? buffer(b.data, b.bytes(), byte_type) : b; }
  template <class Blocks>
  Blocks as_blocks(std::byte* base, std::size_t side) {
    // side 0: recv (or send) of all but alltoall; otherwise 1 + rank of a sender, or 1 + p + rank of a receiver
    const auto p = static_cast<std::size_t>(i_.p);
    const auto& o = side == 0   ? block_offsets()
                    : side <= p ? send_offsets_[side - 1]
                                : recv_offsets_[side - 1 - p];
    if (i_.counts.empty())
      return Blocks::regular(base, bytes_ ? 8 * i_.count : i_.count, bytes_ ? byte_type : type_, i_.p);
    auto& scaled = scaled_[side];
    scaled = o;
    if (bytes_)
      for (auto& x : scaled) x *= 8;
    return Blocks::consecutive(base, scaled.data(), bytes_ ? byte_type : type_, i_.p);
  }

  call call_of(int r) {
    if (scaled_.empty()) scaled_.resize(1 + 2 * static_cast<std::size_t>(i_.p));
    holdings& h = holdings_[static_cast<std::size_t>(r)];
    const auto k = static_cast<std::size_t>(r), p = static_cast<std::size_t>(i_.p);
    call c;
    c.root = i_.root;
    c.pieces = i_.pieces;
    c.direct = i_.direct;
    c.nodes = nodes_ ? &*nodes_ : nullptr;
    c.op = {.commutative = i_.commutes || i_.of->needs.commutative || i_.of->needs.exact,
            .exact = i_.of->needs.exact,
            .handle = 0};
    switch (c_) {
      case collective::barrier: break;
      case collective::bcast: c.out = as_bytes(h.result.all()); break;
      case collective::gather:
      case collective::gatherv:
      case collective::allgather:
      case collective::allgatherv: {
        const bool receives = is_root(r) || c_ == collective::allgather || c_ == collective::allgatherv;
        if (receives) c.recv = as_blocks<blocks>(h.result.base(), 0);
        c.in = as_bytes(h.mine.all());
        if (receives && i_.in_place) c.in = c.recv[r];
        break;
      }
      case collective::scatter:
      case collective::scatterv:
        if (is_root(r)) c.send = as_blocks<const_blocks>(h.mine.base(), 0);
        c.out = as_bytes(h.result.all());
        if (is_root(r) && i_.in_place)
          c.out = {h.mine.base() + static_cast<std::ptrdiff_t>(block_start(r)) * type_.extent, c.out.count,
                   *c.out.type};
        break;
      case collective::alltoall:
      case collective::alltoallv:
      case collective::alltoallw:
        c.send = as_blocks<const_blocks>(h.mine.base(), 1 + k);
        c.recv = as_blocks<blocks>(h.result.base(), 1 + p + k);
        break;
      case collective::reduce:
        if (is_root(r)) c.out = h.result.all();
        c.in = is_root(r) && i_.in_place ? c.out : h.mine.all();
        break;
      case collective::allreduce:
      case collective::scan:
      case collective::exscan:
        c.out = h.result.all();
        c.in = i_.in_place ? c.out : h.mine.all();
        break;
      case collective::reduce_scatter:
      case collective::reduce_scatter_block:
        c.send = as_blocks<const_blocks>(h.mine.base(), 0);
        c.out = h.result.all();
        break;
    }
    return c;
  }

  void differ(int r, std::size_t at, const std::string& expected, term found,
              std::vector<std::string>& wrong) const {
    if (wrong.size() < shown)
      wrong.push_back("process " + std::to_string(r) + ", element " + std::to_string(at) + ": expected " +
                      expected + ", found " + terms_.text(found));
  }

  void check_block(int r, store& s, std::size_t at, std::size_t n, int of, int for_whom,
                   std::vector<std::string>& wrong) {
    for (std::size_t j = 0; j < n; ++j)
      if (const term want = terms_.contribution(of, for_whom, j); s.get(at + j) != want)
        differ(r, at + j, terms_.text(want), s.get(at + j), wrong);
  }

  void check_reduced(int r, store& s, std::size_t at, std::size_t k, int last,
                     std::vector<std::string>& wrong) {
    const term t = s.get(at);
    const bool ordered = !i_.commutes && !i_.of->needs.commutative && !i_.of->needs.exact;
    if (!terms_.is_reduction(t, last, k, ordered))
      differ(r, at,
             "x0[" + std::to_string(k) + "] .. x" + std::to_string(last) + "[" + std::to_string(k) + "]" +
                 (ordered ? " in rank order" : ""),
             t, wrong);
  }

  void check_result(int r, holdings& h, std::vector<std::string>& wrong) {
    const auto k = static_cast<std::size_t>(r);
    switch (c_) {
      case collective::barrier: break;
      case collective::bcast: check_block(r, h.result, 0, i_.count, i_.root, -1, wrong); break;
      case collective::gather:
      case collective::gatherv:
        if (!is_root(r)) break;
        [[fallthrough]];
      case collective::allgather:
      case collective::allgatherv:
        for (int s = 0; s < i_.p; ++s)
          check_block(r, h.result, block_start(s), block_length(s), s, -1, wrong);
        break;
      case collective::scatter:
      case collective::scatterv:
        if (is_root(r) && i_.in_place)
          check_block(r, h.mine, block_start(r), block_length(r), r, r, wrong);
        else
          check_block(r, h.result, 0, block_length(r), i_.root, r, wrong);
        break;
      case collective::alltoall:
      case collective::alltoallv:
      case collective::alltoallw:
        for (int s = 0; s < i_.p; ++s) {
          const auto& o = recv_offsets_[k];
          const auto j = static_cast<std::size_t>(s);
          check_block(r, h.result, o[j], o[j + 1] - o[j], s, r, wrong);
        }
        break;
      case collective::reduce:
        if (is_root(r))
          for (std::size_t j = 0; j < i_.count; ++j) check_reduced(r, h.result, j, j, i_.p - 1, wrong);
        break;
      case collective::allreduce:
        for (std::size_t j = 0; j < i_.count; ++j) {
          check_reduced(r, h.result, j, j, i_.p - 1, wrong);
          if (!i_.of->needs.exact && h.result.get(j) != holdings_[0].result.get(j))
            differ(r, j, "the bracketing of process 0, " + terms_.text(holdings_[0].result.get(j)),
                   h.result.get(j), wrong);
        }
        break;
      case collective::reduce_scatter:
      case collective::reduce_scatter_block:
        for (std::size_t j = 0; j < block_length(r); ++j)
          check_reduced(r, h.result, j, block_start(r) + j, i_.p - 1, wrong);
        break;
      case collective::scan:
        for (std::size_t j = 0; j < i_.count; ++j) check_reduced(r, h.result, j, j, r, wrong);
        break;
      case collective::
          exscan:  // the result of process 0 is undefined, so that nothing is to be written there
        for (std::size_t j = 0; j < i_.count && r == 0; ++j)
          if (const term was = i_.in_place ? terms_.contribution(0, -1, j) : 0; h.result.get(j) != was)
            differ(r, j, terms_.text(was) + ", untouched", h.result.get(j), wrong);
        for (std::size_t j = 0; j < i_.count && r > 0; ++j) check_reduced(r, h.result, j, j, r - 1, wrong);
        break;
    }
  }

  const instance& i_;
  collective c_;
  const datatype& type_;
  bool bytes_;
  terms terms_;
  bool combined_ = false;
  std::vector<std::vector<std::size_t>> send_offsets_, recv_offsets_, scaled_;
  std::vector<holdings> holdings_;
  std::optional<node_map> nodes_;
};

double total_bytes(const instance& i) {
  const auto p = static_cast<double>(i.p);
  double elements = 0;
  switch (i.of->of) {
    case collective::bcast:
    case collective::reduce:
    case collective::allreduce:
    case collective::scan:
    case collective::exscan: elements = static_cast<double>(i.count); break;
    case collective::barrier: break;
    default:
      elements = i.counts.empty() ? p * static_cast<double>(i.count)
                                  : std::accumulate(i.counts.begin(), i.counts.end(), 0.0);
  }
  return 8 * elements;
}

shape shape_of(const instance& i) {
  shape s{i.p, total_bytes(i), i.pieces};
  s.direct = static_cast<double>(i.direct);
  if (!i.counts.empty()) s.longest = 8.0 * *std::max_element(i.counts.begin(), i.counts.end());
  if (!i.nodes.empty()) {
    const node_map map(i.nodes);
    s.nodes = map.nodes();
    s.per_node = map.per_node();
  }
  return s;
}

// Blocks that differ by one element make the longest chain a little longer: only even divisions are exact, into
// pieces, into a part for each process, and into one for each of the largest power of two of processes. What is cut
// on nodes and then between them is cut into parts of parts.
bool divides_evenly(const instance& i) {
  if (!i.counts.empty()) return false;
  const double bytes = total_bytes(i);
  const bool vector = bytes == 8 * static_cast<double>(i.count);
  const auto divides = [&](int parts) { return i.count % static_cast<std::size_t>(parts) == 0; };
  const bool nested = i.nodes.empty() || (vector ? divides(i.p * i.pieces) : std::fmod(bytes, i.pieces) == 0);
  return nested && (!vector || (divides(i.pieces) && divides(i.p) && divides(1 << floor_log2(i.p))));
}

void check_price(const instance& i, finding& f) {
  const shape s = shape_of(i);
  const cost want = i.of->price(s);
  const bool exact = !i.of->bound && s.equal_nodes();
  const auto compare = [&](const char* what, double found, double expected) {
    const double slack = 1e-9 * (1 + std::abs(expected));
    if (exact ? std::abs(found - expected) > slack : found > expected + slack)
      f.wrong.push_back(std::string(what) + ": the price says " + (exact ? "" : "at most ") +
                        std::to_string(expected) + ", found " + std::to_string(found));
  };
  compare("rounds", f.rounds, want.rounds * i.of->worst);
  if (divides_evenly(i)) {
    compare("bytes", f.bytes, want.bytes * i.of->worst);
    compare("bytes reduced", f.reduced, want.reduced * i.of->worst);
  }
}

}  // namespace

finding prove(const instance& of) {
  finding f;
  if (of.of->needs.power_of_two && !is_power_of_two(of.p)) {
    f.wrong.push_back("needs a power of two of processes");
    return f;
  }
  const std::pair<machine, double*> measures[] = {
      {{1, 0, 0}, &f.rounds}, {{0, 1, 0}, &f.bytes}, {{0, 0, 1}, &f.reduced}};
  experiment e(of);
  for (const auto& [clock, into] : measures) {
    if (into == &f.reduced && (!e.combined() || !divides_evenly(of)))
      break;  // nothing to count, or to compare
    world w(of.p, clock);
    if (into != &f.rounds)
      w.without_data();  // the result is checked once, and what lies there does not matter any more
    try {
      e.run(w);
    } catch (const communication_error& error) {
      f.wrong.emplace_back(error.what());
      return f;
    }
    *into = w.time();
    if (into == &f.rounds) {
      e.check(f.wrong);
      for (int r = 0; r < of.p; ++r) {
        f.most_sent = std::max(f.most_sent, w.of(r).bytes_sent);
        f.most_messages = std::max(f.most_messages, w.of(r).messages_sent);
      }
    }
  }
  if (f.wrong.empty()) check_price(of, f);
  return f;
}

std::string describe(const instance& of) {
  std::string s = std::string(name_of(of.of->of)) + "." + std::string(of.of->name) +
                  ", p = " + std::to_string(of.p) + ", root " + std::to_string(of.root);
  if (of.counts.empty()) {
    s += ", " + std::to_string(of.count) + " elements";
  } else {
    s += ", counts";
    for (std::size_t k = 0; k < of.counts.size() && k < 16; ++k) s += " " + std::to_string(of.counts[k]);
    if (of.counts.size() > 16) s += " ...";
  }
  if (of.direct != SIZE_MAX) s += ", straight beyond " + std::to_string(of.direct) + " bytes";
  if (of.pieces != 1) s += ", M = " + std::to_string(of.pieces);
  if (of.in_place) s += ", in place";
  if (of.holes) s += ", with holes";
  if (of.commutes) s += ", an operator that commutes";
  if (!of.nodes.empty()) {
    s += ", on nodes";
    for (std::size_t k = 0; k < of.nodes.size() && k < 32; ++k) s += " " + std::to_string(of.nodes[k]);
    if (of.nodes.size() > 32) s += " ...";
  }
  return s;
}

}  // namespace tutti
