#pragma once

#include <cstddef>

struct link_map;

namespace tutti::front {

/// The files of the shared objects that the process has loaded, in the order of loading. Also lists those
/// that the program has loaded privately, as Python does. Takes memory from the heap: the stack of a thread
/// may be small.
class loaded_objects {
 public:
  loaded_objects();
  loaded_objects(const loaded_objects&) = delete;
  loaded_objects& operator=(const loaded_objects&) = delete;
  ~loaded_objects();
  [[nodiscard]] const char* const* begin() const noexcept { return files_; }
  [[nodiscard]] const char* const* end() const noexcept { return files_ + n_; }

 private:
  const char** files_ = nullptr;
  std::size_t n_ = 0, room_ = 0;
};

/// The definition of a function in a loaded object itself, and not in the objects that it needs; null if
/// there is none.
void* definition_in(const char* object, const char* name);
/// The definition in the object that an address belongs to, or in the objects that this object needs; null if
/// there is none, or if it is a stub of this object.
void* definition_for(const void* caller, const char* name);
/// The first definition in a loaded object that is not tutti's; null if there is none.
void* definition_anywhere(const char* name);
/// The loader's description of the object that an address belongs to; null if the address belongs to none.
const link_map* map_of(const void* address);
/// The load address of the object that an address belongs to; null if the address belongs to none.
const void* object_of(const void* address);
/// True if an address belongs to an object that was loaded with the program, before its main().
bool was_loaded_at_start(const void* address);
/// The file of this object.
const char* own_file();
/// The DT_SONAME of the object that an address belongs to; empty if it has none.
const char* soname_of(const void* address);
/// Keeps loaded the object that an address belongs to.
void keep_loaded(const void* address);

}  // namespace tutti::front
