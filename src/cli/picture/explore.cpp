// tutti explore: one HTML page on which algorithms are watched, compared and priced.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/output/crash_report.hpp"
#include "cli/output/output.hpp"
#include "cli/output/progress.hpp"
#include "cli/picture/schedule.hpp"
#include "cli/picture/schedule_text.hpp"
#include "cli/values/names.hpp"
#include "cli/values/option_values.hpp"
#include "report/explorer.hpp"
#include "text/counted.hpp"
#include "tutti/full_name.hpp"
#include "tutti/model/bounds.hpp"
#include "tutti/runs_on.hpp"

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Writes one HTML page, for courses and for those who design algorithms. It needs neither a server nor\n"
    "a network. On the page one chooses a collective, two algorithms, p, the root, the number of blocks M,\n"
    "the bytes, and alpha, beta, gamma and ports of the machine. It draws the messages of every round, what\n"
    "each process holds after it, and the times on the machine; and it compares the two algorithms with\n"
    "each other and with the lower bound, over bytes and over p. The address of the page keeps the choice:\n"
    "a link leads to the same picture.\n\n"
    "The page contains schedules, which this command records by running each algorithm once, on each number\n"
    "of processes, from each root and with each number of blocks. Limits:\n\n"
    "  processes  those of --p, at most 64\n"
    "  roots      0 and p / 2; a shift is by 1 and by p / 2\n"
    "  blocks     the numbers of --pieces: the best of these is not the best M of\n"
    "             all, so that pipelines seem slower for long messages\n"
    "  model      linear: a message takes alpha + beta n from when both its ends\n"
    "             are ready and have a free port; a reduction takes gamma n\n"
    "  bytes      cut into fractions where tutti predict rounds to whole bytes;\n"
    "             if they can be cut evenly, predict --model linear:... finds\n"
    "             the same times\n"
    "  nodes      the page shows which messages go between nodes; they take as\n"
    "             long as others\n"
    "  left out   neighbourhood collectives, algorithms for nodes, and algorithms\n"
    "             whose messages depend on the bytes or on the machine; the page\n"
    "             names them\n\n"
    "  tutti explore -o explore.html\n"
    "  tutti explore --collective bcast,reduce --p 2..16 -o trees.html\n"
    "  tutti explore --collective bcast.chain,bcast.circulant --p 17 --pieces 1..12 -o pipelines.html\n";

constexpr int most_ports = 4;  // that the page offers

struct options {
  std::vector<std::string> what;
  std::string p = "2..17,24,31,32,48,64", pieces = "1,2,4,8,16", page;
  progress_options bar;
};

const char* word_of(holding h) {
  switch (h) {
    case holding::nothing: return "nothing";
    case holding::vector: return "vector";
    case holding::own_block: return "block";
    case holding::all_blocks: break;
  }
  return "blocks";
}

const char* word_of(combining c) {
  switch (c) {
    case combining::none: return "none";
    case combining::all: return "all";
    case combining::up_to: return "up to";
    case combining::before: break;
  }
  return "before";
}

// The algorithms to record, by collective, in the order of the catalogue.
std::vector<const algorithm*> algorithms_of(const options& o) {
  std::set<const algorithm*> asked;
  for (const std::string& name : o.what)
    for (const algorithm* a : find_algorithms(name)) {
      if (is_neighbourhood(a->of))
        throw usage_error("--collective {}: neighbourhood collectives cannot be explored", name);
      asked.insert(a);
    }
  std::vector<const algorithm*> all;
  for (const algorithm* a : catalogue())
    if (!is_neighbourhood(a->of) && (asked.empty() || asked.contains(a))) all.push_back(a);
  return all;
}

std::set<int> roots_of(collective c, int p) {
  if (traits(c).shifts) return {1, std::max(1, p / 2)};
  if (is_rooted(c)) return {0, p / 2};
  return {0};
}

// Each lower bound of the linear model as its shares of alpha, of beta times the bytes, and of gamma times
// the bytes. These are the amounts by which the bound grows with alpha, beta and gamma.
nlohmann::ordered_json bounds_of(collective c, int p, int ports) {
  const double bytes = 1024.0 * p;
  const auto on = [&](double alpha, double beta, double gamma) {
    network of(machine{alpha, beta / bytes, gamma / bytes});
    of.ports = ports;
    return lower_bounds(c, p, bytes, of);
  };
  const auto least = on(1, 1, 1), starts = on(2, 1, 1), sends = on(1, 2, 1), works = on(1, 1, 2);
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  for (std::size_t k = 0; k < least.size(); ++k)
    all[std::string(least[k].name)] = {starts[k].seconds - least[k].seconds,
                                       sends[k].seconds - least[k].seconds,
                                       works[k].seconds - least[k].seconds};
  return all;
}

