// tutti predict: what algorithms would take on a network.

#include "tutti/engine/predict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <numeric>
#include <optional>
#include <span>

#include "cli/commands.hpp"
#include "cli/networks.hpp"
#include "cli/prediction_table.hpp"
#include "cli/problems.hpp"
#include "cli/words.hpp"
#include "machine/logp_levels.hpp"
#include "tutti/engine/agreed_graph.hpp"
#include "tutti/model/bounds.hpp"
#include "tutti/model/closed_forms.hpp"
#include "tutti/nodes.hpp"

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Runs algorithms in virtual time, without data, on up to a million processes, and reports how long\n"
    "they take on a network, how much they send, and their distance from the lower bound (linear model,\n"
    "no contention). Several algorithms, sizes and numbers of processes stand side by side; where the\n"
    "fastest one changes with the size, the crossover is shown. Collectives of blocks have equal ones,\n"
    "--bytes / p rounded down, or those of a --problem. On a topology, dilation is the longest route of a\n"
    "message, congestion the most messages on one link at once. --bsp prices the same messages as\n"
    "supersteps of h-relations: max(g h, L) + l each.\n\n"
    "With --arrival: after last is the time from the last process's arrival to the end; together, the\n"
    "whole if all arrive at once; absorbed, how much of the last one's delay is hidden, of what can be at\n"
    "most (the delay, or together if that is shorter); mean inside, from a process's own arrival to its\n"
    "end; held up, the number of processes that are inside for longer than if all arrive at once.\n"
    "docs/arrival.md.\n\n"
    "  tutti predict bcast --p 1000 --bytes 1.6M\n"
    "  tutti predict bcast.binomial bcast.circulant --p 64 --bytes 1K..1M\n"
    "  tutti predict allreduce.census --p 100000 --bytes 8\n"
    "  tutti predict alltoallv.sparse --p 10000 --partners 100 --bytes 6400\n"
    "  tutti predict alltoall --p 64 --bytes 64K --topology torus:8x8 --place random:1\n"
    "  tutti predict bcast --p 16 --bytes 64K --bsp g=1ns,L=1us,l=5us\n"
    "  tutti predict reduce --p 36..40 --bytes 1M --model linear:alpha=1us,beta=1ns --arrival "
    "random:100us,seed=3\n"
    "  tutti predict bcast --p 64 --bytes 8K --model machine.json --arrival late:last:100us\n"
    "  tutti predict gatherv scatterv --p 560 --problem spikes --block 1,100,10000 --seed 7\n";

struct options {
  std::vector<std::string> what;
  std::string p, bytes, pieces, root, by, partners;
  std::string graph;
  network_options on;
  problem_options problems;
  std::string bsp;
  bool csv = false, json = false;
};

// Start-up and time for a byte of an undisturbed message between neighbours, to choose M with.
machine slope_of(const network& on) {
  if (on.model->uniform()) return *on.model->uniform();
  const auto seconds = [&](std::size_t n) {
    const auto d = on.model->of(0, on.model->overheads() ? 0 : 1, n, 1);
    return d.startup + d.data;
  };
  constexpr std::size_t large = std::size_t{1} << 20U;
  machine m;
  m.alpha = seconds(0);
  m.beta = (seconds(large) - m.alpha) / static_cast<double>(large);
  if (const loggp* l = on.model->overheads()) m.alpha = l->L + 2 * l->o, m.beta = l->G;
  m.gamma = on.gamma;
  return m;
}

// Blocks are equal: what does not divide by p is left out.
double moved(collective c, const shape& s) {
  return of_vectors(c) || is_neighbourhood(c) ? s.bytes : s.p * std::floor(s.bytes / s.p);
}

lecture::bsp bsp_from(const std::string& text) {
  try {
    return lecture::make_bsp(text);
  } catch (const std::invalid_argument& wrong) {
    throw usage_error(fmt::format("--bsp {}: {}", text, wrong.what()));
  }
}

