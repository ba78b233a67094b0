// Every reduction algorithm of the catalogue on accumulators, in virtual time: each result is the rounded sum
// of integers, to the bit. The number of processes, the contributions, the root, the placement on nodes, the
// blocks and the time at which each process begins are random.
//
//   exact_algorithms_test [SUMS=20000] [SEED=1]

#include <cstdio>
#include <cstdlib>
#include <numeric>

#include "exact/accumulator.hpp"
#include "exact_cases.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/engine/simulate.hpp"
#include "tutti/memory.hpp"
#include "tutti/nodes.hpp"

#if defined(HAS_INTEGERS)
namespace tutti::exact {
namespace {

constexpr int most_processes = 33;

std::vector<const algorithm*> reductions() {
  std::vector<const algorithm*> all;
  for (const algorithm* a : catalogue())
    if (combines(a->of)) all.push_back(a);
  return all;
}

template <class T>
void merge_kernel(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
  sums_of(kind<T>::of)->merge(left, right, into, n);
}

// One run of an algorithm.
template <class T>
class one_run {
 public:
  one_run(const algorithm& a, random_numbers<T>& numbers) : a_(a), numbers_(numbers) {
    do p_ = 1 + numbers_.below(most_processes);
    while (a.needs.power_of_two && (p_ & (p_ - 1)) != 0);
    root_ = numbers_.below(p_);
    pieces_ = a.stages ? 1 + numbers_.below(6) : 1;
    choose_blocks();
    choose_nodes();
    how_ = numbers_.below(random_numbers<T>::kinds);
    // Column k: the contributions of all processes to element k.
    columns_.resize(total());
    for (auto& c : columns_) c = numbers_.some(how_, p_);
  }

  /// Returns the number of wrong results.
  int run() {
    const auto q = static_cast<std::size_t>(p_);
    std::vector<std::vector<accumulator<T>>> in(q), out(q);
    for (std::size_t r = 0; r < q; ++r) {
      std::vector<T> mine;
      for (const auto& c : columns_) mine.push_back(c[r]);
      in[r].resize(total());
      out[r].resize(scatters() ? static_cast<std::size_t>(blocks_[r]) : total());
      by_.begin(bytes_of(mine), reinterpret_cast<std::byte*>(in[r].data()), mine.size());
    }
    world w(p_, machine{.alpha = 1, .beta = 1e-3, .gamma = 1e-4});
    w.combine_with([](const operation& op, const_buffer left, buffer right) {
      op.kernel(left.data, right.data, right.data, right.count);
    });
    arrival begins(q);
    for (double& t : begins) t = numbers_.below(5);
    w.begin_at(begins);
    w.run([&](process& self) {
      const auto r = static_cast<std::size_t>(self.rank());
      return a_.run(self, call_of(self.rank(), in[r], out[r]));
    });
    int wrong = 0;
    for (int r = 0; r < p_; ++r) wrong += wrong_on(r, out[static_cast<std::size_t>(r)]);
    if (wrong > 0)
      std::printf("%s: %d wrong, p = %d, root %d, %d pieces, %zu elements, %s, numbers of kind %d\n",
                  full_name(a_).c_str(), wrong, p_, root_, pieces_, total(), nodes_ ? "nodes" : "no nodes",
                  how_);
    return wrong;
  }
  [[nodiscard]] std::size_t total() const {
    return scatters() ? offsets_.back() : static_cast<std::size_t>(count_);
  }

