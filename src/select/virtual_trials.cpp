#include "select/virtual_trials.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "select/assumed_blocks.hpp"
#include "select/calibration.hpp"
#include "select/climb.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/model/problems.hpp"

namespace tutti {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

// An algorithm that takes this many times as long as the best one is not run again.
constexpr double hopeless = 4;

// Not all processes know the lengths, so one algorithm must serve all of these problems, with
// simulated_blocks.
constexpr std::array problems{problem::same, problem::spikes, problem::decreasing, problem::two_blocks};

std::vector<int> lengths_of(problem type, int p, int bytes) {
  std::vector<int> lengths = block_sizes(type, p, std::max(1, bytes / 4));
  for (int& n : lengths) n *= 4;
  return lengths;
}

std::size_t total(const std::vector<int>& lengths) {
  std::size_t all = 0;
  for (const int n : lengths) all += static_cast<std::size_t>(n);
  return all;
}

// Two cases of `bytes` bytes in p blocks, the longest of which has `times` times the average: one such block
// among equal ones, or as many such blocks as possible and the rest empty.
std::array<std::vector<int>, 2> with_longest(double times, int p, std::size_t bytes) {
  const double all = std::min(static_cast<double>(bytes), 0x1p30), average = all / p;
  const double longest = std::min(all, times * average);
  std::vector<int> one(static_cast<std::size_t>(p), static_cast<int>((all - longest) / std::max(1, p - 1)));
  one[one.size() / 2] = static_cast<int>(longest);
  std::vector<int> some(static_cast<std::size_t>(p));
  double left = all;
  for (int& n : some) n = static_cast<int>(std::min(left, longest)), left -= n;
  return {one, some};
}

// True if no piece is too short, and the number of pieces fits an int.
bool worth_it(double pieces, std::size_t bytes) {
  constexpr double most = 0x1p30;
  return pieces >= 1 && pieces <= most &&
         pieces * static_cast<double>(smallest_piece) <= static_cast<double>(bytes);
}

// Seconds that all processes need to agree on a word: a barrier on each node and one between nodes.
double time_to_agree(const network& machine, const surroundings& around) {
  const calibration costs = calibration_of(machine);
  const machine_levels& word = costs.at(sizeof(std::uint64_t));
  const int nodes = (around.p + around.per_node - 1) / around.per_node;
  return ceil_log2(around.per_node) * word.within.alpha + ceil_log2(nodes) * word.between.alpha;
}

}  // namespace

network with_single_links(network machine) {
  machine.sharing = link_sharing::equal;
  return machine;
}

network simulated_for(int p, network machine) {
  constexpr int many = 64;
  return p > many ? with_single_links(std::move(machine)) : machine;
}

virtual_trials::virtual_trials(const network& machine, const surroundings& around, arrival skews,
                               bool in_given_pieces, double tie)
    : on_(simulated_for(around.p, on_nodes(machine, nodes_like(around)))),
      roughly_(with_single_links(on_)),
      around_(around),
      skews_(std::move(skews)),
      in_given_pieces_(in_given_pieces),
      tie_(tie) {
  if (!skews_.empty() && skews_.size() != static_cast<std::size_t>(around_.p))
    throw std::invalid_argument("there are " + std::to_string(skews_.size()) + " times of arrival for " +
                                std::to_string(around_.p) + " processes");
  if (!arrivals_differ(skews_)) skews_.clear();
  if (!skews_.empty()) last_arrival_ = std::ranges::max(skews_);
}

// Runs trials until their messages are used up.
class virtual_trials::runs {
 public:
  runs(const virtual_trials& of, const network& on, const predict_options& as, std::size_t messages)
      : of_(of), on_(on), as_(as), left_(messages), of_one_(messages / 4) {}

  // First runs the candidates whose prices are near the best, starting with those that need few messages.
  // Then seeks better pieces for these, and runs the others, since prices may be wrong: half of the messages
  // are reserved for them. True if a candidate has run to its end.
  bool find_fastest(const trial& t, std::span<candidate* const> fit) {
    std::vector<candidate*> waiting(fit.begin(), fit.end()), ran;
    const std::size_t aside = left_ / 2;
    run_those(waiting, ran, t, of_one_,
              [this](const candidate& c) { return promises(c) && most_pieces(c, of_one_) >= 1; });
    run_those(waiting, ran, t, left_,
              [this](const candidate& c) { return promises(c) && most_pieces(c, left_) >= 1; });
    if (left_ > aside) {
      left_ -= aside;
      improve(ran, t);
      left_ += aside;
    }
    run_those(waiting, ran, t, of_one_, [](const candidate&) { return true; });
    improve(ran, t);
    return least_ < never;
  }

