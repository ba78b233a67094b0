// tutti bounds: lower bounds on the time of a collective on a network.

#include "tutti/model/bounds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/values/bounds.hpp"
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
    "distance between processes, and by the links and the memory of nodes that data must cross. The\n"
    "largest bound binds. Blocks are equally long, and an operator is any operator. tutti predict has the\n"
    "largest bound in a column. Below are trade-offs of alltoall, and of bcast with --pieces: what an\n"
    "algorithm needs at least that takes the fewest rounds, sends the fewest bytes, or sends M blocks.\n\n"
    "  tutti bounds alltoall --p 64 --bytes 1M --topology torus:8x8\n"
    "  tutti bounds bcast allreduce --p 560 --bytes 8,1M --topology cluster:35x16\n"
    "  tutti bounds bcast --p 64 --bytes 1M --pieces 16\n"
    "  tutti bounds allgather --p 27 --bytes 1M --ports 2\n\n";

struct options {
  std::vector<std::string> what;
  std::string p = "64", bytes = "1M", root, pieces, ports;
  network_options on;
  bool json = false;
};

struct bounded_call {
  collective of;
  int p;
  std::size_t bytes;
  std::vector<stated_bound> bounds;
  std::vector<trade_off> trade_offs;
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

// The number of blocks M; 0 if the user gave none.
int pieces_of(const options& o, const std::vector<collective>& those, const std::vector<std::size_t>& sizes) {
  if (o.pieces.empty()) return 0;
  if (std::ranges::find(those, collective::bcast) == those.end())
    throw usage_error("--pieces {} is for bcast, not for {}", o.pieces, fmt::join(o.what, " or "));
  const int pieces = number_of_pieces(o.pieces);
  for (const std::size_t bytes : sizes) require_bytes_for(static_cast<std::size_t>(pieces), bytes);
  return pieces;
}

// The network, on the ports of --ports if they are given.
machine_description network_of(const options& o, int p) {
  machine_description given = network_from(o.on, p);
  if (!o.ports.empty()) {
    given.on.ports = whole_number("--ports", o.ports, 1, 1 << 30);
    given.on.check(p);
  }
  return given;
}

std::vector<bounded_call> calls_of(const options& o) {
  constexpr int most = 1'000'000;
  const std::vector<collective> those = collectives_of(o);
  const std::vector<std::size_t> sizes = byte_sizes("--bytes", o.bytes);
  const int pieces = pieces_of(o, those, sizes);
  std::vector<bounded_call> all;
  for (const int p : number_ranges("--p", o.p, 1, most)) {
    const machine_description given = network_of(o, p);
    if (!given.skews.empty())
      throw usage_error("bounds are for processes that arrive together, without --arrival");
    if (const std::string why = why_without_bounds(given.on); !why.empty())
      throw usage_error("no lower bounds are known {}", why);
    if (pieces > 0 && given.on.ports > 1)
      throw usage_error("--pieces {}: the rounds of blocks are known for 1 port, not for {}", pieces,
                        given.on.ports);
    const int root = o.root.empty() ? 0 : whole_number("--root", o.root, 0, p - 1);
    for (const collective c : those)
      for (const std::size_t bytes : sizes) {
        const double moved = bytes_moved(c, p, static_cast<double>(bytes));
        all.push_back({c, p, bytes, lower_bounds(c, p, moved, given.on, root),
                       trade_offs(c, p, moved, given.on, pieces)});
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
    for (const trade_off& t : c.trade_offs) {
      nlohmann::ordered_json one{{"if", t.condition}, {"rounds", t.rounds}};
      if (t.bytes) one["bytes_sent"] = *t.bytes;
      if (t.seconds) one["seconds"] = *t.seconds;
      one["source"] = t.source;
      row["trade_offs"].push_back(std::move(one));
    }
    if (const stated_bound* b = binding(c.bounds)) row["binds"] = b->name, row["seconds"] = b->seconds;
    out.push_back(std::move(row));
  }
  return out.dump(1) + "\n";
}

std::string in_table(const std::vector<bounded_call>& all) {
  constexpr const char* names[] = {"rounds", "volume", "distance", "bisection",
                                   "node",   "memory", "leaf",     "combining"};
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

// Empty if there are none.
std::string trade_offs_in_table(const std::vector<bounded_call>& all) {
  table t({"collective", ">p", ">bytes", "if", ">rounds", ">bytes sent", ">time", "source"});
  bool some = false;
  for (const bounded_call& c : all)
    for (const trade_off& one : c.trade_offs) {
      some = true;
      t.row({std::string(name_of(c.of)), std::to_string(c.p), in_bytes(static_cast<double>(c.bytes)),
             one.condition, std::to_string(one.rounds), one.bytes ? in_bytes(*one.bytes) : "-",
             one.seconds ? in_seconds(*one.seconds) : "-", std::string(one.source)});
    }
  return some
             ? "\nTrade-offs: the least rounds, bytes that some process sends, and time under a condition\n" +
                   t.text(terminal_width(), {"source"})
             : "";
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
  sub.add_option("--pieces,--blocks", o->pieces, "M",
                 "bcast: also the rounds that M blocks of the data take");
  sub.add_option("--ports", o->ports, "K",
                 "messages that a process sends, and receives, at once; default: those of --model, or 1");
  add_network_options(sub, o->on);
  sub.add_flag("--json", o->json, "for programs");
  sub.callback([o] {
    const std::vector<bounded_call> all = calls_of(*o);
    fmt::print("{}", o->json ? in_json(all) : in_table(all) + trade_offs_in_table(all));
  });
}

}  // namespace tutti::cli
