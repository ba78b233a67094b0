#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "cli/picture/labelled_data.hpp"
#include "tutti/algorithm.hpp"

// Schedules: what each process of an algorithm does, in the order of its program.
namespace tutti::cli {

/// A send, a receive, or both, as of tutti::transfer.
struct scheduled_transfer {
  int to = nobody, from = nobody;
  /// The amount that is sent: units of the schedule, and bytes of the algorithm's own, such as lengths.
  std::size_t units = 0, more_bytes = 0;
  std::vector<labelled_element> contents;  ///< of the data that are sent: each different label once
};

/// One step of a program: transfers that start together, or else a combination.
struct scheduled_step {
  std::vector<scheduled_transfer> transfers;
  std::size_t combined = 0;  ///< units
};

struct schedule {
  std::size_t units = 1;  ///< of all the bytes, as the collective counts them
  int parts = 1;          ///< parts of the data that have labels of their own
  std::vector<std::vector<scheduled_step>> programs;
};

/// The most processes of a schedule: labelled_element has a bit for each.
inline constexpr int most_scheduled = 64;

/// Runs the algorithm once and records what its processes do. For other bytes, and on other machines, the
/// units of the messages are the same. Empty if that is not so: then the messages depend on the bytes or on
/// the machine.
std::optional<schedule> record_schedule(const algorithm& a, int p, int root, int pieces);

}  // namespace tutti::cli
