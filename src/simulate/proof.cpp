#include "tutti/proof.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <optional>

#include "simulate/holdings.hpp"
#include "simulate/terms.hpp"
#include "simulate/watch.hpp"
#include "tutti/cases.hpp"
#include "tutti/network.hpp"
#include "tutti/nodes.hpp"
#include "tutti/simulate.hpp"

namespace tutti {
namespace {

constexpr datatype of_extent(std::ptrdiff_t extent, std::ptrdiff_t true_lb) {
  return {.size = term_size, .extent = extent, .true_lb = true_lb, .true_extent = term_size, .dense = false};
}
constexpr datatype plain{.size = term_size, .extent = term_size, .true_extent = term_size};
constexpr datatype pairs{.size = 2 * term_size, .extent = 2 * term_size, .true_extent = 2 * term_size};
constexpr datatype holed = of_extent(24, 8), before_its_address = of_extent(16, -8),
                   backwards = of_extent(-24, -8);
constexpr datatype first_field = of_extent(16, 0), second_field = of_extent(16, 8);
constexpr std::size_t shown = 4;

bool personal(collective c) {  // each pair of processes has a block of its own
  return c == collective::alltoall || c == collective::alltoallv || c == collective::alltoallw;
}
bool reducing(collective c) { return c >= collective::reduce; }
bool in_place_at_root(collective c) { return c == collective::scatter || c == collective::scatterv; }

// The memory of all processes of a proof, one proof after the other.
class lent_memory {
 public:
  lent_memory() = default;
  ~lent_memory() { of_thread().forget(); }
  lent_memory(const lent_memory&) = delete;
  lent_memory& operator=(const lent_memory&) = delete;
  [[nodiscard]] watched_memory& get() const { return of_thread(); }

 private:
  static watched_memory& of_thread() {
    thread_local watched_memory memory;
    return memory;
  }
};

class experiment {
 public:
  explicit experiment(const instance& i) : i_(i), c_(i.of->of), bytes_(i.of->needs.bytes && !reducing(c_)) {
    const auto p = static_cast<std::size_t>(i.p);
    if (personal(c_)) {
      for (std::size_t r = 0; r < p; ++r) arrange([&](std::size_t d) { return r * p + d; }, true);
      for (std::size_t r = 0; r < p; ++r) arrange([&](std::size_t s) { return s * p + r; }, false);
    } else if (c_ != collective::barrier) {
      arrange([](std::size_t r) { return r; }, sends_blocks());
    }
    holdings_.reserve(p);
    for (int r = 0; r < i.p; ++r) holdings_.push_back(make(r));
    if (!i.nodes.empty()) nodes_.emplace(i.nodes);
  }

  void run(world& w, bool watched) {
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
    w.run([&](process& self) {
      const call c = call_of(self.rank());
      return watched ? watch(self, memory_.get(), lost_, i_.of->run, c) : i_.of->run(self, c);
    });
  }

  /// Whether anything was combined in a run with data.
  [[nodiscard]] bool combined() const { return combined_; }

  void check(std::vector<std::string>& wrong) {
    for (int r = 0; r < i_.p && wrong.size() < shown; ++r) {
      holdings& h = holdings_[static_cast<std::size_t>(r)];
      const std::string who = "process " + std::to_string(r) + ": ";
      switch (h.after()) {
        case holdings::written::only_the_result: break;
        case holdings::written::what_is_sent: wrong.push_back(who + "the send buffer was written"); break;
        case holdings::written::beside:
          wrong.push_back(who + "memory was written that belongs to no element of the result");
      }
      check_result(r, h, wrong);
    }
    if (wrong.empty() && !lost_.empty() && !i_.of->surplus) wrong.push_back(lost_);
  }

  /// A bound hides traffic that nobody needs. Where it is plain what each process has to receive, it receives that and no more.
  void check_traffic(const world& w, std::vector<std::string>& wrong) const {
    const bool gathers = c_ == collective::allgather || c_ == collective::allgatherv;
    if (!i_.of->bound || i_.of->surplus || (c_ != collective::bcast && !gathers)) return;
    if (nodes_ && !nodes_->regular()) return;  // where lanes give way to other algorithms
    for (int r = 0; r < i_.p && wrong.empty(); ++r) {
      const std::size_t terms = gathers      ? blocks_of().offsets().back() - block_length(r)
                                : is_root(r) ? 0
                                             : i_.count;
      const std::size_t received = w.of(r).bytes_received, needed = terms * term_size;
      if (received != needed)
        wrong.push_back("process " + std::to_string(r) + ": receives " + std::to_string(received) +
                        " bytes and needs " + std::to_string(needed));
    }
  }

