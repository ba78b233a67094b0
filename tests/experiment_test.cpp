// Learning: processes with clocks of their own try contenders, and decide alike.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "select/experiments.hpp"

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

// The processes of a communicator. They make calls of several classes; class k tries contenders of its own.
class job {
 public:
  job(int p, const std::vector<std::vector<decision>>& classes, bool crowded = false)
      : crowded_(crowded), all_(static_cast<std::size_t>(p)), classes_(all_.size()) {
    for (std::size_t r = 0; r < all_.size(); ++r)
      for (std::size_t k = 0; k < classes.size(); ++k)
        classes_[r].push_back(&all_[r].add({.of = collective::bcast}, k, classes[k],
                                           classes[k].empty() ? decision() : classes[k][0]));
  }
  job(int p, const std::vector<decision>& one, bool crowded = false)
      : job(p, std::vector<std::vector<decision>>{one}, crowded) {}

  [[nodiscard]] int size() const { return static_cast<int>(all_.size()); }
  [[nodiscard]] unsigned calls() const { return call_; }
  void begin_call() { ++call_; }
  [[nodiscard]] decision serving(int r, std::size_t k) const {
    const call_class& c = *classes_[static_cast<std::size_t>(r)][k];
    return c.tries ? c.tries->serving(call_) : c.decided;
  }
  void note(int r, std::size_t k, std::int64_t entry, std::int64_t exit) {
    if (auto& e = classes_[static_cast<std::size_t>(r)][k]->tries) e->note(call_, entry, exit);
  }
  // After a call; `joining`: no process left it before all had entered it.
  void end_call(bool joining = true) {
    const auto due = [&](const experiments& e) { return e.must_agree(call_); };
    ASSERT_EQ(std::ranges::count_if(all_, due) % std::ssize(all_), 0) << "all processes must agree, or none";
    if (!joining || !due(all_[0])) return;
    ++agreements_;
    std::array<std::int64_t, 2> most = all_[0].fingerprints();
    for (const experiments& e : all_)
      for (std::size_t i = 0; i < 2; ++i) most[i] = std::max(most[i], e.fingerprints()[i]);
    if (!experiments::alike(most)) {
      for (experiments& e : all_) e.stop();
    } else {
      agree_on_stamps();
      for (experiments& e : all_) e.conclude(call_, [](const call_class&) {});
    }
    ++call_;
  }
  // A call of class k, on all processes: the last one enters at `now`, and the last one leaves after `took`.
  void call(std::size_t k, std::int64_t now, std::int64_t took) {
    for (int r = 0; r < size(); ++r) note(r, k, now - r, now + took);
    end_call();
  }

  [[nodiscard]] bool decided(std::size_t k) const { return !classes_[0][k]->tries; }
  [[nodiscard]] bool stopped() const { return all_[0].stopped(); }
  [[nodiscard]] decision best(std::size_t k) const {
    const call_class& c = *classes_[0][k];
    return c.tries ? c.tries->best() : c.decided;
  }
  [[nodiscard]] int agreements() const { return agreements_; }
  [[nodiscard]] bool serve_alike(std::size_t k) const {
    for (int r = 1; r < size(); ++r)
      if (serving(r, k).use != serving(0, k).use) return false;
    return true;
  }

 private:
  void agree_on_stamps() {
    if (!all_[0].window_passed(call_)) return;
    std::vector<std::int64_t> most;
    for (experiments& e : all_) {
      const auto mine = e.collect_stamps(call_, millisecond, crowded_);
      if (most.empty()) most.assign(mine.begin(), mine.end());
      ASSERT_EQ(mine.size(), most.size());
      for (std::size_t i = 0; i < most.size(); ++i) most[i] = std::max(most[i], mine[i]);
    }
    for (experiments& e : all_) std::ranges::copy(most, e.stamps().begin());
  }

  bool crowded_;
  std::vector<experiments> all_;
  std::vector<std::vector<call_class*>> classes_;
  unsigned call_ = 0;
  int agreements_ = 0;
};

