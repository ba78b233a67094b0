#include "cli/rehearsal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <numeric>
#include <set>

#include "cli/words.hpp"
#include "tutti/simulate.hpp"

namespace tutti::cli {
namespace {

// What one element is: part `part` of the data, made of the contributions of the processes first .. last.
struct element {
  std::uint16_t part = 0, first = 0, last = 0, unused = 0;
};

bool personal(collective c) {
  return c == collective::alltoall || c == collective::alltoallv || c == collective::alltoallw;
}
bool reduces(collective c) { return c >= collective::reduce; }
bool of_vectors(collective c) {
  switch (c) {
    case collective::bcast:
    case collective::reduce:
    case collective::allreduce:
    case collective::scan:
    case collective::exscan: return true;
    default: return false;
  }
}

constexpr datatype whole{.size = sizeof(element),
                         .extent = sizeof(element),
                         .true_lb = 0,
                         .true_extent = sizeof(element),
                         .dense = true};

// The elements of a call on each process.
class stage {
 public:
  // `parts`: into how many parts the label of a vector divides it; every part has the same number of elements.
  stage(const algorithm& a, int p, int root, int pieces, std::size_t count, int parts)
      : a_(a),
        p_(static_cast<std::size_t>(p)),
        root_(root),
        pieces_(pieces),
        count_(count),
        parts_(static_cast<std::size_t>(parts)) {
    for (int r = 0; r < p; ++r) prepare(r);
  }

  call of(int rank) {
    const auto r = static_cast<std::size_t>(rank);
    std::vector<element>&mine = mine_[r], &result = result_[r];
    call c;
    c.root = root_;
    c.pieces = pieces_;
    c.op = {.commutative = a_.needs.commutative || a_.needs.exact, .exact = a_.needs.exact, .handle = 0};
    const bool is_root = rank == root_;
    switch (a_.of) {
      case collective::barrier: break;
      case collective::bcast: c.out = buffer_of(result); break;
      case collective::gather:
      case collective::gatherv:
      case collective::allgather:
      case collective::allgatherv:
        c.in = buffer_of(mine);
        if (!result.empty()) c.recv = blocks_of<blocks>(result);
        break;
      case collective::scatter:
      case collective::scatterv:
        if (is_root) c.send = blocks_of<const_blocks>(mine);
        c.out = buffer_of(result);
        break;
      case collective::alltoall:
      case collective::alltoallv:
      case collective::alltoallw:
        c.send = blocks_of<const_blocks>(mine);
        c.recv = blocks_of<blocks>(result);
        break;
      case collective::reduce_scatter:
      case collective::reduce_scatter_block:
        c.send = blocks_of<const_blocks>(mine);
        c.out = buffer_of(result);
        break;
      default:
        c.in = buffer_of(mine);
        if (!result.empty()) c.out = buffer_of(result);
    }
    return c;
  }

 private:
  void prepare(int rank) {
    const bool is_root = rank == root_;
    const std::size_t n = count_, all = of_vectors(a_.of) ? n : n * p_;
    std::size_t mine = 0, result = 0;
    switch (a_.of) {
      case collective::barrier: break;
      case collective::bcast: result = n; break;
      case collective::gather:
      case collective::gatherv: mine = n, result = is_root ? all : 0; break;
      case collective::scatter:
      case collective::scatterv: mine = is_root ? all : 0, result = n; break;
      case collective::allgather:
      case collective::allgatherv: mine = n, result = all; break;
      case collective::alltoall:
      case collective::alltoallv:
      case collective::alltoallw: mine = result = all; break;
      case collective::reduce: mine = n, result = is_root ? n : 0; break;
      case collective::allreduce:
      case collective::scan:
      case collective::exscan: mine = result = n; break;
      case collective::reduce_scatter:
      case collective::reduce_scatter_block: mine = all, result = n; break;
    }
    mine_.push_back(filled(mine, rank));
    result_.push_back(filled(a_.of == collective::bcast && is_root ? result : 0, rank));
    result_.back().resize(result);
  }

