// Files with measured arrival times of processes at a collective.

#include <algorithm>
#include <stdexcept>

#include "text/lined_json.hpp"
#include "text/quantity.hpp"
#include "tutti/machine/network.hpp"

namespace tutti {
namespace {

arrival read(const lined_json& root, int p) {
  root.require_format("tutti arrival", 1, "arrival pattern");
  root.only({"format", "version", "from", "seconds"});
  if (root.has("from")) (void)root.at("from").text();
  const lined_json& list = root.at("seconds");
  arrival times;
  for (const lined_json& x : list.items()) {
    times.push_back(x.number());
    if (times.back() > longest_time) x.fail("must be at most 1e12 s");
  }
  if (times.size() != static_cast<std::size_t>(p))
    list.fail("has the times of " + std::to_string(times.size()) + " processes, not of " + std::to_string(p));
  const double first = std::ranges::min(times);
  for (double& t : times) t -= first;
  return times;
}

}  // namespace

arrival parse_arrival(std::string_view json, std::string_view file, int p) {
  try {
    return read(lined_json::parse(json), p);
  } catch (const json_error& wrong) {
    throw std::invalid_argument(wrong.in(file));
  }
}

}  // namespace tutti
