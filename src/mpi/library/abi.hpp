#pragma once

// The MPI library that this object is built for. Each MPI library has its own shared object, because handles
// differ. One more object serves all libraries with the standard ABI of MPI 5 (libmpi_abi.so.1).

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <exception>

namespace tutti::mpi {

// TUTTI_REPLACES_WAITS: this object defines all functions that wait or test, and makes progress in them,
// because the MPI library might not call tutti back in them (waits/waits_mpich.cpp).
enum class mpi_family { open_mpi, mpich, smpi, standard_abi };

#if defined(OPEN_MPI)
inline constexpr mpi_family family = mpi_family::open_mpi;
inline constexpr const char* abi_name = "Open MPI";
#elif defined(SMPI_H)
inline constexpr mpi_family family = mpi_family::smpi;
inline constexpr const char* abi_name = "SimGrid SMPI";
#elif defined(MPICH_VERSION)
inline constexpr mpi_family family = mpi_family::mpich;
inline constexpr const char* abi_name = "MPICH";
#define TUTTI_REPLACES_WAITS 1
#elif defined(MPI_ABI_VERSION)
inline constexpr mpi_family family = mpi_family::standard_abi;
inline constexpr const char* abi_name = "the MPI 5 ABI";
#define TUTTI_REPLACES_WAITS 1
#else
#error "tutti is built for Open MPI, MPICH and the MPI 5 ABI (and for SMPI in the lab); this mpi.h is of none"
#endif

// Handles are pointers in Open MPI and in the standard ABI, and integers in MPICH; the core stores them as
// numbers.
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

#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
template <class Second, class... Others>
Second second_parameter(int (*)(int, Second, Others...));
/// The requests of MPI_Request_get_status_all, _any and _some. They are constant in the standard, but not in
/// MPICH 4.2.
using queried_requests = decltype(second_parameter(&PMPI_Request_get_status_all));
/// The combiner of a pair that MPI_Type_get_value_index returns and that has no name. Before MPI 4.1, no
/// datatype has it.
inline constexpr int combiner_value_index = MPI_COMBINER_VALUE_INDEX;
#else
inline constexpr int combiner_value_index = -1;
#endif

/// Sizes and bounds of a datatype as MPI_Count. MPI 4.1 deprecates the functions that MPI 3 has.
#if MPI_VERSION >= 4
inline constexpr auto& large_type_size = PMPI_Type_size_c;
inline constexpr auto& large_type_extent = PMPI_Type_get_extent_c;
inline constexpr auto& large_type_true_extent = PMPI_Type_get_true_extent_c;
#else
inline constexpr auto& large_type_size = PMPI_Type_size_x;
inline constexpr auto& large_type_extent = PMPI_Type_get_extent_x;
inline constexpr auto& large_type_true_extent = PMPI_Type_get_true_extent_x;
#endif

/// Fortran handles. The standard ABI lacks the functions for Fortran, but has others with the same effect.
#if defined(MPI_ABI_VERSION)
inline int fortran_type(MPI_Datatype type) { return MPI_Type_toint(type); }
inline int fortran_operator(MPI_Op op) { return MPI_Op_toint(op); }
#else
inline int fortran_type(MPI_Datatype type) { return MPI_Type_c2f(type); }
inline int fortran_operator(MPI_Op op) { return MPI_Op_c2f(op); }
#endif

/// True for the error handlers that end the program, or this process. Some libraries lack MPI_ERRORS_ABORT.
inline bool is_fatal(MPI_Errhandler handler) noexcept {
#if defined(MPI_ERRORS_ABORT)
  if (handler == MPI_ERRORS_ABORT) return true;
#endif
  return handler == MPI_ERRORS_ARE_FATAL;
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

/// Returns the bytes of a received message. Reads the library's own fields, because it is called for every
/// message. The standard ABI does not define the contents of its fields.
inline std::size_t bytes_of(const MPI_Status& status) noexcept {
#if defined(OPEN_MPI)
  return status._ucount;
#elif defined(MPICH_VERSION)
  return (static_cast<std::size_t>(static_cast<unsigned>(status.count_hi_and_cancelled) >> 1U) << 32U) +
         static_cast<unsigned>(status.count_lo);
#elif defined(MPI_ABI_VERSION)
  MPI_Count bytes = 0;
  PMPI_Get_count_c(&status, MPI_BYTE, &bytes);
  return static_cast<std::size_t>(bytes);
#else
  return static_cast<std::size_t>(status.count);
#endif
}

}  // namespace tutti::mpi
