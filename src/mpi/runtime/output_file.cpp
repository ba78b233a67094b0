#include "mpi/runtime/output_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "mpi/library/abi.hpp"
#include "mpi/library/quirks.hpp"
#include "mpi/runtime/host_name.hpp"
#include "mpi/runtime/sessions.hpp"

namespace fs = std::filesystem;

namespace tutti::mpi {
namespace {

// A file name for a folder that all jobs write to, such as app.4711.node3.1234: the program, the batch job
// (if any), the host, and the process.
std::string name_of_run() {
  std::string name = program_invocation_short_name;
  for (const char* const variable : {"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID"})
    if (const char* const job = std::getenv(variable); job && *job) name += std::string(".") + job;
  return name + "." + host_name() + "." + std::to_string(getpid());
}

}  // namespace

bool is_spawned() {
  if (quirks::simulated || !sessions::world_model_runs()) return false;  // SMPI has no MPI_Comm_get_parent
  MPI_Comm parent = MPI_COMM_NULL;
  check(PMPI_Comm_get_parent(&parent));
  return parent != MPI_COMM_NULL;
}

std::string output_file(const std::string& requested, std::string_view ending) {
  if (requested.empty() || requested == "1") return requested;
  std::error_code none;
  fs::path file = fs::absolute(requested, none);
  if (fs::is_directory(file, none)) return (file / name_of_run()).string().append(ending);
  if (is_spawned() && !fs::is_other(file, none))
    file.replace_filename(file.stem().string() + ".spawned-" + std::to_string(getpid()) +
                          file.extension().string());
  return file.string();
}

}  // namespace tutti::mpi
