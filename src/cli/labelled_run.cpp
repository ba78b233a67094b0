#include "cli/labelled_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <numeric>
#include <set>

#include "cli/problems.hpp"
#include "cli/words.hpp"
#include "engine/call_on_network.hpp"
#include "tutti/engine/agreed_graph.hpp"
#include "tutti/engine/cases.hpp"
#include "tutti/engine/simulate.hpp"

namespace tutti::cli {
namespace {

// What one element is: part `part` of the data, made of the contributions of the processes first .. last. The short form,
// as long as an int, knows no range of processes.
struct labelled_element {
  std::uint16_t part = 0, last = 0, first = 0, unused = 0;
};

constexpr datatype dense_type(std::size_t size) {
  return {.size = size,
          .extent = static_cast<std::ptrdiff_t>(size),
          .true_lb = 0,
          .true_extent = size,
          .dense = true};
}
constexpr datatype whole = dense_type(sizeof(labelled_element)), whole_int = dense_type(bytes_of_int);

// An order of them (tutti::ordering): by part.
bool earlier(const std::byte* a, const std::byte* b, const void*) noexcept {
  const auto part = [](const std::byte* at) {
    std::uint16_t p = 0;
    std::memcpy(&p, at + offsetof(labelled_element, part), sizeof p);
    return p;
  };
  return part(a) < part(b);
}

// Where elements are: in the buffers of the call and in scratch memory. Other messages tell lengths and the like.
class known_memory {
 public:
  void add(const std::byte* at, std::size_t bytes) {
    if (bytes > 0) end_of_[at] = at + bytes;
  }
  void remove(const std::byte* at) { end_of_.erase(at); }
  [[nodiscard]] bool has(const std::byte* at) const {
    auto after = end_of_.upper_bound(at);
    return after != end_of_.begin() && at < (--after)->second;
  }

 private:
  std::map<const std::byte*, const std::byte*> end_of_;
};

// The elements of a call on each process.
class labelled_data {
 public:
  // `parts`: into how many parts the label of a vector divides it; every part has the same number of elements. `offsets`: of
  // the blocks, in elements. `graph`: of a neighbourhood collective, otherwise null.
  labelled_data(const algorithm& a, const shape& s, const network& on, int root,
                std::vector<std::size_t> offsets, int parts, const datatype& type, const agreed_graph* graph,
                known_memory& known)
      : a_(a),
        there_(a, on, s.p),
        p_(static_cast<std::size_t>(s.p)),
        root_(root),
        pieces_(s.pieces),
        type_(type),
        parts_(static_cast<std::size_t>(parts)),
        graph_(graph),
        offsets_(std::move(offsets)) {
    for (const std::size_t o : offsets_) byte_offsets_.push_back(o * type.size);
    for (int r = 0; r < s.p; ++r) prepare(r);
    for (const auto* all : {&mine_, &result_})
      for (const auto& one : *all) known.add(one.data(), one.size());
  }

  call of(int rank) {
    const auto r = static_cast<std::size_t>(rank);
    memory &mine = mine_[r], &result = result_[r];
    call c;
    c.root = root_;
    c.pieces = pieces_;
    c.by.less = earlier;
    there_.complete(c);
    if (graph_) {
      c.neighbours = &graph_->of(rank);
      const auto blocks_at = [this](memory& at, int n) {
        return blocks::regular(at.data(), offsets_[1], type_, n);
      };
      fill(
          c, a_.of, false, [&] { return buffer_of(mine); }, [&] { return buffer_of(result); },
          [&] { return const_blocks(blocks_at(mine, c.neighbours->blocks_out())); },
          [&] { return blocks_at(result, c.neighbours->blocks_in()); });
      return c;
    }
    fill(
        c, a_.of, rank == root_, [&] { return buffer_of(mine); }, [&] { return buffer_of(result); },
        [&] { return blocks_of<const_blocks>(mine); },
        [&] { return is_personal(a_.of) ? equal_blocks_of(result) : blocks_of<blocks>(result); });
    return c;
  }

