// Learning: processes with clocks of their own try contenders, and decide alike.

#include "select/experiment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace tutti {
namespace {

constexpr std::int64_t millisecond = 1'000'000;  // of a clock that shows nanoseconds

// Decisions that differ. The last one is the MPI library's own.
std::vector<decision> contenders(std::size_t n, bool native) {
  std::vector<decision> all;
  for (const algorithm* a : catalogue(collective::bcast))
    if (all.size() < n) all.push_back({.use = a});
  if (native) all.push_back({});
  return all;
}

// The processes of a communicator.
class job {
 public:
  job(int p, const std::vector<decision>& all, bool crowded = false)
      : each_(static_cast<std::size_t>(p), experiment(all, millisecond, crowded)) {}

  experiment& operator[](std::size_t r) { return each_[r]; }
  [[nodiscard]] bool agrees() const {
    return std::ranges::all_of(each_, [&](const experiment& e) {
      return e.next().use == each_[0].next().use && e.best().use == each_[0].best().use &&
             e.must_agree() == each_[0].must_agree() && e.ended() == each_[0].ended();
    });
  }
  void agree() {
    std::vector<std::int64_t> all(each_[0].stamps().begin(), each_[0].stamps().end());
    for (experiment& e : each_)
      for (std::size_t k = 0; k < all.size(); ++k) all[k] = std::max(all[k], e.stamps()[k]);
    for (experiment& e : each_) {
      std::ranges::copy(all, e.stamps().begin());
      e.conclude();
    }
  }
  [[nodiscard]] std::size_t size() const { return each_.size(); }

 private:
  std::vector<experiment> each_;
};

// A call whose last process enters at `now` and whose last one leaves after `took`.
void call(job& j, std::int64_t now, std::int64_t took) {
  for (std::size_t r = 0; r < j.size(); ++r) j[r].note(now - static_cast<std::int64_t>(r), now + took);
  if (j[0].must_agree()) j.agree();
}

// Clocks that jump, failed calls, times from nothing to hours: nothing that a process measures makes it
// decide differently from the others.
TEST(experiment, all_processes_decide_alike_whatever_they_measure) {
  std::mt19937_64 random(1);
  const auto below = [&](std::uint64_t n) { return random() % n; };
  std::size_t decisions = 0;
  while (decisions < 1'000'000) {
    job j(2 + static_cast<int>(below(5)), contenders(1 + below(3), below(2) == 0), below(4) == 0);
    const std::uint64_t failures = below(3) == 0 ? 2 + below(50) : 0, scale = below(40);
    for (int calls = 0; calls < 3000 && !j[0].ended(); ++calls) {
      for (std::size_t r = 0; r < j.size(); ++r) {
        if (failures && below(failures) == 0) {
          j[r].note_untimed();
          continue;
        }
        const auto entry = static_cast<std::int64_t>(below(std::uint64_t{1} << (1 + below(61))));
        j[r].note(entry, entry + static_cast<std::int64_t>(below(std::uint64_t{2} << below(scale + 1))));
      }
      if (j[0].must_agree()) {
        ASSERT_EQ(&j[0].next(), &j[0].best());
        if (below(3) == 0) j.agree();  // often only some calls later
      }
      ASSERT_TRUE(j.agrees());
      decisions += j.size();
    }
  }
}

TEST(experiment, finds_the_fastest) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> noise(0.95, 1.1);
  std::bernoulli_distribution interrupted(0.02);
  int best = 0, trials = 0;
  double loss = 0;
  for (int k = 0; k < 400; ++k) {
    const std::vector<decision> all = contenders(3, true);
    std::vector<double> usual;
    for (std::size_t i = 0; i < all.size(); ++i)
      usual.push_back(1000 * std::exp2(std::uniform_real_distribution<double>(0, 1.5)(random)));
    job j(3, all);
    std::int64_t now = 0;
    int calls = 0;
    const double least = *std::ranges::min_element(usual);
    double lost = 0;
    for (; calls < 1000; ++calls) {
      const auto i =
          static_cast<std::size_t>(std::ranges::find(all, j[0].next().use, &decision::use) - all.begin());
      double took = usual[i] * noise(random);
      if (interrupted(random)) took += 20'000;
      lost += usual[i] / least - 1;
      now += 3000;
      call(j, now, static_cast<std::int64_t>(took));
    }
    loss += lost;
    ++trials;
    const auto found =
        static_cast<std::size_t>(std::ranges::find(all, j[0].best().use, &decision::use) - all.begin());
    if (usual[found] <= 1.02 * least) ++best;
  }
  EXPECT_GE(best, trials * 95 / 100);
  EXPECT_LE(loss / trials, 40) << "calls of 1000";
}

TEST(experiment, keeps_to_its_budget) {
  for (const double slowdown : {1.1, 1.4, 1.9, 5.0, 50.0}) {
    const std::vector<decision> all = contenders(3, false);
    job j(2, all);
    double lost = 0;
    std::int64_t now = 0;
    for (int calls = 0; calls < 5000; ++calls) {
      const bool slow = j[0].next().use != all[1].use;
      if (calls >= static_cast<int>(experiment::calls_before) && slow) lost += slowdown - 1;
      call(j, now += 100'000, static_cast<std::int64_t>(10'000 * (slow ? slowdown : 1)));
    }
    // The first turns show how slow the contenders are.
    EXPECT_LE(lost, 0.02 * 5000 + 2 * (slowdown - 1)) << slowdown;
    EXPECT_EQ(j[0].best().use, all[1].use);
  }
}

TEST(experiment, tries_nothing_before_the_first_calls_and_nothing_native_on_crowded_nodes) {
  const std::vector<decision> all = contenders(2, true);
  for (const bool crowded : {false, true}) {
    job j(2, all, crowded);
    bool native = false;
    for (std::size_t calls = 0; calls < 2000; ++calls) {
      if (calls < experiment::calls_before) {
        EXPECT_EQ(j[0].next().use, all[0].use);
      }
      native = native || !j[0].next().use;
      call(j, static_cast<std::int64_t>(calls) * 10'000, 1000);
    }
    EXPECT_TRUE(j[0].ended());
    EXPECT_EQ(native, !crowded);
    EXPECT_EQ(j[0].best().use == nullptr, !crowded) << "of equals, native is taken";
  }
}

TEST(experiment, keeps_the_first_decision_if_no_call_can_be_timed) {
  const std::vector<decision> all = contenders(2, true);
  job j(2, all);
  for (int calls = 0; calls < 100; ++calls) {
    j[0].note_untimed();
    j[1].note(5, 9);
    if (j[0].must_agree()) j.agree();
  }
  EXPECT_TRUE(j[0].ended());
  EXPECT_EQ(j[0].best().use, all[0].use);
}

}  // namespace
}  // namespace tutti
