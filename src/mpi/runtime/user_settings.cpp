#include "mpi/runtime/user_settings.hpp"

#include <sys/auxv.h>
#include <unistd.h>

#include "mpi/runtime/never_destroyed.hpp"

namespace tutti::mpi {
namespace {

struct settings_here {
  settings user = read_settings(user_environment());
};

}  // namespace

const char* const* user_environment() noexcept {
  static constexpr const char* none[] = {nullptr};
  return getauxval(AT_SECURE) != 0 ? none : environ;
}

settings& user_settings() {
  static never_destroyed<settings_here> one;
  return one->user;
}

}  // namespace tutti::mpi