  [[nodiscard]] std::vector<element> filled(std::size_t n, int rank) const {
    std::vector<element> v(n);
    for (std::size_t k = 0; k < n; ++k) {
      std::size_t part = 0, last = static_cast<std::size_t>(rank);
      if (of_vectors(a_.of))
        part = k * parts_ / n;
      else if (a_.of == collective::gather || a_.of == collective::gatherv ||
               a_.of == collective::allgather || a_.of == collective::allgatherv)
        part = static_cast<std::size_t>(rank);
      else
        part = k / count_;
      if (personal(a_.of)) last = part, part = static_cast<std::size_t>(rank);  // from, to
      v[k] = {static_cast<std::uint16_t>(part), static_cast<std::uint16_t>(rank),
              static_cast<std::uint16_t>(last), 0};
    }
    return v;
  }

  [[nodiscard]] bool cut_anywhere() const { return a_.needs.bytes && !reduces(a_.of); }
  [[nodiscard]] buffer buffer_of(std::vector<element>& v) const {
    auto* const data = reinterpret_cast<std::byte*>(v.data());
    return cut_anywhere() ? buffer(data, v.size() * sizeof(element), byte_type)
                          : buffer(data, v.size(), whole);
  }
  template <class Blocks>
  [[nodiscard]] Blocks blocks_of(std::vector<element>& v) const {
    auto* const data = reinterpret_cast<std::byte*>(v.data());
    return cut_anywhere() ? Blocks::regular(data, count_ * sizeof(element), byte_type, static_cast<int>(p_))
                          : Blocks::regular(data, count_, whole, static_cast<int>(p_));
  }

  const algorithm& a_;
  std::size_t p_;
  int root_, pieces_;
  std::size_t count_, parts_;
  std::deque<std::vector<element>> mine_, result_;
};

// "0-3,7"
std::string ranges(const std::set<int>& all) {
  std::string text;
  for (auto at = all.begin(); at != all.end();) {
    const int first = *at;
    int last = first;
    while (++at != all.end() && *at == last + 1) last = *at;
    text += text.empty() ? "" : ",";
    text += first == last ? std::to_string(first) : fmt::format("{}-{}", first, last);
  }
  return text;
}

class labeller {
 public:
  labeller(const algorithm& a, int p, int parts) : a_(a), p_(p), parts_(parts) {}

  [[nodiscard]] std::pair<std::string, int> of(const_buffer b) const {
    std::set<int> parts, contributors;
    std::vector<std::pair<int, int>> routes;
    each_part(b, [&](const_buffer piece) {
      for (std::size_t at = 0; at + sizeof(element) <= piece.bytes(); at += sizeof(element)) {
        element e;
        std::memcpy(&e, piece.data + at, sizeof e);
        parts.insert(e.part);
        for (int r = e.first; r <= e.last && reduces(a_.of); ++r) contributors.insert(r);
        if (personal(a_.of) && (routes.empty() || routes.back() != std::pair<int, int>(e.part, e.last)))
          routes.emplace_back(e.part, e.last);
      }
    });
    if (parts.empty()) return {"", 0};
    const int colour = *parts.begin();
    if (personal(a_.of)) {
      if (routes.size() > 2) return {fmt::format("{} blocks", routes.size()), colour};
      std::string text;
      for (const auto& [from, to] : routes) text += fmt::format("{}{}>{}", text.empty() ? "" : " ", from, to);
      return {text, colour};
    }
    const bool all = static_cast<int>(parts.size()) == (of_vectors(a_.of) ? parts_ : p_);
    if (reduces(a_.of) && all) return {"x" + ranges(contributors), *contributors.begin()};
    return {all ? "all" : ranges(parts), colour};
  }

 private:
  const algorithm& a_;
  int p_, parts_;
};

// A process that looks at what it sends.
class watched final : public process {
 public:
  using log = std::map<std::pair<int, int>, std::deque<std::pair<std::string, int>>>;
  watched(process& inner, const labeller& labels, log& into)
      : process(inner.rank(), inner.size()), inner_(inner), labels_(labels), log_(into) {}
  ~watched() = default;

