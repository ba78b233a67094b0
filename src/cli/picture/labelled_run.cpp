#include "cli/picture/labelled_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "cli/line/usage_error.hpp"
#include "cli/picture/labelled_data.hpp"
#include "text/ranges.hpp"
#include "tutti/engine/agreed_graph.hpp"
#include "tutti/engine/simulate.hpp"
#include "tutti/full_name.hpp"
#include "tutti/runs_on.hpp"

namespace tutti::cli {
namespace {

// The processes over which the elements of a message are summed. Of each element, the first process, the last
// one and their number are known.
class summed {
 public:
  void add(const labelled_element& e) {
    from_to_.insert({e.first, e.last});
    many_.insert(e.many);
    in_one_row_ = in_one_row_ && e.many == e.last - e.first + 1;
  }
  [[nodiscard]] int first() const { return from_to_.begin()->first; }
  // "x0-3", or "2 of x0-3" if there are others between the first and the last.
  [[nodiscard]] std::string label() const {
    std::set<int> processes;
    int next = 0;
    for (const auto& [from, to] : from_to_)
      for (next = std::max(next, from); next <= to; ++next) processes.insert(processes.end(), next);
    const std::string all = "x" + ranges(processes);
    return in_one_row_ ? all : fmt::format("{} of {}", ranges(many_), all);
  }

 private:
  std::set<std::pair<int, int>> from_to_;
  std::set<int> many_;
  bool in_one_row_ = true;
};

class labeller {
 public:
  labeller(const algorithm& a, int p, int parts, std::size_t element_size, const known_memory& known)
      : a_(a), p_(p), parts_(parts), size_(element_size), known_(known) {}

