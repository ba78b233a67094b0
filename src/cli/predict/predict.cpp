// tutti predict: predict the times of algorithms on a network.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <span>

#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/output/crash_report.hpp"
#include "cli/output/progress.hpp"
#include "cli/predict/prediction_table.hpp"
#include "cli/predict/predictor.hpp"
#include "cli/values/graphs.hpp"
#include "cli/values/names.hpp"
#include "cli/values/networks.hpp"
#include "cli/values/option_values.hpp"
#include "cli/values/problems.hpp"
#include "tutti/full_name.hpp"
#include "tutti/model/optimal_tree.hpp"
#include "tutti/model/problems.hpp"

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Runs algorithms in virtual time, without data, on up to a million processes, and reports how long\n"
    "they take on a network, how much they send, and their distance from the largest of the lower bounds\n"
    "that tutti bounds lists. Several algorithms, sizes and numbers of processes stand side by side;\n"
    "where the fastest one changes with the size, the crossover is shown. Collectives of blocks have equal\n"
    "ones, --bytes / p rounded down, or those of a --problem. On a topology, dilation is the longest route\n"
    "of a message, congestion the most messages on one link at once, divided by its capacity. --bsp prices\n"
    "the same messages as supersteps of h-relations: max(g h, L) + l each, without what processes\n"
    "compute (reduce).\n\n"
    "With --arrival: after last is the time from the last process's arrival to the end; together, the\n"
    "whole if all arrive at once; absorbed, how much of the last one's delay is hidden, of what can be at\n"
    "most (the delay, or together if that is shorter); mean inside, from a process's own arrival to its\n"
    "end; held up, the number of processes that are inside for longer than if all arrive at once.\n"
    "docs/arrival.md.\n\n"
    "With --noise each process is interrupted once in each period, at the same time of all periods or, with\n"
    "random, at another time of each; the times of different processes are independent. Meanwhile it\n"
    "begins no message and neither copies nor combines. quiet is the time without noise; amplification is\n"
    "the delay by the noise, divided by the length of an interruption. docs/noise.md.\n\n"
    "With --step each process first takes steps to find its place in the tree or schedule: steps is the\n"
    "most that a process takes, without is the time if steps take none; - where they are not counted.\n"
    "docs/predicting.md.\n\n"
    "  tutti predict bcast --p 1000 --bytes 1.6M\n"
    "  tutti predict bcast.binomial bcast.circulant --p 64 --bytes 1K..1M\n"
    "  tutti predict allreduce.census --p 100000 --bytes 8\n"
    "  tutti predict alltoallv.sparse --p 10000 --partners 100 --bytes 6400\n"
    "  tutti predict alltoall --p 64 --bytes 64K --topology torus:8x8 --place random:1\n"
    "  tutti predict bcast --p 16 --bytes 64K --bsp g=1ns,L=1us,l=5us\n"
    "  tutti predict reduce --p 36..40 --bytes 1M --model linear:alpha=1us,beta=1ns --arrival "
    "random:100us,seed=3\n"
    "  tutti predict bcast --p 64 --bytes 8K --model machine.json --arrival late:last:100us\n"
    "  tutti predict allreduce --p 64 --bytes 8 --noise period=1ms,length=100us,random\n"
    "  tutti predict bcast --p 100000 --bytes 8 --step 2ns\n"
    "  tutti predict gatherv scatterv --p 560 --problem spikes --block 1,100,10000 --seed 7\n";

struct options : call_options {
  std::vector<std::string> what;
  std::string p, bytes;
  bool csv = false, json = false;
  progress_options bar;
};

progress bar_of(const options& o, std::size_t steps) { return {"tutti predict", steps, o.bar.how()}; }

// The prediction for a number of bytes or for an irregular problem.
priced predicted(const predictor& with, const algorithm& a, const auto& call) {
  return in_name_of(a, [&] { return with.of(a, call); });
}

bool on_graph(const options& o) {
  return std::ranges::any_of(o.what, [](const std::string& name) {
    const auto c = collective_named(name.substr(0, name.find('.')), all_collectives);
    return c && is_neighbourhood(*c);
  });
}

