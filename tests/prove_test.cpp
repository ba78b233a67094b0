// Every algorithm of the catalogue, proved in virtual time. One test for each algorithm, named after it.
// The test `verify` covers larger p.

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tutti/engine/cases.hpp"

namespace tutti {
namespace {

class Proof : public testing::Test {
 public:
  explicit Proof(const algorithm* of) : of_(of) {}

  void TestBody() override {
    case_range small;
    for (int p = 1; p <= 9; ++p) small.p.push_back(p);
    for_each_case(*of_, small, [&](const instance& i) {
      const finding f = prove(i);
      for (const std::string& w : f.wrong) ADD_FAILURE() << describe(i) << ": " << w;
      failures_ += !f.wrong.empty();
      return failures_ < 8;
    });
  }

 private:
  const algorithm* of_;
  int failures_ = 0;
};

// The number of rounds stated for the worst root occurs for some root.
TEST(catalogue, prices_of_the_worst_root_are_reached) {
  for (const algorithm* a : catalogue())
    for (int p = 1; p <= 20 && a->traits.worst_root; ++p)
      for (const int pieces : a->stages ? std::vector{1, 2, 5} : std::vector{1}) {
        const auto count = static_cast<std::size_t>(4 * p * pieces);
        double rounds = 0;
        for (int root = 0; root < p; ++root)
          rounds = std::max(rounds,
                            prove({.of = a, .p = p, .root = root, .pieces = pieces, .count = count}).rounds);
        EXPECT_EQ(rounds,
                  a->price({.p = p, .bytes = 8.0 * static_cast<double>(count), .pieces = pieces}).rounds)
            << a->name << ", p = " << p << ", M = " << pieces;
      }
}

// catalogue(c) and find() search by halving.
TEST(catalogue, is_in_the_order_of_the_collectives_and_names_are_unique) {
  for (std::size_t i = 1; i < catalogue().size(); ++i)
    ASSERT_LE(catalogue()[i - 1]->of, catalogue()[i]->of) << i;
  for (const algorithm* a : catalogue())
    EXPECT_EQ(find(a->of, a->name), a) << name_of(a->of) << "." << a->name;
}

}  // namespace
}  // namespace tutti

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (const tutti::algorithm* a : tutti::catalogue()) {
    const std::string name = std::string(name_of(a->of)) + "." + std::string(a->name);
    testing::RegisterTest("Proof", name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [a]() -> testing::Test* { return new tutti::Proof(a); });
  }
  return RUN_ALL_TESTS();
}
