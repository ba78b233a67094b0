#pragma once

// The form in which the oracle calls a collective: MPI_Bcast; MPI_Ibcast and a wait; MPI_Bcast_init and a
// start; or the same with long counts (MPI_Bcast_c).

#include <mpi.h>

#include <concepts>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

namespace oracle {

enum class calling { blocking, nonblocking, persistent };

/// Sets the form of all later calls: "blocking", "nonblocking", "persistent", or with long counts
/// "blocking_c" and so on. Ends the program if there is no such form.
void call_by(std::string_view name);
calling called_by();
bool with_long_counts();

/// Starts the request by MPI_Start or MPI_Startall in turn.
void start(MPI_Request& request);
/// Waits for a request, each time by another of MPI's functions, among requests that complete and requests
/// that do not.
void wait_for(MPI_Request& request);

/// Calls a collective in the chosen form, and waits for its end.
template <class Blocking, class Nonblocking, class Persistent, class... Arguments>
int call(Blocking blocking, Nonblocking nonblocking, Persistent persistent, Arguments... arguments) {
  if (called_by() == calling::blocking) return blocking(arguments...);
  MPI_Request request = MPI_REQUEST_NULL;
  if (called_by() == calling::nonblocking) {
    const int code = nonblocking(arguments..., &request);
    if (code == MPI_SUCCESS) wait_for(request);
    return code;
  }
  const int code = persistent(arguments..., MPI_INFO_NULL, &request);
  if (code != MPI_SUCCESS) return code;
  start(request);
  wait_for(request);
  return MPI_Request_free(&request);
}

// Converts an argument for MPI_Bcast_c and the like: tables of int become tables of long counts.
template <class Wanted, class Given>
struct lengthened {
  lengthened(int, Given given) : value(given) {}
  operator Wanted() const { return static_cast<Wanted>(value); }
  Given value;
};
template <class Long>
class long_values {
 public:
  long_values(int n, const int* table) : there_(table != nullptr) {
    if (there_) values_.assign(table, table + n);
  }
  operator const Long*() const { return there_ ? values_.data() : nullptr; }

 private:
  bool there_;
  std::vector<Long> values_;
};
template <std::signed_integral Long>
requires(sizeof(Long) > sizeof(int)) struct lengthened<const Long*, const int*> : long_values<Long> {
  using long_values<Long>::long_values;
};
template <std::signed_integral Long>
requires(sizeof(Long) > sizeof(int)) struct lengthened<const Long*, int*> : long_values<Long> {
  using long_values<Long>::long_values;
};

/// The lengths of the tables of a collective on a communicator: the numbers of neighbours if it has a
/// topology.
struct table_lengths {
  int sends = 0, receives = 0;
};
table_lengths lengths_on(MPI_Comm comm);

/// The same by calls with long counts, whose parameters are `P...`. The arguments that describe received data
/// follow the only non-const buffer. The communicator comes last.
template <class... P, class Nonblocking, class Persistent, class... Arguments>
int call_long(int (*blocking)(P...), Nonblocking nonblocking, Persistent persistent, Arguments... arguments) {
  const table_lengths n = lengths_on(std::get<sizeof...(arguments) - 1>(std::tuple(arguments...)));
  bool receives = false;
  const auto length = [&](bool is_receive_buffer) {
    receives = receives || is_receive_buffer;
    return receives ? n.receives : n.sends;
  };
  const std::tuple<lengthened<P, Arguments>...> kept{
      lengthened<P, Arguments>(length(std::is_same_v<P, void*>), arguments)...};
  return std::apply(
      [&](const auto&... a) { return call(blocking, nonblocking, persistent, static_cast<P>(a)...); }, kept);
}

}  // namespace oracle

#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#define PERSISTENT(Name) MPIX_##Name##_init
#else
#define PERSISTENT(Name) MPI_##Name##_init
#endif
#define CALL_SHORT(Name, name, ...) call(MPI_##Name, MPI_I##name, PERSISTENT(Name), __VA_ARGS__)
#if MPI_VERSION >= 4
#define MPI_Barrier_c MPI_Barrier
#define MPI_Ibarrier_c MPI_Ibarrier
#define MPI_Barrier_init_c MPI_Barrier_init
#define CALL(Name, name, ...)                                                                 \
  (oracle::with_long_counts()                                                                 \
       ? oracle::call_long(MPI_##Name##_c, MPI_I##name##_c, MPI_##Name##_init_c, __VA_ARGS__) \
       : oracle::CALL_SHORT(Name, name, __VA_ARGS__))
#else
#define CALL(Name, name, ...) CALL_SHORT(Name, name, __VA_ARGS__)
#endif