// What no memory holds, or nobody waits for, is refused before it begins.
void require_end(const algorithm& a, const shape& s) {
  require_memory(full_name(a), s.p);
  constexpr double most_messages = 1e11;  // some hours
  if (!a.run || (a.needs.power_of_two && !is_power_of_two(s.p))) return;
  const double messages = a.price(s).rounds * s.p;
  if (messages > most_messages)
    throw usage_error(fmt::format(
        "{} on {} processes sends up to {:.0e} messages, too many to run: choose fewer --p{} or other "
        "algorithms",
        full_name(a), s.p, messages, a.stages ? " or --pieces" : ""));
}

bool on_graph(const options& o) {
  return std::ranges::any_of(o.what, [](const std::string& name) {
    const auto c = collective_named(name.substr(0, name.find('.')), all_collectives);
    return c && is_neighbourhood(*c);
  });
}

class predictor {
 public:
  predictor(int p, const options& o) : p_(p) {
    machine_description described = network_from(o.on, p);
    on_ = std::move(described.on);
    logp_ = logp_levels_of(on_, on_one_node(on_, p));
    in_.logp = &logp_;
    in_.skews = std::move(described.skews);
    if (const auto names = nodes_on(on_, p); !names.empty()) nodes_.emplace(names);
    in_.root = root_from(o.root, p, o.problems);
    distance_ = distance_from(o.by, p);
    if (on_graph(o)) {
      constexpr int most = 1 << 16;  // each has its part of the plans
      process_graph graph = graph_for(std::to_string(p), o.graph, most);
      graph_ = std::make_shared<const agreed_graph>(std::move(graph), nodes_on(on_, p), on_);
      in_.graph = graph_.get();
    }
    if (!o.bsp.empty()) bsp_ = bsp_from(o.bsp);
    if (!o.partners.empty()) in_.partners = whole_number("--partners", o.partners, 1, std::max(1, p - 1));
    if (!o.pieces.empty() && o.pieces != "best")
      pieces_ = static_cast<std::size_t>(whole_number("--pieces", o.pieces, 1, 1 << 30));
  }

  predictor(const predictor&) = delete;
  predictor& operator=(const predictor&) = delete;

  /// When processes arrive; empty: all at once.
  [[nodiscard]] const arrival& skews() const { return in_.skews; }
  /// Null where none was given.
  [[nodiscard]] const agreed_graph* graph() const { return graph_.get(); }
  /// Null where all are connected to all.
  [[nodiscard]] const topology* links() const { return on_.links.get(); }

  /// Whether the optimal tree is known on this network, and within seconds.
  [[nodiscard]] bool has_optimum() const {
    constexpr int most = 1000, most_pairs = 96;
    if (on_.links || on_.ports > 1) return false;
    return p_ <= most_pairs || (p_ <= most && (on_.model->uniform() || on_.model->overheads()));
  }
  [[nodiscard]] bool takes(const algorithm& a) const {
    return (!a.needs.power_of_two || is_power_of_two(p_)) &&
           (!a.needs.consecutive || !nodes_ || nodes_->consecutive()) &&
           (!a.needs.ways || !graph_ || graph_->facts().ways[0].by != routing::kind::none);
  }

  [[nodiscard]] priced of(const algorithm& a, std::size_t bytes) const {
    const shape s = shape_of(a, bytes);
    const double bound = bounded() && !is_neighbourhood(a.of) && in_.partners == 0
                             ? lower_bound(a.of, p_, moved(a.of, s), slope_of(on_))
                             : -1;
    return price(a, s, in_, {.bound = bound});
  }

  [[nodiscard]] priced of(const algorithm& a, const irregular_problem& problem) const {
    predict_options in = in_;
    in.lengths = problem.lengths();
    std::optional<ordered_tree> best;
    if (!a.run) {
      best = optimal_tree(in.lengths, in.root, on_, a.of == collective::scatterv);
      in.along = &*best;
    }
    shape s = shape_of(a, std::accumulate(in.lengths.begin(), in.lengths.end(), std::size_t{0}));
    const bool rooted = a.of == collective::gatherv || a.of == collective::scatterv;
    const double bound = bounded() && rooted ? lower_bound(in.lengths, in.root, slope_of(on_)) : -1;
    return price(a, s, in, {.bound = bound, .type = problem.type, .block = problem.block});
  }

 private:
  [[nodiscard]] bool bounded() const { return on_.model->uniform() && !on_.links && on_.ports == 1; }

