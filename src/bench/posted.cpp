#include "bench/posted.hpp"

#include <algorithm>
#include <array>

#include "bench/clock.hpp"

namespace tutti::bench {
namespace {

constexpr double between_tests = 100e-6;  // seconds

// What the compiler cannot leave out: each step needs the one before.
void compute(std::size_t steps) {
  volatile double result = 1;
  double x = result;
  for (std::size_t k = 0; k < steps; ++k) x = x * 0.999999 + 1e-6;
  result = x;
}

// Of the quickest of some: the others were disturbed.
double steps_per_second() {
  static const double found = [] {
    constexpr std::size_t steps = 100000;
    double least = 1;
    for (int k = 0; k < 10; ++k) {
      const double begin = now();
      compute(steps);
      least = std::min(least, now() - begin);
    }
    return steps / least;
  }();
  return found;
}

}  // namespace

computing::computing(double seconds) : steps_(static_cast<std::size_t>(seconds * steps_per_second())) {}

void computing::operator()() const { compute(steps_); }

void computing::operator()(MPI_Request& request) const {
  const auto stretch = static_cast<std::size_t>(between_tests * steps_per_second());
  for (std::size_t done = 0; done < steps_; done += stretch) {
    compute(std::min(stretch, steps_ - done));
    int flag = 0;
    check(MPI_Test(&request, &flag, MPI_STATUS_IGNORE), "a test");
  }
}

posted_call::posted_call(call_name what, std::string_view name, const mpi_caller& serve)
    : what_(what),
      way_(name == "computing"         ? way::computing
           : name == "overlapped"      ? way::overlapped
           : name == "overlapped+test" ? way::overlapped_with_tests
                                       : way::call),
      serve_(serve) {}

posted_call::posted_call(posted_call&& other) noexcept = default;

posted_call::~posted_call() {
  for (auto& [root, request] : ready_) MPI_Request_free(&request);
}

void posted_call::begin(const measure::arguments& a) {
  if (what_.as == form::nonblocking)
    return check(serve_.post(what_.of, a, request_), "a non-blocking collective");
  const auto [place, fresh] = ready_.try_emplace(a.root, MPI_REQUEST_NULL);
  if (fresh) check(serve_.make_ready(what_.of, a, place->second), "a persistent collective");
  request_ = place->second;
  check(MPI_Start(&request_), "a start");
}

void posted_call::only_call(const measure::arguments& a) {
  begin(a);
  check(MPI_Wait(&request_, MPI_STATUS_IGNORE), "waiting");
}

void posted_call::operator()(const measure::arguments& a) {
  if (way_ == way::call) return only_call(a);
  if (way_ == way::computing) return meanwhile_();
  begin(a);
  if (way_ == way::overlapped)
    meanwhile_();
  else
    meanwhile_(request_);
  check(MPI_Wait(&request_, MPI_STATUS_IGNORE), "waiting");
}

// The median of some calls, the first of which are not counted.
void posted_call::learn(const std::function<measure::arguments()>& next) {
  constexpr std::size_t times = 10, counted = 7;
  std::array<double, times> own{}, slowest{};
  for (double& t : own) {
    const measure::arguments a = next();
    check(PMPI_Barrier(serve_.comm()), "a barrier");
    const double begins = now();
    only_call(a);
    t = now() - begins;
  }
  check(PMPI_Allreduce(own.data(), slowest.data(), times, MPI_DOUBLE, MPI_MAX, serve_.comm()), "agreeing");
  std::sort(slowest.end() - counted, slowest.end());
  meanwhile_ = computing(slowest[times - 1 - counted / 2]);
  learnt_ = true;
}

}  // namespace tutti::bench
