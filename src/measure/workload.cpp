#include "measure/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "measure/mockups.hpp"
#include "text/nearest.hpp"
#include "tutti/engine/cases.hpp"
#include "tutti/model/problems.hpp"

namespace tutti::measure {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::string unknown(const char* what, const std::string& word, const std::vector<std::string_view>& known) {
  const std::string near = nearest(word, known);
  if (!near.empty()) return fmt::format("there is no {} called {}; did you mean {}?", what, word, near);
  std::string all;
  for (const std::string_view k : known) all += " " + std::string(k);
  return fmt::format("there is no {} called {}; choose from{}", what, word, all);
}

void check_words(const experiment& e) {
  std::vector<std::string_view> names;
  const auto c = collective_of(e);
  if (!c && !is_pattern(e.operation)) {
    for (int k = 0; k < collectives; ++k) names.push_back(name_of(static_cast<collective>(k)));
    for (const pattern& x : patterns()) names.push_back(x.name);
    throw not_possible(unknown("operation", e.operation, names));
  }
  if (const std::string wrong = no_layout(e.layout); !wrong.empty()) throw not_possible(wrong);
  if (const std::string wrong = c ? no_problem(e.problem) : ""; !wrong.empty()) throw not_possible(wrong);
  if (e.op != "none" && !operator_class_named(e.op))
    throw not_possible(unknown("kind of operator", e.op, {"exact", "commutative", "ordered"}));
  const pattern* x = pattern_named(e.operation);
  const auto served = x ? x->call : c;
  const std::vector<std::string> posted = posted_variants(e.operation);
  names = {"call"};
  if (posted.empty()) {
    names.emplace_back("packed");
    names.insert(names.end(), descriptions.begin(), descriptions.end());
  }
  names.insert(names.end(), posted.begin(), posted.end());
  if (c && posted.empty() && takes_in_place(*c)) names.emplace_back("in_place");
  if (x) names.insert(names.end(), x->ways.begin(), x->ways.end());
  for (const mockup& m : mockups())
    if (m.of == c && posted.empty()) names.push_back(m.name);
  if (std::ranges::find(names, e.made) == names.end())
    throw not_possible(unknown(
        fmt::format("{} of {}", posted.empty() ? "mock-up" : "way", e.operation).c_str(), e.made, names));
  if (by_own_algorithm(e) && (!c || is_posted(e) || (e.made != "call" && e.made != "in_place")))
    throw not_possible(fmt::format("{}: of blocking collectives, as call or in_place", e.by));
  if (!by_library(e) && e.by != "tutti" && !(served && find(*served, e.by))) {
    names = {"native", "tutti", "again"};
    if (served)
      for (const algorithm* a : catalogue(*served)) names.push_back(a->name);
    throw not_possible(unknown(fmt::format("implementation of {}", e.operation).c_str(), e.by, names));
  }
}

// A description covers a whole message, in one piece.
void check_description(const experiment& e) {
  const pattern* x = pattern_named(e.operation);
  const bool whole = x ? !x->call && !x->combines && x->of_calls != calls::communicators &&
                             x->name != "blocks" && x->name != "pipeline"
                       : e.operation == "bcast";
  if (e.layout == "contiguous" || !whole)
    throw not_possible(fmt::format(
        "{} is for layouts with holes, of bcast, of messages in one piece and of one-sided calls", e.made));
  if (e.made == "vector" && layout_named(e.layout).value().runs.size() > 1)
    throw not_possible(fmt::format("vector: MPI_Type_vector has equal blocks, {} has not", e.layout));
}

// Element i of the data of process `from` for process `to`: small, so that sums of ints and doubles are
// exact.
std::uint64_t value(int from, int to, std::size_t i) {
  return (static_cast<std::uint64_t>(from) * 31 + static_cast<std::uint64_t>(to) * 17 + i * 7) % 1021;
}

// x -> a x + b, modulo 2^32.
struct affine {
  std::uint32_t a = 1, b = 0;
};
affine after(affine left, affine right) { return {left.a * right.a, left.a * right.b + left.b}; }
affine map_of(std::uint64_t v) {
  return {static_cast<std::uint32_t>(2 * (v % 5) + 1), static_cast<std::uint32_t>(v)};
}
std::uint64_t packed(affine m) { return (static_cast<std::uint64_t>(m.a) << 32U) | m.b; }

}  // namespace