 private:
  using memory = std::vector<std::byte>;

  void prepare(int rank) {
    if (graph_) return prepare_neighbours(rank);
    const bool is_root = rank == root_;
    const auto r = static_cast<std::size_t>(rank);
    const std::size_t n = offsets_[r + 1] - offsets_[r], all = offsets_.back();
    const collective_traits& t = traits(a_.of);
    const std::size_t mine = t.one_buffer ? 0 : how_much(t.sends, is_root, n, n, all);
    const std::size_t result = how_much(t.receives, is_root, n, n, is_personal(a_.of) ? n * p_ : all);
    mine_.push_back(filled(mine, rank));
    result_.push_back(filled(t.one_buffer && is_root ? result : 0, rank));
    result_.back().resize(result * type_.size);
  }

  // A block for all neighbours, or one for each, which knows for whom it is.
  void prepare_neighbours(int rank) {
    const std::vector<int>& destinations = graph_->edges().destinations[static_cast<std::size_t>(rank)];
    const bool personal = is_personal(a_.of);
    memory& mine = mine_.emplace_back(offsets_[1] * (personal ? destinations.size() : 1) * type_.size);
    for (std::size_t at = 0; at < mine.size(); at += type_.size) {
      const int to = personal ? destinations[at / type_.size / offsets_[1]] : rank;
      const labelled_element e{static_cast<std::uint16_t>(rank), static_cast<std::uint16_t>(to),
                               static_cast<std::uint16_t>(rank), 0};
      std::memcpy(mine.data() + at, &e, type_.size);
    }
    result_.emplace_back(offsets_[1] * static_cast<std::size_t>(graph_->of(rank).blocks_in()) * type_.size);
  }

  [[nodiscard]] memory filled(std::size_t n, int rank) const {
    memory v(n * type_.size);
    for (std::size_t k = 0; k < n; ++k) {
      std::size_t part = 0, last = static_cast<std::size_t>(rank);
      if (of_vectors(a_.of) && !traits(a_.of).shifts)
        part = k * parts_ / n;
      else if (!sends_blocks(a_.of))
        part = static_cast<std::size_t>(rank);
      else
        part = static_cast<std::size_t>(std::upper_bound(offsets_.begin(), offsets_.end(), k) -
                                        offsets_.begin() - 1);
      if (is_personal(a_.of)) last = part, part = static_cast<std::size_t>(rank);  // from, to
      const labelled_element e{static_cast<std::uint16_t>(part), static_cast<std::uint16_t>(last),
                               static_cast<std::uint16_t>(rank), 0};
      std::memcpy(v.data() + k * type_.size, &e, type_.size);
    }
    return v;
  }

  [[nodiscard]] bool cut_anywhere() const { return a_.needs.bytes && !combines(a_.of); }
  [[nodiscard]] buffer buffer_of(memory& v) const {
    return cut_anywhere() ? buffer(v.data(), v.size(), byte_type)
                          : buffer(v.data(), v.size() / type_.size, type_);
  }
  template <class Blocks>
  [[nodiscard]] Blocks blocks_of(memory& v) const {
    const int p = static_cast<int>(p_);
    return cut_anywhere() ? Blocks::consecutive(v.data(), byte_offsets_.data(), byte_type, p)
                          : Blocks::consecutive(v.data(), offsets_.data(), type_, p);
  }
  [[nodiscard]] blocks equal_blocks_of(memory& v) const {
    const buffer all = buffer_of(v);
    return blocks::regular(all.data, all.count / p_, *all.type, static_cast<int>(p_));
  }

  const algorithm& a_;
  call_on_network there_;
  std::size_t p_;
  int root_, pieces_;
  const datatype& type_;
  std::size_t parts_;
  const agreed_graph* graph_;
  std::vector<std::size_t> offsets_,
      byte_offsets_;  // of the blocks; of equal ones the first is what each process has
  std::deque<memory> mine_, result_;
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
  labeller(const algorithm& a, int p, int parts, std::size_t element_size, const known_memory& known)
      : a_(a), p_(p), parts_(parts), size_(element_size), known_(known) {}

