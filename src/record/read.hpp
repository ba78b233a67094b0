#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "record/roll.hpp"

/// Records as files: those of this node's jobs, and copies of those of other nodes.
namespace tutti::record {

struct job {
  std::string name, program;
  std::int64_t started = 0;  ///< seconds since 1970
  std::vector<std::filesystem::path> files;
  int processes = 0;
  bool alive = false;  ///< some process of it is there
};

/// The jobs whose records lie in a folder, the newest first. What is no record, or another version's, is
/// passed over.
std::vector<job> jobs_in(const std::filesystem::path& where);

/// What is written in a job's records at this moment. In /dev/shm, processes are looked after in /proc; in
/// copies what the one who copied has seen counts.
roll read(const job& j);

/// A record as it stood at some moment, with what was seen of its processes.
struct copied {
  std::string name;  ///< of the file
  std::vector<std::byte> bytes;
};
std::vector<copied> copies(const job& j);
/// Puts copies into a folder.
void keep(const std::vector<copied>& all, const std::filesystem::path& in);
/// Copies a job's records into a folder. Returns how many files.
int copy(const job& j, const std::filesystem::path& to);
void remove(const job& j);

/// As long as it lives, the processes of a running job note when their calls begin and end, which costs them
/// some 20 ns a call. (With a report or a trace they do so anyway.)
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

/// "solver.c:231" where the program has debug information that addr2line reads, otherwise "solver+0x1234".
/// Remembers.
std::string source_line(const roll::site& s);

}  // namespace tutti::record