std::vector<const algorithm*> algorithms_of(const options& o, const predictor& with) {
  std::vector<const algorithm*> all;
  for (const std::string& name : o.what) {
    if (const algorithm* oracle = find_offline(name)) {
      if (!o.problems.asked())
        throw usage_error("{} knows all lengths: expected a --problem, such as same", name);
      all.push_back(oracle);
      continue;
    }
    if (!collective_named(name, all_collectives)) {
      all.push_back(&find_algorithm(name));  // requested by name: an error if it does not take this p
      continue;
    }
    for (const algorithm* a : find_algorithms(name))
      if (with.takes(*a)) all.push_back(a);
    const algorithm* oracle = find_offline(name + ".optimal");
    if (oracle && o.problems.asked() && with.has_optimum()) all.push_back(oracle);
  }
  return all;
}

// The names of all algorithms that are as fast as the best one. All rows are of one size.
std::string names_of_best(const priced& best, std::span<const priced> rows) {
  std::string text;
  for (const priced& r : rows)
    if (r.simulated.seconds <= best.simulated.seconds * (1 + 1e-12))
      text += fmt::format("{}{}", text.empty() ? "" : " and ", full_name(*r.of));
  return text;
}

// The fastest algorithm of the first size, and each size from which on another one is the fastest. The sizes
// ascend.
std::string crossovers(const predictor& with, const std::vector<priced>& rows) {
  std::string text;
  const priced* before = nullptr;
  for (std::size_t k = 0; k < rows.size();) {
    const priced* best = &rows[k];
    std::size_t end = k;
    for (; end < rows.size() && rows[end].at.bytes == rows[k].at.bytes; ++end)
      if (rows[end].simulated.seconds < best->simulated.seconds) best = &rows[end];
    if (!before) {
      text = names_of_best(*best, std::span(rows).subspan(k, end - k));
    } else if (best->of != before->of) {
      auto low = static_cast<std::size_t>(before->at.bytes), high = static_cast<std::size_t>(best->at.bytes);
      while (high - low > std::max<std::size_t>(1, high / 64)) {
        const std::size_t middle = low + (high - low) / 2;
        const bool changed = predicted(with, *best->of, middle).simulated.seconds <
                             predicted(with, *before->of, middle).simulated.seconds;
        (changed ? high : low) = middle;
      }
      text += fmt::format(", from {} on {}", in_bytes(static_cast<double>(high)), full_name(*best->of));
    }
    before = best;
    k = end;
  }
  return text;
}

// Computes the number of calls after which the agreed schedule has paid for its agreement, compared with
// direct messages to each neighbour.
void say_when_it_pays_off(std::vector<priced>& these) {
  for (priced& r : these)
    for (const priced& straight : these) {
      const double saved = straight.simulated.seconds - r.simulated.seconds;
      if (straight.of->of == r.of->of && straight.at.bytes == r.at.bytes && straight.of->name == "direct" &&
          saved > 0)
        r.pays_off = std::ceil(r.agreeing_seconds / saved);
    }
}

// A line for each problem of the collective. An offline algorithm is not a choice, only a reference for the
// others.
void say_fastest(const std::vector<priced>& these, std::vector<std::string>& lines) {
  for (auto first = these.begin(); first != these.end();) {
    const auto same = [&](const priced& r) {
      return r.of->of == first->of->of && r.type == first->type && r.block == first->block;
    };
    const auto last = std::find_if_not(first, these.end(), same);
    const priced *best = nullptr, *optimum = nullptr;
    for (auto at = first; at != last; ++at)
      if (!at->of->run)
        optimum = optimum && optimum->simulated.seconds < at->simulated.seconds ? optimum : &*at;
      else if (!best || at->simulated.seconds < best->simulated.seconds)
        best = &*at;
    if (best && last - first > 1)
      lines.push_back(fmt::format("Fastest {} for p = {}, {}: {}", name_of(best->of->of), best->at.p,
                                  irregular_problem{best->type, best->block, {}}.name(),
                                  full_name(*best->of)));
    if (best && optimum && optimum->simulated.seconds > 0)
      lines.back() += fmt::format(", {:.2f} times the optimal tree's time",
                                  best->simulated.seconds / optimum->simulated.seconds);
    first = last;
  }
}

// The predictions, and the lines below their table.
struct predictions {
  std::vector<priced> rows;
  std::vector<std::string> graphs, networks, patterns, roots, fastest, empty, unbounded;
};