// Clocks that jump, failed calls, times from nothing to hours, calls after which the processes cannot agree:
// nothing that a process measures makes it decide differently from the others.
TEST(experiment, all_processes_decide_alike_whatever_they_measure) {
  std::mt19937_64 random(1);
  const auto below = [&](std::uint64_t n) { return random() % n; };
  std::size_t decisions = 0;
  while (decisions < 1'000'000) {
    const std::size_t classes = 1 + below(5);
    std::vector<std::vector<decision>> all;
    for (std::size_t k = 0; k < classes; ++k) all.push_back(contenders(1 + below(3), below(2) == 0));
    job j(2 + static_cast<int>(below(5)), all, below(4) == 0);
    const std::uint64_t failures = below(3) == 0 ? 2 + below(50) : 0, scale = below(40);
    const bool often_joining = below(2) == 0;
    for (int calls = 0; calls < 3000; ++calls) {
      j.begin_call();
      const std::size_t k = below(1 + below(classes));
      ASSERT_TRUE(j.serve_alike(k));
      for (int r = 0; r < j.size(); ++r) {
        if (failures && below(failures) == 0) {
          j.note(r, k, experiment::untimed, experiment::untimed);
          continue;
        }
        const auto entry = static_cast<std::int64_t>(below(std::uint64_t{1} << (1 + below(61))));
        j.note(r, k, entry, entry + static_cast<std::int64_t>(below(std::uint64_t{2} << below(scale + 1))));
      }
      j.end_call(often_joining || below(10) == 0);
      decisions += static_cast<std::size_t>(j.size());
    }
    ASSERT_FALSE(j.stopped());
  }
}

// Some processes take a call for one of another class, because the program passes them other lengths. From
// the next agreement on, nothing is tried. Until then, the other calls are served alike.
TEST(experiment, calls_that_differ_never_make_later_calls_differ) {
  std::mt19937_64 random(3);
  const auto below = [&](std::uint64_t n) { return random() % n; };
  int stops = 0;
  constexpr int jobs = 400;
  for (int n = 0; n < jobs; ++n) {
    const std::size_t classes = 2 + below(3);
    std::vector<std::vector<decision>> all;
    for (std::size_t k = 0; k < classes; ++k) all.push_back(contenders(2 + below(2), below(2) == 0));
    job j(2 + static_cast<int>(below(5)), all);
    const unsigned differs = 1 + static_cast<unsigned>(below(60));
    const bool always = below(4) == 0;
    bool differed = false;
    for (unsigned call = 1; call < 1000; ++call) {
      j.begin_call();
      const std::size_t k = below(classes);
      const bool wrong = (call == differs || (always && call > differs)) && !j.decided(k);
      ASSERT_TRUE(wrong || j.serve_alike(k)) << "after call " << differs;
      differed = differed || wrong;
      const int other = static_cast<int>(below(static_cast<std::uint64_t>(j.size())));
      for (int r = 0; r < j.size(); ++r)
        j.note(r, wrong && r == other ? (k + 1) % classes : k, 1000 * call,
               static_cast<std::int64_t>(1000 * call + 10 + below(500)));
      j.end_call(below(3) > 0);
    }
    stops += differed && j.stopped();
    ASSERT_TRUE(differed || !j.stopped());
  }
  EXPECT_GE(stops, jobs * 95 / 100);
}

TEST(experiment, finds_the_fastest) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> noise(0.95, 1.1);
  std::bernoulli_distribution interrupted(0.02);
  for (const std::size_t classes : {1U, 3U}) {
    int best = 0, trials = 0;
    double loss = 0;
    for (int n = 0; n < 400; ++n) {
      const std::vector<std::vector<decision>> all(classes, contenders(3, true));
      std::vector<std::vector<double>> usual(classes);
      for (std::size_t k = 0; k < classes; ++k)
        for (std::size_t i = 0; i < all[k].size(); ++i)
          usual[k].push_back(1000 * std::exp2(std::uniform_real_distribution<double>(0, 1.5)(random)));
      job j(3, all);
      std::int64_t now = 0;
      const auto index = [&](std::size_t k, const decision& d) {
        return static_cast<std::size_t>(std::ranges::find(all[k], d.use, &decision::use) - all[k].begin());
      };
      for (std::size_t call = 0; call < 1000 * classes; ++call) {
        const std::size_t k = random() % classes;
        j.begin_call();
        const std::size_t i = index(k, j.serving(0, k));
        double took = usual[k][i] * noise(random);
        if (interrupted(random)) took += 20'000;
        loss += usual[k][i] / *std::ranges::min_element(usual[k]) - 1;
        j.call(k, now += 3000, static_cast<std::int64_t>(took));
      }
      for (std::size_t k = 0; k < classes; ++k) {
        ++trials;
        best += usual[k][index(k, j.best(k))] <= 1.02 * *std::ranges::min_element(usual[k]);
      }
    }
    EXPECT_GE(best, trials * 95 / 100) << classes << " classes";
    EXPECT_LE(loss / trials, 40) << "calls of 1000, " << classes << " classes";
  }
}

