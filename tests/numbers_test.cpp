#include "mpi/numbers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <barrier>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <thread>

// Processes are threads here, and so are the threads of processes: what they agree on goes through shared memory.
namespace {

using tutti::mpi::agree_on_number;
using tutti::mpi::agreement;
using tutti::mpi::number_pool;

// What the processes of one communicator share.
class meeting {
 public:
  explicit meeting(int p) : p_(p), arrived_(p) {}

  class of_process final : public agreement {
   public:
    of_process(meeting& all, int rank) : all_(all), rank_(rank) {}
    ~of_process() = default;
    void largest(std::span<std::int64_t> v) override {
      all_.combine(all_.values_, v, [](auto a, auto b) { return std::max(a, b); });
    }
    void any_of(std::span<std::uint64_t> v) override {
      all_.combine(all_.bits_, v, [](auto a, auto b) { return a | b; });
    }
    [[nodiscard]] bool first() const noexcept override { return rank_ == 0; }

   private:
    meeting& all_;
    int rank_;
  };

 private:
  template <class T, class F>
  void combine(std::vector<T>& shared, std::span<T> mine, F f) {
    {
      const std::lock_guard lock(guard_);
      if (shared.empty()) shared.assign(mine.begin(), mine.end());
      for (std::size_t i = 0; i < mine.size(); ++i) shared[i] = f(shared[i], mine[i]);
    }
    arrived_.arrive_and_wait();
    std::copy(shared.begin(), shared.end(), mine.begin());
    arrived_.arrive_and_wait();
    if (const std::lock_guard lock(guard_); ++left_ == p_) shared.clear(), left_ = 0;
    arrived_.arrive_and_wait();
  }
  int p_, left_ = 0;
  std::barrier<> arrived_;
  std::mutex guard_;
  std::vector<std::int64_t> values_;
  std::vector<std::uint64_t> bits_;
};

// Agrees among some processes and returns their answers.
std::vector<std::optional<int>> agree(std::vector<number_pool*> processes, bool threads = false) {
  meeting all(static_cast<int>(processes.size()));
  std::vector<std::optional<int>> answers(processes.size());
  std::vector<std::thread> running;
  for (std::size_t r = 0; r < processes.size(); ++r)
    running.emplace_back([&, r] {
      meeting::of_process here(all, static_cast<int>(r));
      answers[r] = agree_on_number(*processes[r], threads, here);
    });
  for (std::thread& t : running) t.join();
  return answers;
}

TEST(communicator_numbers, are_the_same_on_all_processes_whatever_they_have_in_use) {
  number_pool a(64), b(64);
  for (int n : {1, 2, 3, 9}) ASSERT_TRUE(a.take(n));
  const auto answers = agree({&a, &b});
  EXPECT_EQ(answers, (std::vector<std::optional<int>>{10, 10}));
  EXPECT_FALSE(a.take(10));
  EXPECT_FALSE(b.take(10));
  EXPECT_TRUE(b.take(1)) << "a number that was only offered is kept";
}

TEST(communicator_numbers, come_again_when_those_above_are_used_up) {
  number_pool a(8), b(8);
  ASSERT_TRUE(a.take(7));
  std::set<int> all;
  for (int k = 0; k < 6; ++k) {
    const auto answers = agree({&a, &b});
    ASSERT_EQ(answers[0], answers[1]);
    ASSERT_TRUE(answers[0]);
    EXPECT_TRUE(all.insert(*answers[0]).second);
  }
  EXPECT_EQ(all, (std::set<int>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(agree({&a, &b}), (std::vector<std::optional<int>>(2)));  // b has one left, a has none
  a.give(4), b.give(4);
  EXPECT_EQ(agree({&a, &b}), (std::vector<std::optional<int>>{4, 4}));
}

// Every process has several threads, each of which opens communicators of some processes, all at once: no process may ever
// have a number twice, and all of a communicator have the same one.
TEST(communicator_numbers, are_unique_where_threads_open_at_once) {
  constexpr int p = 4, threads = 4, rounds = 150;
  for (const int count : {4096, 24}) {  // few numbers: most are found by the slow way
    std::vector<std::unique_ptr<number_pool>> pools;
    for (int r = 0; r < p; ++r) pools.push_back(std::make_unique<number_pool>(count));
    std::vector<std::unique_ptr<meeting>> meetings;
    for (int t = 0; t < threads; ++t) meetings.push_back(std::make_unique<meeting>(p));
    std::mutex guard;
    std::map<std::pair<int, int>, std::vector<int>> given;  // (thread, round): each process's number
    bool twice = false;
    std::vector<std::set<int>> alive(p);
    std::vector<std::thread> running;
    for (int t = 0; t < threads; ++t)
      for (int r = 0; r < p; ++r)
        running.emplace_back([&, t, r] {
          std::minstd_rand draw(static_cast<unsigned>(t * p + r + 1));
          meeting::of_process here(*meetings[static_cast<std::size_t>(t)], r);
          number_pool& mine = *pools[static_cast<std::size_t>(r)];
          for (int k = 0; k < rounds; ++k) {
            const auto n = agree_on_number(mine, true, here);
            {
              const std::lock_guard lock(guard);
              given[{t, k}].push_back(n.value_or(-1));
              if (!n || !alive[static_cast<std::size_t>(r)].insert(*n).second) twice = true;
            }
            if (draw() % 4 == 0) std::this_thread::yield();
            if (!n) continue;
            {
              const std::lock_guard lock(guard);
              alive[static_cast<std::size_t>(r)].erase(*n);
            }
            mine.give(*n);
          }
        });
    for (std::thread& t : running) t.join();
    EXPECT_FALSE(twice) << count << " numbers";
    for (const auto& [which, numbers] : given)
      EXPECT_EQ(std::set<int>(numbers.begin(), numbers.end()).size(), 1U) << count << " numbers";
  }
}

}  // namespace