void require_predictable(const options& o) {
  if (o.what.empty()) throw usage_error("missing algorithm, e.g. bcast, or bcast.binomial bcast.circulant");
  if (o.csv && o.json) throw usage_error("expected --csv or --json, not both");
  if (o.problems.asked() && !o.bytes.empty())
    throw usage_error("expected --bytes for equal blocks or a --problem with --block, not both");
  if (o.problems.asked() && !o.partners.empty())
    throw usage_error("expected --partners or a --problem, not both");
  if (!o.graph.empty() && !on_graph(o)) throw usage_error("--graph is for neighbourhood collectives");
}

// Refuses options that no algorithm takes, since they would have no effect.
void require_use(const options& o, const std::vector<const algorithm*>& of) {
  const auto require = [&](const char* option, const std::string& text, const char* whose, auto takes) {
    if (!text.empty() && std::ranges::none_of(of, takes))
      throw usage_error("{} {} is for {}, not for {}", option, text, whose, fmt::join(o.what, " or "));
  };
  require("--root", o.root, "rooted collectives", [](const algorithm* a) { return is_rooted(a->of); });
  require("--by", o.by, "shifts", [](const algorithm* a) { return traits(a->of).shifts; });
  if (o.pieces != "best" && o.pieces != "1")
    require("--pieces", o.pieces, "pipelined algorithms",
            [](const algorithm* a) { return a->stages != nullptr; });
}

// Says once why no bounds are known. `why` is empty if they are.
void say_unbounded(const std::string& why, std::vector<std::string>& lines) {
  if (why.empty()) return;
  std::string line = fmt::format("No lower bounds are known {}.", why);
  if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
}

void predict_problems(const options& o, const std::vector<irregular_problem>& problems, const predictor& with,
                      const std::vector<const algorithm*>& of, predictions& into) {
  std::vector<priced> these;
  for (const algorithm* a : of) {
    require_irregular(a->of, o.problems);
    say_unbounded(with.why_unbounded_problem(a->of), into.unbounded);
  }
  progress bar = bar_of(o, problems.size() * of.size());
  for (const irregular_problem& problem : problems)
    for (const algorithm* a : of) {
      bar.begin(fmt::format("{}, p = {}", full_name(*a), problem.counts.size()));
      these.push_back(predicted(with, *a, problem));
      bar.end();
    }
  say_fastest(these, into.fastest);
  if (with.chooses_root())
    for (const irregular_problem& problem : problems)
      into.roots.push_back(fmt::format("Lemma 1's root for p = {}, {}: {}", problem.counts.size(),
                                       problem.name(), root_of_lemma_1(problem.counts)));
  std::ranges::move(these, std::back_inserter(into.rows));
}

std::string agreeing_in_words(const options& o, const agreed_graph& g) {
  return fmt::format(
      "To agree on {}, once: {}, at most {} messages and {} sent by a process, which then remembers up to {}",
      o.graph.empty() ? "a grid with eight neighbours each" : o.graph, in_seconds(g.agreeing().seconds),
      g.agreeing().most_messages, in_bytes(static_cast<double>(g.agreeing().most_bytes)),
      in_bytes(static_cast<double>(g.most_memory())));
}

std::vector<std::size_t> sizes_of(const options& o) {
  return byte_sizes("--bytes", o.bytes.empty() ? "1M" : o.bytes);
}

void predict_sizes(const options& o, int p, const predictor& with, const std::vector<const algorithm*>& of,
                   predictions& into) {
  const std::vector<std::size_t> sizes = sizes_of(o);
  std::vector<priced> these;
  progress bar = bar_of(o, sizes.size() * of.size());
  for (const std::size_t bytes : sizes)
    for (const algorithm* a : of) {
      bar.begin(fmt::format("{}, p = {}, {}", full_name(*a), p, in_bytes(static_cast<double>(bytes))));
      these.push_back(predicted(with, *a, bytes));
      bar.end();
    }
  if (const agreed_graph* g = with.graph()) {
    say_when_it_pays_off(these);
    into.graphs.push_back(agreeing_in_words(o, *g));
  }
  for (int k = 0; k < all_collectives; ++k) {
    const auto c = static_cast<collective>(k);
    std::vector<priced> same;
    std::ranges::copy_if(these, std::back_inserter(same), [c](const priced& r) { return r.of->of == c; });
    std::ranges::stable_sort(same, {}, [](const priced& r) { return r.at.bytes; });
    if (same.size() > sizes.size())
      into.fastest.push_back(fmt::format("Fastest {} for p = {}: {}", name_of(c), p, crossovers(with, same)));
  }
  const bool cut = std::ranges::any_of(of, [](const algorithm* a) { return has_blocks(a->of); });
  for (const std::size_t bytes : sizes)
    if (cut && o.partners.empty() && 0 < bytes && bytes < static_cast<std::size_t>(p))
      into.empty.push_back(
          fmt::format("{} in a block for each of {} processes: all are empty, and nothing is sent",
                      in_bytes(static_cast<double>(bytes)), p));
  std::ranges::move(these, std::back_inserter(into.rows));
}