bool takes_in_place(collective c) noexcept {
  return c != collective::barrier && !is_neighbourhood(c) && !traits(c).one_buffer;
}

std::string no_layout(const std::string& word) {
  std::vector<std::string_view> names;
  for (const layout& l : layouts()) names.push_back(l.name);
  if (layout_named(word)) return "";
  if (word.starts_with("tiled:"))
    return word + ": expected tiled:A:B, A of every B ints, with 1 <= A < B <= 1048576";
  if (word.starts_with("alternating:"))
    return word +
           ": expected alternating:A1:A2:B1:B2, A1 ints of B1 and then A2 of B2, with 1 <= A1 <= B1, 1 <= A2 "
           "<= "
           "B2 and a hole";
  return unknown("layout", word, names);
}

std::string no_problem(const std::string& word) {
  std::vector<std::string_view> names;
  for (const problem t : all_problems) names.push_back(name_of(t));
  return problem_named(word) ? "" : unknown("problem", word, names);
}

bool is_pattern(std::string_view operation) noexcept { return pattern_named(operation) != nullptr; }

element element_of(const experiment& e) {
  return e.op == "commutative" ? element::double8 : e.op == "ordered" ? element::map8 : element::int4;
}

operator_class class_of(const experiment& e) {
  return operator_class_named(e.op).value_or(operator_class::exact);
}

datatype type_of(const experiment& e) {
  if (element_of(e) != element::int4) return {.size = 8, .extent = 8, .true_lb = 0, .true_extent = 8};
  return layout_named(e.layout).value().element();
}

void combine(element kind, const std::byte* left, std::byte* right, std::size_t n) {
  const auto each = [&](auto zero, auto op) {
    for (std::size_t i = 0; i < n; ++i) {
      auto l = zero, r = zero;
      std::memcpy(&l, left + i * sizeof l, sizeof l);
      std::memcpy(&r, right + i * sizeof r, sizeof r);
      r = op(l, r);
      std::memcpy(right + i * sizeof r, &r, sizeof r);
    }
  };
  switch (kind) {
    case element::int4: return each(std::int32_t{}, [](auto l, auto r) { return l + r; });
    case element::double8: return each(double{}, [](auto l, auto r) { return l + r; });
    case element::map8: return each(affine{}, [](auto l, auto r) { return after(l, r); });
    case element::most4: return each(std::int32_t{}, [](auto l, auto r) { return std::max(l, r); });
    case element::bits4: return each(std::uint32_t{}, [](auto l, auto r) { return l | r; });
  }
}