  /// That nobody leaves before all have entered, whoever comes last; messages are sent without waiting for who receives
  /// them, which would hold a sender that has heard of nobody.
  void check_barrier(std::vector<std::string>& wrong) {
    constexpr double late = 1e6;
    constexpr int many = 128;
    network on;
    on.model = loggp_model({.L = 1, .capacity = false});
    for (int last = 0; last < i_.p; last += i_.p <= many ? 1 : i_.p / many) {
      world w(i_.p, on);
      arrival times(static_cast<std::size_t>(i_.p), 0.0);
      times[static_cast<std::size_t>(last)] = late;
      w.begin_at(times);
      run(w, false);
      for (int r = 0; r < i_.p; ++r) {
        if (w.of(r).clock >= late) continue;
        wrong.push_back("process " + std::to_string(r) + " leaves the barrier before process " +
                        std::to_string(last) + " has entered it");
        return;
      }
    }
  }

 private:
  static task watch(process& self, watched_memory& memory, std::string& lost,
                    task (*run)(process&, const call&), call c) {
    watched_process seen(self, memory, lost);
    co_await run(seen, c);
  }

  // Whether blocks are what is sent, of collectives in which one side has them.
  [[nodiscard]] bool sends_blocks() const {
    return in_place_at_root(c_) || c_ == collective::reduce_scatter || c_ == collective::reduce_scatter_block;
  }
  // Types may differ between what is sent and what is received, and from process to process, except in reductions.
  [[nodiscard]] bool differ() const { return i_.lies == layout::differing && !reducing(c_); }
  [[nodiscard]] bool even() const {
    return i_.count % 2 == 0 &&
           std::all_of(i_.counts.begin(), i_.counts.end(), [](int n) { return n % 2 == 0; });
  }
  [[nodiscard]] const datatype& type_of(bool sent) const {
    if (bytes_) return byte_type;
    switch (i_.lies) {
      case layout::dense: break;
      case layout::holes: return holed;
      case layout::backwards: return backwards;
      case layout::one_array: return sent || reducing(c_) ? first_field : second_field;
      case layout::differing:
        if (reducing(c_)) return before_its_address;
        return !sent ? before_its_address : even() ? pairs : holed;
    }
    return plain;
  }

  template <class F>
  void arrange(F index, bool sent) {
    std::vector<std::size_t> o{0};
    for (std::size_t r = 0; r < static_cast<std::size_t>(i_.p); ++r)
      o.push_back(o.back() + (i_.counts.empty() ? i_.count : static_cast<std::size_t>(i_.counts[index(r)])));
    const bool equal = i_.counts.empty(), typed = c_ == collective::alltoallw;
    const datatype& type = type_of(sent);
    if (equal || bytes_ || i_.of->needs.side_by_side || reducing(c_) || i_.lies == layout::dense)
      sides_.emplace_back(std::move(o), type, equal);
    else if (typed && i_.lies != layout::one_array)
      sides_.emplace_back(std::move(o),
                          sent ? std::vector{&holed, &plain, &backwards, &type}
                               : std::vector{&backwards, &before_its_address, &plain},
                          true);
    else
      sides_.emplace_back(std::move(o), std::vector{&type}, typed);
  }
  [[nodiscard]] const arrangement& blocks_of() const { return sides_[0]; }
  [[nodiscard]] const arrangement& sent_by(int r) const { return sides_[static_cast<std::size_t>(r)]; }
  [[nodiscard]] const arrangement& received_by(int r) const {
    return sides_[static_cast<std::size_t>(i_.p + r)];
  }

  std::size_t block_start(int r) const { return blocks_of().offsets()[static_cast<std::size_t>(r)]; }
  std::size_t block_length(int r) const { return block_start(r + 1) - block_start(r); }
  bool is_root(int r) const { return r == i_.root; }

