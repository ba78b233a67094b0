#pragma once

namespace tutti::mpi {

struct node_links;
struct startup_message;
struct world;

/// Opens the links between the processes of each host that w.nodes puts on the same node. Returns null if the
/// processes of every host share memory, otherwise a sentence for the user with the reason of the first host
/// on which they do not. Collective over MPI_COMM_WORLD.
const char* open_node_links(node_links& l, const world& w, const startup_message& message);

}  // namespace tutti::mpi
