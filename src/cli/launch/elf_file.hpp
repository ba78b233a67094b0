#pragma once

#include <elf.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace tutti::cli {

/// A program or a shared object in a file, if it is one for this kind of machine.
class elf_file {
 public:
  explicit elf_file(const std::string& file);
  /// False if the file is not a program or shared object for this kind of machine.
  [[nodiscard]] explicit operator bool() const { return !header_.empty(); }
  /// False if its end is missing. Its last part is the table of its sections.
  [[nodiscard]] bool is_whole();
  [[nodiscard]] std::vector<Elf64_Shdr> sections();
  [[nodiscard]] std::vector<Elf64_Phdr> segments();

  /// Reads nothing if the size exceeds that of any program: a damaged header may ask for it.
  template <class T>
  std::vector<T> read_at(std::uint64_t offset, std::uint64_t bytes) {
    constexpr std::uint64_t most = std::uint64_t{1} << 30U;
    std::vector<T> read;
    if (bytes > most) return read;
    read.resize(bytes / sizeof(T));
    in_.clear();
    in_.seekg(static_cast<std::streamoff>(offset));
    if (!in_.read(reinterpret_cast<char*>(read.data()),
                  static_cast<std::streamsize>(read.size() * sizeof(T))))
      read.clear();
    return read;
  }

 private:
  std::ifstream in_;
  std::vector<Elf64_Ehdr> header_;
};

}  // namespace tutti::cli
