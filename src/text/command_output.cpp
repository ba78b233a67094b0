#include "text/command_output.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace tutti {

std::optional<command_output> output_of(const std::string& command, std::size_t most) {
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (!pipe) return {};
  command_output o;
  std::array<char, 4096> some{};
  while (const std::size_t n = std::fread(some.data(), 1, std::min(some.size(), most - o.text.size()), pipe))
    o.text.append(some.data(), n);
  const int status = pclose(pipe);
  o.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  return o;
}

}  // namespace tutti