  [[nodiscard]] priced price(const algorithm& a, const shape& s, const predict_options& in, priced r) const {
    r.of = &a;
    r.at = s;
    r.at.graph = nullptr, r.at.logp = nullptr;
    r.rounds = a.price(s).rounds;
    require_end(a, s);
    if (graph_) r.agreeing_seconds = graph_->agreeing().seconds, r.agreed_memory = graph_->most_memory();
    if (in.skews.empty()) {
      r.found = predict(a, s, on_, in);
    } else {
      std::vector<double> ends, ends_together;
      predict_options apart = in, together = in;
      apart.ends = &ends;
      together.ends = &ends_together;
      together.skews.clear();
      r.found = predict(a, s, on_, apart);
      (void)predict(a, s, on_, together);
      r.to_arrival = sensitivity_of(in.skews, ends, ends_together);
    }
    if (bsp_) {  // supersteps are what starts at one time where every message takes the same
      trace t;
      predict_options alone{.root = in.root, .lengths = in.lengths, .record = &t};
      (void)predict(a, s, network(machine{1, 0, 0}), alone);
      const std::vector<std::size_t> h = lecture::h_relations(t, p_);
      r.supersteps = h.size();
      r.bsp_seconds = lecture::bsp_seconds(*bsp_, h);
    }
    return r;
  }

  [[nodiscard]] shape shape_of(const algorithm& a, std::size_t bytes) const {
    shape s{.p = p_, .bytes = static_cast<double>(bytes), .pieces = 1, .logp = &logp_};
    if (nodes_) s.nodes = nodes_->nodes(), s.per_node = nodes_->per_node();
    if (graph_) s.graph = &graph_->facts();
    if (traits(a.of).shifts) s.distance = distance_;
    if (a.stages && pieces_ > std::max<std::size_t>(bytes, 1))
      throw usage_error(fmt::format("--pieces {}: {} bytes cannot be cut into more than {} pieces", pieces_,
                                    bytes, std::max<std::size_t>(bytes, 1)));
    if (a.stages)
      s.pieces = pieces_ > 0
                     ? static_cast<int>(pieces_)
                     : best_pieces(a.stages(p_), s.bytes, slope_of(on_), std::clamp(s.bytes, 1.0, 0x1p30));
    return s;
  }

  int p_;
  network on_;
  loggp_levels logp_;
  std::optional<node_map> nodes_;  // of the topology, if it knows some
  predict_options in_;
  std::shared_ptr<const agreed_graph> graph_;
  std::size_t pieces_ = 0;  // 0: the best
  int distance_ = 0;        // of shifts
  std::optional<lecture::bsp> bsp_;
};

std::vector<const algorithm*> algorithms_of(const options& o, const predictor& with) {
  std::vector<const algorithm*> all;
  for (const std::string& name : o.what) {
    if (const algorithm* oracle = find_offline(name)) {
      if (!o.problems.asked())
        throw usage_error(fmt::format("{} knows all lengths: expected a --problem, such as same", name));
      all.push_back(oracle);
      continue;
    }
    if (!collective_named(name, all_collectives)) {
      all.push_back(&find_algorithm(name));  // named itself: an error if it does not take this p
      continue;
    }
    for (const algorithm* a : find_algorithms(name))
      if (with.takes(*a)) all.push_back(a);
    const algorithm* oracle = find_offline(name + ".optimal");
    if (oracle && o.problems.asked() && with.has_optimum()) all.push_back(oracle);
  }
  return all;
}

// Where the fastest algorithm of one size is not that of the next: the size from which on it is another.
// All that take as long as the best of these, which are of one size.
std::string names_of_best(const priced& best, std::span<const priced> rows) {
  std::string text;
  for (const priced& r : rows)
    if (r.found.seconds <= best.found.seconds * (1 + 1e-12))
      text += fmt::format("{}{}", text.empty() ? "" : " and ", full_name(*r.of));
  return text;
}

