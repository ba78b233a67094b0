#pragma once

#include <cstddef>

#include "mpi/library/abi.hpp"
#include "select/call_name.hpp"
#include "select/choice.hpp"
#include "select/sum_plans.hpp"

namespace tutti::mpi {

struct communicator;

/// Reads the settings for calls that do not block. Called once the user's settings are known.
void read_posted_settings();

/// Gives a communicator the decisions for its surroundings.
void decide_for(communicator& c, const surroundings& around);
/// Decides a call on a communicator that has not had many calls yet, or that learns. Depends only on the call
/// and the number of calls on the communicator so far. All processes know this number, even if the program by
/// mistake gives the call different lengths on different processes.
[[gnu::noinline]] decision choose_otherwise(communicator& c, choices& by, form as, const call_kind& of,
                                            std::size_t bytes);
/// Makes the learner of a communicator after its first calls. Returns false if the communicator has no
/// learner yet, or will never have one.
[[gnu::noinline]] bool begin_learning(communicator& c);
/// Gives a communicator the decisions for its process graph, after the processes have agreed on the graph.
void decide_for_graph(communicator& c);
/// Deletes the decisions for unused graphs if there are many of them, because a program may make any number
/// of graphs. Called when a communicator has released its graph.
void forget_unused_graphs();
/// Deletes all decisions, when no communicator is open.
void forget_decisions();

/// Prints which algorithm serves the call and why, on process 0 of MPI_COMM_WORLD. Prints it once for calls
/// that are decided alike.
void explain_once(const choices& chooser, const call_kind& of, std::size_t bytes);
/// The same for a sum that is rounded once.
void explain_once(sum_plans& plans, collective of, exact::number element, imbalance lengths,
                  std::size_t bytes);

}  // namespace tutti::mpi
