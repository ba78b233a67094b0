#include "measure/version.hpp"

namespace tutti::measure {

const char* version() noexcept { return TUTTI_VERSION; }
const char* commit() noexcept { return TUTTI_COMMIT; }

}  // namespace tutti::measure
