#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "record/roll.hpp"

/// Files of records: those of this node's jobs, and copies from other nodes.
namespace tutti::record {

struct job {
  std::string name, program;
  std::int64_t started = 0;  ///< seconds since 1970
  std::vector<std::filesystem::path> files;
  int processes = 0;
  bool alive = false;     ///< some process of the job still runs, or may still be starting
  bool may_live = false;  ///< some process is in another PID namespace: not known whether it still runs
  [[nodiscard]] bool dead() const noexcept { return !alive && !may_live; }
};

/// The jobs with records in a folder, the newest first. Skips files that are not records, or have another
/// version.
std::vector<job> jobs_in(const std::filesystem::path& where);

/// Reads a job's records as they are now. For records in /dev/shm, /proc says whether a process still runs.
/// For copies, the observation stored in the copy counts.
roll read(const job& j);

/// A snapshot of a record, including the observed states of its processes.
struct copied {
  std::string name;  ///< of the file
  std::vector<std::byte> bytes;
};
std::vector<copied> copies(const job& j);
/// Writes the snapshots into a folder.
void keep(const std::vector<copied>& all, const std::filesystem::path& in);
/// Copies a job's records into a folder. Returns the number of files.
int copy(const job& j, const std::filesystem::path& to);
void remove(const job& j);

/// While this object lives, the processes of a running job record when their calls begin and end. This costs
/// them some 20 ns a call. (With a report or a trace they do so anyway.)
class timing {
 public:
  explicit timing(const job& j);
  timing(const timing&) = delete;
  timing& operator=(const timing&) = delete;
  ~timing();

 private:
  void add(int n) noexcept;
  std::vector<std::filesystem::path> files_;
};

/// A number that changes when any collective of a process of the job begins or ends.
std::uint64_t pulse(const job& j);

/// "solver.c:231" if addr2line finds debug information, otherwise "solver+0x1234". Caches its results.
std::string source_line(const roll::site& s);

}  // namespace tutti::record
