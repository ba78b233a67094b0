#include "cli/launch/launcher.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "cli/line/usage_error.hpp"
#include "text/command_output.hpp"

namespace fs = std::filesystem;

namespace tutti::cli {
namespace {

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

fs::path in_path(const std::string& word) {
  if (word.empty()) throw usage_error("the program to run has no name");
  std::error_code none;
  if (has(word, "/")) {
    if (!fs::exists(word, none)) throw usage_error("there is no program {}", word);
    return word;
  }
  if (const auto found = find_in_path(word)) return *found;
  throw usage_error("there is no program {} in PATH", word);
}

// The names along the symbolic links from a program to its file: mpirun, mpirun.openmpi, orterun.
std::vector<std::string> names_of(fs::path program) {
  std::vector<std::string> names{program.filename().string()};
  std::error_code none;
  while (names.size() < 16 && fs::is_symlink(program, none)) {
    const fs::path target = fs::read_symlink(program, none);
    program = target.is_absolute() ? target : program.parent_path() / target;
    names.push_back(program.filename().string());
  }
  return names;
}

// The name up to the first character that is not a letter: "mpirun" of mpirun.openmpi, mpirun_rsh and
// mpirun-4.1. MPI libraries put the launcher's name in front. What follows may be anything, and also occurs
// in names of programs: nwchem.openmpi.
std::string_view first_word(std::string_view name) {
  const auto* const end =
      std::ranges::find_if_not(name, [](unsigned char c) { return std::isalpha(c) != 0; });
  return name.substr(0, static_cast<std::size_t>(end - name.begin()));
}
bool is_script_name(std::string_view name) {
  return name.ends_with(".sh") || name.ends_with(".bash") || name.ends_with(".csh") ||
         name.ends_with(".py") || name.ends_with(".pl");
}
bool named_as_launcher(std::string_view name) {
  const std::string_view word = first_word(name);
  return word == "mpirun" || word == "mpiexec" || word == "orterun" || word == "prterun" || word == "prun" ||
         word == "srun";
}

launcher judged_by_name(const std::string& name) {
  const std::string_view word = first_word(name);
  if (word == "srun") return {launcher_kind::srun, std::nullopt};
  if (word == "orterun" || word == "prterun" || has(name, "openmpi") || has(name, "ompi"))
    return {launcher_kind::orterun, mpi::openmpi};
  if (has(name, "hydra") || has(name, "mpich")) return {launcher_kind::hydra, mpi::mpich};
  return {};
}

std::string answer_to_version(const fs::path& program) {
  const std::string command = quoted(program.string()) + " --version </dev/null 2>&1";
  constexpr std::size_t most = 8192;
  const auto answer = output_of(command, most);
  return answer ? answer->text : "";
}

launcher judged_by_version(const fs::path& program) {
  const std::string text = answer_to_version(program);
  if (has(text, "Open MPI") || has(text, "OpenRTE") || has(text, "PRRTE"))
    return {launcher_kind::orterun, mpi::openmpi};
  if (has(text, "Intel(R) MPI") || has(text, "MVAPICH"))
    throw usage_error("{} starts programs of an MPI that tutti is not built for (Open MPI and MPICH are)",
                      program.string());
  if (has(text, "HYDRA") || has(text, "MPICH")) return {launcher_kind::hydra, mpi::mpich};
  return {};
}

std::optional<fs::path> first_of(const std::vector<fs::path>& places) {
  std::error_code none;
  for (const fs::path& place : places)
    if (fs::is_regular_file(place, none)) return fs::canonical(place);
  return {};
}

// The first place with such a file. `word`: the variable or option by which the user may name another.
fs::path required(const std::vector<fs::path>& places, const std::string& file, mpi library,
                  const char* word) {
  if (const auto found = first_of(places)) return *found;
  std::string looked;
  for (const fs::path& place : places) {
    const std::string shown = place.lexically_normal().string();
    if (!has(looked, shown)) looked += (looked.empty() ? "" : ", ") + shown;
  }
  throw usage_error("there is no {} at {}: was tutti built with {}? {} may name the file{}", file, looked,
                    name_of(library), word, word[0] == '-' ? "" : " or its folder");
}

// The possible paths of a shared object of tutti: those that TUTTI_LIBRARY allows, otherwise those of an
// installation.
std::vector<fs::path> places_of(const std::string& file) {
  const char* const set = std::getenv("TUTTI_LIBRARY");
  if (set && *set) return {fs::path(set), fs::path(set) / file};
  const fs::path bin = own_file().parent_path();
  return {bin / TUTTI_LIBRARIES_FROM_BIN / file, bin / "../lib" / file, bin / "../lib64" / file, bin / file};
}

std::optional<int> number_in(const char* name) {
  const char* text = std::getenv(name);
  return text && *text ? std::optional<int>(std::atoi(text)) : std::nullopt;
}

}  // namespace

std::string quoted(const std::string& word) {
  std::string q = "'";
  for (char c : word) q += c == '\'' ? "'\\''" : std::string(1, c);
  return q + "'";
}

std::optional<fs::path> find_in_path(const std::string& name) {
  std::error_code none;
  const char* path = std::getenv("PATH");
  for (std::string_view rest = path ? path : "/usr/bin:/bin"; !rest.empty();) {
    const std::size_t colon = rest.find(':');
    fs::path candidate = fs::path(rest.substr(0, colon)) / name;
    if (fs::is_regular_file(candidate, none)) return candidate;
    rest.remove_prefix(colon == std::string_view::npos ? rest.size() : colon + 1);
  }
  return {};
}

std::optional<fs::path> program_named(const std::string& word) {
  const auto runs = [](const fs::path& file) {
    std::error_code none;
    return fs::is_regular_file(file, none) && access(file.c_str(), X_OK) == 0;
  };
  if (runs(word)) return word;
  const auto elsewhere = has(word, "/") ? std::nullopt : find_in_path(word);
  return elsewhere && runs(*elsewhere) ? elsewhere : std::nullopt;
}

std::string_view name_of(mpi library) noexcept { return library == mpi::openmpi ? "openmpi" : "mpich"; }

fs::path own_file() {
  std::error_code none;
  return fs::read_symlink("/proc/self/exe", none);
}

void become(char* const* arguments) {
  execvp(arguments[0], arguments);
  throw usage_error("cannot start {}: {}", arguments[0], std::strerror(errno));
}

std::vector<char*> arguments_of(std::vector<std::string>& words) {
  std::vector<char*> all;
  for (std::string& w : words) all.push_back(w.data());
  all.push_back(nullptr);
  return all;
}

mpi find_mpi(std::string_view name) {
  for (const mpi m : {mpi::openmpi, mpi::mpich})
    if (name == name_of(m)) return m;
  throw usage_error("--mpi {}: expected openmpi or mpich", name);
}

launcher recognise(const std::string& word) {
  const fs::path program = in_path(word);
  const std::vector<std::string> names = names_of(program);
  launcher by_name;
  bool is_launcher = false;
  for (const std::string& name : names) {
    if (!named_as_launcher(name) || is_script_name(name)) continue;
    is_launcher = true;
    if (by_name.kind == launcher_kind::none) by_name = judged_by_name(name);
  }
  // Runs --version only on programs that are named like launchers. Any other program could do anything with
  // that option, for example a script that starts a job.
  if (!is_launcher || by_name.kind == launcher_kind::srun || by_name.kind == launcher_kind::orterun)
    return by_name;
  // Hydra also starts programs of MPICH's derivatives, under the same names.
  const launcher by_version = judged_by_version(program);
  return by_version.kind == launcher_kind::none ? by_name : by_version;
}

launcher recognise_to_show(const std::string& word) try {
  return recognise(word);
} catch (const usage_error&) {
  const std::string name = fs::path(word).filename().string();
  const launcher by_name = named_as_launcher(name) ? judged_by_name(name) : launcher{};
  if (by_name.kind == launcher_kind::none) throw;
  return by_name;
}

fs::path library_of(mpi library) {
  const std::string file = fmt::format("libtutti-{}.so", name_of(library));
  return required(places_of(file), file, library, "TUTTI_LIBRARY");
}

std::optional<fs::path> front_library() { return first_of(places_of("libtutti.so")); }
std::optional<fs::path> abi_library() { return first_of(places_of("libtutti-abi.so")); }

fs::path measuring_program_of(mpi library, const std::string& program) {
  const std::string file = fmt::format("tutti-bench-{}", name_of(library));
  const fs::path bin = own_file().parent_path();
  const std::vector<fs::path> places =
      program.empty()
          ? std::vector<fs::path>{bin / TUTTI_LIBEXEC_FROM_BIN / file, bin / "../libexec" / file, bin / file}
          : std::vector<fs::path>{fs::path(program)};
  return required(places, file, library, "--program");
}

std::optional<started> started_by() {
  if (const auto rank = number_in("OMPI_COMM_WORLD_RANK"))
    return started{mpi::openmpi, *rank, number_in("OMPI_COMM_WORLD_SIZE").value_or(1)};
  if (const auto rank = number_in("PMI_RANK"))
    return started{mpi::mpich, *rank, number_in("PMI_SIZE").value_or(1)};
  // of any MPI; Slurm also sets its own in batch scripts
  for (const char* name : {"PMIX_RANK", "SLURM_PROCID"})
    if (const auto rank = number_in(name); rank && std::getenv("SLURM_STEP_ID"))
      return started{std::nullopt, *rank, number_in("SLURM_STEP_NUM_TASKS").value_or(1)};
  return std::nullopt;
}

bool speaks() {
  const auto s = started_by();
  return !s || s->rank == 0;
}

}  // namespace tutti::cli