void print_lines(const predictions& all) {
  const auto lists = {&all.graphs,  &all.networks, &all.patterns, &all.roots,
                      &all.fastest, &all.empty,    &all.unbounded};
  if (!std::ranges::all_of(lists, [](const auto* lines) { return lines->empty(); })) fmt::print("\n");
  for (const auto* lines : lists)
    for (const std::string& line : *lines) fmt::print("{}\n", line);
  if (std::ranges::any_of(all.rows, [](const priced& r) { return !r.of->run; }))
    fmt::print("\nThe optimal tree is {}.\n", offline_reason);
}

void predict_all(const options& o) {
  require_predictable(o);
  const crash_report on_stderr("tutti predict");
  sizes_of(o);  // reports mistakes before anything else
  predictions all;
  for (const int p : processes_for(o.p, o.graph)) {
    const predictor with(p, o, on_graph(o));
    const std::vector<const algorithm*> of = algorithms_of(o, with);
    require_use(o, of);
    if (with.links()) all.networks.push_back(in_words(*with.links()));
    say_unbounded(with.why_unbounded(), all.unbounded);
    if (!with.skews().empty()) all.patterns.push_back(in_words(with.skews()));
    const std::vector<irregular_problem> problems = problems_from(o.problems, p);
    o.problems.asked() ? predict_problems(o, problems, with, of, all) : predict_sizes(o, p, with, of, all);
  }
  const extra_columns extra{.problem = o.problems.asked(),
                            .arrival = !all.patterns.empty(),
                            .noise = !o.noise.empty(),
                            .step = !o.step.empty(),
                            .links = !all.networks.empty(),
                            .bsp = !o.bsp.empty(),
                            .graph = !all.graphs.empty()};
  if (o.json) return fmt::print("{}", prediction_json(all.rows, extra));
  if (o.csv) return fmt::print("{}", prediction_csv(all.rows, extra));
  fmt::print("{}", prediction_text(all.rows, extra));
  print_lines(all);
}

}  // namespace

void add_predict(command& tutti) {
  command sub = tutti.add_subcommand(
      "predict", "predict the time of algorithms on a network, for up to a million processes",
      help + network_help() + problem_help());
  const auto o = std::make_shared<options>();
  sub.add_option("what", o->what, "ALGORITHM", "collectives (bcast) and algorithms (bcast.chain)");
  sub.add_option("--p", o->p, "RANGE", processes_help);
  sub.add_option("--partners", o->partners, "N",
                 "alltoallv and alltoallw: each process shares its bytes among N others, and has empty "
                 "blocks for all else");
  sub.add_option("--bytes", o->bytes, "SIZES", byte_sizes_help);
  sub.add_option("--pieces,--blocks", o->pieces, "M",
                 "number of blocks M of pipelined algorithms; default: the best, by formula where messages "
                 "take alpha + beta m and share no link, elsewhere the best of some that are tried");
  sub.add_option("--root", o->root, "RANK", root_help);
  sub.add_option("--by", o->by, "N", by_help);
  sub.add_option("--graph", o->graph, "GRAPH", graph_option_help());
  add_problem_options(sub, o->problems);
  add_network_options(sub, o->on);
  sub.add_option("--noise", o->noise, "NOISE",
                 "interruptions of each process: period=1ms,length=10us[,random][,seed=7]");
  sub.add_option(
      "--step", o->step, "TIME",
      "the time of a step in which a process finds its place before its first message; default: 0");
  sub.add_option("--bsp", o->bsp, "BSP", "also the cost in the BSP model: g=1ns,L=1us,l=5us");
  sub.add_flag("--csv", o->csv, "comma-separated values, in seconds and bytes");
  sub.add_flag("--json", o->json, "for programs");
  add_progress_options(sub, o->bar);
  sub.callback([o] { predict_all(*o); });
}

}  // namespace tutti::cli
