#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What `tutti run` knows about the programs that start MPI programs.
namespace tutti::cli {

/// The MPI libraries that tutti is built for: the names of its shared objects.
enum class mpi { openmpi, mpich };
std::string_view name_of(mpi library) noexcept;
std::optional<mpi> mpi_named(std::string_view name) noexcept;
/// What --mpi says. Throws usage_error.
mpi find_mpi(std::string_view name);

/// How a launcher is told what the environment of the ranks is.
enum class launcher_kind {
  orterun,  ///< Open MPI: -x NAME=VALUE, for each program of the command line
  hydra,    ///< MPICH: -genv NAME VALUE, for all
  srun,     ///< Slurm: --export, for each program of the command line; starts programs of any MPI
  none,     ///< not known to be a launcher: the environment is handed down
};

struct launcher {
  launcher_kind kind = launcher_kind::none;
  std::optional<mpi> library;  ///< whose programs it starts, where that can be told
};

/// What started this process, and which of its processes it is: mpirun says so in the environment.
struct started {
  std::optional<mpi> by;  ///< nothing: srun, which starts programs of any MPI
  int rank = 0;
};
std::optional<started> started_by();

/// Whether this process is to say what is wrong: under a launcher one is enough.
bool speaks();

/// A word as a shell has to be given it.
std::string quoted(const std::string& word);

/// The file of that name in PATH, if there is one.
std::optional<std::filesystem::path> find_in_path(const std::string& name);

/// Looks at the program that `word` names (in PATH unless it has a slash): the names along its symbolic links, then
/// what it answers to --version. Throws usage_error if there is no such program.
launcher recognise(const std::string& word);
/// The same where the program will not be started, and need not be there if its name says enough: srun,
/// mpirun.openmpi.
launcher recognise_to_show(const std::string& word);

/// As execvp() takes them, while these live.
std::vector<char*> arguments_of(std::vector<std::string>& words);

using variables = std::vector<std::pair<std::string, std::string>>;

/// `command` with the variables set for its ranks. What has to go into the environment of the command itself, because
/// there is no launcher to be told, is put into `own`.
std::vector<std::string> with_variables(const launcher& l, const std::vector<std::string>& command,
                                        const variables& all, variables& own);

/// The variables by which the loader of each rank puts `library` in front: LD_PRELOAD with what stood there `before` but
/// other libraries of tutti's, a sanitizer's run-time library first, since it insists on that. LD_PRELOAD ends a path at a
/// blank, LD_LIBRARY_PATH does not: a library in such a folder goes by its name, found by way of `folders`, what
/// LD_LIBRARY_PATH was; unlike a link in a temporary folder, that works on all hosts. Throws usage_error where neither can
/// hold the path.
variables preload_of(const std::filesystem::path& library, const std::string& before,
                     const std::string& folders);

/// The path of libtutti-<mpi>.so: what TUTTI_LIBRARY names, a file or a folder, if it is set, otherwise beside the command.
/// Throws usage_error with where it was looked for.
std::filesystem::path library_of(mpi library);

/// The path of tutti-bench-<mpi>, the program that measures: `wish` if not empty, otherwise in libexec beside the command.
/// Throws usage_error with where it was looked for.
std::filesystem::path measuring_program_of(mpi library, const std::string& wish);

}  // namespace tutti::cli