experiment fitted(experiment e, const node_map& nodes) {
  check_words(e);
  const int p = nodes.processes();
  const auto c = collective_of(e);
  if (!c) {
    const pattern& x = *pattern_named(e.operation);
    e.root = 0;
    if (!x.combines) e.op = "none";
    if (x.of_calls != calls::messages && !by_library(e))
      throw not_possible(
          fmt::format("{}: by native only, since tutti serves collectives and messages", x.name));
    if (x.call && e.made != "call" && !by_library(e) && e.by != "tutti")
      throw not_possible(fmt::format("{} as {}: by native or tutti only", e.operation, e.made));
    if (x.combines && e.op == "none") e.op = "commutative";
    x.check(e, nodes);
    if (x.of_calls == calls::communicators) {
      if (e.made == "packed" || is_description(e.made))
        throw not_possible(fmt::format("{} as {}: it has no data", e.operation, e.made));
      return e;
    }
  } else {
    if (!is_irregular(*c)) e.problem = "same";
    if (!is_rooted(*c)) e.root = 0;
    if (e.root < 0) e.root = middle_root(p);
    if (e.root >= p) throw not_possible(fmt::format("root {}: there are {} processes", e.root, p));
    if (!combines(*c)) e.op = "none";
    if (combines(*c) && e.op == "none") e.op = "commutative";
    if (combines(*c) && e.layout != "contiguous")
      throw not_possible(fmt::format("{}: operators combine contiguous elements only", e.operation));
    if (*c == collective::barrier) return e.bytes = 0, e.layout = "contiguous", e;
  }
  if (const mockup* made = c && !is_posted(e) ? mockup_named(*c, e.made) : nullptr;
      made && made->contiguous && e.layout != "contiguous")
    throw not_possible(fmt::format("{} by {} is for elements without holes", e.operation, e.made));
  const bool message = c ? *c == collective::bcast : pattern_named(e.operation)->of_calls == calls::messages;
  if (e.made == "packed" && (e.layout == "contiguous" || !message))
    throw not_possible("packed is for layouts with holes, of bcast and of messages");
  if (is_description(e.made)) check_description(e);
  const std::size_t size = type_of(e).size;
  const std::size_t blocks = c && !of_vectors(*c) ? at(p) : 1;
  const std::size_t each = e.bytes == 0 ? 0 : std::max<std::size_t>(1, e.bytes / (blocks * size));
  if (each * blocks > static_cast<std::size_t>(std::numeric_limits<int>::max()) / 5)
    throw not_possible(fmt::format("{} bytes: the number of elements exceeds an int", e.bytes));
  e.bytes = each * blocks * size;
  if (e.bytes == 0 && e.made != "call" && posted_variants(e.operation).empty())
    throw not_possible(fmt::format("{} of no data has no mock-up", e.operation));
  return e;
}

workload::workload(const experiment& e, const node_map& nodes, int rank, const datatype& type,
                   const operation& op, bool every_root)
    : e_(e),
      of_(collective_of(e)),
      p_(nodes.processes()),
      rank_(rank),
      type_(type),
      op_(op),
      kind_(element_of(e)),
      layout_(layout_named(e.layout).value()) {
  if (!of_) {
    count_ = e.bytes / type_.size;
    partners_ = pattern_named(e.operation)->of(e, rank, nodes);
    send_ = pattern_named(e.operation)->each_its_own ? count_ * partners_.to.size() : count_;
    recv_ = count_ * partners_.from.size();
    // One-sided calls use the same displacement on all processes, so all have the same amount of memory.
    if (pattern_named(e.operation)->of_calls == calls::one_sided) recv_ = count_;
    return;
  }
  count_ = e.bytes / type_.size / (of_vectors(*of_) ? 1 : at(p_));
  const bool root = every_root || rank == e.root;
  const std::size_t all = count_ * at(p_);
  if (is_irregular(*of_)) {
    size_irregular(root);
    return;
  }
  const collective_traits& t = traits(*of_);
  if (!t.one_buffer) send_ = how_much(t.sends, root, count_, count_, all);
  recv_ = how_much(t.receives, root, count_, count_, all);
}

