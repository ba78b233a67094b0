#include "cli/values/resources.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <tuple>

#include "cli/line/usage_error.hpp"
#include "select/settings.hpp"
#include "text/quantity.hpp"
#include "tutti/machine/network.hpp"

namespace tutti::cli {
namespace {

// The memory that this process may use, in bytes: the machine's, or the limit if there is a smaller one.
double memory_size() {
  double bytes = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  rlimit set{};
  if (getrlimit(RLIMIT_AS, &set) == 0 && set.rlim_cur != RLIM_INFINITY)
    bytes = std::min(bytes, static_cast<double>(set.rlim_cur));
  return bytes;
}

// Follows the variable's name in the warnings of select/sources.cpp.
constexpr std::string_view refusal = " is not used: ";

}  // namespace

void require_file(std::string_view what, const std::string& file) {
  std::error_code none;
  if (std::filesystem::is_fifo(file, none)) return;  // its writer would end if it were opened here and closed
  const std::string option = what.empty() ? "" : fmt::format("{}: ", what);
  errno = 0;
  if (!std::ifstream(file)) throw usage_error("{}cannot read {}: {}", option, file, std::strerror(errno));
  if (!std::filesystem::is_regular_file(file, none)) throw usage_error("{}{} is not a file", option, file);
}

void name_machine(cost_settings& s, const std::string& name) {
  s.name_machine(name);
  if (!s.usual) require_file("--machine", name);
}

void name_plan(choice_settings& s, const std::string& name) {
  s.name_plan(name);
  if (!s.job_makes_plan) require_file("--plan", name);
}

std::string without_variable(const std::string& warning) {
  const std::size_t at = warning.find(refusal);
  return at == std::string::npos ? warning : warning.substr(at + refusal.size());
}
std::string with_variable(const std::string& warning) {
  const std::size_t at = warning.find(refusal);
  return at == std::string::npos ? warning : warning.substr(0, at) + ": " + without_variable(warning);
}

machine machine_from(const std::string& alpha, const std::string& beta, const std::string& gamma) {
  machine m;
  const std::tuple<const char*, const std::string*, double*> all[] = {
      {"--alpha", &alpha, &m.alpha}, {"--beta", &beta, &m.beta}, {"--gamma", &gamma, &m.gamma}};
  for (const auto& [option, text, value] : all)
    if (!text->empty()) *value = parse_time(*text, option);
  return m;
}

void require_memory(std::string_view what, int p) {
  constexpr double least_per_process = 400;  // bytes: of the engine, and of a coroutine and its messages
  const double needed = least_per_process * p, there = memory_size();
  if (needed > there)
    throw usage_error("{} on {} processes needs at least {} of memory, and {} are available: reduce --p",
                      what, p, in_bytes(needed), in_bytes(there));
}

}  // namespace tutti::cli
