#include "mpi/runtime/user_settings.hpp"

#include "mpi/runtime/never_destroyed.hpp"

extern char** environ;

namespace tutti::mpi {
namespace {

struct settings_here {
  settings user = read_settings(environ);
};

}  // namespace

settings& user_settings() {
  static never_destroyed<settings_here> one;
  return one->user;
}

}  // namespace tutti::mpi
