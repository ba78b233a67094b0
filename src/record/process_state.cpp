#include "record/process_state.hpp"

#include <sys/stat.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "text/file_text.hpp"

namespace tutti::record {

// In /proc/PID/stat, field 2 is the program's name in parentheses, with any characters. Field 3 is the
// state's letter, field 4 the parent, field 22 the start time.
process_state state_of_process(const std::string& pid) {
  std::ifstream in("/proc/" + pid + "/stat", std::ios::binary);
  const std::string stat = rest_of(in);
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos || name_end + 2 >= stat.size()) return {};
  const char* at = stat.c_str() + name_end + 1;
  const auto skip = [&at](int fields) {
    for (int k = 0; k < fields && at; ++k) at = std::strchr(at + 1, ' ');
    return at ? std::strtoull(at, nullptr, 10) : 0;
  };
  const auto parent = static_cast<pid_t>(skip(1));
  return {stat[name_end + 2], parent, skip(18)};
}

std::uint64_t pid_namespace() noexcept {
  struct stat about {};
  return stat("/proc/self/ns/pid", &about) == 0 ? about.st_ino : 0;
}

}  // namespace tutti::record