TEST(experiment, keeps_to_its_budget) {
  for (const double slowdown : {1.1, 1.4, 1.9, 5.0, 50.0}) {
    const std::vector<decision> all = contenders(3, false);
    job j(2, all);
    double lost = 0;
    std::int64_t now = 0;
    for (unsigned calls = 0; calls < 5000; ++calls) {
      j.begin_call();
      const bool slow = j.serving(0, 0).use != all[1].use;
      if (calls >= 2 * experiment::calls_before && slow) lost += slowdown - 1;
      j.call(0, now += 100'000, static_cast<std::int64_t>(10'000 * (slow ? slowdown : 1)));
    }
    // The first turns show how slow the contenders are.
    EXPECT_LE(lost, 0.02 * 5000 + 2 * (slowdown - 1)) << slowdown;
    EXPECT_EQ(j.best(0).use, all[1].use);
  }
}

TEST(experiment, tries_nothing_before_the_first_calls_and_nothing_native_on_crowded_nodes) {
  const std::vector<decision> all = contenders(2, true);
  for (const bool crowded : {false, true}) {
    job j(2, all, crowded);
    bool native = false;
    for (unsigned calls = 0; calls < 2000; ++calls) {
      j.begin_call();
      if (calls < experiment::calls_before) {
        EXPECT_EQ(j.serving(0, 0).use, all[0].use);
      }
      native = native || !j.serving(0, 0).use;
      j.call(0, static_cast<std::int64_t>(calls) * 10'000, 1000);
    }
    EXPECT_TRUE(j.decided(0));
    EXPECT_EQ(native, !crowded);
    EXPECT_EQ(j.best(0).use == nullptr, !crowded) << "of equals, native is taken";
  }
}

TEST(experiment, keeps_the_first_decision_if_no_call_can_be_timed) {
  const std::vector<decision> all = contenders(2, true);
  job j(2, all);
  for (int calls = 0; calls < 100; ++calls) {
    j.begin_call();
    j.note(0, 0, experiment::untimed, experiment::untimed);
    j.note(1, 0, 5, 9);
    j.end_call();
  }
  EXPECT_TRUE(j.decided(0));
  EXPECT_EQ(j.best(0).use, all[0].use);
}

// Also while a program has classes of which it makes few calls, or once all is decided.
TEST(experiment, processes_seldom_agree) {
  for (const unsigned rare : {0U, 10U, 1000U}) {
    job j(2, std::vector<std::vector<decision>>(2, contenders(3, true)));
    std::int64_t now = 0;
    for (unsigned calls = 0; calls < 20'000; ++calls) {
      j.begin_call();
      const bool is_rare = rare > 0 && calls % rare == rare - 1;
      j.call(is_rare ? 1 : 0, now += 10'000, 1000);
      if (calls == 200) {
        EXPECT_LE(j.agreements(), 26) << rare;
      }
    }
    EXPECT_LE(j.agreements(), 24 + 20'000 / 64) << rare;
    EXPECT_TRUE(j.decided(0));
    if (rare == 10) {
      EXPECT_TRUE(j.decided(1));
    }
    if (rare == 0) {
      EXPECT_LE(j.agreements(), 24 + 20);
    }
  }
}

}  // namespace
}  // namespace tutti
