#include "cli/command/back_end.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "cli/launch/elf_file.hpp"
#include "measure/version.hpp"

namespace tutti::cli {
namespace {

// The text at an address of a loaded object; empty if no segment has it.
std::string text_at(elf_file& object, Elf64_Addr address) {
  constexpr Elf64_Xword most = 64;
  for (const Elf64_Phdr& s : object.segments()) {
    if (s.p_type != PT_LOAD || address < s.p_vaddr || address - s.p_vaddr >= s.p_filesz) continue;
    const Elf64_Xword before = address - s.p_vaddr;
    auto text = object.read_at<char>(s.p_offset + before, std::min(most, s.p_filesz - before));
    text.push_back('\0');
    return text.data();
  }
  return "";
}

// The text that an object defines by this name for others; empty if there is none.
std::string text_named(elf_file& object, std::string_view name) {
  const auto sections = object.sections();
  for (const Elf64_Shdr& table : sections) {
    if (table.sh_type != SHT_DYNSYM || table.sh_link >= sections.size()) continue;
    auto names = object.read_at<char>(sections[table.sh_link].sh_offset, sections[table.sh_link].sh_size);
    names.push_back('\0');
    for (const Elf64_Sym& s : object.read_at<Elf64_Sym>(table.sh_offset, table.sh_size))
      if (s.st_name < names.size() && name == names.data() + s.st_name && s.st_shndx != SHN_UNDEF)
        return text_at(object, s.st_value);
  }
  return "";
}

}  // namespace

std::optional<std::string> not_to_be_opened(const std::filesystem::path& object) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(object, none)) return fmt::format("there is no {}", object.string());
  elf_file file(object.string());
  if (!file.is_whole()) return fmt::format("{} is damaged", object.string());
  const std::string version = text_named(file, "tutti_back_end_version");
  if (version == measure::version()) return {};
  if (version.empty()) return fmt::format("{} is no object of tutti for an MPI library", object.string());
  return fmt::format("{} is of version {}, and this command of version {}", object.string(), version,
                     measure::version());
}

}  // namespace tutti::cli
