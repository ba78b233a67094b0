// The common part of the programs in this folder: options, the distribution of blocks, the time spent in
// collectives, and the check of the result. Plain MPI, without tutti.
#pragma once

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace programs {

// A user error, the same on all processes: one sentence on standard error, exit status 2.
struct wrong_use : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct help_wanted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct processes {
  int rank = 0, size = 1;
  explicit processes(MPI_Comm comm) { MPI_Comm_rank(comm, &rank), MPI_Comm_size(comm, &size); }
};

// Each call declares an option and reads it; complaints wait for done(), so that --help knows all of them.
class options {
 public:
  options(int argc, char** argv, std::string name, const std::string& about)
      : name_(std::move(name)), help_(name_ + ": " + about + "\n\n") {
    for (int i = 1; i < argc; ++i) {
      const std::string word = argv[i];
      if (word == "--help" || word == "-h") {
        wants_help_ = true;
      } else if (word.rfind("--", 0) != 0 || i + 1 == argc) {
        complain("expected --NAME VALUE, and got " + word);
      } else {
        given_.push_back({word.substr(2), argv[++i]});
      }
    }
  }

  int number(const std::string& option, int otherwise, int least, int most, const std::string& meaning) {
    describe(option, std::to_string(otherwise), meaning);
    const std::string text = take(option);
    if (text.empty()) return otherwise;
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size() && value >= least && value <= most)
      return value;
    complain("--" + option + " is a number from " + std::to_string(least) + " to " + std::to_string(most) +
             ", not " + text);
    return otherwise;
  }

  // The variants to run: the one that is named, or all. Those of `by_name` run only if they are named.
  std::vector<std::string> variants(const std::vector<std::string>& all,
                                    const std::vector<std::string>& by_name = {}) {
    std::string list;
    for (const std::string& v : all) list += v + ", ";
    for (const std::string& v : by_name) list += v + " (not among all), ";
    describe("variant", "all", list + "or all");
    const std::string text = take("variant");
    if (text.empty() || text == "all") return all;
    const auto is_in = [&](const auto& names) {
      return std::find(names.begin(), names.end(), text) != names.end();
    };
    if (!is_in(all) && !is_in(by_name)) complain("--variant is " + list + "or all, not " + text);
    only_ = true;
    return {text};
  }
  bool only_one() const { return only_; }

  void done() {
    if (wants_help_) throw help_wanted(help_);
    if (!given_.empty()) complain("there is no option --" + given_.front().first + "; --help lists them");
    if (!complaint_.empty()) throw wrong_use(complaint_);
  }
  const std::string& name() const { return name_; }

 private:
  void describe(const std::string& option, const std::string& otherwise, const std::string& meaning) {
    std::string left = "  --" + option;
    left.resize(std::max<std::size_t>(left.size() + 1, 16), ' ');
    help_ += left + meaning + " (" + otherwise + ")\n";
  }
  std::string take(const std::string& option) {
    std::string value;
    const auto mine = [&](const auto& g) { return g.first == option; };
    const auto found = std::find_if(given_.begin(), given_.end(), mine);
    if (found == given_.end()) return value;
    value = found->second;
    if (value.empty()) complain("--" + option + " has no value");
    given_.erase(found);
    if (std::find_if(given_.begin(), given_.end(), mine) != given_.end())
      complain("--" + option + " is given twice");
    return value;
  }
  void complain(const std::string& what) {
    if (complaint_.empty()) complaint_ = what;
  }

  std::string name_, help_, complaint_;
  std::vector<std::pair<std::string, std::string>> given_;
  bool wants_help_ = false, only_ = false;
};

// The processes as a grid: an option for its rows, and its rows and columns.
inline int rows_of_grid(options& given) {
  return given.number("rows", 0, 0, 1000000, "rows of the grid of processes; 0: about the square root");
}
inline std::array<int, 2> grid_with(int rows, int processes) {
  if (rows > 0 && processes % rows != 0)
    throw wrong_use("--rows " + std::to_string(rows) + " does not divide " + std::to_string(processes) +
                    " processes");
  std::array<int, 2> dims = {rows, 0};
  MPI_Dims_create(processes, 2, dims.data());
  return dims;
}

// n things in `parts` consecutive blocks, the first n % parts of them longer by one: empty blocks come last.
struct blocks {
  long n = 0;
  int parts = 1;
  int count(int i) const { return static_cast<int>(n / parts + (i < n % parts ? 1 : 0)); }
  int begin(int i) const { return static_cast<int>(n / parts * i + std::min<long>(i, n % parts)); }
  int end(int i) const { return begin(i) + count(i); }
  int owner(long at) const {
    const long longer = n / parts + 1, of_longer = n % parts * longer;
    return static_cast<int>(at < of_longer ? at / longer : n % parts + (at - of_longer) / (longer - 1));
  }
  std::vector<int> counts(int times = 1) const {
    return list([&](int i) { return count(i) * times; });
  }
  std::vector<int> begins(int times = 1) const {
    return list([&](int i) { return begin(i) * times; });
  }

