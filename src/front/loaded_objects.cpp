#include "front/loaded_objects.hpp"

#include <dlfcn.h>
#include <link.h>

#include <cstdlib>

// musl lacks this function. There, an address belongs to no object, and calls are passed on.
#pragma weak dladdr1

namespace tutti::front {
namespace {

// The last object that was loaded with the program; objects are listed in the order in which they are loaded.
constinit const link_map* last_at_start = nullptr;

__attribute__((constructor)) void find_last_at_start() {
  last_at_start = map_of(reinterpret_cast<const void*>(&find_last_at_start));
  while (last_at_start && last_at_start->l_next) last_at_start = last_at_start->l_next;
}

}  // namespace

const link_map* map_of(const void* address) {
  link_map* object = nullptr;
  Dl_info about;
  const bool found =
      &dladdr1 && dladdr1(address, &about, reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP) != 0;
  return found ? object : nullptr;
}

loaded_objects::loaded_objects() {
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* into) {
        auto& all = *static_cast<loaded_objects*>(into);
        if (all.n_ == all.room_) {
          const std::size_t room = 2 * all.room_ + 64;
          void* const more = std::realloc(all.files_, room * sizeof(char*));
          if (!more) return 1;
          all.files_ = static_cast<const char**>(more);
          all.room_ = room;
        }
        if (info->dlpi_name && info->dlpi_name[0] != '\0') all.files_[all.n_++] = info->dlpi_name;
        return 0;
      },
      this);
}

loaded_objects::~loaded_objects() { std::free(files_); }

void* definition_in(const char* object, const char* name) {
  void* const handle = dlopen(object, RTLD_LAZY | RTLD_NOLOAD);
  if (!handle) return nullptr;
  void* found = dlsym(handle, name);
  link_map* asked = nullptr;
  const bool known = found && dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void*>(&asked)) == 0;
  if (!known || asked != map_of(found)) found = nullptr;
  dlclose(handle);
  return found;
}

void* definition_for(const void* caller, const char* name) {
  const link_map* const object = map_of(caller);
  if (!object) return nullptr;
  void* const handle = dlopen(object->l_name, RTLD_LAZY | RTLD_NOLOAD);
  if (!handle) return nullptr;
  void* const found = dlsym(handle, name);
  dlclose(handle);
  // The main program sees all objects, and this one first.
  return found && object_of(found) != object_of(reinterpret_cast<const void*>(&object_of)) ? found : nullptr;
}

void* definition_anywhere(const char* name) {
  for (const char* const object : loaded_objects())
    if (void* const found = definition_in(object, name); found &&
                                                         !definition_in(object, "tutti_back_end_version") &&
                                                         !definition_in(object, "tutti_next_definition"))
      return found;
  return nullptr;
}

const void* object_of(const void* address) {
  Dl_info about;
  return dladdr(address, &about) != 0 ? about.dli_fbase : nullptr;
}

bool was_loaded_at_start(const void* address) {
  const link_map* object = map_of(address);
  while (object && object != last_at_start) object = object->l_next;
  return object != nullptr;
}

const char* own_file() {
  Dl_info here;
  return dladdr(reinterpret_cast<const void*>(&own_file), &here) != 0 ? here.dli_fname : "";
}

const char* soname_of(const void* address) {
  const link_map* const object = map_of(address);
  if (!object) return "";
  const char* strings = nullptr;
  ElfW(Xword) at = 0;  // no name is at the beginning of the table
  for (const ElfW(Dyn)* entry = object->l_ld; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_STRTAB) strings = reinterpret_cast<const char*>(entry->d_un.d_ptr);
    if (entry->d_tag == DT_SONAME) at = entry->d_un.d_val;
  }
  return strings && at != 0 ? strings + at : "";
}

void keep_loaded(const void* address) {
  Dl_info about;
  // The handle is not closed.
  if (dladdr(address, &about) != 0) (void)dlopen(about.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

}  // namespace tutti::front
