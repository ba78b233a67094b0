#include "mpi/runtime/loaded_objects.hpp"

#include <link.h>

#include <algorithm>

namespace tutti::mpi {

std::vector<loaded_object> loaded_objects() {
  std::vector<loaded_object> all;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* into) {
        loaded_object& o = static_cast<std::vector<loaded_object>*>(into)->emplace_back();
        if (info->dlpi_name) o.file = info->dlpi_name;
        o.base = info->dlpi_addr;
        for (int k = 0; k < info->dlpi_phnum; ++k) {
          const auto& part = info->dlpi_phdr[k];
          if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
          o.from = std::min<std::uint64_t>(o.from, info->dlpi_addr + part.p_vaddr);
          o.to = std::max<std::uint64_t>(o.to, info->dlpi_addr + part.p_vaddr + part.p_memsz);
        }
        return 0;
      },
      &all);
  return all;
}

}  // namespace tutti::mpi
