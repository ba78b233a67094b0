#include "cli/predict/predictor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "cli/line/usage_error.hpp"
#include "cli/values/bounds.hpp"
#include "cli/values/graphs.hpp"
#include "cli/values/option_values.hpp"
#include "cli/values/resources.hpp"
#include "select/climb.hpp"
#include "tutti/algorithmic_latency.hpp"
#include "tutti/full_name.hpp"
#include "tutti/model/bounds.hpp"
#include "tutti/runs_on.hpp"

namespace tutti::cli {
namespace {

// alpha and beta of a message between neighbours without contention, for choosing M.
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

lecture::bsp bsp_from(const std::string& text) {
  try {
    return lecture::make_bsp(text);
  } catch (const std::invalid_argument& wrong) {
    throw usage_error("--bsp {}: {}", text, wrong.what());
  }
}

interruptions noise_from(const std::string& text) {
  try {
    return make_interruptions(text);
  } catch (const std::invalid_argument& wrong) {
    throw usage_error("--noise {}: {}", text, wrong.what());
  }
}

// Refuses runs that need too much memory or time.
void require_end(const algorithm& a, const shape& s) {
  require_memory(full_name(a), s.p);
  constexpr double most_messages = 1e11;  // some hours
  if (!a.run || !runs_on(a, s.p)) return;
  const double messages = a.price(s).rounds * s.p;
  if (messages > most_messages)
    throw usage_error(
        "{} on {} processes sends up to {:.0e} messages, too many to run: choose fewer --p{} or other "
        "algorithms",
        full_name(a), s.p, messages, a.stages ? " or --pieces" : "");
}

}  // namespace

predictor::predictor(int p, const call_options& o, bool on_graph) : p_(p) {
  machine_description described = network_from(o.on, p);
  on_ = std::move(described.on);
  logp_ = logp_levels_of(on_, on_one_node(on_, p));
  in_.logp = &logp_;
  in_.skews = std::move(described.skews);
  in_.noise = noise_from(o.noise);
  if (!o.step.empty()) in_.step = parse_time(o.step, "--step");
  if (const auto names = nodes_on(on_, p); !names.empty()) nodes_.emplace(names);
  in_.root = root_from(o.root, p, o.problems);
  distance_ = distance_from(o.by, p);
  if (on_graph) {
    constexpr int most = 1 << 16;  // limits memory: each process has its part of the plans
    process_graph graph = graph_for(std::to_string(p), o.graph, most);
    graph_ = std::make_shared<const agreed_graph>(std::move(graph), nodes_on(on_, p), on_);
    in_.graph = graph_.get();
  }
  if (!o.bsp.empty()) bsp_ = bsp_from(o.bsp);
  if (!o.partners.empty()) in_.partners = whole_number("--partners", o.partners, 1, std::max(1, p - 1));
  if (!o.pieces.empty() && o.pieces != "best") pieces_ = static_cast<std::size_t>(number_of_pieces(o.pieces));
}

bool predictor::has_optimum() const {
  constexpr int most = 1000, most_pairs = 96;
  if (on_.links || on_.ports > 1) return false;
  return p_ <= most_pairs || (p_ <= most && (on_.model->uniform() || on_.model->overheads()));
}
bool predictor::takes(const algorithm& a) const {
  return runs_on(a, p_) && (!a.needs.consecutive || !nodes_ || nodes_->consecutive()) &&
         (!a.needs.ports || on_.ports > 1) &&
         (!a.needs.ways || !graph_ || graph_->facts().ways[0].by != routing::kind::none);
}

std::string predictor::why_unbounded() const {
  if (!in_.skews.empty()) return "for processes that arrive at different times";
  if (in_.partners > 0) return "for blocks of some partners only";
  return why_without_bounds(on_);
}

std::string predictor::why_unbounded_problem(collective c) const {
  if (std::string why = why_unbounded(); !why.empty()) return why;
  if (c == collective::gatherv || c == collective::scatterv) return "";
  return "for unequal blocks of " + std::string(name_of(c));
}

// The formula's number of pieces is optimal if messages cost alpha + beta m and share no links. On other
// networks, tries some more numbers while all runs together are not too much work. Processes arrive at once
// in these runs and are not interrupted: an arrival pattern or noise is not a reason for a different number
// of pieces.
void predictor::seek_pieces(const algorithm& a, shape& s, predict_options in) const {
  in.skews.clear();
  in.noise = {};
  std::size_t left = 4'000'000;
  double least = std::numeric_limits<double>::infinity();
  const auto better = [&](double pieces) {
    const bool tried = pieces == s.pieces && std::isfinite(least);
    if (tried || !(pieces >= 1 && pieces <= std::clamp(s.bytes, 1.0, 0x1p30)) || left == 0) return false;
    shape other = s;
    other.pieces = static_cast<int>(pieces);
    in.give_up_after = least;
    in.most_work = left;
    const prediction p = predict(a, other, on_, in);
    left -= std::min(left, p.work);
    if (p.work > in.most_work || !(p.seconds < least)) return false;
    least = p.seconds;
    s = other;
    return true;
  };
  if (!better(s.pieces)) return;
  better(std::ceil(s.bytes / on_.eager));
  const auto times_better = [&](double times) { return better(std::round(times * s.pieces)); };
  const auto climb_all = [&] { climb(2, times_better), climb(1.4, times_better); };
  climb_all();
  if (leap(times_better)) climb_all();
}

// All algorithms of a collective share a bound. Distances between processes make it expensive.
double predictor::bound_of(collective c, double bytes) const {
  if (is_neighbourhood(c) || !why_unbounded().empty()) return -1;
  const auto [known, is_new] = bounds_.try_emplace({c, bytes});
  if (is_new) {
    known->second = bound_in_seconds(c, p_, bytes, on_, in_.root);
  }
  return known->second;
}

double predictor::bound_of(collective c, const std::vector<int>& lengths, int root) const {
  if (!why_unbounded_problem(c).empty()) return -1;
  return largest_in_seconds(lower_bounds(c, lengths, on_, root));
}

priced predictor::of(const algorithm& a, std::size_t bytes) const {
  const shape s = shape_of(a, bytes);
  return price(a, s, in_, {.bound = bound_of(a.of, s.bytes)});
}

priced predictor::of(const algorithm& a, const irregular_problem& problem) const {
  predict_options in = in_;
  in.lengths = problem.lengths();
  in.root = root_for(in.root, problem);
  std::optional<ordered_tree> best;
  if (!a.run) {
    best = offline_tree(a, in.lengths, in.root, on_);
    in.along = &*best;
  }
  const std::size_t longest = in.lengths.empty() ? 0 : std::ranges::max(in.lengths);
  shape s = shape_of(a, std::accumulate(in.lengths.begin(), in.lengths.end(), std::size_t{0}), longest);
  const double bound = bound_of(a.of, in.lengths, in.root);
  return price(a, s, in, {.bound = bound, .type = problem.type, .block = problem.block});
}

priced predictor::price(const algorithm& a, shape s, const predict_options& in, priced r) const {
  r.of = &a;
  require_end(a, s);
  if (a.run && a.stages && pieces_ == 0 && !is_linear()) seek_pieces(a, s, in);
  r.at = s;
  r.at.graph = nullptr, r.at.logp = nullptr;
  r.rounds = a.price(s).rounds;
  if (graph_) r.agreeing_seconds = graph_->agreeing().seconds, r.agreed_memory = graph_->most_memory();
  if (in.skews.empty()) {
    r.simulated = predict(a, s, on_, in);
  } else {
    std::vector<double> ends, ends_together;
    predict_options apart = in, together = in;
    apart.ends = &ends;
    together.ends = &ends_together;
    together.skews.clear();
    r.simulated = predict(a, s, on_, apart);
    (void)predict(a, s, on_, together);
    r.to_arrival = sensitivity_of(in.skews, ends, ends_together);
  }
  if (in.noise.any()) {
    predict_options quiet = in;
    quiet.noise = {};
    r.quiet_seconds = predict(a, s, on_, quiet).seconds;
    r.amplification = (r.simulated.seconds - r.quiet_seconds) / in.noise.length;
  }
  if (in.step > 0) {
    if (const std::vector<double> steps = steps_before_first_message(a, s, in.root); !steps.empty()) {
      predict_options placed = in;
      placed.step = 0;
      r.most_steps = std::ranges::max(steps);
      r.placed_seconds = predict(a, s, on_, placed).seconds;
    }
  }
  if (bsp_) {  // a superstep is the messages that start together if all messages take equally long
    trace t;
    predict_options alone{.root = in.root, .lengths = in.lengths, .record = &t};
    (void)predict(a, s, network(machine{1, 0, 0}), alone);
    const std::vector<std::size_t> h = lecture::h_relations(t, p_);
    r.supersteps = h.size();
    r.bsp_seconds = lecture::bsp_seconds(*bsp_, h);
  }
  return r;
}

shape predictor::shape_of(const algorithm& a, std::size_t bytes, std::size_t longest) const {
  shape s{.p = p_, .bytes = static_cast<double>(bytes), .pieces = 1, .logp = &logp_};
  if (nodes_) s.nodes = nodes_->nodes(), s.per_node = nodes_->per_node();
  if (graph_) s.graph = &graph_->facts();
  if (traits(a.of).shifts) s.distance = distance_;
  if (!a.stages) return s;
  require_bytes_for(pieces_, bytes);
  shape differing = s;
  differing.longest = static_cast<double>(longest);
  s.pieces = pieces_ > 0 ? static_cast<int>(pieces_)
                         : best_pieces(a, differing, slope_of(on_), std::clamp(s.bytes, 1.0, 0x1p30));
  return s;
}

}  // namespace tutti::cli
