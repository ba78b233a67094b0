#include "cli/launch/own_mpi.hpp"

#include <elf.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <string_view>

#include "cli/launch/launcher.hpp"

namespace fs = std::filesystem;

namespace tutti::cli {
namespace {

constexpr unsigned char native_order = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;

// Reads nothing if the size exceeds that of any program: a damaged header may ask for it.
template <class T>
std::vector<T> read_at(std::ifstream& in, std::uint64_t offset, std::uint64_t bytes) {
  constexpr std::uint64_t most = std::uint64_t{1} << 30U;
  std::vector<T> read;
  if (bytes > most) return read;
  read.resize(bytes / sizeof(T));
  in.seekg(static_cast<std::streamoff>(offset));
  if (!in.read(reinterpret_cast<char*>(read.data()), static_cast<std::streamsize>(read.size() * sizeof(T))))
    read.clear();
  return read;
}

struct mpi_symbols {
  bool defines = false, imports = false;
};

// Searches a symbol table for the functions that start MPI: those that it defines, and those that it imports.
mpi_symbols start_of_mpi(std::ifstream& in, const Elf64_Shdr& table, const Elf64_Shdr& names) {
  mpi_symbols all;
  const auto symbols = read_at<Elf64_Sym>(in, table.sh_offset, table.sh_size);
  const auto text = read_at<char>(in, names.sh_offset, names.sh_size);
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
  std::ifstream in(program, std::ios::binary);
  const auto header = read_at<Elf64_Ehdr>(in, 0, sizeof(Elf64_Ehdr));
  if (header.empty() || std::memcmp(header[0].e_ident, ELFMAG, SELFMAG) != 0 ||
      header[0].e_ident[EI_CLASS] != ELFCLASS64 || header[0].e_ident[EI_DATA] != native_order)
    return false;
  const auto sections =
      read_at<Elf64_Shdr>(in, header[0].e_shoff, std::uint64_t{header[0].e_shnum} * sizeof(Elf64_Shdr));
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