  // Runs each algorithm in every trial. Skips one that was hopelessly slow in an earlier trial. True if there
  // were messages for at least one complete trial.
  bool find_never_slow(const std::vector<trial>& trials, std::span<candidate* const> fit) {
    std::size_t done = 0, usual = 0;
    for (candidate* c : fit) c->mean_slowdown = 1;
    for (const trial& t : trials) {
      std::vector<double> took(fit.size(), never);
      double least = never;
      for (std::size_t i = 0; i < fit.size(); ++i) {
        if (fit[i]->worst_slowdown >= hopeless) continue;
        const auto ran = run(*fit[i]->use, t, fit[i]->pieces, hopeless * (least + t.agreeing), of_one_);
        if (!ran) return done > 0;
        took[i] = ran->seconds;
        least = std::min(least, took[i]);
      }
      const double yardstick = least + t.agreeing;
      ++done;
      if (t.counts_in_mean) ++usual;
      for (std::size_t i = 0; i < fit.size(); ++i) {
        const double times = yardstick > 0 ? std::min(took[i] / yardstick, hopeless) : 1;
        fit[i]->worst_slowdown = std::max(fit[i]->worst_slowdown, times);
        if (t.counts_in_mean)
          fit[i]->mean_slowdown *= std::pow(times / fit[i]->mean_slowdown, 1.0 / static_cast<double>(usual));
      }
    }
    return done > 0;
  }

 private:
  static double seconds(const candidate* c) { return c->simulated.value_or(never); }
  /// True if another number of pieces may make the candidate faster.
  [[nodiscard]] bool adjustable(const candidate& c) const { return c.use->stages && !of_.in_given_pieces_; }
  [[nodiscard]] bool promises(const candidate& c) const { return c.predicted <= may_win_factor * least_; }

  /// The largest number of pieces with at most `messages` messages, by the price.
  static double most_pieces(const candidate& c, std::size_t messages) {
    return c.messages > 0 ? static_cast<double>(messages) / c.messages : never;
  }

  /// Moves the wanted candidates from `waiting` to `ran`. Runs each one with one number of pieces, so that
  /// slow ones are soon given up.
  template <class Wanted>
  void run_those(std::vector<candidate*>& waiting, std::vector<candidate*>& ran, const trial& t,
                 std::size_t most, Wanted wanted) {
    std::size_t left = 0;
    for (candidate* c : waiting) {
      if (!wanted(*c)) {
        waiting[left++] = c;
        continue;
      }
      // A candidate that wins ties may be chosen if it is as good as the fastest one.
      const bool wins_ties = goes_to_neighbours(*c) || !of_.skews_.empty();
      first(*c, t, least_ * (adjustable(*c) ? may_win_factor : wins_ties ? of_.tie_ : 1), most);
      least_ = std::min(least_, seconds(c));
      ran.push_back(c);
    }
    waiting.resize(left);
  }

  /// Improves those that better pieces may make the best, the fastest first, until the messages are used up.
  /// Leaves in `ran` the candidates that were not reached.
  void improve(std::vector<candidate*>& ran, const trial& t) {
    std::ranges::stable_sort(ran, {}, seconds);
    std::pair<double, int> before{never, 0};
    std::size_t done = 0;
    for (; done < ran.size() && left_ > 0; ++done) {
      candidate* const c = ran[done];
      if (!adjustable(*c)) continue;
      // On some layouts two algorithms coincide.
      const std::pair now{seconds(c), c->pieces};
      const bool same = now == std::exchange(before, now) && now.first < never;
      // If messages share links, one number of pieces may take twice as long as another. So candidates with
      // good prices get more tries.
      if (same || !(std::min(seconds(c), c->predicted) <= may_win_factor * least_ || try_shorter(*c, t)))
        continue;
      improve(*c, t, may_win_factor * least_);
      least_ = std::min(least_, seconds(c));
    }
    if (!on_.in_order) look_farther(std::span(ran).first(done), t);
    ran.erase(ran.begin(), ran.begin() + static_cast<std::ptrdiff_t>(done));
  }

