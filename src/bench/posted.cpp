#include "bench/posted.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include "bench/clock.hpp"
#include "measure/statistics.hpp"

namespace tutti::bench {
namespace {

constexpr double between_tests = 100e-6;  // seconds

// Work that the compiler cannot remove: each step needs the one before.
void compute(std::size_t steps) {
  volatile double result = 1;
  double x = result;
  for (std::size_t k = 0; k < steps; ++k) x = x * 0.999999 + 1e-6;
  result = x;
}

// The speed of the quickest run: the others were disturbed.
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

posted_call::posted_call(call_name what, std::string_view name, const mpi_caller& serve,
                         std::shared_ptr<as_long_as_the_call> meanwhile)
    : what_(what),
      way_(name == "computing"         ? way::computing
           : name == "overlapped"      ? way::overlapped
           : name == "overlapped+test" ? way::overlapped_with_tests
                                       : way::call),
      serve_(serve),
      meanwhile_(std::move(meanwhile)) {}

// After a failed measurement, requests may still be active. They are not freed, so that the error that is
// reported is the first one.
posted_call::~posted_call() {
  if (std::uncaught_exceptions() > 0) return;
  for (auto& [root, request] : ready_) MPI_Request_free(&request);
}

void posted_call::prepare(const std::function<measure::arguments()>& next, int first, int end) {
  for (int root = first; root < end && what_.as == form::persistent; ++root) {
    measure::arguments a = next();
    a.root = root;
    make_ready(a);
  }
  if (way_ != way::call && !*meanwhile_) learn(next);
}

void posted_call::make_ready(const measure::arguments& a) {
  if (ready_.contains(a.root)) return;
  MPI_Request request = MPI_REQUEST_NULL;
  check(serve_.make_ready(what_.of, a, request), "a persistent collective");
  ready_.emplace(a.root, request);
}

void posted_call::begin(const measure::arguments& a) {
  if (what_.as == form::nonblocking)
    return check(serve_.post(what_.of, a, request_), "a non-blocking collective");
  make_ready(a);
  request_ = ready_.at(a.root);
  check(MPI_Start(&request_), "a start");
}

void posted_call::wait() { check(MPI_Wait(&request_, MPI_STATUS_IGNORE), "waiting"); }

void posted_call::call(const measure::arguments& a) {
  begin(a);
  wait();
}

void posted_call::operator()(const measure::arguments& a) {
  switch (way_) {
    case way::call: return call(a);
    case way::computing: return meanwhile_->value()();
    case way::overlapped:
      begin(a);
      meanwhile_->value()();
      return wait();
    case way::overlapped_with_tests:
      begin(a);
      meanwhile_->value()(request_);
      return wait();
  }
}

void posted_call::with_result(const measure::arguments& a) { way_ == way::computing ? call(a) : (*this)(a); }

// The time of the call: the median of some calls, without the first ones.
void posted_call::learn(const std::function<measure::arguments()>& next) {
  constexpr std::size_t times = 10, counted = 7;
  std::array<double, times> own{}, slowest{};
  for (double& t : own) {
    const measure::arguments a = next();
    check(PMPI_Barrier(serve_.comm()), "a barrier");
    const double begins = now();
    call(a);
    t = now() - begins;
  }
  check(PMPI_Allreduce(own.data(), slowest.data(), times, MPI_DOUBLE, MPI_MAX, serve_.comm()), "agreeing");
  meanwhile_->emplace(measure::median({slowest.end() - counted, slowest.end()}));
}

}  // namespace tutti::bench