 private:
  [[nodiscard]] bool scatters() const {
    return a_.of == collective::reduce_scatter || a_.of == collective::reduce_scatter_block;
  }
  void choose_blocks() {
    count_ = numbers_.below(numbers_.below(8) == 0 ? 60 : 12);
    if (!scatters()) return;
    const int most = 1 + count_ / 3;
    blocks_.assign(static_cast<std::size_t>(p_), numbers_.below(most));
    if (a_.of == collective::reduce_scatter)
      for (int& n : blocks_) n = numbers_.below(3) ? numbers_.below(most) : 0;
    offsets_ = {0};
    for (const int n : blocks_) offsets_.push_back(offsets_.back() + static_cast<std::size_t>(n));
  }
  void choose_nodes() {
    if (!(a_.needs.nodes || a_.traits.in_node_order) || numbers_.below(6) == 0) return;
    const int per_node = 1 + numbers_.below(5), nodes = 1 + numbers_.below(p_);
    std::vector<int> names;
    for (int r = 0; r < p_; ++r) names.push_back(r / per_node);
    if (!a_.needs.consecutive && numbers_.below(2)) {
      if (numbers_.below(2))
        std::shuffle(names.begin(), names.end(), numbers_.random);
      else
        for (int& n : names) n = numbers_.below(nodes);
    }
    nodes_.emplace(names);
  }
  [[nodiscard]] call call_of(int r, std::vector<accumulator<T>>& in, std::vector<accumulator<T>>& out) const {
    call c;
    c.root = root_;
    c.pieces = pieces_;
    c.nodes = nodes_ ? &*nodes_ : nullptr;
    c.op = {.kernel = merge_kernel<T>};
    const buffer result(reinterpret_cast<std::byte*>(out.data()), out.size(), element);
    const buffer mine(reinterpret_cast<std::byte*>(in.data()), in.size(), element);
    if (scatters())
      c.send = const_blocks::consecutive(mine.data, offsets_.data(), element, p_);
    else
      c.in = mine;
    if (a_.of != collective::reduce || r == root_) c.out = result;
    return c;
  }
  // Compares the results of process r with integers.
  int wrong_on(int r, const std::vector<accumulator<T>>& out) const {
    if (a_.of == collective::reduce && r != root_) return 0;
    const int addends = a_.of == collective::scan ? r + 1 : a_.of == collective::exscan ? r : p_;
    if (addends == 0) return 0;
    const std::size_t first = scatters() ? offsets_[static_cast<std::size_t>(r)] : 0;
    int wrong = 0;
    for (std::size_t k = 0; k < out.size(); ++k) {
      const auto& column = columns_[first + k];
      // All processes have the sum that process 0 has been compared for.
      const bool known = a_.of == collective::allreduce && r > 0;
      if (!known)
        expected_[k] = bits_of(rounded_sum(std::vector<T>(column.begin(), column.begin() + addends)));
      if (bits_of(out[k].rounded()) != expected_[k]) ++wrong;
    }
    return wrong;
  }

  inline static const datatype element{.size = sizeof(accumulator<T>),
                                       .extent = sizeof(accumulator<T>),
                                       .true_extent = sizeof(accumulator<T>)};
  const algorithm& a_;
  random_numbers<T>& numbers_;
  const sums& by_ = *sums_of(kind<T>::of);
  int p_ = 1, root_ = 0, pieces_ = 1, count_ = 0, how_ = 0;
  std::vector<int> blocks_;
  std::vector<std::size_t> offsets_;
  std::optional<node_map> nodes_;
  std::vector<std::vector<T>> columns_;
  mutable std::vector<std::string> expected_ = std::vector<std::string>(64);
};

struct count {
  long sums = 0, runs = 0, wrong = 0;
};

template <class T>
void run_one(const algorithm& a, random_numbers<T>& numbers, count& so_far) {
  one_run<T> one(a, numbers);
  try {
    so_far.wrong += one.run();
  } catch (const std::exception& e) {
    std::printf("%s: %s\n", full_name(a).c_str(), e.what());
    ++so_far.wrong;
  }
  so_far.sums += static_cast<long>(one.total());
  ++so_far.runs;
}

int test(long sums, std::uint64_t seed) {
  random_numbers<float> floats(seed);
  random_numbers<double> doubles(seed);
  random_numbers<long double> long_doubles(seed);
  const auto all = reductions();
  count so_far;
  for (long k = 0; so_far.sums < sums && so_far.wrong < 10; ++k)
    for (const algorithm* a : all) {
      if (k % 16 == 15 && has_long_format)
        run_one(*a, long_doubles, so_far);
      else if (k % 4 == 3)
        run_one(*a, floats, so_far);
      else
        run_one(*a, doubles, so_far);
    }
  std::printf("%ld random sums by %zu algorithms in %ld runs: %ld wrong\n", so_far.sums, all.size(),
              so_far.runs, so_far.wrong);
  return so_far.wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace tutti::exact

int main(int argc, char** argv) {
  return tutti::exact::test(argc > 1 ? std::atol(argv[1]) : 20000,
                            argc > 2 ? static_cast<std::uint64_t>(std::atol(argv[2])) : 1);
}
#else
int main() { return 77; }  // skipped: there are no integers of any length
#endif
