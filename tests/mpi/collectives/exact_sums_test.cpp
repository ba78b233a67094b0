// Under TUTTI_REPRODUCIBLE: sums of floating-point numbers are the exact sums rounded once, to the bit, in
// all reductions and forms of calls, on communicators whose ranks are permuted, whatever the modes of the
// processor. Each process knows what all contribute. Other operators keep their results.
//
//   exact_sums_test [CASES]

#include <mpi.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "exact/accumulator.hpp"
#include "oracle/oracle.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace {

using tutti::exact::accumulator;

// The same numbers on all processes.
using generator = std::mt19937_64;

int below(generator& g, int n) { return static_cast<int>(g() % static_cast<unsigned>(n)); }

template <class T>
T number(generator& g, int how) {
  using limits = std::numeric_limits<T>;
  const T sign = g() % 2 != 0 ? T(1) : T(-1);
  const T digits = T(1) + static_cast<T>(g() >> 12) * static_cast<T>(0x1p-52);
  const int range = limits::max_exponent - limits::min_exponent + limits::digits;
  switch (how) {
    case 0: return sign * std::ldexp(digits, below(g, 20) - 10);
    case 1: return sign * std::ldexp(digits / 2, limits::min_exponent - limits::digits + below(g, range));
    case 2: return sign * (below(g, 2) ? limits::max() : limits::max() / 2);
    case 3: return sign * static_cast<T>(below(g, 100)) * limits::denorm_min();
    case 4: return sign * (below(g, 2) ? T(1) : limits::epsilon() / 2);
    case 5: return below(g, 3) ? -T(0) : T(0);
    case 6: {
      const T with_payload = static_cast<T>(__builtin_nan("42"));
      const T all[] = {limits::infinity(), -limits::infinity(), limits::quiet_NaN(), -limits::quiet_NaN(),
                       with_payload};
      return below(g, 4) ? digits : all[below(g, 5)];
    }
    default: return sign * digits;
  }
}
constexpr int kinds = 8;

template <class T>
bool same_bits(const T* a, const T* b, std::size_t n) {
  const std::size_t bytes = std::numeric_limits<T>::digits == 64 ? 10 : sizeof(T);
  for (std::size_t k = 0; k < n; ++k)
    if (std::memcmp(a + k, b + k, bytes) != 0) return false;
  return true;
}

template <class T>
std::string hex(T x) {
  char text[64];
  std::snprintf(text, sizeof text, "%La", static_cast<long double>(x));
  return text;
}

struct communicator {
  MPI_Comm comm;
  int rank, size;
};

// During its lifetime, the processor computes in another mode: rounds upward, flushes subnormal numbers to
// zero, or has exceptions send a signal.
class unusual_mode {
 public:
  explicit unusual_mode(int which) {
    std::fegetenv(&before_);
    std::feclearexcept(FE_ALL_EXCEPT);  // x87 would signal older ones, too
    if (which == 0) std::fesetround(FE_UPWARD);
#if defined(__x86_64__)
    if (which == 1) _mm_setcsr(_mm_getcsr() | 0x8040U);
#endif
#if defined(__GLIBC__)
    if (which == 2) feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW);
#endif
  }
  ~unusual_mode() { std::fesetenv(&before_); }
  unusual_mode(const unusual_mode&) = delete;
  unusual_mode& operator=(const unusual_mode&) = delete;

 private:
  std::fenv_t before_;
};

enum class call_form { blocking, nonblocking, persistent, large_counts };

#if MPI_VERSION >= 4
constexpr bool has_persistent = true;
#else
constexpr bool has_persistent = false;
#endif

template <class T>
class sums {
 public:
  sums(oracle::verdict& v, const communicator& on, generator& g, MPI_Datatype type, const char* name,
       int parts)
      : v_(v), on_(on), g_(g), type_(type), name_(name), parts_(static_cast<std::size_t>(parts)) {}

