#pragma once

// The MPI library that this object is built for. Each MPI library has its own shared object, because handles
// differ.

#define OMPI_SKIP_MPICXX 1  // the C++ bindings that MPI 3 removed
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <cstdint>
#include <exception>

namespace tutti::mpi {

#if defined(OPEN_MPI)
inline constexpr const char* abi_name = "Open MPI";
#elif defined(SMPI_H)
inline constexpr const char* abi_name = "SimGrid SMPI";
#elif defined(MPICH_VERSION)
inline constexpr const char* abi_name = "MPICH";
#else
#error "tutti is built for Open MPI and for MPICH (and for SMPI in the lab); this mpi.h is neither"
#endif

// Handles are pointers in Open MPI and integers in MPICH; the core stores them as numbers.
template <class Handle>
std::uintptr_t number_of(Handle h) noexcept {
  if constexpr (sizeof(Handle) == sizeof(std::uintptr_t))
    return reinterpret_cast<std::uintptr_t>(h);
  else
    return static_cast<std::uint32_t>(h);
}
template <class Handle>
Handle handle_of(std::uintptr_t n) noexcept {
  if constexpr (sizeof(Handle) == sizeof(std::uintptr_t))
    return reinterpret_cast<Handle>(n);
  else
    return static_cast<Handle>(n);
}

/// The error code of an MPI call inside a collective, on its way to the communicator's error handler.
/// `handled`: the MPI library has already called that handler, because the call was on the program's own
/// communicator.
class failure : public std::exception {
 public:
  explicit failure(int code, bool handled = false) noexcept : code_(code), handled_(handled) {}
  [[nodiscard]] int code() const noexcept { return code_; }
  [[nodiscard]] bool handled() const noexcept { return handled_; }
  [[nodiscard]] const char* what() const noexcept override { return "an MPI call failed"; }

 private:
  int code_;
  bool handled_;
};

inline void check(int code) {
  if (code != MPI_SUCCESS) [[unlikely]]
    throw failure(code);
}

}  // namespace tutti::mpi
