// Every reduction algorithm of the catalogue on accumulators and on short ones, in virtual time: each result
// is the rounded sum of integers, and that of MPFR where it is installed, to the bit. The contributions, the
// number of processes, the root, the placement on nodes, the blocks and the time at which each process begins
// are random.
//
//   exact_algorithms_test [SUMS=20000] [SEED=1]

#include <cstdio>
#include <cstdlib>
#include <numeric>

#include "exact/accumulator.hpp"
#include "exact/short_accumulator.hpp"
#include "exact_cases.hpp"
#include "exact_mpfr.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/engine/simulate.hpp"
#include "tutti/full_name.hpp"
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

// The operations on accumulators of one kind.
template <class A>
struct with;
template <class T>
struct with<accumulator<T>> {
  static constexpr auto begin = &sums::begin;
  static constexpr auto merge = &sums::merge;
  static bool fits(const accumulator<T>&) { return true; }
};
template <class T>
struct with<short_accumulator<T>> {
  static constexpr auto begin = &sums::begin_short;
  static constexpr auto merge = &sums::merge_short;
  static bool fits(const short_accumulator<T>& a) { return a.fits(); }
};

template <class T, class A>
void merge_kernel(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
  (sums_of(kind<T>::of)->*with<A>::merge)(left, right, into, n);
}

// The references must agree.
template <class T>
std::string expected_bits(const std::vector<T>& addends) {
  std::string bits = bits_of(rounded_sum(addends));
#if defined(HAS_MPFR)
  if (bits != bits_of(sum_by_mpfr(addends))) throw std::logic_error("MPFR has another sum");
#endif
  return bits;
}

struct count {
  long sums = 0, runs = 0, wrong = 0, in_short = 0;
};

// One run of an algorithm on accumulators of type A.
template <class T, class A>
class one_run {
 public:
  one_run(const algorithm& a, random_numbers<T>& numbers, count& so_far)
      : a_(a), numbers_(numbers), so_far_(so_far) {
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
    std::vector<std::vector<A>> in(q), out(q);
    for (std::size_t r = 0; r < q; ++r) {
      std::vector<T> mine;
      for (const auto& c : columns_) mine.push_back(c[r]);
      in[r].resize(total());
      out[r].resize(scatters() ? static_cast<std::size_t>(blocks_[r]) : total());
      (by_.*with<A>::begin)(bytes_of(mine), reinterpret_cast<std::byte*>(in[r].data()), mine.size());
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
  [[nodiscard]] call call_of(int r, std::vector<A>& in, std::vector<A>& out) const {
    call c;
    c.root = root_;
    c.pieces = pieces_;
    c.nodes = nodes_ ? &*nodes_ : nullptr;
    c.op = {.kernel = merge_kernel<T, A>};
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
  int wrong_on(int r, const std::vector<A>& out) {
    if (a_.of == collective::reduce && r != root_) return 0;
    const int addends = a_.of == collective::scan ? r + 1 : a_.of == collective::exscan ? r : p_;
    if (addends == 0) return 0;
    const std::size_t first = scatters() ? offsets_[static_cast<std::size_t>(r)] : 0;
    int wrong = 0;
    for (std::size_t k = 0; k < out.size(); ++k) {
      const auto& column = columns_[first + k];
      // All processes have the sum that process 0 has been compared for.
      const bool known = a_.of == collective::allreduce && r > 0;
      if (!known) expect(k, std::vector<T>(column.begin(), column.begin() + addends));
      const bool fits = with<A>::fits(out[k]);
      if (fits != fits_[k] || (fits && bits_of(out[k].rounded()) != expected_[k])) ++wrong;
      if (fits && sizeof(A) < sizeof(accumulator<T>)) ++so_far_.in_short;
    }
    return wrong;
  }

  // The order has no influence on whether a sum fits.
  void expect(std::size_t k, const std::vector<T>& addends) {
    expected_[k] = expected_bits(addends);
    std::vector<A> each(addends.size());
    (by_.*with<A>::begin)(bytes_of(addends), reinterpret_cast<std::byte*>(each.data()), each.size());
    for (std::size_t i = 1; i < each.size(); ++i) each[0].merge(each[i]);
    fits_[k] = with<A>::fits(each[0]);
  }

  inline static const datatype element{.size = sizeof(A), .extent = sizeof(A), .true_extent = sizeof(A)};
  const algorithm& a_;
  random_numbers<T>& numbers_;
  const sums& by_ = *sums_of(kind<T>::of);
  int p_ = 1, root_ = 0, pieces_ = 1, count_ = 0, how_ = 0;
  std::vector<int> blocks_;
  std::vector<std::size_t> offsets_;
  std::optional<node_map> nodes_;
  std::vector<std::vector<T>> columns_;
  std::vector<std::string> expected_ = std::vector<std::string>(64);
  std::vector<bool> fits_ = std::vector<bool>(64);
  count& so_far_;
};

template <class A, class T>
void run_one(const algorithm& a, random_numbers<T>& numbers, count& so_far) {
  one_run<T, A> one(a, numbers, so_far);
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
      if (k % 16 == 14 && has_long_format)
        run_one<short_accumulator<long double>>(*a, long_doubles, so_far);
      else if (k % 16 == 15 && has_long_format)
        run_one<accumulator<long double>>(*a, long_doubles, so_far);
      else if (k % 4 == 3)
        run_one<accumulator<float>>(*a, floats, so_far);
      else if (k % 4 == 2)
        run_one<short_accumulator<double>>(*a, doubles, so_far);
      else
        run_one<accumulator<double>>(*a, doubles, so_far);
    }
#if defined(HAS_MPFR)
  const char* const against = " and MPFR";
#else
  const char* const against = "";
#endif
  std::printf(
      "%ld random sums by %zu algorithms in %ld runs against integers%s: %ld wrong; "
      "%ld results in short accumulators\n",
      so_far.sums, all.size(), so_far.runs, against, so_far.wrong, so_far.in_short);
  return so_far.wrong == 0 && so_far.in_short > 0 ? 0 : 1;
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