  void run() {
    constexpr int counts[] = {0, 1, 2, 3, 5, 8, 17, 64, 129, 700, 3000};
    const int count = counts[below(g_, sizeof(T) > 8 ? 9 : 11)];
    const auto form = static_cast<call_form>(below(g_, has_persistent ? 4 : 2));
    const int mode = below(g_, 8);
    const bool in_place = below(g_, 2) != 0;
    const int what = below(g_, 6), how = below(g_, kinds), root = below(g_, on_.size);
    v_.begin(std::string(names[what]) + " of " + std::to_string(count) + " " + name_ + ", numbers of kind " +
             std::to_string(how) + ", form " + std::to_string(static_cast<int>(form)) + ", mode " +
             std::to_string(mode) + (in_place ? ", in place" : ""));
    std::vector<int> blocks(static_cast<std::size_t>(on_.size), count);
    if (what == reduce_scatter)
      for (int& b : blocks) b = below(g_, 3) ? below(g_, 2 * count + 1) : 0;
    const int total = what >= reduce_scatter ? std::accumulate(blocks.begin(), blocks.end(), 0) : count;
    fill(static_cast<std::size_t>(total) * parts_, how);
    mode_ = (mode + on_.rank) % 8;  // another one on each process
    switch (what) {
      case allreduce: call_allreduce(form, in_place, count); break;
      case reduce: call_reduce(form, in_place, count, root); break;
      case scan: call_scan(form, in_place, count); break;
      case exscan: call_exscan(form, in_place, count); break;
      case reduce_scatter: call_reduce_scatter(form, in_place, blocks); break;
      default: call_reduce_scatter_block(form, in_place, count); break;
    }
  }
  inline static long compared = 0;

 private:
  enum : int { allreduce, reduce, scan, exscan, reduce_scatter, reduce_scatter_block };
  static constexpr const char* names[] = {"allreduce", "reduce",         "scan",
                                          "exscan",    "reduce_scatter", "reduce_scatter_block"};

  void fill(std::size_t n, int how) {
    all_.assign(static_cast<std::size_t>(on_.size), std::vector<T>(n));
    for (auto& one : all_)
      for (T& x : one) x = number<T>(g_, how);
    if (how == 0 && on_.size > 1)  // the first two processes cancel
      for (std::size_t k = 0; k < n; k += 3) all_[1][k] = -all_[0][k];
    mine_ = all_[static_cast<std::size_t>(on_.rank)];
  }
  // The sums of processes first .. last - 1 for n numbers from `from` on.
  std::vector<T> expected(int last, std::size_t from, std::size_t n) const {
    std::vector<T> r(n);
    for (std::size_t k = 0; k < n; ++k) {
      accumulator<T> a;
      for (int i = 0; i < last; ++i) a.add(all_[static_cast<std::size_t>(i)][from + k]);
      r[k] = a.rounded();
    }
    return r;
  }
  void check(int last, std::size_t from, std::size_t n) {
    compared += static_cast<long>(n);
    const std::vector<T> e = expected(last, from, n);
    std::size_t k = 0;
    while (k < n && same_bits(e.data() + k, result_.data() + k, 1)) ++k;
    v_.check("the bits of the exact sum",
             k == n ? "" : "number " + std::to_string(k) + " is " + hex(result_[k]) + ", not " + hex(e[k]));
  }
  // Prepares both buffers. Returns the send buffer.
  const void* sent(bool in_place) {
    result_ = in_place ? mine_ : std::vector<T>(mine_.size() + 1, T(-7));
    return in_place ? MPI_IN_PLACE : mine_.data();
  }