 private:
  template <class F>
  std::vector<int> list(F f) const {
    std::vector<int> all(static_cast<std::size_t>(parts));
    for (int i = 0; i < parts; ++i) all[static_cast<std::size_t>(i)] = f(i);
    return all;
  }
};

// The offsets of blocks with these lengths.
inline std::vector<int> offsets(const std::vector<int>& counts) {
  std::vector<int> begins(counts.size());
  for (std::size_t i = 1; i < counts.size(); ++i) begins[i] = begins[i - 1] + counts[i - 1];
  return begins;
}

// The time of one run, and the parts of it in collectives and in the rest of MPI, waiting included.
class stopwatch {
 public:
  stopwatch() { MPI_Barrier(MPI_COMM_WORLD), start_ = MPI_Wtime(); }
  template <class Call>
  void collective(Call call) {
    add(collectives_, call);
  }
  template <class Call>
  void other(Call call) {
    add(others_, call);
  }
  void stop() { all_ = MPI_Wtime() - start_; }
  double all() const { return all_; }
  double collectives() const { return collectives_; }
  double others() const { return others_; }

 private:
  template <class Call>
  void add(double& sum, Call call) {
    const double begin = MPI_Wtime();
    call();
    sum += MPI_Wtime() - begin;
  }
  double start_ = 0, all_ = 0, collectives_ = 0, others_ = 0;
};

// Mixes all bits of a number into all bits: the finaliser of SplitMix64.
inline std::uint64_t mixed(std::uint64_t x) {
  x = (x + 0x9e3779b97f4a7c15u) ^ ((x + 0x9e3779b97f4a7c15u) >> 30);
  x *= 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// The values of all elements and their places, as one number: a sum over all elements, so that their
// distribution over the processes does not matter.
class fingerprint {
 public:
  void add(std::int64_t place, std::int64_t value) {
    sum_ += mixed(mixed(static_cast<std::uint64_t>(place)) + static_cast<std::uint64_t>(value));
  }
  void add(std::int64_t place, double value) { add(place, std::bit_cast<std::int64_t>(value)); }
  std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t sum_ = 0;
};

// Prints the line of one run, whose watch is stopped. Returns true if the result is the sequential one, which
// process 0 has computed; `expected` is significant there only. `copies` is the number of processes that have
// each element of the result.
inline bool report(const std::string& what, const stopwatch& watch, const fingerprint& mine,
                   const fingerprint& expected, int copies = 1) {
  const processes world(MPI_COMM_WORLD);
  const std::uint64_t part = mine.value();
  std::uint64_t whole = 0;
  MPI_Allreduce(&part, &whole, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  int good = world.rank != 0 || whole == expected.value() * static_cast<std::uint64_t>(copies), all_good = 0;
  MPI_Allreduce(&good, &all_good, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
  double slowest = 0, shares[3] = {watch.all(), watch.collectives(), watch.others()}, sums[3] = {};
  MPI_Reduce(shares, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Reduce(shares, sums, 3, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (world.rank != 0) return all_good != 0;
  if (all_good != 0)
    std::printf("%s, p = %d: %.6f s, %.0f %% in collectives, %.0f %% in other calls of MPI, result %016llx\n",
                what.c_str(), world.size, slowest, 100 * sums[1] / sums[0], 100 * sums[2] / sums[0],
                static_cast<unsigned long long>(expected.value()));
  else
    std::fprintf(stderr, "%s, with p = %d the result is not the sequential one\n", what.c_str(), world.size);
  std::fflush(stdout);
  return all_good != 0;
}

// Reports a variant that these processes cannot run. An error if no other variant was requested.
inline void leave_out(const options& given, const std::string& variant, const std::string& why) {
  if (given.only_one()) throw wrong_use(variant + " " + why);
  if (processes(MPI_COMM_WORLD).rank == 0)
    std::printf("%s %s: left out, since it %s\n", given.name().c_str(), variant.c_str(), why.c_str());
}

// Runs the body between MPI_Init and MPI_Finalize. The body returns true if all results were right.
template <class Body>
int run(int argc, char** argv, const char* name, const char* about, Body body) {
  MPI_Init(&argc, &argv);
  const bool speaks = processes(MPI_COMM_WORLD).rank == 0;
  int status = 0;
  try {
    options given(argc, argv, name, about);
    status = body(given) ? 0 : 1;
  } catch (const help_wanted& help) {
    if (speaks) std::fputs(help.what(), stdout);
  } catch (const wrong_use& mistake) {
    if (speaks) std::fprintf(stderr, "%s: %s\n", name, mistake.what());
    status = 2;
  } catch (const std::exception& other) {  // perhaps on this process only: the others would wait for it
    std::fprintf(stderr, "%s: %s\n", name, other.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return status;
}

}  // namespace programs
