#include "mpi/communicators/communicator.hpp"

namespace tutti::mpi {

constinit thread_local remembered_communicator last_communicator;
constinit std::atomic<std::uint64_t> communicator_generation{1};

}  // namespace tutti::mpi