  template <class Blocking, class Nonblocking, class Persistent, class Large>
  void call(call_form form, Blocking blocking, Nonblocking nonblocking, Persistent persistent, Large large) {
    const unusual_mode here(mode_);
    MPI_Request request = MPI_REQUEST_NULL;
    if (form == call_form::blocking) return blocking();
    if (form == call_form::large_counts) return large();
    if (form == call_form::nonblocking) {
      nonblocking(&request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      return;
    }
    persistent(&request);
    if (request == MPI_REQUEST_NULL) return;
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
  }
#if MPI_VERSION >= 4
#define PERSISTENT(...) [&]([[maybe_unused]] MPI_Request* r) { __VA_ARGS__; }
#define LARGE(...) [&] { __VA_ARGS__; }
#else
#define PERSISTENT(...) [](MPI_Request*) {}
#define LARGE(...) [] {}
#endif

  void call_allreduce(call_form form, bool in_place, int n) {
    const void* s = sent(in_place);
    void* r0 = result_.data();
    call(
        form, [&] { MPI_Allreduce(s, r0, n, type_, MPI_SUM, on_.comm); },
        [&](MPI_Request* r) { MPI_Iallreduce(s, r0, n, type_, MPI_SUM, on_.comm, r); },
        PERSISTENT(MPI_Allreduce_init(s, r0, n, type_, MPI_SUM, on_.comm, MPI_INFO_NULL, r)),
        LARGE(MPI_Allreduce_c(s, r0, n, type_, MPI_SUM, on_.comm)));
    check(on_.size, 0, mine_.size());
  }
  void call_reduce(call_form form, bool in_place, int n, int root) {
    const bool is_root = on_.rank == root;
    const void* s = sent(in_place && is_root);
    void* r0 = result_.data();
    call(
        form, [&] { MPI_Reduce(s, r0, n, type_, MPI_SUM, root, on_.comm); },
        [&](MPI_Request* r) { MPI_Ireduce(s, r0, n, type_, MPI_SUM, root, on_.comm, r); },
        PERSISTENT(MPI_Reduce_init(s, r0, n, type_, MPI_SUM, root, on_.comm, MPI_INFO_NULL, r)),
        LARGE(MPI_Reduce_c(s, r0, n, type_, MPI_SUM, root, on_.comm)));
    if (is_root) check(on_.size, 0, mine_.size());
  }
  void call_scan(call_form form, bool in_place, int n) {
    const void* s = sent(in_place);
    void* r0 = result_.data();
    call(
        form, [&] { MPI_Scan(s, r0, n, type_, MPI_SUM, on_.comm); },
        [&](MPI_Request* r) { MPI_Iscan(s, r0, n, type_, MPI_SUM, on_.comm, r); },
        PERSISTENT(MPI_Scan_init(s, r0, n, type_, MPI_SUM, on_.comm, MPI_INFO_NULL, r)),
        LARGE(MPI_Scan_c(s, r0, n, type_, MPI_SUM, on_.comm)));
    check(on_.rank + 1, 0, mine_.size());
  }
  void call_exscan(call_form form, bool in_place, int n) {
    const void* s = sent(in_place);
    void* r0 = result_.data();
    const std::vector<T> before = result_;
    call(
        form, [&] { MPI_Exscan(s, r0, n, type_, MPI_SUM, on_.comm); },
        [&](MPI_Request* r) { MPI_Iexscan(s, r0, n, type_, MPI_SUM, on_.comm, r); },
        PERSISTENT(MPI_Exscan_init(s, r0, n, type_, MPI_SUM, on_.comm, MPI_INFO_NULL, r)),
        LARGE(MPI_Exscan_c(s, r0, n, type_, MPI_SUM, on_.comm)));
    if (on_.rank > 0)
      check(on_.rank, 0, mine_.size());
    else
      v_.check("process 0 has no result",
               same_bits(before.data(), result_.data(), before.size()) ? "" : "changed");
  }
  void call_reduce_scatter(call_form form, bool in_place, const std::vector<int>& blocks) {
    const void* s = sent(in_place);
    void* r0 = result_.data();
    const int* n = blocks.data();
    const std::vector<MPI_Count> large(blocks.begin(), blocks.end());
    call(
        form, [&] { MPI_Reduce_scatter(s, r0, n, type_, MPI_SUM, on_.comm); },
        [&](MPI_Request* r) { MPI_Ireduce_scatter(s, r0, n, type_, MPI_SUM, on_.comm, r); },
        PERSISTENT(MPI_Reduce_scatter_init(s, r0, n, type_, MPI_SUM, on_.comm, MPI_INFO_NULL, r)),
        LARGE(MPI_Reduce_scatter_c(s, r0, large.data(), type_, MPI_SUM, on_.comm)));
    const auto from = static_cast<std::size_t>(std::accumulate(n, n + on_.rank, 0));
    check(on_.size, from * parts_, static_cast<std::size_t>(n[on_.rank]) * parts_);
  }
  void call_reduce_scatter_block(call_form form, bool in_place, int n) {
    const void* s = sent(in_place);
    void* r0 = result_.data();
    call(
        form, [&] { MPI_Reduce_scatter_block(s, r0, n, type_, MPI_SUM, on_.comm); },
        [&](MPI_Request* r) { MPI_Ireduce_scatter_block(s, r0, n, type_, MPI_SUM, on_.comm, r); },
        PERSISTENT(MPI_Reduce_scatter_block_init(s, r0, n, type_, MPI_SUM, on_.comm, MPI_INFO_NULL, r)),
        LARGE(MPI_Reduce_scatter_block_c(s, r0, n, type_, MPI_SUM, on_.comm)));
    const auto block = static_cast<std::size_t>(n) * parts_;
    check(on_.size, block * static_cast<std::size_t>(on_.rank), block);
  }

  oracle::verdict& v_;
  const communicator& on_;
  generator& g_;
  MPI_Datatype type_;
  const char* name_;
  std::size_t parts_;
  int mode_ = 0;
  std::vector<std::vector<T>> all_;
  std::vector<T> mine_, result_;
};

// Ranks in another order, and some processes alone.
communicator permuted(generator& g, int rank, int size) {
  std::vector<int> order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), g);
  const int parts = below(g, 3) == 0 ? 2 : 1;
  communicator c{};
  MPI_Comm_split(MPI_COMM_WORLD, rank % parts, order[static_cast<std::size_t>(rank)], &c.comm);
  MPI_Comm_rank(c.comm, &c.rank);
  MPI_Comm_size(c.comm, &c.size);
  return c;
}

