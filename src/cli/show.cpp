// tutti show: an algorithm as a picture, a table of its rounds, or a trace.

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <optional>

#include "cli/commands.hpp"
#include "cli/labelled_run.hpp"
#include "cli/networks.hpp"
#include "cli/picture.hpp"
#include "cli/problems.hpp"
#include "cli/words.hpp"
#include "tutti/engine/agreed_graph.hpp"

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Runs an algorithm and shows every message with its contents. Unless a network is given, a message\n"
    "takes one unit of time, whatever its length: a round. On a topology without a model, it takes the\n"
    "time that its bytes take on a link alone, and longer where links are shared.\n\n"
    "  tutti show bcast.binomial --p 16 -o binomial.svg       the picture: a row a process, time to the "
    "right\n"
    "  tutti show bcast.circulant --p 17 --pieces 5 --text    the rounds, as text\n"
    "  tutti show alltoall.direct --p 8 --topology ring -o contention.svg\n"
    "  tutti show reduce.binomial --p 8 --trace reduce.json   for Perfetto and chrome://tracing\n"
    "  tutti show neighbor_alltoall.combining --graph moore:4x4:1 -o stencil.svg\n"
    "  tutti show gatherv.optimal --p 6 --problem given:1,9,0,3,3,1 -o tree.svg   the optimal ordered tree\n";

struct options {
  std::string what, p, graph, pieces = "1", root, by, bytes, svg, trace_file;
  bool text = false, animate = false;
  network_options on;
  problem_options problems;
};

void write(const std::string& file, const std::function<void(std::ostream&)>& what) {
  std::ofstream out(file);
  if (out) what(out);
  out.flush();
  if (!out) throw usage_error(fmt::format("{} cannot be written: {}", file, std::strerror(errno)));
}

// The blocks to draw: those of one problem; an oracle's are given, or each an int.
std::optional<irregular_problem> blocks_of(const options& o, const algorithm& a, int p) {
  require_irregular(a.of, o.problems);
  problem_options problems = o.problems;
  if (!problems.asked() && !a.run) problems = {.types = "same", .block = "1"};
  const std::vector<irregular_problem> all = problems_from(problems, p);
  if (all.empty()) return std::nullopt;
  if (all.size() > 1) throw usage_error("a picture needs one --problem and one --block");
  if (!o.bytes.empty())
    throw usage_error("expected --bytes for equal blocks or a --problem with --block, not both");
  return all.front();
}