  [[nodiscard]] std::pair<std::string, int> of(const_buffer b) const {
    std::set<int> parts;
    summed sums;
    std::vector<std::pair<int, int>> routes;
    each_part(b, [&](const_buffer piece) {
      if (!known_.has(piece.data)) return;
      for (std::size_t at = 0; at + size_ <= piece.bytes(); at += size_) {
        labelled_element e;
        std::memcpy(&e, piece.data + at, size_);
        parts.insert(parts.end(), e.part);
        if (combines(a_.of)) sums.add(e);
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
    if (combines(a_.of) && all) return {sums.label(), sums.first()};
    return {all ? "all" : ranges(parts), colour};
  }

 private:
  const algorithm& a_;
  int p_, parts_;
  std::size_t size_;
  const known_memory& known_;
};

// A process that logs the labels of the data it sends.
class logging_process final : public memory_following_process {
 public:
  using log = std::map<std::pair<int, int>, std::deque<std::pair<std::string, int>>>;
  // `labels`: null if labels are not wanted.
  logging_process(process& inner, const labeller* labels, known_memory& known, log& into)
      : memory_following_process(inner, known), labels_(labels), log_(into) {}
  ~logging_process() = default;

  bool start(std::span<transfer> all, const std::source_location& where) override {
    for (const transfer& t : all)
      if (labels_ && t.to != nobody) log_[{rank(), t.to}].push_back(labels_->of(t.out));
    return forwarding_process::start(all, where);
  }

 private:
  const labeller* labels_;
  log& log_;
};

// Offsets of blocks with `counts` elements, or with `count` each if `counts` is empty.
std::vector<std::size_t> offsets_of(const std::vector<int>& counts, std::size_t count, int p) {
  std::vector<std::size_t> offsets{0};
  for (int r = 0; r < p; ++r)
    offsets.push_back(offsets.back() + (counts.empty()
                                            ? count
                                            : static_cast<std::size_t>(counts[static_cast<std::size_t>(r)])));
  return offsets;
}

// Number of labels of a vector: M for pipelined algorithms, otherwise one for each process.
int label_parts(const algorithm& a, const shape& s) { return a.stages ? s.pieces : s.p; }

}  // namespace

std::string meaning_of_labels(const algorithm& a, int pieces, const labelled_run& r) {
  const collective_traits& t = traits(a.of);
  if (t.receives.what == holding::nothing) return "messages are empty";
  if (is_personal(a.of)) return "labels: sender and destination of each block";
  if (sends_blocks(a.of)) return "labels: destinations of the blocks";
  if (receives_blocks(a.of) || t.shifts) return "labels: whose blocks";
  if (t.op != combining::none) {
    const auto is_sum = [](const labelled_message& m) { return m.label.find('x') != std::string::npos; };
    const auto is_block = [&](const labelled_message& m) { return !m.label.empty() && !is_sum(m); };
    const auto is_in_part = [](const labelled_message& m) {
      return m.label.find(" of ") != std::string::npos;
    };
    std::string meaning = "labels: ";
    if (std::ranges::any_of(r.messages, is_block)) meaning += "the blocks of the vector";
    if (std::ranges::any_of(r.messages, is_sum))
      meaning += meaning.ends_with(' ') ? "x0-3: the vector, summed over processes 0 to 3"
                                        : "; x0-3: all of it, summed over processes 0 to 3";
    if (std::ranges::any_of(r.messages, is_in_part)) meaning += "; 2 of x0-3: over two of these";
    return meaning.ends_with(' ') ? "" : meaning;
  }
  return a.stages && pieces > 1 ? "labels: the blocks of the data" : "labels: the parts of the data";
}

std::size_t elements_drawn(const algorithm& a, const shape& s, bool on_graph) {
  const auto p = static_cast<std::size_t>(s.p);
  const std::size_t even = of_vectors(a.of) ? std::lcm(static_cast<std::size_t>(std::max(1, s.pieces)), p)
                           : a.stages       ? static_cast<std::size_t>(s.pieces)
                                            : 1;
  const double share = of_vectors(a.of) || on_graph ? s.bytes : s.bytes / s.p;
  const auto wanted = static_cast<std::size_t>(share / static_cast<double>(labelled_type.size));
  return std::max<std::size_t>(1, (wanted + even - 1) / even) * even;
}

labelled_run run_with_labels(const algorithm& a, const shape& s, const network& on,
                             const labelled_run_options& in) {
  if (const char* const why = why_not_on(a, s.p)) throw usage_error("{} {}, not {}", full_name(a), why, s.p);
  const bool irregular = !in.counts.empty();
  if (irregular && combines(a.of)) throw usage_error("{} is drawn with equal blocks only", name_of(a.of));
  const int parts = label_parts(a, s);
  const std::size_t count = elements_drawn(a, s, in.graph != nullptr);
  std::vector<std::size_t> offsets = offsets_of(in.counts, count, s.p);
  if (static_cast<double>(offsets.back()) * (of_vectors(a.of) ? 1 : s.p) > 1e8)
    throw usage_error("this many bytes cannot be drawn; fewer look the same");

  const datatype& type = irregular ? short_labelled_type : labelled_type;
  known_memory known;
  labelled_data cast(a, s, on, in.root, std::move(offsets), parts, type, in.graph, known);
  const labeller labels(a, s.p, parts, type.size, known);
  logging_process::log log;
  std::deque<logging_process> loggers;
  labelled_run result;
  world w(s.p, on);
  w.combine_with(combine_labels);
  w.poison_with(0);
  if (!in.skews.empty()) w.begin_at(in.skews);
  w.record(result.raw);
  w.run([&](process& self) {
    logging_process& logged = loggers.emplace_back(self, in.labels ? &labels : nullptr, known, log);
    const call c = cast.of(self.rank());
    if (!in.along) return a.run(logged, c);
    return a.of == collective::gatherv ? gather_on(logged, c.in, c.recv, *in.along)
                                       : scatter_on(logged, c.send, c.out, *in.along);
  });
  for (const message& m : result.raw.messages) {
    if (!in.labels) break;
    auto& channel = log[{m.from, m.to}];
    result.messages.push_back({m, channel.front().first, channel.front().second});
    channel.pop_front();
  }
  result.seconds = w.time();
  result.on_links = w.on_links();
  return result;
}

}  // namespace tutti::cli