void one_case(oracle::verdict& v, const communicator& on, generator& g, MPI_Datatype f90) {
  switch (below(g, 9)) {
    case 0: return sums<float>(v, on, g, MPI_FLOAT, "float", 1).run();
    case 1: return sums<double>(v, on, g, MPI_DOUBLE, "double", 1).run();
    case 2: return sums<long double>(v, on, g, MPI_LONG_DOUBLE, "long double", 1).run();
    case 3: return sums<float>(v, on, g, MPI_C_FLOAT_COMPLEX, "float complex", 2).run();
    case 4: return sums<double>(v, on, g, MPI_C_DOUBLE_COMPLEX, "double complex", 2).run();
    case 5: return sums<long double>(v, on, g, MPI_C_LONG_DOUBLE_COMPLEX, "long double complex", 2).run();
    case 6: return sums<double>(v, on, g, f90, "real of 15 digits", 1).run();
    default: break;
  }
  if (MPI_DOUBLE_PRECISION == MPI_DATATYPE_NULL) return sums<double>(v, on, g, MPI_DOUBLE, "double", 1).run();
  if (below(g, 2)) return sums<double>(v, on, g, MPI_DOUBLE_PRECISION, "double precision", 1).run();
  sums<float>(v, on, g, MPI_COMPLEX, "complex", 2).run();
}

// Reductions without sums of floating-point numbers keep their results.
void other_operators(oracle::verdict& v, int rank, int size) {
  v.begin("other operators");
  const double mine = rank + 1;
  double most = 0, product = 0;
  int sum = 0;
  MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(&mine, &product, 1, MPI_DOUBLE, MPI_PROD, MPI_COMM_WORLD);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  v.check("maximum", most == size ? "" : "wrong");
  v.check("product", product == std::tgamma(size + 1.0) ? "" : "wrong");
  v.check("sum of integers", sum == size * (size - 1) / 2 ? "" : "wrong");
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int cases = argc > 1 ? std::atoi(argv[1]) : 400;
  MPI_Datatype f90 = MPI_DOUBLE;
  MPI_Type_create_f90_real(15, 300, &f90);
  oracle::verdict v;
  generator g(42);
  other_operators(v, rank, size);
  constexpr int on_each = 40;
  for (int k = 0; k < cases; k += on_each) {
    const communicator world{MPI_COMM_WORLD, rank, size};
    const communicator other = permuted(g, rank, size);
    // Processes of different communicators draw from generators of their own.
    for (int i = 0; i < on_each / 2; ++i) {
      one_case(v, world, g, f90);
      generator own(static_cast<std::uint64_t>(k + i));
      one_case(v, other, own, f90);
    }
    MPI_Comm communicator = other.comm;
    MPI_Comm_free(&communicator);
  }
  const int status = v.finish();
  if (rank == 0)
    std::printf("process 0 has compared %ld sums\n",
                sums<float>::compared + sums<double>::compared + sums<long double>::compared);
  MPI_Finalize();
  return status;
}