  [[nodiscard]] std::pair<std::string, int> of(const_buffer b) const {
    std::set<int> parts, contributors;
    std::vector<std::pair<int, int>> routes;
    each_part(b, [&](const_buffer piece) {
      if (!known_.has(piece.data)) return;
      for (std::size_t at = 0; at + size_ <= piece.bytes(); at += size_) {
        labelled_element e;
        std::memcpy(&e, piece.data + at, size_);
        parts.insert(e.part);
        for (int r = e.first; r <= e.last && combines(a_.of); ++r) contributors.insert(r);
        if (is_personal(a_.of) && (routes.empty() || routes.back() != std::pair<int, int>(e.part, e.last)))
          routes.emplace_back(e.part, e.last);
      }
    });
    if (parts.empty()) return {"", 0};
    const int colour = *parts.begin();
    if (is_personal(a_.of)) {
      if (routes.size() > 2) return {fmt::format("{} blocks", routes.size()), colour};
      std::string text;
      for (const auto& [from, to] : routes) text += fmt::format("{}{}>{}", text.empty() ? "" : " ", from, to);
      return {text, colour};
    }
    const bool all = static_cast<int>(parts.size()) == (of_vectors(a_.of) ? parts_ : p_);
    if (combines(a_.of) && all) return {"x" + ranges(contributors), *contributors.begin()};
    return {all ? "all" : ranges(parts), colour};
  }

 private:
  const algorithm& a_;
  int p_, parts_;
  std::size_t size_;
  const known_memory& known_;
};

// A process that looks at what it sends.
class watched final : public process {
 public:
  using log = std::map<std::pair<int, int>, std::deque<std::pair<std::string, int>>>;
  watched(process& inner, const labeller& labels, known_memory& known, log& into)
      : process(inner.rank(), inner.size()), inner_(inner), labels_(labels), known_(known), log_(into) {}
  ~watched() = default;

  void copy(const_buffer from, buffer to) override { inner_.copy(from, to); }
  void reduce(const operation& op, const_buffer left, buffer right) override {
    inner_.reduce(op, left, right);
  }
  void reduce_into(const operation& op, const_buffer left, const_buffer right, buffer into) override {
    inner_.reduce_into(op, left, right, into);
  }
  void merge(const ordering& by, const_buffer left, const_buffer right, buffer into) override {
    inner_.merge(by, left, right, into);
  }
  bool start(std::span<transfer> all, const std::source_location& where) override {
    for (const transfer& t : all)
      if (t.to != nobody) log_[{rank(), t.to}].push_back(labels_.of(t.out));
    return inner_.start(all, where);
  }
  void park(std::coroutine_handle<> waiting) noexcept override { inner_.park(waiting); }
  std::byte* take(std::size_t bytes) override {
    std::byte* const memory = inner_.take(bytes);
    known_.add(memory, bytes);
    return memory;
  }
  void give(std::byte* memory, std::size_t bytes) noexcept override {
    known_.remove(memory);
    inner_.give(memory, bytes);
  }