// Blocks of alltoallv: the one from i to j has size (i + j) mod p of the problem, so that each process sends
// and receives all sizes.
void workload::size_irregular(bool root) {
  sizes_ = count_ == 0 ? std::vector<int>(at(p_))
                       : block_sizes(*problem_named(e_.problem), p_, static_cast<int>(count_));
  const auto lay_out = [&](std::vector<int>& counts, std::vector<int>& displacements, int shift) {
    int sum = 0;
    for (int i = 0; i < p_; ++i) {
      counts.push_back(sizes_[at((i + shift) % p_)]);
      displacements.push_back(sum);
      sum += counts.back();
    }
    return static_cast<std::size_t>(sum);
  };
  longest_ = at(*std::ranges::max_element(sizes_));
  const std::size_t own = at(sizes_[at(rank_)]);
  count_ = own;
  const bool pairs = is_personal(*of_);
  const int shift = pairs ? rank_ : 0;
  // Collectives that combine send a vector, whose blocks are those of the result.
  const bool one_table = combines(*of_);
  const auto side = [&](const collective_traits::side& s, std::vector<int>& counts,
                        std::vector<int>& displacements) {
    if (!has(s, root)) return std::size_t{0};
    return s.what == holding::all_blocks ? lay_out(counts, displacements, shift) : own;
  };
  const collective_traits& t = traits(*of_);
  send_ = side(t.sends, one_table ? recv_counts_ : send_counts_,
               one_table ? recv_displacements_ : send_displacements_);
  recv_ = side(t.receives, recv_counts_, recv_displacements_);
  if (*of_ == collective::alltoallw)
    for (auto* displacements : {&send_displacements_, &recv_displacements_})
      for (int& d : *displacements) d *= static_cast<int>(type_.extent);
}

std::size_t workload::counted() const noexcept {
  const auto called = of_ ? of_ : pattern_named(e_.operation)->call;
  return called ? counted_bytes(*called, on(nullptr, nullptr), p_) : e_.bytes;
}

arguments workload::on(std::byte* send, std::byte* recv) const noexcept {
  const auto table = [](const std::vector<int>& v) { return v.empty() ? nullptr : v.data(); };
  return {.send = send,
          .recv = recv,
          .type = &type_,
          .op = &op_,
          .root = e_.root,
          .count = count_,
          .send_counts = table(send_counts_),
          .send_displacements = table(send_displacements_),
          .recv_counts = table(recv_counts_),
          .recv_displacements = table(recv_displacements_),
          .longest = static_cast<std::size_t>(longest())};
}

// The number of cells of an element: the ints of a unit of the layout, or one double, or one map.
std::size_t workload::cells() const noexcept {
  return kind_ == element::int4 ? static_cast<std::size_t>(layout_.ints()) : 1;
}

void workload::put(std::byte* memory, std::size_t i, std::uint64_t v) const {
  if (kind_ == element::int4) {
    const auto n = static_cast<std::int32_t>(v);
    std::memcpy(memory + 4 * layout_.position(i), &n, sizeof n);
  } else if (kind_ == element::double8) {
    const auto x = static_cast<double>(v);
    std::memcpy(memory + 8 * i, &x, sizeof x);
  } else {
    const affine m = map_of(v);
    std::memcpy(memory + 8 * i, &m, sizeof m);
  }
}

std::uint64_t workload::get(const std::byte* memory, std::size_t i) const {
  if (kind_ == element::int4) {
    std::int32_t n = 0;
    std::memcpy(&n, memory + 4 * layout_.position(i), sizeof n);
    return static_cast<std::uint64_t>(n);
  }
  if (kind_ == element::double8) {
    double x = 0;
    std::memcpy(&x, memory + 8 * i, sizeof x);
    return x >= 0 && x < 1e18 ? static_cast<std::uint64_t>(x) : ~std::uint64_t{0};
  }
  affine m;
  std::memcpy(&m, memory + 8 * i, sizeof m);
  return packed(m);
}

void workload::fill_cells(std::byte* memory, std::size_t elements, std::size_t offset, int to) const {
  for (std::size_t i = 0; i < elements * cells(); ++i) put(memory, i, value(rank_, to, offset * cells() + i));
}

