// tutti show: show an algorithm as a picture, a table of its rounds, or a trace.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/output/crash_report.hpp"
#include "cli/output/output.hpp"
#include "cli/picture/goal.hpp"
#include "cli/picture/labelled_data.hpp"
#include "cli/picture/labelled_run.hpp"
#include "cli/picture/picture.hpp"
#include "cli/values/graphs.hpp"
#include "cli/values/names.hpp"
#include "cli/values/networks.hpp"
#include "cli/values/option_values.hpp"
#include "cli/values/problems.hpp"
#include "text/counted.hpp"
#include "tutti/engine/agreed_graph.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/full_name.hpp"

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Runs an algorithm and shows every message with its contents. Unless a network is given, a message\n"
    "takes one unit of time, whatever its length: a round. On a topology without a model, it takes the\n"
    "time that its bytes take on a link alone, and longer where links are shared. The picture then has the\n"
    "embedding of the algorithm's communication graph in the network: the longest route of a message\n"
    "(dilation), the most pairs of processes whose messages cross one link, divided by its capacity\n"
    "(congestion), and the vertices of the network for each process (expansion). A topology alone is\n"
    "described in numbers. Under LogP and LogGP the picture shows overheads and gaps, too.\n\n"
    "  tutti show bcast.binomial --p 16 -o binomial.svg       the picture: a row a process, time to the "
    "right\n"
    "  tutti show bcast.circulant --p 17 --pieces 5 --text    the rounds, as text\n"
    "  tutti show alltoall.direct --p 8 --topology ring -o contention.svg\n"
    "  tutti show --topology kautz:2x3                        the network: links, degree, diameter, "
    "bisection\n"
    "  tutti show reduce.binomial --p 8 --trace reduce.json   for Perfetto and chrome://tracing\n"
    "  tutti show bcast.binomial --p 64 --bytes 1K --goal bcast.goal    for LogGOPSim: "
    "docs/how-to-replay.md\n"
    "  tutti show neighbor_alltoall.combining --graph moore:4x4:1 -o stencil.svg\n"
    "  tutti show gatherv.optimal --p 6 --problem given:1,9,0,3,3,1 -o tree.svg   the optimal ordered tree\n";

struct options {
  std::string what, p, graph, pieces = "1", root, by, bytes, svg, trace_file, goal;
  bool text = false, animate = false;
  network_options on;
  problem_options problems;
};

// The blocks to draw: those of one problem. An offline algorithm gets one int for each process unless the
// user gave a problem.
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

// Refuses options that would have no effect, and outputs that are impossible.
void require_drawable(const options& o, const algorithm& a) {
  const auto require = [&](bool takes, const char* option, const std::string& text, const char* whose) {
    if (!takes && !text.empty())
      throw usage_error("{} {} is for {}, not for {}", option, text, whose, full_name(a));
  };
  if (!o.graph.empty() && !is_neighbourhood(a.of))
    throw usage_error("--graph is for neighbourhood collectives, not for {}", full_name(a));
  require(is_rooted(a.of), "--root", o.root, "rooted collectives");
  require(traits(a.of).shifts, "--by", o.by, "shifts");
  if (o.animate && o.svg.empty()) throw usage_error("--animate: expected -o FILE.svg");
  require_ending("-o", o.svg, ".svg", "a picture is SVG");
  require_ending("--trace", o.trace_file, ".json", "a trace is JSON");
  require_own_file({{"-o", o.svg}, {"--trace", o.trace_file}, {"--goal", o.goal}},
                   {o.on.model, o.on.arrival});
  for (const std::string& file : {o.svg, o.trace_file, o.goal}) check_writable(file);
}

// The graph, with the facts that its processes have agreed on.
agreed_graph agreed(process_graph edges, const algorithm& a, const network& on, int p) {
  agreed_graph graph(std::move(edges), nodes_on(on, p), on);
  if (a.needs.ways && graph.facts().ways[0].by == routing::kind::none)
    throw usage_error("{}: in {} no messages can be saved by combining blocks", full_name(a),
                      graph.edges().name);
  return graph;
}

bool without_links(const options& o) { return o.on.topology.empty() && o.on.per_node.empty(); }

// True if the user gave no network: then a message takes one unit of time, a round. Local work in GOAL needs
// the costs of a machine.
bool in_rounds(const options& o) {
  return o.on.model.empty() && without_links(o) && o.on.arrival.empty() && o.goal.empty();
}
network_options network_of(const options& o) {
  network_options on = o.on;
  if (on.model.empty() && o.goal.empty())
    on.model = without_links(o) ? "linear:alpha=1s,beta=0,gamma=0" : "linear:alpha=0,beta=1us,gamma=0";
  return on;
}