 private:
  process& inner_;
  const labeller& labels_;
  known_memory& known_;
  log& log_;
};

void combine(const operation&, const_buffer left, buffer right) {
  for (std::size_t k = 0; k < right.count; ++k) {
    labelled_element a, b;
    std::memcpy(&a, left.slice(k, 1).data, sizeof a);
    std::memcpy(&b, right.slice(k, 1).data, sizeof b);
    b.first = std::min(a.first, b.first);
    b.last = std::max(a.last, b.last);
    std::memcpy(right.slice(k, 1).data, &b, sizeof b);
  }
}

// Where the blocks are that have `counts` elements, or `count` each.
std::vector<std::size_t> offsets_of(const std::vector<int>& counts, std::size_t count, int p) {
  std::vector<std::size_t> offsets{0};
  for (int r = 0; r < p; ++r)
    offsets.push_back(offsets.back() + (counts.empty()
                                            ? count
                                            : static_cast<std::size_t>(counts[static_cast<std::size_t>(r)])));
  return offsets;
}

// M of pipelined algorithms; otherwise a vector is labelled by the parts that processes have of it, if it is cut.
int label_parts(const algorithm& a, const shape& s) { return a.stages ? s.pieces : s.p; }

}  // namespace

std::string meaning_of_labels(const algorithm& a, int pieces, const labelled_run& r) {
  const collective_traits& t = traits(a.of);
  if (t.receives.what == holding::nothing) return "messages are empty";
  if (is_personal(a.of)) return "labels: sender and destination of each block";
  if (sends_blocks(a.of)) return "labels: destinations of the blocks";
  if (receives_blocks(a.of) || t.shifts) return "labels: whose blocks";
  if (t.op != combining::none) {
    const auto is_sum = [](const labelled_message& m) { return m.label.starts_with('x'); };
    const auto is_block = [](const labelled_message& m) { return !m.label.empty() && m.label[0] != 'x'; };
    std::string meaning = "labels: ";
    if (std::ranges::any_of(r.messages, is_block)) meaning += "the blocks of the vector";
    if (std::ranges::any_of(r.messages, is_sum))
      meaning += meaning.ends_with(' ') ? "x0-3: the vector, summed over processes 0 to 3"
                                        : "; x0-3: all of it, summed over processes 0 to 3";
    return meaning.ends_with(' ') ? "" : meaning;
  }
  return a.stages && pieces > 1 ? "labels: the blocks of the data" : "labels: the parts of the data";
}

labelled_run run_with_labels(const algorithm& a, const shape& s, const network& on,
                             const labelled_run_options& in) {
  if (a.needs.power_of_two && !is_power_of_two(s.p))
    throw usage_error(fmt::format("{} needs a power of two of processes, not {}", full_name(a), s.p));
  const bool irregular = !in.counts.empty();
  if (irregular && combines(a.of))
    throw usage_error(fmt::format("{} is drawn with equal blocks only", name_of(a.of)));
  const int parts = label_parts(a, s);
  const auto p = static_cast<std::size_t>(s.p);
  const std::size_t even = of_vectors(a.of) ? std::lcm(static_cast<std::size_t>(std::max(1, s.pieces)), p)
                           : a.stages       ? static_cast<std::size_t>(s.pieces)
                                            : 1;
  const double share = of_vectors(a.of) || in.graph ? s.bytes : s.bytes / s.p;
  const auto wanted = static_cast<std::size_t>(share / sizeof(labelled_element));
  const std::size_t count = std::max<std::size_t>(1, (wanted + even - 1) / even) * even;
  std::vector<std::size_t> offsets = offsets_of(in.counts, count, s.p);
  if (static_cast<double>(offsets.back()) * (of_vectors(a.of) ? 1 : s.p) > 1e8)
    throw usage_error("this many bytes cannot be drawn; fewer look the same");

  const datatype& type = irregular ? whole_int : whole;
  known_memory known;
  labelled_data cast(a, s, on, in.root, std::move(offsets), parts, type, in.graph, known);
  const labeller labels(a, s.p, parts, type.size, known);
  watched::log log;
  std::deque<watched> watchers;
  labelled_run result;
  world w(s.p, on);
  w.combine_with(combine);
  w.poison_with(0);
  if (!in.skews.empty()) w.begin_at(in.skews);
  w.record(result.raw);
  w.run([&](process& self) {
    watched& seen = watchers.emplace_back(self, labels, known, log);
    const call c = cast.of(self.rank());
    if (!in.along) return a.run(seen, c);
    return a.of == collective::gatherv ? gather_on(seen, c.in, c.recv, *in.along)
                                       : scatter_on(seen, c.send, c.out, *in.along);
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
