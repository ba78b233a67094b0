// Runs a user's own programs on MPI: the functions that include/tutti/mpi/run.hpp declares.

#include "mpi/communicators/dispatch.hpp"
#include "mpi/communicators/find_communicator.hpp"
#include "mpi/data/operators.hpp"
#include "mpi/data/types.hpp"
#include "mpi/library/boundary.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/requests/posted_program.hpp"
#include "tutti/mpi/run.hpp"

using namespace tutti;
using namespace tutti::mpi;

int tutti_run(MPI_Comm comm, tutti::task (*program)(tutti::process&, void*), void* argument) {
  return bounded_on(comm, [&]() -> int {
    communicator* c = open_to_programs(comm);
    ++c->calls;
    run_now(*c, program, argument);
    if (progress::any_undelivered()) progress::deliver_notices();  // errors of other operations
    return MPI_SUCCESS;
  });
}

const tutti::datatype* tutti_layout(MPI_Datatype type) {
  return bounded(
      [&]() -> const tutti::datatype* {
        const type_entry* t = look_up(type);
        return t ? &t->layout : nullptr;
      },
      [](int, bool) { return nullptr; });
}

bool tutti_operation(MPI_Op op, MPI_Datatype type, tutti::operation* result) {
  return bounded(
      [&] {
        const type_entry* t = look_up(type);
        operation asked;
        const operation* o = t ? look_up(op, *t, asked) : nullptr;
        if (o) *result = *o;
        return o != nullptr;
      },
      [](int, bool) { return false; });
}

int tutti_use(MPI_Comm comm, const char* collective_name, const char* algorithm_name) {
  return bounded(
      [&]() -> int {
        const auto c = collective_named(collective_name);
        const algorithm* requested = c && algorithm_name ? find(*c, algorithm_name) : nullptr;
        if (!c || (algorithm_name && !requested)) return MPI_ERR_ARG;
        use(comm, *c, requested);
        return MPI_SUCCESS;
      },
      [](int code, bool) { return code; });
}

const char* tutti_choice(MPI_Comm comm, const char* collective_name, int operator_kind,
                         std::size_t longest_block, std::size_t bytes) {
  constexpr const char* native = "native";
  return bounded(
      [&] {
        const auto call = call_named(collective_name);
        communicator* c = communicator_of(comm);
        // While a non-blocking call opens the communicator, it is native only for the time being. Waiting for
        // the end would mean waiting for the other processes, which may make their first calls later.
        if (!call || !c || (!c->posted.opening && c->native)) return native;
        if (is_neighbourhood(call->of)) {
          const dispatch d(c->choosers.of(call->as), *c, call->of, bytes, call->as);
          return d.served() ? d.decided.use->name.data() : native;
        }
        const imbalance lengths =
            has_known_lengths(call->of) ? unequal_by(longest_block, bytes, c->size()) : imbalance::equal;
        const decision d = c->choosers.of(call->as).choose(
            {call->of, static_cast<operator_class>(operator_kind), lengths}, bytes);
        return d.use ? d.use->name.data() : native;  // names are literals
      },
      [](int, bool) { return native; });
}