  /// The price's best number of pieces may be far too small. True if the candidate is in reach with four
  /// times as many.
  bool try_shorter(candidate& c, const trial& t) {
    return take_times_if_better(c, t, 4, may_win_factor * least_);
  }

  /// Tries leaps with the fastest two, with candidates of good price, and with those that send to neighbours
  /// only, where few pieces share a link.
  void look_farther(std::span<candidate*> of, const trial& t) {
    constexpr std::size_t few = 2;
    std::ranges::stable_sort(of, {}, seconds);
    for (std::size_t i = 0; i < of.size(); ++i) {
      candidate* const c = of[i];
      const auto better = [&](double times) {
        return take_times_if_better(*c, t, times, may_win_factor * least_);
      };
      const bool hopeful = i < few || promises(*c) || goes_to_neighbours(*c);
      if (!adjustable(*c) || !hopeful || !leap(better)) continue;
      improve(*c, t, may_win_factor * least_);
      least_ = std::min(least_, seconds(c));
    }
  }

  struct outcome {
    double seconds;  // from the last arrival on
    std::size_t copied;
    double inside;  // as in `candidate`
  };

  /// Runs one algorithm. The seconds are infinite if it takes longer than at_most. None if it needs too many
  /// messages.
  std::optional<outcome> run(const algorithm& a, const trial& t, int pieces, double at_most,
                             std::size_t most) {
    if (left_ == 0) return {};
    predict_options in = as_;
    in.root = t.root;
    in.lengths = t.lengths;
    std::vector<double> ends;
    in.skews = of_.skews_;
    if (!in.skews.empty()) in.ends = &ends;
    in.give_up_after = of_.last_arrival_ + at_most;
    in.most_work = std::min(left_, most);
    const prediction p =
        predict(a, {.p = of_.around_.p, .bytes = static_cast<double>(t.bytes), .pieces = pieces}, on_, in);
    left_ -= std::min(left_, p.work);
    if (p.work > in.most_work) return {};
    double inside = 0;
    for (std::size_t r = 0; r < ends.size(); ++r) inside += (ends[r] - in.skews[r]) / of_.around_.p;
    // The time until the last arrival is the same for all algorithms, so it is not counted: ratios compare
    // the rest.
    return outcome{p.seconds - of_.last_arrival_, p.copied, inside};
  }

  /// Runs the candidate in the number of pieces that is best by price, or in fewer pieces that need at most a
  /// quarter of the messages. Then also runs it in pieces that are sent eagerly, unless that is as much work
  /// as running several other candidates.
  void first(candidate& c, const trial& t, double at_most, std::size_t most) {
    if (adjustable(c)) c.pieces = static_cast<int>(std::clamp(most_pieces(c, of_one_), 1.0, 1.0 * c.pieces));
    if (const auto ran = run(*c.use, t, c.pieces, at_most, most)) take(c, *ran);
    if (const int eager = eager_pieces(c, t); eager <= most_pieces(c, of_one_ / 2))
      take_if_better(c, t, eager, at_most);
  }

  /// The number of pieces that makes all of them eager. The current number if that does not matter.
  [[nodiscard]] int eager_pieces(const candidate& c, const trial& t) const {
    const double eager = std::ceil(static_cast<double>(t.bytes) / on_.eager);
    return adjustable(c) && eager >= 2 && worth_it(eager, t.bytes) ? static_cast<int>(eager) : c.pieces;
  }

  void improve(candidate& c, const trial& t, double at_most) {
    if (const int eager = eager_pieces(c, t); eager > most_pieces(c, of_one_ / 2))
      take_if_better(c, t, eager, at_most);
    const auto better = [&](double times) { return take_times_if_better(c, t, times, at_most); };
    climb(2, better);
    // Runs with more messages than this are not made only to find M to half an octave.
    constexpr double much = 1e5;
    if (static_cast<double>(c.pieces) * of_.around_.p <= much) climb(1.4, better);
  }

