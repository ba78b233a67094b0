#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "exact/sums.hpp"
#include "select/choice.hpp"
#include "select/sum_phase.hpp"

namespace tutti {

/// How the contributions to sums that are rounded once become sums.
///
///   accumulators: each number becomes an accumulator, which an algorithm of the reduction combines. Some
///                 tens of times the bytes of the numbers.
///   gathered:     all contributions travel to each process that needs the sums: gather or allgather. p
///                 times the bytes of the vector arrive.
///   exchanged:    each process gets all contributions to one part of the vector, alltoall, and sums them.
///                 The sums travel on to the processes that need them: gather, allgather, or, for prefix
///                 sums, alltoall. Twice the bytes of the vector, as in a reduce-scatter and an allgather.
///   shorter:      an algorithm of allreduce combines short accumulators, with some times the bytes of the
///                 numbers. If a sum does not fit, which all processes see, the call goes one of the ways
///                 above.
///   added:        an algorithm of the reduction adds the numbers. Only on one and two processes, where each
///                 sum is at most one addition, which a processor rounds once.
struct sum_plan {
  rounded_once way = rounded_once::no;  ///< no: the MPI library serves the call
  sum_phase first;                      ///< of accumulators: the reduction
  sum_phase second;                     ///< of exchanged; no algorithm in a reduce-scatter
  /// Of `shorter`: the reduction of short accumulators, and the way that the call goes if the numbers do not
  /// fit. `first` and `second` belong to that way.
  sum_phase short_accumulators;
  rounded_once otherwise = rounded_once::no;
  const char* remark = nullptr;  ///< for the report; begins with `remarks_begin`
  static constexpr std::string_view remarks_begin = "reproducible: ";
  /// Predicted seconds of each way that is possible, in the order of rounded_once from accumulators on;
  /// infinite for the others.
  std::array<double, 5> seconds{};

  /// The algorithm that the report names; null if the MPI library serves the call.
  [[nodiscard]] const algorithm* begins_with() const noexcept {
    return (way == rounded_once::shorter ? short_accumulators : first).decided.use;
  }
};

struct timed_phase;
struct sum_way;

/// The plans for one kind of communicator: a table by size for each kind of call. A plan is made at its first
/// use, by any thread. Equal inputs give equal plans on all processes.
class sum_plans {
 public:
  sum_plans(const settings& user, const surroundings& around);
  ~sum_plans();
  sum_plans(const sum_plans&) = delete;
  sum_plans& operator=(const sum_plans&) = delete;

  /// The plan for a vector of `bytes` bytes of numbers.
  const sum_plan& plan(collective of, exact::number element, std::size_t bytes,
                       imbalance lengths = imbalance::equal);
  /// The plan as lines for people, each beginning with "tutti: ".
  [[nodiscard]] std::string as_text(collective of, exact::number element, std::size_t bytes,
                                    imbalance lengths = imbalance::equal);

 private:
  using table = std::array<std::atomic<const sum_plan*>, size_slots>;
  static constexpr std::size_t elements = 3;

  static timed_phase phase_by(const choices& by, const call_kind& kind, double bytes);
  [[nodiscard]] std::array<sum_way, 5> find_ways(collective of, exact::number element, std::size_t bytes,
                                                 imbalance lengths) const;
  [[nodiscard]] sum_plan make(collective of, exact::number element, std::size_t bytes,
                              imbalance lengths) const;

  settings user_;                           // without the requests and the advice that a plan must not follow
  settings user_of_accumulators_;           // for accumulators, which take longer to combine than numbers
  std::array<bool, collectives> native_{};  // the user requests the MPI library's own reduction
  choices choices_, merging_;
  surroundings around_;
  std::array<std::array<std::atomic<table*>, elements * imbalances>, collectives> tables_{};
};

}  // namespace tutti
