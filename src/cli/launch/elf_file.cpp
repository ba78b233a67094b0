#include "cli/launch/elf_file.hpp"

#include <bit>
#include <cstring>

namespace tutti::cli {
namespace {

constexpr unsigned char native_order = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;

}  // namespace

elf_file::elf_file(const std::string& file) : in_(file, std::ios::binary) {
  header_ = read_at<Elf64_Ehdr>(0, sizeof(Elf64_Ehdr));
  if (!header_.empty() &&
      (std::memcmp(header_[0].e_ident, ELFMAG, SELFMAG) != 0 || header_[0].e_ident[EI_CLASS] != ELFCLASS64 ||
       header_[0].e_ident[EI_DATA] != native_order))
    header_.clear();
}

bool elf_file::is_whole() { return *this && sections().size() == header_[0].e_shnum; }

std::vector<Elf64_Shdr> elf_file::sections() {
  return read_at<Elf64_Shdr>(header_[0].e_shoff, std::uint64_t{header_[0].e_shnum} * sizeof(Elf64_Shdr));
}

std::vector<Elf64_Phdr> elf_file::segments() {
  return read_at<Elf64_Phdr>(header_[0].e_phoff, std::uint64_t{header_[0].e_phnum} * sizeof(Elf64_Phdr));
}

}  // namespace tutti::cli