  /// Tries `times` times the current number of pieces.
  bool take_times_if_better(candidate& c, const trial& t, double times, double at_most) {
    const double m = std::round(times * c.pieces);
    return worth_it(m, t.bytes) && take_if_better(c, t, static_cast<int>(m), at_most);
  }

  bool take_if_better(candidate& c, const trial& t, int pieces, double at_most) {
    // The gain must exceed 3 %: more messages have more costs that virtual time does not model.
    constexpr double clearly_less = 0.97;
    if (pieces == c.pieces || pieces > most_pieces(c, of_one_)) return false;
    const double before = clearly_less * c.simulated.value_or(never);
    const auto ran = run(*c.use, t, pieces, std::min(at_most, before), of_one_);
    if (!ran || !(ran->seconds < before)) return false;
    take(c, *ran);
    c.pieces = pieces;
    return true;
  }

  static void take(candidate& c, const outcome& ran) {
    c.simulated = ran.seconds;
    c.copied = ran.copied;
    c.inside = ran.inside;
  }

  const virtual_trials& of_;
  const network& on_;
  const predict_options& as_;
  std::size_t left_, of_one_;
  double least_ = never;  // seconds of the fastest so far
};

bool virtual_trials::run(const call_kind& of, std::size_t bytes, const predict_options& as,
                         std::span<candidate> all, std::size_t messages) const {
  std::vector<candidate*> fit;
  for (candidate& c : all)
    if (!c.excluded) fit.push_back(&c);
  std::ranges::stable_sort(fit, {}, &candidate::predicted);
  if (size_known(of.of) && of.lengths == imbalance::equal)
    return runs(*this, on_, as, messages).find_fastest({.bytes = bytes, .root = 0, .lengths = {}}, fit);
  return runs(*this, roughly_, as, messages).find_never_slow(problems_of(of, bytes), fit);
}

double virtual_trials::seconds_of_run(const call_kind& of, std::span<const candidate> all,
                                      std::size_t messages) const {
  constexpr double of_a_message = 0.6e-6, of_an_algorithm = 1.5e-6;  // seconds, on an AMD EPYC
  constexpr double tries = 6;  // numbers of blocks that are tried with a pipelined algorithm
  double least = never, sum = 0;
  for (const candidate& c : all)
    if (!c.excluded) least = std::min(least, c.predicted);
  const bool equal = size_known(of.of) && of.lengths == imbalance::equal;
  for (const candidate& c : all) {
    if (c.excluded) continue;
    // A run is stopped when it takes longer than the best one, or four times as long.
    const double share = std::min(1.0, (equal ? 1 : hopeless) * least / c.predicted);
    const double of_one = std::min(share * c.messages * c.pieces, static_cast<double>(messages) / 4);
    sum += (equal && c.pieces > 1 ? tries : 1) * of_one;
  }
  const double cases = equal ? 1
                       : size_known(of.of)
                           ? 2
                           : 1.0 * problems.size() * simulated_blocks.size() * (is_rooted(of.of) ? 2 : 1);
  return std::min(cases * sum, static_cast<double>(messages)) * of_a_message +
         cases * static_cast<double>(all.size()) * of_an_algorithm;
}

std::vector<virtual_trials::trial> virtual_trials::problems_of(const call_kind& of, std::size_t bytes) const {
  std::vector<trial> all;
  if (size_known(of.of)) {  // all processes know the lengths, and so how unequal they are
    for (std::vector<int>& lengths : with_longest(times_the_average(of.lengths), around_.p, bytes))
      all.push_back({.bytes = total(lengths), .root = 0, .lengths = std::move(lengths)});
    return all;
  }
  const bool rooted = is_rooted(of.of);
  const double agreeing = time_to_agree(on_, around_);
  for (const problem type : problems)
    for (const int block : simulated_blocks) {
      const std::vector<int> lengths = lengths_of(type, around_.p, block);
      // With two blocks, nearly all blocks are empty: algorithms that serve blocks one after the other have
      // no work.
      const bool usual = type != problem::two_blocks;
      all.push_back({total(lengths), 0, lengths, agreeing, usual});
      if (rooted && around_.p > 1)
        all.push_back({total(lengths), middle_root(around_.p), lengths, agreeing, usual});
    }
  return all;
}

}  // namespace tutti
