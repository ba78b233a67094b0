#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Facts about MPI launchers, for `tutti run`.
namespace tutti::cli {

/// The MPI libraries that tutti is built for, as in the names of its shared objects.
enum class mpi { openmpi, mpich };
std::string_view name_of(mpi library) noexcept;
/// Parses the value of --mpi. Throws usage_error.
mpi find_mpi(std::string_view name);

/// How a launcher sets the environment of the ranks.
enum class launcher_kind {
  orterun,  ///< Open MPI: -x NAME=VALUE, for each program of the command line
  hydra,    ///< MPICH: -genv NAME VALUE, for all
  srun,     ///< Slurm: --export, for each program of the command line; starts programs of any MPI
  none,     ///< not a known launcher: the ranks inherit the environment
};

struct launcher {
  launcher_kind kind = launcher_kind::none;
  std::optional<mpi> library;  ///< the MPI library of the programs that it starts, if known
};

/// The launcher, the rank of this process, and the number of processes, from variables that launchers set.
struct started {
  std::optional<mpi> by;  ///< none: srun, which starts programs of any MPI
  int rank = 0;
  int size = 1;
};
std::optional<started> started_by();

/// True if this process should print errors: only one process of a job does.
bool speaks();

/// The word, quoted for a shell.
std::string quoted(const std::string& word);

/// The file of that name in PATH, if any.
std::optional<std::filesystem::path> find_in_path(const std::string& name);
/// The executable file that a word names, as a path or in PATH, if any.
std::optional<std::filesystem::path> program_named(const std::string& word);

/// Recognises a launcher by the names along the symbolic links from `word` (in PATH unless it has a slash),
/// then by its answer to --version. Throws usage_error if there is no such program.
launcher recognise(const std::string& word);
/// The same for a launcher that will not be started. It need not exist if its name is clear: srun,
/// mpirun.openmpi.
launcher recognise_to_show(const std::string& word);

/// The file of this command.
std::filesystem::path own_file();

/// Replaces this process by a program, with `arguments` as for execvp(). Throws usage_error if the program
/// cannot be started.
[[noreturn]] void become(char* const* arguments);

/// Arguments for execvp(). They point into `words`.
std::vector<char*> arguments_of(std::vector<std::string>& words);

/// The path of libtutti-<mpi>.so: by TUTTI_LIBRARY, a file or folder, if set; otherwise next to the command.
/// Throws usage_error with the places that were searched.
std::filesystem::path library_of(mpi library);

/// The path of libtutti.so, which serves programs of any MPI library (src/front), in the places that
/// library_of() searches. None if there is no such file.
std::optional<std::filesystem::path> front_library();
/// The path of libtutti-abi.so, for programs of the standard ABI of MPI 5, in the same way.
std::optional<std::filesystem::path> abi_library();

/// The path of tutti-bench-<mpi>, the program that measures: `program` unless empty, otherwise in libexec
/// next to the command. Throws usage_error with the places that were searched.
std::filesystem::path measuring_program_of(mpi library, const std::string& program);

}  // namespace tutti::cli
