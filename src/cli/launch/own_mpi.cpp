#include "cli/launch/own_mpi.hpp"

#include <algorithm>
#include <string_view>

#include "cli/launch/elf_file.hpp"
#include "cli/launch/launcher.hpp"

namespace fs = std::filesystem;

namespace tutti::cli {
namespace {

struct mpi_symbols {
  bool defines = false, imports = false;
};

// Searches a symbol table for the functions that start MPI: those that it defines, and those that it imports.
mpi_symbols start_of_mpi(elf_file& in, const Elf64_Shdr& table, const Elf64_Shdr& names) {
  mpi_symbols all;
  const auto symbols = in.read_at<Elf64_Sym>(table.sh_offset, table.sh_size);
  const auto text = in.read_at<char>(names.sh_offset, names.sh_size);
  if (text.empty() || text.back() != '\0') return all;
  for (const Elf64_Sym& s : symbols) {
    if (s.st_name >= text.size()) continue;
    std::string_view name(text.data() + s.st_name);
    if (name.starts_with('P')) name.remove_prefix(1);
    if (name != "MPI_Init" && name != "MPI_Init_thread") continue;
    (s.st_shndx == SHN_UNDEF ? all.imports : all.defines) = true;
  }
  return all;
}

}  // namespace

bool defines_mpi(const fs::path& program) {
  elf_file in(program.string());
  if (!in) return false;
  const auto sections = in.sections();
  // Searches first the short table for the dynamic linker: most programs import MPI from a shared library.
  for (const Elf64_Word kind : {SHT_DYNSYM, SHT_SYMTAB})
    for (const Elf64_Shdr& table : sections) {
      if (table.sh_type != kind || table.sh_link >= sections.size()) continue;
      const mpi_symbols here = start_of_mpi(in, table, sections[table.sh_link]);
      if (here.imports) return false;
      if (here.defines) return true;
    }
  return false;
}

std::string program_with_own_mpi(const std::vector<std::string>& command) {
  const auto program = std::ranges::find_if(command, [](const std::string& word) {
    if (word.empty() || word.front() == '-') return false;
    const auto file = program_named(word);
    return file && defines_mpi(*file);
  });
  return program == command.end() ? "" : *program;
}

}  // namespace tutti::cli