std::string crossovers(const predictor& with, const std::vector<priced>& rows) {
  std::string text;
  const priced* before = nullptr;
  for (std::size_t k = 0; k < rows.size();) {
    const priced* best = &rows[k];
    std::size_t end = k;
    for (; end < rows.size() && rows[end].at.bytes == rows[k].at.bytes; ++end)
      if (rows[end].found.seconds < best->found.seconds) best = &rows[end];
    if (!before) {
      text = names_of_best(*best, std::span(rows).subspan(k, end - k));
    } else if (best->of != before->of) {
      auto low = static_cast<std::size_t>(before->at.bytes), high = static_cast<std::size_t>(best->at.bytes);
      while (high - low > std::max<std::size_t>(1, high / 64)) {
        const std::size_t middle = low + (high - low) / 2;
        const bool changed =
            with.of(*best->of, middle).found.seconds < with.of(*before->of, middle).found.seconds;
        (changed ? high : low) = middle;
      }
      text += fmt::format(", from {} on {}", in_bytes(static_cast<double>(high)), full_name(*best->of));
    }
    before = best;
    k = end;
  }
  return text;
}

// After how many calls what has been agreed on is worth it, against messages to each neighbour, which need no agreement.
void say_when_it_pays_off(std::vector<priced>& these) {
  for (priced& r : these)
    for (const priced& straight : these) {
      const double saved = straight.found.seconds - r.found.seconds;
      if (straight.of->of == r.of->of && straight.at.bytes == r.at.bytes && straight.of->name == "direct" &&
          saved > 0)
        r.pays_off = std::ceil(r.agreeing_seconds / saved);
    }
}

// One line for each problem of the collective. What is found offline is no choice, but the measure of those that are.
void say_fastest(const std::vector<priced>& these, std::vector<std::string>& lines) {
  for (auto first = these.begin(); first != these.end();) {
    const auto same = [&](const priced& r) {
      return r.of->of == first->of->of && r.type == first->type && r.block == first->block;
    };
    const auto last = std::find_if_not(first, these.end(), same);
    const priced *best = nullptr, *optimum = nullptr;
    for (auto at = first; at != last; ++at)
      if (!at->of->run)
        optimum = &*at;
      else if (!best || at->found.seconds < best->found.seconds)
        best = &*at;
    if (best && last - first > 1)
      lines.push_back(fmt::format("Fastest {} for p = {}, {}: {}", name_of(best->of->of), best->at.p,
                                  irregular_problem{best->type, best->block, {}}.name(),
                                  full_name(*best->of)));
    if (best && optimum && optimum->found.seconds > 0)
      lines.back() +=
          fmt::format(", {:.2f} times the optimal tree's time", best->found.seconds / optimum->found.seconds);
    first = last;
  }
}