void show(const options& o) {
  constexpr int most = 4096;  // as text or trace; a picture is legible to 64
  const algorithm* const oracle = find_offline(o.what);
  const algorithm& a = oracle ? *oracle : find_algorithm(o.what);
  if (!o.graph.empty() && !is_neighbourhood(a.of))
    throw usage_error(fmt::format("--graph is for neighbourhood collectives, not for {}", full_name(a)));
  std::optional<process_graph> edges;
  if (is_neighbourhood(a.of)) edges = graph_for(o.p, o.graph, most);
  const int p = edges ? edges->p() : whole_number("--p", o.p.empty() ? "8" : o.p, 1, most);
  shape s{.p = p,
          .bytes = o.bytes.empty() ? 0 : static_cast<double>(byte_size("--bytes", o.bytes)),
          .pieces = whole_number("--pieces", o.pieces, 1, most)};
  const int root = traits(a.of).shifts ? distance_from(o.by, p) : root_from(o.root, p, o.problems);
  const std::optional<irregular_problem> problem = blocks_of(o, a, p);
  if (!o.svg.empty() && p > 256)
    throw usage_error(fmt::format("--p {}: a picture shows at most 256 processes", p));
  if (s.pieces > 1 && !a.stages)
    throw usage_error(fmt::format("{} is not pipelined: it has no --pieces", full_name(a)));

  network_options on = o.on;
  const bool rounds = on.model.empty() && on.topology.empty() && on.arrival.empty();
  if (on.model.empty())
    on.model = on.topology.empty() ? "linear:alpha=1s,beta=0,gamma=0" : "linear:alpha=0,beta=1us,gamma=0";
  const machine_description described = network_from(on, p);
  labelled_run_options in{.root = root, .skews = described.skews};
  if (problem) in.counts = problem->counts;
  std::optional<ordered_tree> best;
  if (oracle) {
    best = optimal_tree(problem->lengths(), root, described.on, a.of == collective::scatterv);
    in.along = &*best;
  }
  std::optional<agreed_graph> graph;
  if (edges) {
    graph.emplace(std::move(*edges), nodes_on(described.on, p), described.on);
    if (a.needs.ways && graph->facts().ways[0].by == routing::kind::none)
      throw usage_error(fmt::format("{}: in {} no messages can be saved by combining blocks", full_name(a),
                                    graph->edges().name));
    in.graph = &*graph;
  }
  const labelled_run r = run_with_labels(a, s, described.on, in);

  caption c;
  c.title = fmt::format("{}, p = {}", full_name(a), p);
  if (a.stages) c.title += fmt::format(", M = {}", s.pieces);
  if (graph) c.title += fmt::format(", {}", graph->edges().name);
  if (traits(a.of).shifts)
    c.title += fmt::format(", by {}", root);
  else if (root != 0)
    c.title += fmt::format(", root {}", root);
  if (problem) c.title += fmt::format(", {}", problem->description());
  if (!o.on.topology.empty()) c.title += fmt::format(", {}", o.on.topology);
  c.title +=
      rounds ? fmt::format(": {} rounds", in_digits(r.seconds)) : fmt::format(": {}", in_seconds(r.seconds));
  c.subtitle = fmt::format("{} ({})", a.summary, a.source);
  c.legend = meaning_of_labels(a, s.pieces, r);
  if (const topology* links = described.on.links.get())
    c.legend += fmt::format(" · {} · longest route {}, most messages on a link at once {}", in_words(*links),
                            r.on_links.dilation, in_digits(r.on_links.congestion));
  if (std::any_of(r.messages.begin(), r.messages.end(),
                  [](const labelled_message& m) { return m.label.empty() && m.what.bytes > 0; }))
    c.legend += "; without a label: lengths and roles";
  c.rounds = rounds;
  c.animated = o.animate;
  if (o.animate && o.svg.empty()) throw usage_error("--animate: expected -o FILE.svg");
  if (is_rooted(a.of)) c.root = root;
  if (!o.svg.empty()) write(o.svg, [&](std::ostream& out) { out << space_time_diagram(r, p, c); });
  if (!o.trace_file.empty())
    write(o.trace_file, [&](std::ostream& out) { write_chrome_trace(r.raw, p, out, rounds ? 1e-3 : 1); });
  if (o.text || (o.svg.empty() && o.trace_file.empty())) fmt::print("{}", rounds_as_text(r, c));
}

}  // namespace

void add_show(command& tutti) {
  command sub = tutti.add_subcommand("show", "draw an algorithm: picture, text or trace");
  sub.footer(help + network_help() + problem_help());
  const auto o = std::make_shared<options>();
  sub.add_option("algorithm", o->what, "such as bcast.circulant").type_name("NAME").required();
  sub.add_option("--p", o->p, "processes; default 8, or those of --graph").type_name("N");
  sub.add_option("--graph", o->graph, graph_option_help()).type_name("GRAPH");
  sub.add_option("--pieces,--blocks", o->pieces, "number of blocks M of a pipelined algorithm; default 1")
      .type_name("M");
  sub.add_option("--root", o->root, "root of rooted collectives; default 0").type_name("RANK");
  sub.add_option("--by", o->by, by_help).type_name("N");
  sub.add_option("--bytes", o->bytes, "total bytes, as the collective counts them; default: a few")
      .type_name("SIZE");
  add_problem_options(sub, o->problems);
  sub.add_option("-o,--output", o->svg, "write the picture as SVG").type_name("FILE.svg");
  sub.add_flag("--animate", o->animate, "an SVG that steps through the rounds in a browser; with -o");
  sub.add_option("--trace", o->trace_file, "write a trace for Perfetto (Chrome trace events)")
      .type_name("FILE.json");
  sub.add_flag("--text", o->text, "print the messages round by round (the default without a file)");
  add_network_options(sub, o->on);
  sub.callback([o] { show(*o); });
}

}  // namespace tutti::cli