void workload::fill(std::byte* send, std::byte* recv) const {
  std::memset(recv, 0xA5, recv_memory());
  std::memset(send, 0x5A, send_memory());
  if (!of_) {
    const pattern& x = *pattern_named(e_.operation);
    if (x.combines) fill_cells(recv, recv_, 0, 0);
    if (!x.each_its_own) return fill_cells(send, send_, 0, 0);
    for (std::size_t j = 0; j < partners_.to.size(); ++j)
      fill_cells(send + j * count_ * extent(), count_, 0, partners_.to[j]);
    return;
  }
  if (traits(*of_).one_buffer) {
    if (rank_ == e_.root) fill_cells(recv, recv_, 0, 0);
  } else if (sends_blocks(*of_) && !combines(*of_)) {
    std::size_t first = 0;
    for (int i = 0; i < p_ && send_ > 0; ++i) {
      const std::size_t n = send_counts_.empty() ? count_ : at(send_counts_[at(i)]);
      fill_cells(send + first * extent(), n, 0, i);
      first += n;
    }
  } else {
    fill_cells(send, send_, 0, 0);
  }
}

// The data that this process must have received, and their places.
std::vector<workload::region> workload::expected() const {
  if (!of_) {
    std::vector<region> all;
    std::size_t first = 0;
    const int to = pattern_named(e_.operation)->each_its_own ? rank_ : 0;
    for (const int from : partners_.from) {
      all.push_back({first, count_, from, to, 0});
      first += count_;
    }
    return all;
  }
  const auto blocks = [&](int to) {
    std::vector<region> all;
    std::size_t first = 0;
    for (int i = 0; i < p_ && recv_ > 0; ++i) {
      const std::size_t n = recv_counts_.empty() ? count_ : at(recv_counts_[at(i)]);
      all.push_back({first, n, i, to, 0});
      first += n;
    }
    return all;
  };
  const collective_traits& t = traits(*of_);
  if (!has(t.receives, rank_ == e_.root)) return {};
  if (receives_blocks(*of_)) return blocks(is_personal(*of_) ? rank_ : 0);
  if (!combines(*of_)) return {{0, recv_, e_.root, of_vectors(*of_) ? 0 : rank_, 0}};
  const std::size_t offset = of_vectors(*of_)              ? 0
                             : recv_displacements_.empty() ? count_ * at(rank_)
                                                           : at(recv_displacements_[at(rank_)]);
  const int last = t.op == combining::all ? p_ - 1 : t.op == combining::up_to ? rank_ : rank_ - 1;
  if (last < 0) return {};  // undefined
  return {{0, recv_, last, 0, offset}};
}

// In reductions, `from` is the last process whose contribution is included.
std::uint64_t workload::result(const region& r, std::size_t i) const {
  const std::size_t there = r.offset * cells() + i;
  if (!of_ && pattern_named(e_.operation)->combines) {
    const std::uint64_t v = value(r.from, r.to, there);
    return kind_ == element::map8 ? packed(after(map_of(v), map_of(v))) : 2 * v;
  }
  if (!of_ || !combines(*of_)) return value(r.from, r.to, there);
  std::uint64_t sum = 0;
  affine map;
  for (int q = 0; q <= r.from; ++q) {
    const std::uint64_t v = value(q, 0, there);
    sum += v;
    map = after(map, map_of(v));
  }
  return kind_ == element::map8 ? packed(map) : sum;
}

bool workload::right(const std::byte* recv) const {
  const std::vector<region> all = expected();
  // An odd step visits all residues modulo powers of two. The ends of blocks are always checked.
  constexpr std::size_t looked_at = 20000;
  const std::size_t cost = recv_ * cells() * (of_ && combines(*of_) ? at(p_) : 1);
  const std::size_t step = cost <= looked_at ? 1 : (cost / looked_at) | 1U;
  for (const region& r : all) {
    const std::size_t n = r.length * cells();
    const auto same = [&](std::size_t i) { return get(recv, r.first * cells() + i) == result(r, i); };
    for (std::size_t i = 0; i < n; i += step)
      if (!same(i)) return false;
    if (n > 0 && !same(n - 1)) return false;
  }
  return true;
}

}  // namespace tutti::measure