void predict_all(const options& o) {
  if (o.what.empty()) throw usage_error("missing algorithm, e.g. bcast, or bcast.binomial bcast.circulant");
  if (o.csv && o.json) throw usage_error("expected --csv or --json, not both");
  if (o.problems.asked() && !o.bytes.empty())
    throw usage_error("expected --bytes for equal blocks or a --problem with --block, not both");
  if (o.problems.asked() && !o.partners.empty())
    throw usage_error("expected --partners or a --problem, not both");
  if (!o.graph.empty() && !on_graph(o)) throw usage_error("--graph is for neighbourhood collectives");
  const std::vector<std::size_t> all_sizes = byte_sizes("--bytes", o.bytes.empty() ? "1M" : o.bytes);
  std::vector<priced> rows;
  std::vector<std::string> fastest, networks, patterns, graphs;
  const std::string processes = !o.p.empty()      ? o.p
                                : o.graph.empty() ? "64"
                                                  : std::to_string(graph_from(o.graph).p());
  for (const int p : number_ranges("--p", processes, 1, 1 << 27)) {
    const predictor with(p, o);
    const std::vector<const algorithm*> of = algorithms_of(o, with);
    if (with.links()) networks.push_back(in_words(*with.links()));
    if (!with.skews().empty()) patterns.push_back(in_words(with.skews()));
    std::vector<priced> these;
    const std::vector<irregular_problem> problems = problems_from(o.problems, p);
    if (o.problems.asked()) {
      for (const algorithm* a : of) require_irregular(a->of, o.problems);
      for (const irregular_problem& problem : problems)
        for (const algorithm* a : of) these.push_back(with.of(*a, problem));
      say_fastest(these, fastest);
      rows.insert(rows.end(), these.begin(), these.end());
      continue;
    }
    for (const std::size_t bytes : all_sizes)
      for (const algorithm* a : of) these.push_back(with.of(*a, bytes));
    if (const agreed_graph* g = with.graph()) {
      say_when_it_pays_off(these);
      graphs.push_back(fmt::format(
          "To agree on {}, once: {}, at most {} messages and {} sent by a process, which then "
          "remembers up to {}",
          o.graph.empty() ? "a grid with eight neighbours each" : o.graph, in_seconds(g->agreeing().seconds),
          g->agreeing().most_messages, in_bytes(static_cast<double>(g->agreeing().most_bytes)),
          in_bytes(static_cast<double>(g->most_memory()))));
    }
    for (int k = 0; k < all_collectives; ++k) {
      const auto c = static_cast<collective>(k);
      std::vector<priced> same;
      std::copy_if(these.begin(), these.end(), std::back_inserter(same),
                   [c](const priced& r) { return r.of->of == c; });
      if (same.size() > all_sizes.size())
        fastest.push_back(fmt::format("Fastest {} for p = {}: {}", name_of(c), p, crossovers(with, same)));
    }
    rows.insert(rows.end(), these.begin(), these.end());
  }
  const extra_columns extra{.problem = o.problems.asked(),
                            .arrival = !patterns.empty(),
                            .links = !networks.empty(),
                            .bsp = !o.bsp.empty(),
                            .graph = !graphs.empty()};
  if (o.json) return fmt::print("{}", prediction_json(rows, extra));
  if (o.csv) return fmt::print("{}", prediction_csv(rows, extra));
  fmt::print("{}", prediction_text(rows, extra));
  if (!fastest.empty() || !networks.empty() || !patterns.empty() || !graphs.empty()) fmt::print("\n");
  for (const std::string& line : graphs) fmt::print("{}\n", line);
  for (const std::string& line : networks) fmt::print("{}\n", line);
  for (const std::string& line : patterns) fmt::print("{}\n", line);
  for (const std::string& line : fastest) fmt::print("{}\n", line);
  if (std::any_of(rows.begin(), rows.end(), [](const priced& r) { return !r.of->run; }))
    fmt::print("\noptimal is {}.\n", offline_reason);
}

}  // namespace

void add_predict(command& tutti) {
  command sub = tutti.add_subcommand(
      "predict", "predict the time of algorithms on a network, for up to a million processes");
  sub.footer(help + network_help() + problem_help());
  const auto o = std::make_shared<options>();
  sub.add_option("what", o->what, "collectives (bcast) and algorithms (bcast.chain)").type_name("ALGORITHM");
  sub.add_option("--p", o->p, "numbers of processes: 64, 36..40, 100,1000; default 64, or those of --graph")
      .type_name("RANGE");
  sub.add_option("--partners", o->partners,
                 "alltoallv and alltoallw: each process shares its bytes among N others, and has empty "
                 "blocks for all else")
      .type_name("N");
  sub.add_option(
         "--bytes", o->bytes,
         "total bytes, as the collective counts them: 8, 1K,1M, 1K..1M (K = 1000, Ki = 1024); default 1M")
      .type_name("SIZES");
  sub.add_option("--pieces,--blocks", o->pieces,
                 "number of blocks M of pipelined algorithms; default: the best")
      .type_name("M");
  sub.add_option("--root", o->root, "root of rooted collectives; default 0").type_name("RANK");
  sub.add_option("--by", o->by, by_help).type_name("N");
  sub.add_option("--graph", o->graph, graph_option_help()).type_name("GRAPH");
  add_problem_options(sub, o->problems);
  add_network_options(sub, o->on);
  sub.add_option("--bsp", o->bsp, "also the cost in the BSP model: g=1ns,L=1us,l=5us").type_name("BSP");
  sub.add_flag("--csv", o->csv, "comma-separated values, in seconds and bytes");
  sub.add_flag("--json", o->json, "for programs");
  sub.callback([o] { predict_all(*o); });
}

}  // namespace tutti::cli
