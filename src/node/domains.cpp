#include "node/domains.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

namespace tutti::node {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> line_of(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  if (!std::getline(in, line)) return {};
  return line;
}

std::optional<int> number(std::string_view text) {
  int n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size() || n < 0) return {};
  return n;
}

// Parses a list as Linux writes it: 0-3,8-11. An invalid list gives no processors.
cpu_set_t list_of(std::string_view text) {
  cpu_set_t all;
  CPU_ZERO(&all);
  while (!text.empty()) {
    const std::string_view range = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), range.size() + 1));
    const std::size_t dash = std::min(range.find('-'), range.size());
    const auto first = number(range.substr(0, dash));
    const auto last = dash < range.size() ? number(range.substr(dash + 1)) : first;
    for (int i = first.value_or(1); i <= last.value_or(0) && i < CPU_SETSIZE; ++i) CPU_SET(i, &all);
  }
  return all;
}

bool within(const cpu_set_t& some, const cpu_set_t& all) {
  cpu_set_t both;
  CPU_AND(&both, &some, &all);
  return CPU_EQUAL(&both, &some);
}

int first_of(const cpu_set_t& processors) {
  int i = 0;
  while (i < CPU_SETSIZE && !CPU_ISSET(i, &processors)) ++i;
  return i;
}

int memory_of(const cpu_set_t& processors, const fs::path& nodes) {
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(nodes, none)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("node")) continue;
    const auto id = number(std::string_view(name).substr(4));
    const auto list = id ? line_of(entry.path() / "cpulist") : std::nullopt;
    if (list && within(processors, list_of(*list))) return *id;
  }
  return -1;
}

int cache_of(const cpu_set_t& processors, const fs::path& caches) {
  int outermost = 0;
  std::string shared;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(caches, none)) {
    const auto level = line_of(entry.path() / "level"), list = line_of(entry.path() / "shared_cpu_list");
    const int at = level ? number(*level).value_or(0) : 0;
    if (list && at > outermost) outermost = at, shared = *list;
  }
  const cpu_set_t all = list_of(shared);
  return within(processors, all) ? first_of(all) : -1;
}

}  // namespace

cpu_set_t processors_here() noexcept {
  cpu_set_t here;
  CPU_ZERO(&here);
  sched_getaffinity(0, sizeof here, &here);
  return here;
}

bound_to where_bound(const cpu_set_t& processors, const fs::path& system) {
  const int first = first_of(processors);
  if (first == CPU_SETSIZE) return {};
  return {memory_of(processors, system / "node"),
          cache_of(processors, system / "cpu" / ("cpu" + std::to_string(first)) / "cache")};
}

std::vector<int> domains_of(std::span<const bound_to> processes) {
  const std::vector<int> none(processes.size());
  for (const auto level : {&bound_to::memory, &bound_to::cache}) {
    std::vector<int> first(processes.size());
    bool several = false, shared = false;
    for (std::size_t i = 0; i < processes.size(); ++i) {
      if (processes[i].*level < 0) return none;
      const auto same = std::ranges::find(processes, processes[i].*level, level);
      first[i] = static_cast<int>(same - processes.begin());
      several = several || first[i] > 0;
      shared = shared || first[i] != static_cast<int>(i);
    }
    if (several) return shared ? first : none;
  }
  return none;
}

}  // namespace tutti::node
