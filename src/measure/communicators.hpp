#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "tutti/nodes.hpp"

// The communicators on which an experiment may run: numberings of the processes of MPI_COMM_WORLD (Traeff,
// HPC lecture: MPI_COMM_WORLD against a cyclic communicator).
namespace tutti::measure {

/// "world". "cyclic": ranks are dealt to the nodes in turn, so that neighbours are on different nodes.
/// "random": one random order, the same in every run. "half": the processes of even rank; the others wait.
inline constexpr std::array<std::string_view, 4> communicator_names{"world", "cyclic", "random", "half"};
/// The number of processes of a communicator among p.
int size_on(std::string_view communicator, int p) noexcept;
/// The ranks in MPI_COMM_WORLD of a communicator's processes, in the order of their ranks on the
/// communicator. Throws not_possible.
std::vector<int> members_of(std::string_view communicator, const node_map& world);
/// The nodes of these processes.
node_map nodes_of(const std::vector<int>& members, const node_map& world);

}  // namespace tutti::measure
