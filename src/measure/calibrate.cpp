#include "measure/calibrate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "measure/patterns.hpp"
#include "measure/statistics.hpp"
#include "text/json_text.hpp"

namespace tutti::measure {
namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t shortest = 4, longest = std::size_t{4} << 20U;
constexpr std::size_t long_message = std::size_t{64} << 10U;  // from this size on, links determine the time
constexpr const char *one_off_node = "k=0 K=1", *one_on_node = "k=1 K=0";
constexpr std::size_t longest_row = std::size_t{1} << 20U;
constexpr std::size_t longest_eager = std::size_t{1} << 20U;

std::vector<std::size_t> two_an_octave() {
  std::vector<std::size_t> all;
  for (std::size_t n = shortest; n <= longest; n *= 2) {
    all.push_back(n);
    if (n > 4 && n < longest) all.push_back(n + n / 2);
  }
  return all;
}

// The experiments of a pattern by size: native's, or tutti's if native was not measured.
std::map<std::size_t, series> of_pattern(const std::map<experiment, series>& all,
                                         const std::string& operation, const std::string& problem) {
  for (const char* by : {"native", "tutti"}) {
    std::map<std::size_t, series> found;
    for (const auto& [e, s] : all)
      if (e.operation == operation && e.problem == problem && e.by == by && e.made == "call" &&
          e.layout == "contiguous" && e.communicator == "world" && s.right)
        found.emplace(e.bytes, s);
    if (!found.empty()) return found;
  }
  return {};
}

// The measured times, divided by `parts`.
std::vector<sized_time> times_of(const std::map<std::size_t, series>& by_size, double parts) {
  std::vector<sized_time> all;
  for (const auto& [bytes, s] : by_size) {
    const std::vector<double> pooled = s.pooled();
    const double m = median(pooled);
    const interval i = median_interval(pooled);
    if (m > 0) all.push_back({bytes, m / parts, std::max(i.high - m, m - i.low) / m});
  }
  return all;
}

std::optional<level_fit> fit_level(const std::map<std::size_t, series>& ping_pongs, const fit_options& how) {
  level_fit l{.times = times_of(ping_pongs, 2)};
  if (l.times.size() < 2) return std::nullopt;
  l.pieces = fit_pieces(l.times, how);
  l.error = error_of(l.pieces, l.times);
  return l;
}

// The slowdown of the bytes of concurrent long messages, compared with a message alone. None if no long
// message was measured.
std::optional<double> slowdown_of(const level_fit& alone, const std::map<std::size_t, series>& together) {
  std::vector<double> sharing;
  for (const sized_time& x : times_of(together, 1)) {
    const piece& m = piece_at(alone.pieces, x.bytes);
    const double data = m.beta * static_cast<double>(x.bytes);
    if (x.bytes >= long_message && data > 0) sharing.push_back((x.seconds - m.alpha) / data);
  }
  if (sharing.empty()) return std::nullopt;
  return median(sharing);
}

// If all processes of a node send at once, off the node or within it, the slowdown of a long message is the
// number of processes per lane.
std::optional<double> lanes_of(const level_fit& alone, const std::map<std::size_t, series>& together,
                               int per_node) {
  const auto slowdown = slowdown_of(alone, together);
  if (!slowdown) return std::nullopt;
  return per_node / std::clamp(*slowdown, 1.0, static_cast<double>(per_node));
}

std::string at_distance(int nodes) { return fmt::format("k=0 K={}", nodes); }

// All processes exchange messages with those of the node at distance 1, 2, 4, ... From the first distance at
// which this takes longer, the nodes are at different switches, and all messages of a switch share its
// uplinks.
leaf_switches leaves_of(const level_fit& alone, const std::map<experiment, series>& all, int nodes,
                        int per_node) {
  constexpr double slower = 1.2;
  const auto near = slowdown_of(alone, of_pattern(all, "across", one_off_node));
  for (int d = 2; near && d < nodes; d *= 2)
    if (const auto far = slowdown_of(alone, of_pattern(all, "across", at_distance(d)));
        far && *far > slower * std::max(1.0, *near))
      return {d, d * per_node / *far};
  return {};
}

// Compares blocks that are answered as they arrive with blocks that all start at once in both directions. The
// former take hardly longer if blocks arrive one after the other, and twice as long if they share the link
// and all arrive at the end. The size with the least difference shows that best: longer blocks may wait for
// their receivers, and much shorter ones for the processes, which are busy with each. If there are eager
// blocks, only these count.
bool in_order(const machine_fit& m, const level_fit& alone, const std::map<experiment, series>& all) {
  constexpr double most = 1.5;
  const double busy = m.overhead.value_or(alone.pieces[0].alpha);
  const std::vector<sized_time> at_once = times_of(of_pattern(all, "blocks", one_off_node), 1);
  std::optional<double> best, eager;
  for (const sized_time& x : times_of(of_pattern(all, "pipeline", one_off_node), 1)) {
    const std::size_t block = x.bytes / pipeline_blocks;
    const auto both_ways = std::ranges::find(at_once, x.bytes, &sized_time::bytes);
    const double data = piece_at(alone.pieces, block).beta * static_cast<double>(block);
    if (both_ways == at_once.end() || data < 2 * busy) continue;
    const double times = x.seconds / both_ways->seconds;
    best = std::min(best.value_or(times), times);
    if (m.eager && block <= *m.eager) eager = std::min(eager.value_or(times), times);
  }
  if (eager) best = eager;
  return !best || *best < most;
}

// The time for which a sender is busy with a message, by its length: the median of the even processes' times
// while all even processes send to the next one. All processes must take part, since an observation has only
// the times of the fastest and the slowest process.
std::map<std::size_t, double> sending_of(const measurements& of, int p) {
  std::map<std::size_t, std::vector<double>> senders;
  for (const observation& o : of.all)
    if (o.p == p && p % 2 == 0 && o.of.operation == "ping" && o.of.problem == "same" &&
        o.of.layout == "contiguous" && o.of.communicator == "world")
      senders[o.of.bytes].push_back(o.fastest);
  std::map<std::size_t, double> busy;
  for (auto& [bytes, times] : senders) busy[bytes] = median(std::move(times));
  return busy;
}

// The number of neighbours on the node to which each process sends a short message at once: at most 6.
constexpr std::size_t short_message = 8;
int several(int per_node) { return std::min(6, per_node - 1); }
std::string to_several(int per_node) { return fmt::format("k={} K=0", several(per_node)); }

// The time that each further one of several concurrent messages costs its sender and its receiver together.
std::optional<double> busy_with(const std::map<experiment, series>& all, int per_node) {
  const int messages = several(per_node);
  if (messages < 2) return std::nullopt;
  const auto short_one = [&](const std::string& neighbours) -> std::optional<double> {
    const std::vector<sized_time> times = times_of(of_pattern(all, "ring", neighbours), 1);
    const auto found = std::ranges::find(times, short_message, &sized_time::bytes);
    return found == times.end() ? std::nullopt : std::optional(found->seconds);
  };
  const auto one = short_one(one_on_node), more = short_one(to_several(per_node));
  if (!one || !more || *more <= *one) return std::nullopt;
  return (*more - *one) / (messages - 1);
}

// A sender is free again when its short message has left, before the receiver has it. The receiver may be
// busy for longer. Then the overhead is half of the time of both together, since a machine has only one
// overhead.
std::optional<double> overhead_of(const std::map<std::size_t, double>& sending,
                                  std::optional<double> at_both_ends, double startup) {
  if (sending.empty()) return std::nullopt;
  const double busy = sending.begin()->second;
  if (!(busy > 0) || busy > 0.9 * startup) return std::nullopt;
  constexpr double most = 0.45;  // of a start-up, which is two overheads and the transit
  return std::max(busy, std::min(at_both_ends.value_or(0) / 2, most * startup));
}

// The longest message whose sender is free before the message has arrived. The sender of a rendezvous message
// waits for all of it. A few bytes prove nothing: every library sends them eagerly.
std::optional<std::size_t> eager_of(const std::map<std::size_t, double>& sending, const level_fit& on) {
  constexpr double most = 0.75;  // of a message's time
  constexpr std::size_t least = 1024;
  std::optional<std::size_t> eager;
  for (const auto& [bytes, busy] : sending) {
    if (bytes < least) continue;
    const piece& m = piece_at(on.pieces, bytes);
    if (busy > most * (m.alpha + m.beta * static_cast<double>(bytes))) return eager;
    eager = bytes;
  }
  return std::nullopt;  // no message is too long
}

const level_fit& nearest_level(const machine_fit& m) {
  return m.within ? *m.within
                  : *m.between;  // NOLINT(bugprone-unchecked-optional-access): one of them has a value
}

std::string in_units(double seconds, double unit, const char* name) {
  return fmt::format("{:.5g}{}", seconds / unit, name);
}

json as_json(const piece& x) {
  return {{"alpha", in_units(x.alpha, 1e-6, "us")}, {"beta", in_units(x.beta, 1e-9, "ns")}};
}

json as_json(const std::vector<piece>& all) {
  json list = json::array();
  for (const piece& x : all) {
    json one{{"from", x.from}};
    one.update(as_json(x));
    list.push_back(std::move(one));
  }
  return list;
}

json with_costs(json m, const level_fit& l) {
  if (l.pieces.size() == 1)
    m.update(as_json(l.pieces[0]));
  else
    m["pieces"] = as_json(l.pieces);
  return m;
}

json model_of(const level_fit& l) {
  return with_costs({{"kind", l.pieces.size() == 1 ? "linear" : "piecewise"}}, l);
}

json level_of(const level_fit& l, int size) { return with_costs({{"size", size}}, l); }

}  // namespace