std::string title_of(const options& o, const algorithm& a, const shape& s, const labelled_run_options& in,
                     const std::optional<irregular_problem>& problem, double seconds) {
  std::string title = fmt::format("{}, p = {}", full_name(a), s.p);
  if (a.stages) title += fmt::format(", M = {}", s.pieces);
  if (in.graph) title += fmt::format(", {}", in.graph->edges().name);
  if (traits(a.of).shifts)
    title += fmt::format(", by {}", in.root);
  else if (in.root != 0)
    title += fmt::format(", root {}", in.root);
  if (problem) title += fmt::format(", {}", problem->description());
  // If the user gave no model, network_of() has the one that is used; for GOAL it has none.
  if (const std::string model = network_of(o).model; !in_rounds(o) && !model.empty())
    title += fmt::format(", {}", model);
  if (!o.on.topology.empty()) title += fmt::format(", {}", o.on.topology);
  if (!o.on.per_node.empty()) title += fmt::format(", {} per node", o.on.per_node);
  return title + (in_rounds(o) ? fmt::format(": {} round{}", in_digits(seconds), seconds == 1 ? "" : "s")
                               : fmt::format(": {}", in_seconds(seconds)));
}

// The embedding of the communication graph, in which two processes are joined once.
std::string embedding_in_words(const network& on, int p, const labelled_run& r) {
  std::set<std::pair<int, int>> pairs;
  for (const labelled_message& m : r.messages) pairs.emplace(m.what.from, m.what.to);
  const std::vector<std::pair<int, int>> all(pairs.begin(), pairs.end());
  const embedding e = embed(all, on);
  return fmt::format("dilation {}, congestion {}, expansion {}; most messages on a link at once {}",
                     e.dilation, in_digits(e.congestion),
                     in_digits(static_cast<double>(on.links->vertices()) / p),
                     in_digits(r.on_links.congestion));
}

std::string legend_of(const algorithm& a, const shape& s, const network& on, const labelled_run& r) {
  std::string legend = meaning_of_labels(a, s.pieces, r);
  if (const topology* links = on.links.get())
    legend += fmt::format(" · {} · {}", in_words(*links), embedding_in_words(on, s.p, r));
  if (std::ranges::any_of(r.messages,
                          [](const labelled_message& m) { return m.label.empty() && m.what.bytes > 0; }))
    legend += "; without a label: lengths and roles";
  return legend;
}

bool shows_text(const options& o) {
  return o.text || (o.svg.empty() && o.trace_file.empty() && o.goal.empty());
}

// Runs the algorithm without data, for the bytes that a picture of it would have.
void write_schedule(const options& o, const algorithm& a, shape s, const network& on,
                    const labelled_run_options& in, const std::optional<irregular_problem>& problem) {
  if (o.bytes.empty() && !problem)
    s.bytes = static_cast<double>(elements_drawn(a, s, in.graph != nullptr) * labelled_type.size) *
              (of_vectors(a.of) || in.graph ? 1 : s.p);
  predict_options how{.root = in.root, .skews = in.skews, .graph = in.graph, .along = in.along};
  if (problem) {
    how.lengths = problem->lengths();
    s.bytes = std::accumulate(how.lengths.begin(), how.lengths.end(), 0.0);
  }
  std::vector<program> programs;
  how.programs = &programs;
  const double seconds = predict(a, s, on, how).seconds;
  std::string title = title_of(o, a, s, in, problem, seconds);
  if (!problem && traits(a.of).receives.what != holding::nothing) title += fmt::format(", {} bytes", s.bytes);
  write_stream(o.goal, [&](std::ostream& into) { write_goal(into, programs, in.skews, title); });
  tell_written(o.goal, "GOAL of " + title);
}

void write_all(const options& o, const labelled_run& r, int p, const caption& c) {
  if (!o.svg.empty()) {
    write_text(o.svg, space_time_diagram(r, p, c));
    tell_written(o.svg, c.title);
  }
  if (!o.trace_file.empty()) {
    std::ostringstream trace;
    write_chrome_trace(r.raw, p, trace, c.rounds ? 1e-3 : 1);
    write_text(o.trace_file, trace.str());
    tell_written(o.trace_file, "a trace for Perfetto, of " + c.title);
  }
  if (shows_text(o)) fmt::print("{}", rounds_as_text(r, c));
}

// True if the text gives the size of the topology, which then does not depend on p.
bool has_size(const std::string& topology) {
  return std::ranges::any_of(split_description(topology).parts,
                             [](const std::string& part) { return split_pair(part).first.empty(); });
}

void show_topology(const options& o) {
  constexpr int most = 1 << 24;
  const int p = whole_number("--p", o.p.empty() ? "8" : o.p, 1, most);
  const topology_ptr links = make_topology(o.on.topology, p);
  if (!o.p.empty() && links->places() != p && has_size(o.on.topology))
    throw usage_error("--p {} is for a topology without a size, but {} has {}", p, links->name(),
                      counted(links->places(), "place"));
  const auto line = [](const char* what, const std::string& value) { fmt::print("{:<17}{}\n", what, value); };
  fmt::print("{}\n", links->name());
  line("places", std::to_string(links->places()));
  if (links->vertices() > links->places())
    line("switches", std::to_string(links->vertices() - links->places()));
  line("links", std::to_string(links->wires()) + ", each of one direction");
  line("degree", std::to_string(links->degree()) + " links out of a vertex at most");
  line("diameter", std::to_string(links->diameter()));
  line("bisection width",
       bisection_in_words(*links) +
           (links->bisection_is_exact() ? "" : ", that of a cut into halves that was found"));
  line("routes", links->routing());
}

