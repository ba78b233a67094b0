// The processes of a node that are near each other, by Linux's description of the processors. The
// descriptions are files of other machines.

#include "node/domains.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <vector>

namespace tutti::node {
namespace {

namespace fs = std::filesystem;

cpu_set_t processors(std::initializer_list<int> all) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int i : all) CPU_SET(i, &set);
  return set;
}

// Two NUMA domains of eight processors. Four of these share an outer cache, and two, the threads of a core,
// an inner cache.
class machine : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() / ("tutti-domains-" + std::to_string(getpid()));
    write("node/node0/cpulist", "0-3,8-11");
    write("node/node1/cpulist", "4-7,12-15");
    write("node/possible", "0-1");
    for (int i = 0; i < 16; ++i) {
      const fs::path caches = fs::path("cpu") / ("cpu" + std::to_string(i)) / "cache";
      const int core = i % 8, half = core / 2 * 2;
      const auto pair = [](int k) { return std::to_string(k) + "," + std::to_string(k + 8); };
      write(caches / "index0" / "level", "1");
      write(caches / "index0" / "shared_cpu_list", pair(core));
      write(caches / "index3" / "level", "3");
      write(caches / "index3" / "shared_cpu_list", std::to_string(half) + "-" + std::to_string(half + 1) +
                                                       "," + std::to_string(half + 8) + "-" +
                                                       std::to_string(half + 9));
      write(caches / "uevent", "");
    }
  }
  void TearDown() override { fs::remove_all(root_); }
  void write(const fs::path& name, const std::string& line) {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << line << "\n";
  }
  [[nodiscard]] bound_to bound(std::initializer_list<int> to) const {
    return where_bound(processors(to), root_);
  }

  fs::path root_;
};

TEST_F(machine, finds_the_memory_and_the_cache_of_one_processor) {
  EXPECT_EQ(bound({0}).memory, 0);
  EXPECT_EQ(bound({0}).cache, 0);
  EXPECT_EQ(bound({11}).memory, 0);
  EXPECT_EQ(bound({11}).cache, 2);
  EXPECT_EQ(bound({15}).memory, 1);
  EXPECT_EQ(bound({15}).cache, 6);
}

TEST_F(machine, finds_none_where_a_process_may_run_in_several) {
  EXPECT_EQ(bound({0, 1, 8, 9}).cache, 0);
  EXPECT_EQ(bound({1, 2}).cache, -1);
  EXPECT_EQ(bound({1, 2}).memory, 0);
  EXPECT_EQ(bound({3, 4}).memory, -1);
  EXPECT_EQ(bound({}).memory, -1);
}

TEST_F(machine, finds_none_where_the_system_says_nothing) {
  EXPECT_EQ(where_bound(processors({0}), root_ / "elsewhere").memory, -1);
  EXPECT_EQ(where_bound(processors({0}), root_ / "elsewhere").cache, -1);
  write("node/node0/cpulist", "all of them");
  write("cpu/cpu0/cache/index3/level", "outermost");
  EXPECT_EQ(bound({0}).memory, -1);
  EXPECT_EQ(bound({0}).cache, 0);  // the inner one, which it has with its other thread
  EXPECT_EQ(bound({0, 1}).cache, -1);
}

using domains = std::vector<int>;

domains of(std::initializer_list<bound_to> all) { return domains_of(std::vector<bound_to>(all)); }

TEST(domains, are_those_of_the_memory) {
  EXPECT_EQ(of({{0, 0}, {0, 2}, {1, 4}, {1, 6}}), (domains{0, 0, 2, 2}));
  EXPECT_EQ(of({{1, 4}, {0, 2}, {1, 4}, {0, 0}}), (domains{0, 1, 0, 1}));
}

TEST(domains, are_those_of_the_caches_where_all_have_one_memory) {
  EXPECT_EQ(of({{0, 0}, {0, 0}, {0, 2}, {0, 2}}), (domains{0, 0, 2, 2}));
}

TEST(domains, are_one_where_they_would_say_nothing) {
  EXPECT_EQ(of({{0, 0}, {0, 0}, {0, 0}}), (domains{0, 0, 0}));
  EXPECT_EQ(of({{0, 0}, {1, 4}}), (domains{0, 0}));              // one process in each
  EXPECT_EQ(of({{0, 0}, {0, -1}, {1, 4}}), (domains{0, 0, 2}));  // the cache is not asked
  EXPECT_EQ(of({{0, 0}, {-1, -1}, {1, 4}}), (domains{0, 0, 0}));
  EXPECT_EQ(of({{0, 0}, {0, -1}, {0, 2}}), (domains{0, 0, 0}));
  EXPECT_EQ(of({}), domains{});
}

}  // namespace
}  // namespace tutti::node
