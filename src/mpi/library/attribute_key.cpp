#include "mpi/library/attribute_key.hpp"

namespace tutti::mpi {

constinit std::atomic<unsigned> ends_of_mpi{0};

}  // namespace tutti::mpi
