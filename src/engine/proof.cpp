#include "tutti/engine/proof.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <optional>

#include "engine/holdings.hpp"
#include "engine/terms.hpp"
#include "engine/watch.hpp"
#include "tutti/engine/cases.hpp"
#include "tutti/engine/simulate.hpp"
#include "tutti/machine/network.hpp"
#include "tutti/nodes.hpp"

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
  explicit experiment(const instance& i) : i_(i), c_(i.of->of), bytes_(i.of->needs.bytes && !combines(c_)) {
    const auto p = static_cast<std::size_t>(i.p);
    if (is_personal(c_)) {
      for (std::size_t r = 0; r < p; ++r) arrange([&](std::size_t d) { return r * p + d; }, true);
      for (std::size_t r = 0; r < p; ++r) arrange([&](std::size_t s) { return s * p + r; }, false);
    } else if (c_ != collective::barrier) {
      arrange([](std::size_t r) { return r; }, sends_blocks(c_));
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
    if (wrong.empty() && !lost_.empty() && !i_.of->traits.surplus) wrong.push_back(lost_);
  }

  /// A bound hides traffic that nobody needs. Where it is plain what each process has to receive, it receives that and no more.
  void check_traffic(const world& w, std::vector<std::string>& wrong) const {
    const bool gathers = receives_blocks(c_) && !is_rooted(c_) && !is_personal(c_);
    const bool spreads = traits(c_).one_buffer;
    if (!i_.of->traits.bound || i_.of->traits.surplus || !(gathers || spreads)) return;
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

  // Types may differ between what is sent and what is received, and from process to process, except in reductions.
  [[nodiscard]] bool differ() const { return i_.lies == layout::differing && !combines(c_); }
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
      case layout::one_array: return sent || combines(c_) ? first_field : second_field;
      case layout::differing:
        if (combines(c_)) return before_its_address;
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
    if (equal || bytes_ || i_.of->needs.side_by_side || combines(c_) || i_.lies == layout::dense)
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
  // The sides of one process, where each pair of processes has a block of its own; otherwise all have the same blocks.
  [[nodiscard]] const arrangement& sent_by(int r) const {
    return is_personal(c_) ? sides_[static_cast<std::size_t>(r)] : blocks_of();
  }
  [[nodiscard]] const arrangement& received_by(int r) const {
    return is_personal(c_) ? sides_[static_cast<std::size_t>(i_.p + r)] : blocks_of();
  }
  // Whether what this process is to have stays among the blocks that it sends: a scatter's root, in place.
  [[nodiscard]] bool own_block_stays(int r) const {
    return i_.in_place && is_rooted(c_) && sends_blocks(c_) && is_root(r);
  }

  std::size_t block_start(int r) const { return blocks_of().offsets()[static_cast<std::size_t>(r)]; }
  std::size_t block_length(int r) const { return block_start(r + 1) - block_start(r); }
  bool is_root(int r) const { return r == i_.root; }

  holdings make(int r) {
    const datatype &sent = type_of(true), &received = type_of(false);
    const collective_traits& t = traits(c_);
    const bool root = is_root(r);
    store mine, result;
    if (has(t.sends, root) && !t.one_buffer)
      mine = t.sends.what == holding::vector      ? store(sent, i_.count)
             : t.sends.what == holding::own_block ? store(sent, block_length(r))
                                                  : store(sent_by(r));
    if (has(t.receives, root) && !own_block_stays(r))
      result = t.receives.what == holding::vector ? store(t.one_buffer && root ? sent : received, i_.count)
               : t.receives.what == holding::own_block ? store(received, block_length(r))
                                                       : store(received_by(r));
    // Of one type, the fields are told apart by their addresses.
    const bool one_array = i_.lies == layout::one_array;
    holdings h(memory_.get(), mine, result, one_array, one_array && combines(c_) ? second_field.true_lb : 0);
    const auto fill_terms = [&](const store& s, std::size_t from, std::size_t n, int of, int for_whom) {
      for (std::size_t j = 0; j < n; ++j) s.set(from + j, terms_.contribution(of, for_whom, j));
    };
    if (t.one_buffer) {
      if (root) fill_terms(h.result, 0, i_.count, r, -1);
    } else if (sends_blocks(c_) && !combines(c_)) {
      for (int d = 0; d < i_.p && has(t.sends, root); ++d) {
        const std::vector<std::size_t>& o = sent_by(r).offsets();
        const auto j = static_cast<std::size_t>(d);
        fill_terms(h.mine, o[j], o[j + 1] - o[j], r, d);
      }
    } else {
      fill_terms(h.mine, 0, h.mine.terms(), r, -1);
    }
    if (i_.in_place) place(r, h);
    // What the root of a broadcast has is sent; the first process of an exscan has no result.
    const bool nothing_comes = (t.one_buffer && root) || (t.op == combining::before && r == 0);
    h.begin(memory_.get(), !nothing_comes);
    return h;
  }

  // In place the contribution lies where the result will be.
  void place(int r, const holdings& h) {
    if (sends_blocks(c_) || !has(traits(c_).receives, is_root(r))) return;
    const std::size_t begin = of_vectors(c_) ? 0 : block_start(r);
    for (std::size_t j = 0; j < h.mine.terms(); ++j) h.result.set(begin + j, h.mine.get(j));
  }

  call call_of(int r) {
    const holdings& h = holdings_[static_cast<std::size_t>(r)];
    call c;
    c.root = i_.root;
    c.pieces = i_.pieces;
    c.straight_beyond = i_.straight_beyond;
    c.nodes = nodes_ ? &*nodes_ : nullptr;
    c.op = {.commutative = i_.commutes || i_.of->needs.commutative || i_.of->needs.exact,
            .exact = i_.of->needs.exact,
            .handle = 0};
    const bool root = is_root(r);
    const auto recv = [&] { return received_by(r).at<blocks>(h.result.base()); };
    fill(
        c, c_, root,
        [&]() -> const_buffer {
          if (!i_.in_place || !has(traits(c_).receives, root)) return h.mine.all();
          return of_vectors(c_) ? h.result.all() : recv()[r];
        },
        [&] { return own_block_stays(r) ? blocks_of().at<blocks>(h.mine.base())[r] : h.result.all(); },
        [&] { return sent_by(r).at<const_blocks>(h.mine.base()); }, recv);
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
    const collective_traits& t = traits(c_);
    if (!has(t.receives, is_root(r))) return;
    if (combines(c_)) return check_combined(r, h, wrong);
    if (receives_blocks(c_)) {
      for (int s = 0; s < i_.p; ++s) {
        const std::vector<std::size_t>& o = received_by(r).offsets();
        const auto j = static_cast<std::size_t>(s);
        check_block(r, h.result, o[j], o[j + 1] - o[j], s, is_personal(c_) ? r : -1, wrong);
      }
    } else if (of_vectors(c_)) {
      check_block(r, h.result, 0, i_.count, i_.root, -1, wrong);
    } else if (own_block_stays(r)) {
      check_block(r, h.mine, block_start(r), block_length(r), r, r, wrong);
    } else {
      check_block(r, h.result, 0, block_length(r), i_.root, r, wrong);
    }
  }

  void check_combined(int r, const holdings& h, std::vector<std::string>& wrong) {
    const combining op = traits(c_).op;
    const std::size_t n = of_vectors(c_) ? i_.count : block_length(r),
                      begin = of_vectors(c_) ? 0 : block_start(r);
    const int last = op == combining::all ? i_.p - 1 : op == combining::up_to ? r : r - 1;
    if (last < 0) {  // there is no result, so that nothing is to be written there
      for (std::size_t j = 0; j < n; ++j)
        if (const term was = i_.in_place ? terms_.contribution(r, -1, j) : 0; h.result.get(j) != was)
          differ(r, j, terms_.text(was) + ", untouched", h.result.get(j), wrong);
      return;
    }
    const bool same = op == combining::all && of_vectors(c_) && !is_rooted(c_) && !i_.of->needs.exact;
    for (std::size_t j = 0; j < n; ++j) {
      check_reduced(r, h.result, j, begin + j, last, wrong);
      if (const term first = same ? holdings_[0].result.get(j) : 0; same && h.result.get(j) != first)
        differ(r, j, "the bracketing of process 0, " + terms_.text(first), h.result.get(j), wrong);
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
  if (traits(i.of->of).receives.what == holding::nothing) return 0;
  const auto count = static_cast<double>(i.count);
  const double elements = of_vectors(i.of->of) ? count
                          : i.counts.empty()   ? p * count
                                               : std::accumulate(i.counts.begin(), i.counts.end(), 0.0);
  return 8 * elements;
}

shape shape_of(const instance& i) {
  shape s{i.p, total_bytes(i), i.pieces};
  s.straight_beyond = static_cast<double>(i.straight_beyond);
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
  const bool equal = i.of->traits.exact_if_equal && equal_length(i) > 0;
  // Of a block with fewer bytes than pieces some pieces are empty, and may not travel.
  const std::size_t block = 8 * equal_length(i);
  const bool too_many = !of_vectors(i.of->of) && block > 0 && block < static_cast<std::size_t>(i.pieces);
  const bool exact = (!i.of->traits.bound || equal) && s.equal_nodes() && !too_many;
  const double most = exact ? 1 : i.of->traits.worst;
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
  if (of.straight_beyond != SIZE_MAX)
    s += ", straight beyond " + std::to_string(of.straight_beyond) + " bytes";
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
