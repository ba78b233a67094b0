#include "mpi/runtime/preload.hpp"

#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "record/process_state.hpp"
#include "text/preload_list.hpp"

namespace tutti::mpi {
namespace {

constexpr const char* preload = "LD_PRELOAD";

// A page in the memory of each process that has started MPI with tutti: /proc shows its name to the process's
// descendants.
constexpr const char* page_name = "tutti-started-mpi";

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

std::string file_of(pid_t process, const char* name) {
  std::ifstream file("/proc/" + std::to_string(process) + "/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// The LD_PRELOAD that a process was started with.
std::string preload_at_start_of(pid_t process) {
  const std::string all = file_of(process, "environ");
  const std::string assigned = std::string(preload) + "=";
  for (std::size_t at = 0; at < all.size(); at = all.find('\0', at) + 1) {
    const std::string_view entry(all.c_str() + at);
    if (entry.starts_with(assigned)) return std::string(entry.substr(assigned.size()));
    if (all.find('\0', at) == std::string::npos) break;
  }
  return "";
}

bool has_ancestor_with(const std::string& ours) {
  for (pid_t p = getppid(); p > 1; p = record::state_of_process(std::to_string(p)).parent)
    if (file_of(p, "maps").find(page_name) != std::string::npos &&
        joined_preload(ours_in(preload_at_start_of(p))) == ours)
      return true;
  return false;
}

}  // namespace

void preload_no_children() {
  const char* const all = std::getenv(preload);
  if (!all) return;
  const std::string others = joined_preload(others_in(all));
  if (others.size() == std::string_view(all).size()) return;  // tutti is not among them
  // Setting an existing variable does not move the environment, so threads that read it meanwhile are safe.
  setenv(preload, others.c_str(), 1);
  if (std::getenv(inheritance_mark)) setenv(inheritance_mark, none_inherited, 1);
}

void mark_inheritance() {
  static constinit bool done = false;
  const std::string ours = joined_preload(ours_in(variable(preload)));
  if (done || ours.empty()) return;
  done = true;
  setenv(inheritance_mark, ours.c_str(), 1);
  const int file = memfd_create(page_name, MFD_CLOEXEC);
  if (file < 0) return;
  constexpr std::size_t page = 4096;
  if (ftruncate(file, page) == 0) (void)mmap(nullptr, page, PROT_READ, MAP_SHARED, file, 0);
  close(file);
}

bool is_inherited() {
  if (getauxval(AT_SECURE) != 0) return false;  // the loader has ignored LD_PRELOAD
  const std::string ours = joined_preload(ours_in(variable(preload)));
  if (ours.empty()) return false;
  const std::string_view mark = variable(inheritance_mark);
  return mark == ours || (mark != none_inherited && has_ancestor_with(ours));
}

void run_without_tutti(char** arguments) {
  if (getauxval(AT_BASE) == 0) return;  // the loader was called as a program, and its arguments are not known
  std::error_code none;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", none);
  const std::string all(variable(preload)), others = joined_preload(others_in(all));
  if (program.empty()) return;
  setenv(preload, others.c_str(), 1);
  execv(program.c_str(), arguments);
  setenv(preload, all.c_str(), 1);
}

}  // namespace tutti::mpi
