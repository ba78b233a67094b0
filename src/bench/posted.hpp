#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

#include "bench/calls.hpp"
#include "select/call_name.hpp"

// Calls that are waited for, and what may go on until then.
namespace tutti::bench {

/// A fixed amount of work for the processor, without a call to MPI.
class computing {
 public:
  /// As much as takes so long here, if nothing disturbs it.
  explicit computing(double seconds = 0);
  void operator()() const;
  /// With an MPI_Test each 100 us.
  void operator()(MPI_Request& request) const;

 private:
  std::size_t steps_;
};

/// One way to run a posted operation: measure::posted_ways() and "call".
class posted_call {
 public:
  posted_call(call_name what, std::string_view way, const mpi_caller& serve);
  posted_call(posted_call&& other) noexcept;
  posted_call(const posted_call&) = delete;
  posted_call& operator=(const posted_call&) = delete;
  ~posted_call();

  /// How long the call takes on the slowest process, by which it is known how much to compute. Collective; `next` gives the
  /// arguments of the next call.
  void learn(const std::function<measure::arguments()>& next);
  [[nodiscard]] bool has_to_learn() const noexcept { return way_ != way::call && !learnt_; }

  /// Collective. Persistent operations are always given the same memory.
  void operator()(const measure::arguments& a);
  /// The call, but nothing that is only computed.
  void only_call(const measure::arguments& a);

 private:
  void begin(const measure::arguments& a);

  call_name what_;
  enum class way { call, computing, overlapped, overlapped_with_tests } way_;
  mpi_caller serve_;
  MPI_Request request_ = MPI_REQUEST_NULL;
  std::map<int, MPI_Request> ready_;  // persistent ones, by root
  computing meanwhile_;
  bool learnt_ = false;
};

}  // namespace tutti::bench