  holdings make(int r) {
    const datatype &sent = type_of(true), &received = type_of(false);
    store mine, result;
    switch (c_) {
      case collective::barrier: break;
      case collective::bcast: result = store(is_root(r) ? sent : received, i_.count); break;
      case collective::gather:
      case collective::gatherv:
        mine = store(sent, block_length(r));
        if (is_root(r)) result = store(blocks_of());
        break;
      case collective::scatter:
      case collective::scatterv:
        if (is_root(r)) mine = store(blocks_of());
        if (!(is_root(r) && i_.in_place)) result = store(received, block_length(r));
        break;
      case collective::allgather:
      case collective::allgatherv: mine = store(sent, block_length(r)), result = store(blocks_of()); break;
      case collective::alltoall:
      case collective::alltoallv:
      case collective::alltoallw: mine = store(sent_by(r)), result = store(received_by(r)); break;
      case collective::reduce:
        mine = store(sent, i_.count);
        if (is_root(r)) result = store(received, i_.count);
        break;
      case collective::allreduce:
      case collective::scan:
      case collective::exscan: mine = store(sent, i_.count), result = store(received, i_.count); break;
      case collective::reduce_scatter:
      case collective::reduce_scatter_block:
        mine = store(blocks_of()), result = store(received, block_length(r));
        break;
    }
    // Of one type, the fields are told apart by their addresses.
    const bool one_array = i_.lies == layout::one_array;
    holdings h(memory_.get(), mine, result, one_array, one_array && reducing(c_) ? second_field.true_lb : 0);
    const auto fill = [&](const store& s, std::size_t from, std::size_t n, int of, int for_whom) {
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
          const std::vector<std::size_t>& o = sent_by(r).offsets();
          const auto j = static_cast<std::size_t>(d);
          fill(h.mine, o[j], o[j + 1] - o[j], r, d);
        }
        break;
      default: fill(h.mine, 0, h.mine.terms(), r, -1);
    }
    if (i_.in_place) place(r, h);
    // What the root of a broadcast has is sent; the first process of an exscan has no result.
    const bool nothing_comes =
        (c_ == collective::bcast && is_root(r)) || (c_ == collective::exscan && r == 0);
    h.begin(memory_.get(), !nothing_comes);
    return h;
  }

  // In place the contribution lies where the result will be.
  void place(int r, const holdings& h) {
    if (c_ == collective::allreduce || c_ == collective::scan || c_ == collective::exscan ||
        (c_ == collective::reduce && is_root(r)))
      for (std::size_t j = 0; j < i_.count; ++j) h.result.set(j, h.mine.get(j));
    else if (c_ == collective::allgather || c_ == collective::allgatherv ||
             ((c_ == collective::gather || c_ == collective::gatherv) && is_root(r)))
      for (std::size_t j = 0; j < block_length(r); ++j) h.result.set(block_start(r) + j, h.mine.get(j));
  }