void show(const options& o) {
  constexpr int most = 4096;  // as text or trace; a picture is legible to 64
  const algorithm* const oracle = find_offline(o.what);
  const algorithm& a = oracle ? *oracle : find_algorithm(o.what);
  require_drawable(o, a);
  std::optional<process_graph> edges;
  if (is_neighbourhood(a.of)) edges = graph_for(o.p, o.graph, most);
  const int p = edges ? edges->p() : whole_number("--p", o.p.empty() ? "8" : o.p, 1, most);
  const shape s{.p = p,
                .bytes = o.bytes.empty() ? 0 : static_cast<double>(parse_size(o.bytes, "--bytes")),
                .pieces = whole_number("--pieces", o.pieces, 1, most)};
  const std::optional<irregular_problem> problem = blocks_of(o, a, p);
  if (!o.svg.empty() && p > 256) throw usage_error("--p {}: a picture shows at most 256 processes", p);
  if (s.pieces > 1 && !a.stages) throw usage_error("{} is not pipelined: it has no --pieces", full_name(a));
  if (!o.bytes.empty())
    require_bytes_for(static_cast<std::size_t>(s.pieces), static_cast<std::size_t>(s.bytes));

  const machine_description described = network_from(network_of(o), p);
  const int given = traits(a.of).shifts ? distance_from(o.by, p) : root_from(o.root, p, o.problems);
  const int root = problem ? root_for(given, *problem) : given;
  labelled_run_options in{.root = root, .skews = described.skews};
  if (problem) in.counts = problem->counts;
  std::optional<ordered_tree> best;
  if (oracle) {
    best = offline_tree(a, problem->lengths(), root, described.on);
    in.along = &*best;
  }
  std::optional<agreed_graph> graph;
  if (edges) in.graph = &graph.emplace(agreed(std::move(*edges), a, described.on, p));
  const crash_report on_stderr("tutti show");
  if (!o.goal.empty()) in_name_of(a, [&] { write_schedule(o, a, s, described.on, in, problem); });
  in.labels = !o.svg.empty() || shows_text(o);
  if (!in.labels && o.trace_file.empty()) return;
  const labelled_run r = in_name_of(a, [&] { return run_with_labels(a, s, described.on, in); });

  caption c;
  c.title = title_of(o, a, s, in, problem, r.seconds);
  c.subtitle = fmt::format("{} ({})", a.summary, a.source);
  if (in.labels) c.legend = legend_of(a, s, described.on, r);
  c.rounds = in_rounds(o);
  c.animated = o.animate;
  c.overheads = described.on.model->overheads();
  if (is_rooted(a.of)) c.root = root;
  write_all(o, r, p, c);
}

}  // namespace

void add_show(command& tutti) {
  command sub = tutti.add_subcommand("show", "draw an algorithm: picture, text or trace",
                                     help + network_help() + problem_help());
  const auto o = std::make_shared<options>();
  sub.add_option("algorithm", o->what, "NAME", "such as bcast.circulant; may be left out with --topology");
  sub.add_option("--p", o->p, "N", "processes; default 8, or those of --graph");
  sub.add_option("--graph", o->graph, "GRAPH", graph_option_help());
  sub.add_option("--pieces,--blocks", o->pieces, "M",
                 "number of blocks M of a pipelined algorithm; default 1");
  sub.add_option("--root", o->root, "RANK", root_help);
  sub.add_option("--by", o->by, "N", by_help);
  sub.add_option("--bytes", o->bytes, "SIZE", "total bytes, as the collective counts them; default: a few");
  add_problem_options(sub, o->problems);
  sub.add_option("-o,--output", o->svg, "FILE.svg", "write the picture as SVG; - is standard output");
  sub.add_flag("--animate", o->animate, "an SVG that steps through the rounds in a browser; with -o");
  sub.add_option("--trace", o->trace_file, "FILE.json", "write a trace for Perfetto (Chrome trace events)");
  sub.add_option("--goal", o->goal, "FILE",
                 "write the schedule as GOAL text, for LogGOPSim; - is standard output");
  sub.add_flag("--text", o->text, "print the messages round by round (the default without a file)");
  add_network_options(sub, o->on);
  sub.callback([o, sub] {
    if (!o->what.empty()) return show(*o);
    if (o->on.topology.empty()) throw usage_error("missing algorithm, e.g. bcast.circulant, or --topology");
    sub.allow_only({"--topology", "--p"}, "without an algorithm");
    show_topology(*o);
  });
}

}  // namespace tutti::cli