nlohmann::ordered_json described(collective c, const std::vector<int>& ps) {
  const collective_traits& t = traits(c);
  nlohmann::ordered_json all{{"name", t.name},
                             {"sends", word_of(t.sends.what)},
                             {"sender", t.sends.at == holder::root ? "root" : "all"},
                             {"receives", word_of(t.receives.what)},
                             {"receiver", t.receives.at == holder::root ? "root" : "all"},
                             {"combines", word_of(t.op)},
                             {"rooted", is_rooted(c)},
                             {"shifts", t.shifts}};
  for (const int p : ps)
    for (int ports = 1; ports <= most_ports; ++ports)
      all["bounds"][std::to_string(p)].push_back(bounds_of(c, p, ports));
  all["algorithms"] = nlohmann::ordered_json::array();
  return all;
}

// The schedules of one algorithm, for the numbers of processes that it supports. Empty if they also depend on
// the bytes or on the machine.
std::optional<nlohmann::ordered_json> schedules_of(const algorithm& a, const std::vector<int>& ps,
                                                   const std::vector<int>& pieces, shared_texts& rows,
                                                   progress& bar) {
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  bool same = true;
  for (const int p : ps) {
    bar.begin(fmt::format("{}, p = {}", full_name(a), p));
    if (same && runs_on(a, p))
      for (const int root : roots_of(a.of, p))
        for (const int m : a.stages ? pieces : std::vector<int>{1}) {
          const std::optional<schedule> s = same ? record_schedule(a, p, root, m) : std::nullopt;
          same = s.has_value();
          if (same) all[fmt::format("{},{},{}", p, root, m)] = text_of(a, *s, rows);
        }
    bar.end();
  }
  if (!same) return std::nullopt;
  return all;
}

nlohmann::ordered_json table_of(const options& o) {
  const std::vector<int> ps = number_ranges("--p", o.p, 2, most_scheduled);
  const std::vector<int> pieces = number_ranges("--pieces", o.pieces, 1, 64);
  const std::vector<const algorithm*> those = algorithms_of(o);
  nlohmann::ordered_json table{{"tutti", TUTTI_VERSION}, {"p", ps}, {"pieces", pieces}};
  nlohmann::ordered_json collectives = nlohmann::ordered_json::array(), left_out = collectives;
  shared_texts rows;
  progress bar("tutti explore", those.size() * ps.size(), o.bar.how());
  for (const algorithm* a : those) {
    if (a->needs.nodes || a->needs.ports) {
      left_out.push_back(
          {{"name", full_name(*a)}, {"why", a->needs.nodes ? "for nodes" : "for the machine's ports"}});
      for (std::size_t k = 0; k < ps.size(); ++k) bar.end();
      continue;
    }
    const auto schedules = in_name_of(*a, [&] { return schedules_of(*a, ps, pieces, rows, bar); });
    if (!schedules) {
      left_out.push_back(
          {{"name", full_name(*a)}, {"why", "its messages depend on the bytes or the machine"}});
      continue;
    }
    if (schedules->empty()) continue;
    if (collectives.empty() || collectives.back()["name"] != name_of(a->of))
      collectives.push_back(described(a->of, ps));
    collectives.back()["algorithms"].push_back({{"name", a->name},
                                                {"summary", a->summary},
                                                {"source", a->source},
                                                {"pipelined", a->stages != nullptr},
                                                {"schedules", *schedules}});
  }
  if (collectives.empty()) throw usage_error("none of these algorithms can be explored for --p {}", o.p);
  table["collectives"] = std::move(collectives);
  table["left_out"] = std::move(left_out);
  table["rows"] = rows.all();
  return table;
}

void explore(const options& o) {
  if (o.page.empty()) throw usage_error("missing -o FILE.html");
  require_ending("-o", o.page, ".html", "the page is HTML");
  check_writable(o.page);
  const crash_report on_stderr("tutti explore");
  const nlohmann::ordered_json table = table_of(o);
  const std::string page = report::explorer(table);
  write_text(o.page, page);
  std::size_t algorithms = 0;
  for (const auto& c : table["collectives"]) algorithms += c["algorithms"].size();
  tell_written(o.page, fmt::format("{} of {} to explore, {:.1f} MB", counted(algorithms, "algorithm"),
                                   counted(table["collectives"].size(), "collective"),
                                   static_cast<double>(page.size()) / 1e6));
}

}  // namespace

void add_explore(command& tutti) {
  command sub =
      tutti.add_subcommand("explore", "a page to watch and compare algorithms: rounds, times, bounds", help);
  const auto o = std::make_shared<options>();
  sub.add_option("--collective", o->what, "NAME",
                 "collectives (bcast) and algorithms (bcast.chain); default: all that can be explored")
      .list();
  sub.add_option("--p", o->p, "RANGE", "numbers of processes, at most 64; default 2..17,24,31,32,48,64");
  sub.add_option("--pieces,--blocks", o->pieces, "RANGE",
                 "numbers of blocks M of pipelined algorithms, at most 64; default 1,2,4,8,16");
  sub.add_option("-o,--output", o->page, "FILE.html", "write the page; - is standard output");
  add_progress_options(sub, o->bar);
  sub.callback([o] { explore(*o); });
}

}  // namespace tutti::cli
