// The real time of a step in which a process finds its place in a tree or schedule: lab/latency runs it.
//
// For each shape and number of processes, prints a line of comma-separated values: the mean number of steps
// of a process, as `tutti predict --step` counts them, and the mean nanoseconds that its place takes.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <numeric>
#include <string>

#include "algorithms/shapes/binary_trees.hpp"
#include "algorithms/shapes/circulant_schedule.hpp"
#include "algorithms/shapes/halvings.hpp"
#include "algorithms/shapes/two_tree.hpp"
#include "tutti/algorithmic_latency.hpp"

namespace {

using tutti::collective;

volatile int sink;  // so that the compiler computes every place

int in_all(const tutti::tree_place& at) { return at.parent + at.first + at.second; }

struct measured {
  collective of;
  const char* name;
  int (*place)(int rank, int p);
};
constexpr measured shapes[] = {
    {collective::bcast, "binary_tree",
     [](int v, int p) { return in_all(tutti::preorder_place<tutti::balanced_shape>(v, p)); }},
    {collective::bcast, "fibonacci",
     [](int v, int p) { return in_all(tutti::preorder_place<tutti::fibonacci_shape>(v, p)); }},
    {collective::bcast, "bine",
     [](int v, int p) { return tutti::halvings(v, p, 0, tutti::third_of_half).parent; }},
    {collective::bcast, "two_tree",
     [](int v, int p) { return tutti::two_tree(v, p, 0).in_round(1, 1).parent.rank; }},
    {collective::bcast, "circulant",
     [](int v, int p) {
       const tutti::circulant_schedule at(v, p);
       return at.receive(0) + at.send(0);
     }},
};

double nanoseconds(const measured& m, int p) {
  const auto now = [] { return std::chrono::steady_clock::now(); };
  double least = 1e300;
  for (int times = 0; times < 5; ++times) {
    const auto begin = now();
    int places = 0;
    for (; places < 20'000 || now() - begin < std::chrono::milliseconds(2); ++places)
      sink = m.place(static_cast<int>(places * 7919LL % p), p);
    const std::chrono::duration<double, std::nano> taken = now() - begin;
    least = std::min(least, taken.count() / places);
  }
  return least;
}

}  // namespace

int main() {
  std::puts("algorithm,p,steps,nanoseconds");
  for (const measured& m : shapes)
    for (const int p : {64, 1024, 100'000}) {
      const auto steps = tutti::steps_before_first_message(*tutti::find(m.of, m.name), {.p = p}, 0);
      const double mean = std::accumulate(steps.begin(), steps.end(), 0.0) / p;
      std::printf("%s.%s,%d,%.1f,%.1f\n", std::string(name_of(m.of)).c_str(), m.name, p, mean,
                  nanoseconds(m, p));
    }
}