  call call_of(int r) {
    const holdings& h = holdings_[static_cast<std::size_t>(r)];
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
      case collective::bcast: c.out = h.result.all(); break;
      case collective::gather:
      case collective::gatherv:
      case collective::allgather:
      case collective::allgatherv: {
        const bool receives = is_root(r) || c_ == collective::allgather || c_ == collective::allgatherv;
        if (receives) c.recv = blocks_of().at<blocks>(h.result.base());
        c.in = h.mine.all();
        if (receives && i_.in_place) c.in = c.recv[r];
        break;
      }
      case collective::scatter:
      case collective::scatterv:
        if (is_root(r)) c.send = blocks_of().at<const_blocks>(h.mine.base());
        c.out = is_root(r) && i_.in_place ? blocks_of().at<blocks>(h.mine.base())[r] : h.result.all();
        break;
      case collective::alltoall:
      case collective::alltoallv:
      case collective::alltoallw:
        c.send = sent_by(r).at<const_blocks>(h.mine.base());
        c.recv = received_by(r).at<blocks>(h.result.base());
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
        c.send = blocks_of().at<const_blocks>(h.mine.base());
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

  void check_block(int r, const store& s, std::size_t at, std::size_t n, int of, int for_whom,
                   std::vector<std::string>& wrong) {
    for (std::size_t j = 0; j < n; ++j)
      if (const term want = terms_.contribution(of, for_whom, j); s.get(at + j) != want)
        differ(r, at + j, terms_.text(want), s.get(at + j), wrong);
  }

  void check_reduced(int r, const store& s, std::size_t at, std::size_t k, int last,
                     std::vector<std::string>& wrong) {
    const term t = s.get(at);
    const bool ordered = !i_.commutes && !i_.of->needs.commutative && !i_.of->needs.exact;
    if (!terms_.is_reduction(t, last, k, ordered))
      differ(r, at,
             "x0[" + std::to_string(k) + "] .. x" + std::to_string(last) + "[" + std::to_string(k) + "]" +
                 (ordered ? " in rank order" : ""),
             t, wrong);
  }

  void check_result(int r, const holdings& h, std::vector<std::string>& wrong) {
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
          const std::vector<std::size_t>& o = received_by(r).offsets();
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
  bool bytes_;
  terms terms_;
  bool combined_ = false;
  std::string lost_;
  lent_memory memory_;
  std::vector<arrangement> sides_;
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

// Elements of each block, or of the vector; 0 where blocks differ.
std::size_t equal_length(const instance& i) {
  if (i.counts.empty()) return i.count;
  const bool equal = std::all_of(i.counts.begin(), i.counts.end(), [&](int n) { return n == i.counts[0]; });
  return equal ? static_cast<std::size_t>(i.counts[0]) : 0;
}

// Blocks that differ by one element make the longest chain a little longer: only even divisions are exact, into
// pieces, into a part for each process, and into one for each of the largest power of two of processes. What is cut
// on nodes and then between them is cut into parts of parts.
bool divides_evenly(const instance& i) {
  if (!i.counts.empty()) return false;  // a price knows no more of lengths than their sum and the longest
  const std::size_t length = i.count;
  const auto divides = [&](int parts) { return length % static_cast<std::size_t>(parts) == 0; };
  if (!of_vectors(i.of->of)) return 8 * length % static_cast<std::size_t>(i.pieces) == 0;
  const bool nested = i.nodes.empty() || divides(i.p * i.pieces);
  return nested && divides(i.pieces) && divides(i.p) && divides(1 << floor_log2(i.p));
}

void check_price(const instance& i, finding& f) {
  const shape s = shape_of(i);
  const cost want = i.of->price(s);
  const bool equal = i.of->exact_if_equal && equal_length(i) > 0;
  // Of a block with fewer bytes than pieces some pieces are empty, and may not travel.
  const std::size_t block = 8 * equal_length(i);
  const bool too_many = !of_vectors(i.of->of) && block > 0 && block < static_cast<std::size_t>(i.pieces);
  const bool exact = (!i.of->bound || equal) && s.equal_nodes() && !too_many;
  const double most = exact ? 1 : i.of->worst;
  const auto compare = [&](const char* what, double found, double expected) {
    const double slack = 1e-9 * (1 + std::abs(expected));
    if (exact ? std::abs(found - expected) > slack : found > expected + slack)
      f.wrong.push_back(std::string(what) + ": the price says " + (exact ? "" : "at most ") +
                        std::to_string(expected) + ", found " + std::to_string(found));
  };
  compare("rounds", f.rounds, want.rounds * most);
  if (divides_evenly(i)) {
    compare("bytes", f.bytes, want.bytes * most);
    compare("bytes reduced", f.reduced, want.reduced * most);
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
    const bool first = into == &f.rounds;
    if (!first) w.without_data();  // the result is checked once, and what lies there does not matter any more
    try {
      e.run(w, first);
    } catch (const std::length_error&) {
      throw;  // a proof that is too large shows nothing
    } catch (const std::exception& error) {
      f.wrong.emplace_back(error.what());
      return f;
    }
    *into = w.time();
    if (first) {
      e.check(f.wrong);
      e.check_traffic(w, f.wrong);
      for (int r = 0; r < of.p; ++r) {
        f.most_sent = std::max(f.most_sent, w.of(r).bytes_sent);
        f.most_messages = std::max(f.most_messages, w.of(r).messages_sent);
      }
    }
  }
  if (of.of->of == collective::barrier) e.check_barrier(f.wrong);
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
  switch (of.lies) {
    case layout::dense: break;
    case layout::holes: s += ", with holes"; break;
    case layout::backwards: s += ", backwards"; break;
    case layout::one_array: s += ", sent from and received in fields of one array"; break;
    case layout::differing: s += ", sent and received as different types"; break;
  }
  if (of.commutes) s += ", an operator that commutes";
  if (!of.nodes.empty()) {
    s += ", on nodes";
    for (std::size_t k = 0; k < of.nodes.size() && k < 32; ++k) s += " " + std::to_string(of.nodes[k]);
    if (of.nodes.size() > 32) s += " ...";
  }
  return s;
}

}  // namespace tutti