std::vector<contest> calibration_contests(const node_map& nodes, const std::string& by,
                                          const std::vector<std::size_t>& sizes) {
  std::vector<contest> all;
  const auto add = [&](const char* operation, const char* problem, std::size_t bytes) {
    // tutti copies by itself, and a library's copy is a message to oneself.
    const std::string who = operation == std::string_view("copy_local") ? "tutti" : by;
    all.push_back({{.operation = operation, .by = who, .bytes = bytes, .problem = problem}});
  };
  const bool pairs_within = nodes.members(0).size() > 1, pairs_between = nodes.nodes() > 1;
  const std::vector<std::size_t> chosen = sizes.empty() ? two_an_octave() : sizes;
  for (const std::size_t n : chosen) {
    if (pairs_within) add("ping_pong", "within", n);
    if (pairs_between) add("ping_pong", "between", n);
  }
  for (const std::size_t n : chosen)
    if (n >= 1024) {
      add("reduce_local", "same", n);
      add("copy_local", "same", n);
    }
  if (nodes.processes() > 1) {
    add("ping", "same", short_message);
    for (const std::size_t n : chosen)
      if (n >= 1024 && n <= longest_eager && nodes.processes() % 2 == 0) add("ping", "same", n);
  }
  if (nodes.per_node() > 2 && nodes.regular()) {
    for (const std::size_t n : chosen)
      if (n >= 4 * long_message) add("ring", one_on_node, n);
    for (const std::string& neighbours : {std::string(one_on_node), to_several(nodes.per_node())})
      add("ring", neighbours.c_str(), short_message);
  }
  if (pairs_between && nodes.per_node() > 1 && nodes.regular())
    for (const std::size_t n : chosen)
      if (n >= 4 * long_message) add("ring", one_off_node, n);
  if (!pairs_between || !nodes.regular()) return all;
  for (const std::size_t n : chosen) {
    if (n < long_message) continue;
    for (const char* pattern : {"blocks", "pipeline"})
      if (n <= longest_row) add(pattern, one_off_node, n);
    if (n < 16 * long_message || nodes.nodes() < 4) continue;
    for (int d = 1; d < nodes.nodes(); d *= 2) add("across", at_distance(d).c_str(), n);
  }
  return all;
}

