#include "front/sequential_library.hpp"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "front/loaded_objects.hpp"

namespace tutti::front {
namespace {

// The names of the symbols that an object takes from others.
class imported_symbols {
 public:
  explicit imported_symbols(const link_map& object) {
    const std::uint32_t *hash = nullptr, *gnu_hash = nullptr;
    for (const ElfW(Dyn)* entry = object.l_ld; entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_SYMTAB) symbols_ = reinterpret_cast<const ElfW(Sym)*>(entry->d_un.d_ptr);
      if (entry->d_tag == DT_STRTAB) strings_ = reinterpret_cast<const char*>(entry->d_un.d_ptr);
      if (entry->d_tag == DT_HASH) hash = reinterpret_cast<const std::uint32_t*>(entry->d_un.d_ptr);
      if (entry->d_tag == DT_GNU_HASH) gnu_hash = reinterpret_cast<const std::uint32_t*>(entry->d_un.d_ptr);
    }
    // GNU's table leaves out the symbols that are not defined here, which come first in the table of symbols.
    // The other table contains the number of all symbols.
    if (symbols_ && strings_) n_ = gnu_hash ? gnu_hash[1] : hash ? hash[1] : 0;
  }

  [[nodiscard]] bool any(bool (*wanted)(const char* name)) const {
    return std::any_of(symbols_, symbols_ + n_, [&](const ElfW(Sym) & symbol) {
      return symbol.st_shndx == SHN_UNDEF && wanted(strings_ + symbol.st_name);
    });
  }

 private:
  const ElfW(Sym) * symbols_ = nullptr;
  const char* strings_ = nullptr;
  std::uint32_t n_ = 0;
};

bool reaches_mpi(const char* name) {
  for (const char* const prefix : {"PMPI_", "MPI_", "pmpi_"})
    if (std::strncmp(name, prefix, std::strlen(prefix)) == 0) return true;
  return std::strcmp(name, "dlsym") == 0 || std::strcmp(name, "dlvsym") == 0;
}

}  // namespace

bool is_sequential(const void* definition) {
  if (definition_for(definition, "PMPI_Get_library_version")) return false;
  const link_map* const object = map_of(definition);
  return object && !imported_symbols(*object).any(&reaches_mpi);
}

bool is_sequential_library(const char* object) {
  for (const char* const name : {"MPI_Init", "MPI_Allreduce", "mpi_allreduce_"})
    if (const void* const definition = definition_in(object, name)) return is_sequential(definition);
  return false;
}

}  // namespace tutti::front
