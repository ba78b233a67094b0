#pragma once

#include <cstddef>

#include "mpi/library/abi.hpp"
#include "select/choice.hpp"

namespace tutti::mpi {

struct communicator;

/// To be called when they have: takes what they say of calls that do not block.
void take_posted_wishes();

/// Gives a communicator the decisions for what is around it.
void decide_for(communicator& c, const surroundings& around);
/// The same for the graph of its processes, once they have agreed on it.
void decide_for_graph(communicator& c);
/// A program may make as many graphs as it likes: to be called when a communicator has given up its own.
void forget_unused_graphs();

/// Says, on process 0 of MPI_COMM_WORLD and once for calls that are decided alike, what serves the call and
/// why.
void explain_once(const choices& chooser, const call_kind& of, std::size_t bytes);

}  // namespace tutti::mpi
