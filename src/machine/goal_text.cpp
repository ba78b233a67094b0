#include "machine/goal_text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <utility>

namespace tutti {
namespace {

// Numbers the messages of a process to and from each partner.
class message_numbers {
 public:
  std::uint32_t next(const program_transfer& t) { return known_[{t.partner, t.sends}]++; }

 private:
  std::map<std::pair<int, bool>, std::uint32_t> known_;
};

}  // namespace

goal_text::goal_text(std::ostream& into, int processes, const std::vector<std::string>& about) : into_(into) {
  for (std::string line : about) {
    std::ranges::replace_if(
        line, [](unsigned char c) { return c < ' '; }, ' ');
    into_ << "// " << line << '\n';
  }
  into_ << "num_ranks " << processes << '\n';
}

void goal_text::begin(int rank) {
  into_ << "\nrank " << rank << " {\n";
  last_.clear();
  operations_ = 0;
  owed_ = 0;
}

void goal_text::end() { into_ << "}\n"; }

// Writes an operation that starts when others have ended. Returns its number.
std::uint64_t goal_text::put(std::string_view what, const ends& after) {
  const std::uint64_t number = ++operations_;
  into_ << 'l' << number << ": " << what << processor_ << '\n';
  for (const std::uint64_t before : after) into_ << 'l' << number << " requires l" << before << '\n';
  return number;
}

std::string goal_text::calc_of(double seconds) {
  const double all = seconds * 1e9 + owed_, whole = std::max(0.0, std::round(all));
  owed_ = all - whole;
  return whole > 0 ? "calc " + std::to_string(static_cast<std::uint64_t>(whole)) : "";
}

void goal_text::compute(double seconds) {
  if (const std::string calc = calc_of(seconds); !calc.empty()) last_ = {put(calc, last_)};
}

void goal_text::run(const program& of, std::span<const int> members, std::uint32_t first_tag) {
  message_numbers sent_before;
  for (const program_step& step : of.steps) {
    compute(step.works);
    if (step.transfers == 0) continue;
    // If several operations await several ends, one operation between them saves dependencies.
    if (last_.size() > 1 && step.transfers > 1) last_ = {put("calc 0", last_)};
    ends now;
    std::uint64_t send_before = 0;
    for (std::size_t k = 0; k < step.transfers; ++k) {
      const program_transfer& t = of.transfers[step.begins + k];
      const int partner = members.empty() ? t.partner : members[static_cast<std::size_t>(t.partner)];
      const std::uint32_t tag = first_tag + sent_before.next(t);
      now.push_back(put((t.sends ? "send " : "recv ") + std::to_string(std::max<std::size_t>(1, t.bytes)) +
                            (t.sends ? "b to " : "b from ") + std::to_string(partner) + " tag " +
                            std::to_string(tag),
                        last_));
      if (!t.sends) continue;
      // Sends that start together leave in the order of the list.
      if (send_before > 0) into_ << 'l' << now.back() << " irequires l" << send_before << '\n';
      send_before = now.back();
    }
    if (const std::string calc = calc_of(step.meanwhile); !calc.empty()) now.push_back(put(calc, last_));
    last_ = std::move(now);
  }
}

goal_text::ends goal_text::run_beside(const program& of, std::span<const int> members,
                                      std::uint32_t first_tag) {
  const ends before = last_;
  processor_ = " cpu 1";
  run(of, members, first_tag);
  processor_ = "";
  return std::exchange(last_, before);
}

void goal_text::await(const ends& others) {
  for (const std::uint64_t one : others)
    if (std::ranges::find(last_, one) == last_.end()) last_.push_back(one);
}

std::uint32_t most_between_two(const std::vector<program>& all) {
  std::uint32_t most = 0;
  for (const program& one : all) {
    message_numbers numbers;
    for (const program_transfer& t : one.transfers)
      if (t.sends) most = std::max(most, numbers.next(t) + 1);
  }
  return most;
}

}  // namespace tutti
