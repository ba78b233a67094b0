#pragma once

#include "mpi/check/statement.hpp"
#include "mpi/communicators/communicator.hpp"
#include "mpi/communicators/graph.hpp"
#include "mpi/observe/call_summary.hpp"

namespace tutti::mpi {

// An overload for each signature of a collective, distinguished by the parameters.
statement statement_of(communicator& c, call_name of, const significance& here, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, void* data, MPI_Count count,
                       MPI_Datatype type, int root, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, const void* send,
                       MPI_Count count, MPI_Datatype type, void* recv, MPI_Count recv_count,
                       MPI_Datatype recv_type, int root, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, const void* send,
                       MPI_Count count, MPI_Datatype type, void* recv, ints counts, ints displs,
                       MPI_Datatype recv_type, int root, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, const void* send, ints counts,
                       ints displs, MPI_Datatype type, void* recv, MPI_Count count, MPI_Datatype recv_type,
                       int root, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, const void* send,
                       MPI_Count count, MPI_Datatype type, void* recv, MPI_Count recv_count,
                       MPI_Datatype recv_type, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, const void* send,
                       MPI_Count count, MPI_Datatype type, void* recv, ints counts, ints displs,
                       MPI_Datatype recv_type, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, const void* send,
                       ints send_counts, ints send_displs, MPI_Datatype type, void* recv, ints recv_counts,
                       ints recv_displs, MPI_Datatype recv_type, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, const void* send,
                       ints send_counts, ints send_displs, types send_types, void* recv, ints recv_counts,
                       ints recv_displs, types recv_types, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, const void* send, void* recv,
                       MPI_Count count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, const void* send, void* recv,
                       MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm);
statement statement_of(communicator& c, call_name of, const significance& here, const void* send, void* recv,
                       ints counts, MPI_Datatype type, MPI_Op op, MPI_Comm);

// Neighbourhood collectives have the same signatures as others, so they need another name.
statement neighbours_state(communicator& c, call_name of, const significance& here, const void* send,
                           MPI_Count count, MPI_Datatype type, void* recv, MPI_Count recv_count,
                           MPI_Datatype recv_type, MPI_Comm comm);
statement neighbours_state(communicator& c, call_name of, const significance& here, const void* send,
                           MPI_Count count, MPI_Datatype type, void* recv, ints counts, ints displs,
                           MPI_Datatype recv_type, MPI_Comm comm);
statement neighbours_state(communicator& c, call_name of, const significance& here, const void* send,
                           ints send_counts, ints send_displs, MPI_Datatype type, void* recv,
                           ints recv_counts, ints recv_displs, MPI_Datatype recv_type, MPI_Comm comm);
statement neighbours_state(communicator& c, call_name of, const significance& here, const void* send,
                           ints send_counts, ints send_displs, types send_types, void* recv, ints recv_counts,
                           ints recv_displs, types recv_types, MPI_Comm comm);

/// Returns the statement of any collective.
template <class... Arguments>
statement statement_for(communicator& c, call_name of, const Arguments&... arguments) {
  const call_arguments given = arguments_of(arguments...);
  if (is_neighbourhood(of.of)) neighbours_of(c, c.handle);
  const significance here = significant_in(of.of, c.place(), given);
  const auto read = [&] {
    if constexpr (requires { neighbours_state(c, of, here, arguments...); })
      if (is_neighbourhood(of.of)) return neighbours_state(c, of, here, arguments...);
    return statement_of(c, of, here, arguments...);
  };
  statement x = read();
  x.words = summary_of(of.of, given, here);
  return x;
}

}  // namespace tutti::mpi
