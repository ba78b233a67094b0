// tutti bounds: lower bounds on the time of a collective on a network.

#include "tutti/model/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/predict/predictor.hpp"
#include "cli/values/names.hpp"
#include "cli/values/networks.hpp"
#include "cli/values/option_values.hpp"
#include "text/quantity.hpp"
#include "text/table.hpp"

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Prints how long a collective takes at least, whatever the algorithm, on a network whose messages take\n"
    "alpha + beta n: by the number of rounds, by the bytes that one process must send or receive, by the\n"
    "distance between processes, and by the links that all data must cross. The largest bound binds. Blocks\n"
    "are equally long, and an operator is any operator. tutti predict has the largest bound in a column.\n\n"
    "  tutti bounds alltoall --p 64 --bytes 1M --topology torus:8x8\n"
    "  tutti bounds bcast allreduce --p 560 --bytes 8,1M --topology cluster:35x16\n\n";

struct options {
  std::vector<std::string> what;
  std::string p = "64", bytes = "1M", root;
  network_options on;
  bool json = false;
};

struct bounded_call {
  collective of;
  int p;
  std::size_t bytes;
  std::vector<stated_bound> bounds;
};

std::vector<collective> collectives_of(const options& o) {
  if (o.what.empty()) throw usage_error("missing collective, e.g. bcast");
  std::vector<collective> all;
  for (const std::string& name : o.what) {
    all.push_back(find_collective(name, all_collectives));
    if (is_neighbourhood(all.back()))
      throw usage_error("no lower bounds are known for {}, which depends on the graph", name);
  }
  return all;
}

std::vector<bounded_call> calls_of(const options& o) {
  constexpr int most = 1'000'000;
  const std::vector<collective> those = collectives_of(o);
  const std::vector<std::size_t> sizes = byte_sizes("--bytes", o.bytes);
  std::vector<bounded_call> all;
  for (const int p : number_ranges("--p", o.p, 1, most)) {
    const machine_description given = network_from(o.on, p);
    if (!given.skews.empty())
      throw usage_error("bounds are for processes that arrive together, without --arrival");
    if (const std::string why = why_without_bounds(given.on); !why.empty())
      throw usage_error("no lower bounds are known {}", why);
    const int root = o.root.empty() ? 0 : whole_number("--root", o.root, 0, p - 1);
    for (const collective c : those)
      for (const std::size_t bytes : sizes) {
        const double moved = bytes_moved(c, p, static_cast<double>(bytes));
        all.push_back({c, p, bytes, lower_bounds(c, p, moved, given.on, root)});
      }
  }
  return all;
}

std::string in_json(const std::vector<bounded_call>& all) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const bounded_call& c : all) {
    nlohmann::ordered_json row{{"collective", name_of(c.of)}, {"p", c.p}, {"bytes", c.bytes}};
    row["bounds"] = nlohmann::ordered_json::array();
    for (const stated_bound& b : c.bounds)
      row["bounds"].push_back({{"name", b.name}, {"seconds", b.seconds}, {"source", b.source}});
    if (const stated_bound* b = binding(c.bounds)) row["binds"] = b->name, row["seconds"] = b->seconds;
    out.push_back(std::move(row));
  }
  return out.dump(1) + "\n";
}

std::string in_table(const std::vector<bounded_call>& all) {
  constexpr const char* names[] = {"rounds", "volume", "distance", "bisection", "node", "leaf", "combining"};
  std::vector<std::string> heading{"collective", ">p", ">bytes"};
  for (const char* name : names) heading.push_back(std::string(">") + name);
  heading.insert(heading.end(), {">bound", "binds", "source"});
  table t(heading);
  for (const bounded_call& c : all) {
    std::vector<std::string> row{std::string(name_of(c.of)), std::to_string(c.p),
                                 in_bytes(static_cast<double>(c.bytes))};
    for (const std::string_view name : names) {
      const auto known = std::ranges::find(c.bounds, name, &stated_bound::name);
      row.push_back(known == c.bounds.end() ? "" : in_seconds(known->seconds));
    }
    if (const stated_bound* b = binding(c.bounds))
      row.insert(row.end(), {in_seconds(b->seconds), std::string(b->name), std::string(b->source)});
    else
      row.insert(row.end(), {"0", "", ""});
    t.row(row);
  }
  return t.text(terminal_width(), {"source"});
}

}  // namespace

void add_bounds(command& tutti) {
  command sub = tutti.add_subcommand("bounds", "lower bounds on the time of a collective on a network",
                                     help + network_help());
  const auto o = std::make_shared<options>();
  sub.add_option("what", o->what, "COLLECTIVE", "collectives: bcast, allreduce");
  sub.add_option("--p", o->p, "RANGE", "numbers of processes: 64, 36..40, 100,1000; default 64");
  sub.add_option("--bytes", o->bytes, "SIZES", byte_sizes_help);
  sub.add_option("--root", o->root, "RANK", "root of rooted collectives; default 0");
  add_network_options(sub, o->on);
  sub.add_flag("--json", o->json, "for programs");
  sub.callback([o] {
    const std::vector<bounded_call> all = calls_of(*o);
    fmt::print("{}", o->json ? in_json(all) : in_table(all));
  });
}

}  // namespace tutti::cli
