#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string_view>

#include "bench/calls.hpp"
#include "select/call_name.hpp"

// Calls that are waited for later, and computation until then.
namespace tutti::bench {

/// A fixed amount of work for the processor, without a call to MPI.
class computing {
 public:
  /// Work that takes `seconds` here, if nothing disturbs it.
  explicit computing(double seconds);
  void operator()() const;
  /// The same, with an MPI_Test every 100 us.
  void operator()(MPI_Request& request) const;

 private:
  std::size_t steps_;
};

/// The computation beside all variants of one operation. It takes as long as the call on the slowest process.
/// None before that time is known.
using as_long_as_the_call = std::optional<computing>;

/// One way to run a posted operation: measure::posted_variants() and "call".
class posted_call {
 public:
  posted_call(call_name what, std::string_view way, const mpi_caller& serve,
              std::shared_ptr<as_long_as_the_call> meanwhile);
  posted_call(const posted_call&) = delete;
  posted_call& operator=(const posted_call&) = delete;
  ~posted_call();

  /// Does what must not be measured: makes persistent requests for the roots from `first` to before `end`,
  /// and finds out how much to compute. Collective. `next` gives the arguments of the next call.
  void prepare(const std::function<measure::arguments()>& next, int first, int end);

  /// Runs it once. Collective. Persistent operations always get the same memory.
  void operator()(const measure::arguments& a);
  /// The same, but makes the call in any case, so that there is a result.
  void with_result(const measure::arguments& a);

 private:
  void call(const measure::arguments& a);
  void begin(const measure::arguments& a);
  void wait();
  void make_ready(const measure::arguments& a);
  void learn(const std::function<measure::arguments()>& next);

  call_name what_;
  enum class way { call, computing, overlapped, overlapped_with_tests } way_;
  mpi_caller serve_;
  MPI_Request request_ = MPI_REQUEST_NULL;
  std::map<int, MPI_Request> ready_;  // persistent requests, by root
  std::shared_ptr<as_long_as_the_call> meanwhile_;
};

}  // namespace tutti::bench
