#pragma once

#include <cstddef>
#include <new>

namespace tutti::mpi {

/// A T that is constructed as usual and never destroyed. MPI may be called, and calls may end, while the
/// process exits: in destructors of the program or of other libraries, or in another thread. By then, tutti's
/// other static objects might have been destroyed.
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