  void copy(const_buffer from, buffer to) override { inner_.copy(from, to); }
  void reduce(const operation& op, const_buffer left, buffer right) override {
    inner_.reduce(op, left, right);
  }
  bool start(std::span<transfer> all, const std::source_location& where) override {
    for (const transfer& t : all)
      if (t.to != nobody) log_[{rank(), t.to}].push_back(labels_.of(t.out));
    return inner_.start(all, where);
  }
  void park(std::coroutine_handle<> waiting) noexcept override { inner_.park(waiting); }
  std::byte* take(std::size_t bytes) override { return inner_.take(bytes); }
  void give(std::byte* memory, std::size_t bytes) noexcept override { inner_.give(memory, bytes); }

 private:
  process& inner_;
  const labeller& labels_;
  log& log_;
};

void combine(const operation&, const_buffer left, buffer right) {
  for (std::size_t k = 0; k < right.count; ++k) {
    element a, b;
    std::memcpy(&a, left.slice(k, 1).data, sizeof a);
    std::memcpy(&b, right.slice(k, 1).data, sizeof b);
    b.first = std::min(a.first, b.first);
    b.last = std::max(a.last, b.last);
    std::memcpy(right.slice(k, 1).data, &b, sizeof b);
  }
}

// M of pipelined algorithms; otherwise a vector is labelled by the parts that processes have of it, if it is cut.
int label_parts(const algorithm& a, const shape& s) { return a.stages ? s.pieces : s.p; }

}  // namespace

std::string meaning_of_labels(const algorithm& a, int pieces) {
  switch (a.of) {
    case collective::barrier: return "messages are empty";
    case collective::bcast:
      return a.stages && pieces > 1 ? "labels: the blocks of the data" : "labels: the parts of the data";
    case collective::gather:
    case collective::gatherv:
    case collective::allgather:
    case collective::allgatherv: return "labels: whose blocks";
    case collective::scatter:
    case collective::scatterv: return "labels: for whom the blocks are";
    case collective::alltoall:
    case collective::alltoallv:
    case collective::alltoallw: return "labels: from whom and for whom a block is";
    case collective::reduce_scatter:
    case collective::reduce_scatter_block: return "labels: for whom the blocks are";
    default: return "labels: the blocks of the vector; x0-3: all of it, summed over processes 0 to 3";
  }
}

rehearsal rehearse(const algorithm& a, const shape& s, int root, const network& on, const arrival& skews) {
  if (a.needs.power_of_two && !is_power_of_two(s.p))
    throw usage_error(fmt::format("{} needs a power of two of processes, not {}", full_name(a), s.p));
  const int parts = label_parts(a, s);
  const auto p = static_cast<std::size_t>(s.p);
  const std::size_t even = of_vectors(a.of) ? std::lcm(static_cast<std::size_t>(std::max(1, s.pieces)), p)
                           : a.stages       ? static_cast<std::size_t>(s.pieces)
                                            : 1;
  const double share = of_vectors(a.of) ? s.bytes : s.bytes / s.p;
  const auto wanted = static_cast<std::size_t>(share / sizeof(element));
  const std::size_t count = std::max<std::size_t>(1, (wanted + even - 1) / even) * even;
  if (static_cast<double>(count) * s.p * (of_vectors(a.of) ? 1 : s.p) > 1e8)
    throw usage_error("so many bytes cannot be drawn: fewer will look the same");

  stage cast(a, s.p, root, s.pieces, count, parts);
  const labeller labels(a, s.p, parts);
  watched::log log;
  std::deque<watched> watchers;
  rehearsal result;
  world w(s.p, on);
  w.combine_with(combine);
  w.poison_with(0);
  if (!skews.empty()) w.begin_at(skews);
  w.record(result.raw);
  w.run([&](process& self) {
    watched& seen = watchers.emplace_back(self, labels, log);
    return a.run(seen, cast.of(self.rank()));
  });
  for (const message& m : result.raw.messages) {
    auto& channel = log[{m.from, m.to}];
    result.messages.push_back({m, channel.front().first, channel.front().second});
    channel.pop_front();
  }
  result.seconds = w.time();
  result.on_links = w.on_links();
  return result;
}

}  // namespace tutti::cli
