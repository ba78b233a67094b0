// The proof of several calls that are under way at once.

#include <algorithm>
#include <deque>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/proved_barrier.hpp"
#include "engine/proved_call.hpp"
#include "engine/proving.hpp"
#include "tutti/engine/proof.hpp"
#include "tutti/machine/network.hpp"
#include "tutti/runs_on.hpp"

namespace tutti {
namespace {

// Every process begins the calls in the same order. It may wait for some of them before it begins the next,
// and waits for the others at the end, in an order of its own.
class calls_together {
 public:
  calls_together(const instance& of, int n) : p_(of.p), n_(n) {
    for (int k = 0; k < n; ++k) {
      instance& one = instances_.emplace_back(of);
      if (depends_on_root(of.of->of)) one.root = (of.root + k) % of.p;
      calls_.emplace_back(one, storage_.memory(), storage_.made_of(), k);
    }
    begun_.resize(static_cast<std::size_t>(n));
  }

  void run() {
    std::mt19937 random(static_cast<unsigned>(p_));
    arrival times;
    for (int r = 0; r < p_; ++r) times.push_back(static_cast<double>(random() % 16));
    run(network(machine{.alpha = 1, .beta = 0.01, .gamma = 0.01}), times);
    if (instances_.front().of->of != collective::barrier) return;
    for_each_last(p_, [&](int, const network& on, const arrival& late_one) {
      run(on, late_one);
      return left_early_.empty();
    });
  }

  void check(std::vector<std::string>& wrong) {
    for (int k = 0; k < n_ && wrong.empty(); ++k) {
      calls_[static_cast<std::size_t>(k)].check(wrong);
      for (std::string& w : wrong) w = name_of(k) + ": " + w;
    }
    if (wrong.empty() && !left_early_.empty()) wrong.push_back(left_early_);
  }

 private:
  void run(const network& on, const arrival& times) {
    std::ranges::fill(begun_, 0);
    world w(p_, on, n_);
    w.combine_with(combining_of(storage_.made_of()));
    w.begin_at(times);
    w.run([&](process& self) { return program(w, self.rank()); });
  }

  task program(world& w, int rank) {
    std::mt19937 random(static_cast<unsigned>(rank));
    std::vector<int> under_way;
    const auto any = [&] {
      std::swap(under_way[random() % under_way.size()], under_way.back());
      const int k = under_way.back();
      under_way.pop_back();
      return k;
    };
    for (int k = 0; k < n_; ++k) {
      w.begin(rank, k, one(w.operation(rank, k), k));
      under_way.push_back(k);
      if (random() % 3 == 0) co_await w.ended(rank, any());
    }
    while (!under_way.empty()) co_await w.ended(rank, any());
  }

  task one(process& self, int k) {
    const auto at = static_cast<std::size_t>(k);
    ++begun_[at];
    co_await calls_[at].run_watched(self);
    if (instances_[at].of->of == collective::barrier && begun_[at] < p_ && left_early_.empty())
      left_early_ = name_of(k) + ": process " + std::to_string(self.rank()) +
                    " leaves the barrier before all have entered it";
  }

  [[nodiscard]] std::string name_of(int k) const {
    return "call " + std::to_string(k + 1) + " of " + std::to_string(n_);
  }

  int p_, n_;
  proof_storage storage_;
  std::deque<instance> instances_;
  std::deque<proved_call> calls_;
  std::vector<int> begun_;  // by call: the number of processes that have begun it
  std::string left_early_;
};

}  // namespace

finding prove_together(const instance& of, int calls) {
  if (calls < 1 || calls > terms::most_calls)
    throw std::invalid_argument("a proof tells 1 to " + std::to_string(terms::most_calls) +
                                " calls that are under way together apart, not " + std::to_string(calls));
  finding f;
  if (const char* const why = why_not_on(*of.of, of.p)) {
    f.wrong.emplace_back(why);
    return f;
  }
  calls_together all(of, calls);
  try {
    all.run();
  } catch (const too_large_proof&) {
    throw;
  } catch (const std::exception& error) {
    f.wrong.emplace_back(error.what());
    return f;
  }
  all.check(f.wrong);
  return f;
}

}  // namespace tutti
