#include "select/experiments.hpp"

#include <algorithm>

#include "machine/splitmix.hpp"
#include "tutti/rounding.hpp"

namespace tutti {
namespace {

// The processes agree as soon as a window has passed. But agreements beyond the first ones must be this
// number of calls of the communicator apart, on average.
constexpr unsigned agreements_at_once = 24, calls_an_agreement = 64;
// While nothing is tried, the processes agree when the number of calls has grown by half, but at least after
// this number of calls. Then new classes begin.
constexpr unsigned most_calls_apart = 4096;
// The stamps of the longest window: 36 turns of four contenders, each with an entry and an exit.
constexpr std::size_t most_stamps_of_a_class = std::size_t{2} * 36 * 4;

}  // namespace

call_class& experiments::add(const call_kind& of, std::size_t slot, const std::vector<decision>& contenders,
                             const decision& otherwise) {
  call_class& c = classes_[{of, slot}];
  c.of = of;
  c.slot = slot;
  c.decided = otherwise;
  if (!stopped_ && contenders.size() >= 2) c.tries.emplace(contenders);
  // Memory is allocated now: a process that had none in an agreement would leave the others waiting.
  stamps_.reserve(classes_.size() * most_stamps_of_a_class + 2);
  return c;
}

// A process may have a class without calls that the others do not have: it has begun a call alone, which has
// failed.
std::array<std::int64_t, 2> experiments::fingerprints() const noexcept {
  std::uint64_t all = 0;
  for (const auto& [key, c] : classes_) {
    if (!c.tries || c.tries->calls() == 0) continue;
    const std::uint64_t kind = (static_cast<std::uint64_t>(c.of.of) << 16U) +
                               (static_cast<std::uint64_t>(c.of.lengths) << 8U) +
                               static_cast<std::uint64_t>(c.of.op);
    all = splitmix64(splitmix64(all + (kind << 16U) + c.slot) + c.tries->fingerprint());
  }
  const auto positive = static_cast<std::int64_t>(all >> 1U);
  return {positive, -positive};
}

bool experiments::window_passed(unsigned call) const noexcept {
  return std::ranges::any_of(
      classes_, [&](const auto& c) { return c.second.tries && c.second.tries->window_passed(call + 1); });
}

std::span<std::int64_t> experiments::collect_stamps(unsigned call, std::int64_t millisecond, bool crowded) {
  stamps_.clear();
  for (const auto& [key, c] : classes_)
    if (c.tries && c.tries->window_passed(call + 1))
      stamps_.insert(stamps_.end(), c.tries->stamps().begin(), c.tries->stamps().end());
  stamps_.insert(stamps_.end(), {millisecond, crowded ? 1 : 0});
  return stamps_;
}

void experiments::draw_conclusions(unsigned call) {
  const std::int64_t millisecond = stamps_.end()[-2];
  const bool crowded = stamps_.back() != 0;
  std::span<const std::int64_t> rest = entries_and_exits();
  rounded_to_nearest([&] {
    for (auto& [key, c] : classes_)
      if (c.tries && c.tries->window_passed(call + 1)) {
        const std::size_t n = c.tries->stamps().size();
        c.tries->conclude(rest.first(n), millisecond, crowded);
        rest = rest.subspan(n);
      }
  });
}

// Opens windows from the call `next` on, and plans the next agreement.
void experiments::plan(unsigned next) noexcept {
  const unsigned passed = next - planned_from_;
  planned_from_ = next;
  unsigned apart = std::clamp(next / 2, calls_an_agreement, most_calls_apart);
  for (auto& [key, c] : classes_) {
    if (!c.tries) continue;
    const unsigned recent = c.tries->calls() - c.calls_agreed;
    c.calls_agreed = c.tries->calls();
    c.tries->open_window(next, recent, passed);
    if (c.tries->window_open())
      apart = std::min(apart, std::max(c.tries->window_end() - next, 1U));
    else if (recent > 0)
      apart = static_cast<unsigned>(std::min<std::uint64_t>(
          apart, std::max<std::uint64_t>(std::uint64_t{c.tries->calls_until_window()} * passed / recent,
                                         experiment::calls_before)));
  }
  due_ = next + apart - 1;
  if (++agreements_ <= agreements_at_once) return;
  const unsigned earliest = (agreements_ - agreements_at_once) * calls_an_agreement;
  if (static_cast<int>(earliest - due_) > 0) due_ = earliest;
}

void experiments::stop() noexcept {
  stopped_ = true;
  for (auto& [key, c] : classes_)
    if (c.tries) {
      c.decided = c.tries->contenders().front().what;
      c.tries.reset();
    }
}

}  // namespace tutti
