#include "cli/picture/schedule.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <deque>
#include <map>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include "tutti/engine/predict.hpp"
#include "tutti/engine/simulate.hpp"

namespace tutti::cli {
namespace {

constexpr const datatype& type = long_labelled_type;

// A process that records its steps.
class recording_process final : public memory_following_process {
 public:
  recording_process(process& inner, known_memory& known, std::vector<scheduled_step>& into)
      : memory_following_process(inner, known), steps_(into) {}
  ~recording_process() = default;

  void reduce(const operation& op, const_buffer left, buffer right) override {
    combine(right);
    forwarding_process::reduce(op, left, right);
  }
  void reduce_into(const operation& op, const_buffer left, const_buffer right, buffer into) override {
    combine(into);
    forwarding_process::reduce_into(op, left, right, into);
  }
  void merge(const ordering& by, const_buffer left, const_buffer right, buffer into) override {
    combine(into);
    forwarding_process::merge(by, left, right, into);
  }
  bool start(std::span<transfer> all, const std::source_location& where) override {
    scheduled_step step;
    for (const transfer& t : all)
      if (t.to != nobody || t.from != nobody) step.transfers.push_back(scheduled(t));
    if (!step.transfers.empty()) steps_.push_back(std::move(step));
    return forwarding_process::start(all, where);
  }

 private:
  void combine(const_buffer b) {
    if (b.count > 0) steps_.push_back({.transfers = {}, .combined = b.bytes() / type.size});
  }
  scheduled_transfer scheduled(const transfer& t) const {
    scheduled_transfer s{.to = t.to, .from = t.from, .contents = {}};
    if (t.to == nobody) return s;
    each_part(t.out, [&](const_buffer piece) {
      if (!known_.has(piece.data)) {
        s.more_bytes += piece.bytes();
        return;
      }
      s.units += piece.bytes() / type.size;
      for (std::size_t at = 0; at + type.size <= piece.bytes(); at += type.size) {
        labelled_element e;
        std::memcpy(&e, piece.data + at, type.size);
        s.contents.push_back(e);
      }
    });
    const auto key = [](const labelled_element& e) { return std::tuple(e.part, e.last, e.contributors); };
    std::ranges::sort(s.contents, {}, key);
    const auto same = std::ranges::unique(s.contents, {}, key);
    s.contents.erase(same.begin(), same.end());
    return s;
  }

  std::vector<scheduled_step>& steps_;
};

// The least number of elements of a vector or block that algorithms cut evenly: into pieces, into a part for
// each process, and into halves again and again.
std::size_t even_count(const algorithm& a, int p, int pieces) {
  const std::size_t m = a.stages ? static_cast<std::size_t>(pieces) : 1;
  if (!of_vectors(a.of)) return m;
  const auto n = static_cast<std::size_t>(p);
  return std::lcm(std::lcm(m, n), std::bit_floor(n)) * m;
}

schedule run_once(const algorithm& a, int p, int root, int pieces, std::size_t count) {
  schedule s;
  const auto n = static_cast<std::size_t>(p);
  s.parts = of_vectors(a.of) && !traits(a.of).shifts && a.stages ? pieces : p;
  s.units = of_vectors(a.of) ? count : count * n;
  s.programs.resize(n);
  std::vector<std::size_t> offsets(n + 1);
  for (std::size_t r = 0; r <= n; ++r) offsets[r] = r * count;
  const network on(machine{1e-6, 1e-9, 0});
  known_memory known;
  labelled_data cast(a, {.p = p, .pieces = pieces}, on, root, std::move(offsets), s.parts, type, nullptr,
                     known);
  std::deque<recording_process> recorders;
  world w(p, on);
  w.combine_with(combine_labels);
  w.poison_with(0);
  w.run([&](process& self) {
    recording_process& recorded =
        recorders.emplace_back(self, known, s.programs[static_cast<std::size_t>(self.rank())]);
    return a.run(recorded, cast.of(self.rank()));
  });
  return s;
}

// True if a run of `times` bytes for each unit on that machine sends the messages of the schedule.
bool sends_the_same(const algorithm& a, int p, int root, int pieces, const schedule& s, std::size_t times,
                    const machine& on) {
  std::map<std::pair<int, int>, std::deque<std::size_t>> sent;
  std::size_t messages = 0;
  for (int r = 0; r < p; ++r)
    for (const scheduled_step& step : s.programs[static_cast<std::size_t>(r)])
      for (const scheduled_transfer& t : step.transfers)
        if (t.to != nobody) sent[{r, t.to}].push_back(t.units * times + t.more_bytes), ++messages;
  trace seen;
  (void)predict(a, {.p = p, .bytes = static_cast<double>(s.units * times), .pieces = pieces}, network(on),
                {.root = root, .record = &seen});
  if (seen.messages.size() != messages) return false;
  for (const message& m : seen.messages) {
    auto& channel = sent[{m.from, m.to}];
    if (channel.empty() || channel.front() != m.bytes) return false;
    channel.pop_front();
  }
  return true;
}

}  // namespace

std::optional<schedule> record_schedule(const algorithm& a, int p, int root, int pieces) {
  schedule s = run_once(a, p, root, pieces, even_count(a, p, pieces));
  constexpr machine balanced{1e-6, 1e-9, 0}, slow_start{1e-3, 1e-9, 0}, slow_data{1e-9, 1e-6, 0};
  const bool holds = sends_the_same(a, p, root, pieces, s, 1, balanced) &&
                     sends_the_same(a, p, root, pieces, s, 7, slow_start) &&
                     sends_the_same(a, p, root, pieces, s, 7, slow_data) &&
                     sends_the_same(a, p, root, pieces, s, 20011, balanced);
  if (!holds) return std::nullopt;
  return s;
}

}  // namespace tutti::cli