machine_fit fit_machine(const measurements& of, int p, const fit_options& how) {
  const auto all = of.by_experiment(p);
  machine_fit m{.p = p};
  for (const observation& o : of.all)
    if (o.p == p) m.nodes = std::max(m.nodes, o.nodes);
  m.per_node = (p + m.nodes - 1) / m.nodes;
  m.within = fit_level(of_pattern(all, "ping_pong", "within"), how);
  m.between = fit_level(of_pattern(all, "ping_pong", "between"), how);
  if (!m.within && !m.between && (m.nodes == 1 || m.nodes == p))
    (m.nodes == 1 ? m.within : m.between) = fit_level(of_pattern(all, "ping_pong", "same"), how);
  if (!m.within && !m.between)
    throw std::invalid_argument(
        p > 1 ? fmt::format("there are no ping-pongs of several sizes with {} processes: tutti calibrate "
                            "measures them, if --total leaves it time",
                            p)
              : "there are no ping-pongs of 1 process: tutti calibrate needs at least two processes");
  const bool exact = !of.launches.empty() && std::ranges::all_of(of.launches, is_virtual);
  for (const auto& level : {m.within, m.between})
    if (level && !exact && level->pieces[0].alpha <= 0)
      throw std::invalid_argument(
          "the shortest messages took times too different to tell their start-up time: measure longer "
          "(--budget, --total)");
  const auto a_byte = [&](const char* pattern) -> std::optional<double> {
    const auto local = times_of(of_pattern(all, pattern, "same"), 1);
    if (local.size() < 2) return {};  // one size does not separate the start-up from the time per byte
    return fit_line(local, how).beta;
  };
  m.gamma = a_byte("reduce_local");
  m.copying = a_byte("copy_local");
  if (m.between && m.per_node > 1)
    m.lanes = lanes_of(*m.between, of_pattern(all, "ring", one_off_node), m.per_node);
  if (m.within && m.per_node > 2) {
    m.memory_lanes = lanes_of(*m.within, of_pattern(all, "ring", one_on_node), m.per_node);
    if (m.memory_lanes > 0.9 * m.per_node) m.memory_lanes.reset();  // no limit was seen
  }
  const auto sending = sending_of(of, p);
  m.overhead = overhead_of(sending, busy_with(all, m.per_node), nearest_level(m).pieces[0].alpha);
  if (m.overhead) m.eager = eager_of(sending, nearest_level(m));
  if (m.between) {
    m.leaves = leaves_of(*m.between, all, m.nodes, m.per_node);
    m.in_order = in_order(m, *m.between, all);
  }
  return m;
}

