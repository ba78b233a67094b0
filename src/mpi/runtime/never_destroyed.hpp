#pragma once

#include <cstddef>
#include <new>

namespace tutti::mpi {

/// A T that is made like any other object and never destroyed. MPI may be called, and a call may end, while the process does: from the
/// destructor of an object of the program's or of another library's, or in another thread, after an object of ours would have been
/// destroyed.
template <class T>
class never_destroyed {
 public:
  never_destroyed() { ::new (static_cast<void*>(memory_)) T; }
  never_destroyed(const never_destroyed&) = delete;
  never_destroyed& operator=(const never_destroyed&) = delete;

  T& operator*() noexcept { return *std::launder(reinterpret_cast<T*>(memory_)); }
  T* operator->() noexcept { return &**this; }

 private:
  alignas(T) std::byte memory_[sizeof(T)];
};

}  // namespace tutti::mpi
