#include "mpi/observe/learned_calls.hpp"

#include <unistd.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

#include "mpi/runtime/host_name.hpp"
#include "mpi/runtime/never_destroyed.hpp"
#include "mpi/start/start.hpp"
#include "text/file_text.hpp"

namespace tutti::mpi {
namespace {

struct learned_calls {
  std::mutex guard;
  profile all;
};
learned_calls& here() {
  static never_destroyed<learned_calls> one;
  return *one;
}

// Reads the file again: other jobs may have written it meanwhile.
profile contents(const std::string& file, const std::string& mpi) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(file, none) || std::filesystem::file_size(file, none) == 0) return {};
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file);
  return read_learned(rest_of(in), file, mpi);
}

// Replaces a file atomically: another job never reads half of it. If the file is a symbolic link, replaces
// its target.
void replace(std::string file, const std::string& text) {
  std::error_code none;
  if (const auto target = std::filesystem::canonical(file, none); !none) file = target.string();
  const std::string fresh = file + "." + host_name() + "." + std::to_string(getpid());
  std::ofstream out(fresh, std::ios::binary);
  out << text << std::flush;
  std::error_code failed;
  if (out) std::filesystem::rename(fresh, file, failed);
  if (out && !failed) return;
  std::filesystem::remove(fresh, failed);
  throw std::runtime_error("cannot write " + file);
}

}  // namespace

void note_learned(const call_kind& of, const surroundings& on, const profile_step& step,
                  profile_point point) {
  const std::lock_guard lock(here().guard);
  add_learned(here().all, of, on, step, std::move(point));
}

std::optional<double> learned_native_seconds(const call_kind& of, const surroundings& on, std::size_t bytes) {
  const std::lock_guard lock(here().guard);
  const auto found = advise_learned(here().all, of, on, bytes);
  return found ? measured_seconds(*found->entry, nullptr, bytes) : std::nullopt;
}

void write_learned(const settings& user) {
  const std::lock_guard lock(here().guard);
  if (user.learned_file.empty() || here().all.entries.empty()) return;
  try {
    profile all = contents(user.learned_file, mpi_here());
    for (const profile_entry& e : here().all.entries)
      for (std::size_t k = 0; k < e.steps.size(); ++k) add_learned(all, e.of, e.on, e.steps[k], e.points[k]);
    all.learned = true;
    all.mpi = mpi_here();
    all.made_by = "tutti " TUTTI_VERSION;
    all.made_on = host_name();
    replace(user.learned_file, write_profile(all));
  } catch (const std::exception& failed) {
    std::fprintf(stderr, "tutti: TUTTI_LEARN_CACHE is not written: %s\n", failed.what());
  }
}

}  // namespace tutti::mpi