std::string machine_text(const machine_fit& of, const json& from) {
  json all;
  if (of.within && of.between)
    all["model"] = {{"kind", "hierarchical"},
                    {"levels", {level_of(*of.within, of.per_node), level_of(*of.between, of.nodes)}}};
  else
    all["model"] = model_of(nearest_level(of));
  const auto rounded = [](double lanes) { return std::stod(fmt::format("{:.4g}", lanes)); };
  const bool has_leaves = of.leaves.nodes > 0 && (of.lanes || of.per_node == 1);
  if ((of.within && (of.lanes || of.memory_lanes)) || has_leaves) {
    json& links = all["topology"];
    links = {{"kind", "cluster"},
             {"nodes", of.nodes},
             {"places", of.per_node},
             {"lanes", rounded(of.lanes.value_or(1))}};
    if (of.memory_lanes) links["memory_lanes"] = rounded(*of.memory_lanes);
    if (has_leaves) links["leaf"] = of.leaves.nodes, links["uplinks"] = rounded(of.leaves.uplinks);
  }
  if (of.gamma) all["gamma"] = in_units(*of.gamma, 1e-9, "ns");
  if (of.copying) all["copy"] = in_units(*of.copying, 1e-9, "ns");
  if (of.overhead) all["overhead"] = in_units(*of.overhead, 1e-6, "us");
  if (of.eager) all["eager"] = *of.eager;
  if (!of.in_order) all["in_order"] = "no";
  all["from"] = from;
  return json_text(all, 1) + "\n";
}

json origin_of(const measurements& of, const machine_fit& fit) {
  json j{{"by", "tutti calibrate"}, {"processes", fit.p}, {"nodes", fit.nodes}};
  for (const json& launch : of.launches) {
    if (launch.value("processes", 0) != fit.p) continue;
    for (const char* factor :
         {"begun", "command", "mpi", "node_of_rank", "host_of_rank", "network", "machine", "tutti"})
      if (launch.contains(factor)) j[factor] = launch[factor];
    break;
  }
  if (fit.within) j["error_within"] = std::stod(fmt::format("{:.3g}", fit.within->error));
  if (fit.between) j["error_between"] = std::stod(fmt::format("{:.3g}", fit.between->error));
  return j;
}

}  // namespace tutti::measure
