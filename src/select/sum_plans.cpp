#include "select/sum_plans.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "select/explain.hpp"
#include "select/sum_ways.hpp"
#include "text/quantity.hpp"
#include "tutti/full_name.hpp"
#include "tutti/rounding.hpp"

namespace tutti {
namespace {

// Short accumulators are taken if they need at most this share of the time of the fastest other way, because
// their time is lost if the numbers do not fit.
constexpr double worth = 0.8;

// Ways whose price is higher than this multiple of the lowest are not run in virtual time, which takes long.
constexpr double hopeless = 3;

constexpr std::array ways{rounded_once::accumulators, rounded_once::gathered, rounded_once::exchanged,
                          rounded_once::shorter, rounded_once::added};

// Advice and requests for the MPI library's own collectives are of no use to a phase.
settings for_phases(settings s) {
  s.measured = nullptr;
  s.planned = nullptr;
  s.learned = nullptr;
  for (requested_algorithm& r : s.requested) r.native = false;
  for (auto& r : s.requested_posted)
    if (r) r->native = false;
  return s;
}

settings for_accumulators(settings s) {
  s.gamma = std::max(seconds_of_merged_byte, s.platform.gamma);
  s.run_on(s.platform);
  return s;
}

settings without_virtual_time(settings s) {
  s.simulated_messages = 0;
  return s;
}

}  // namespace

sum_plans::sum_plans(const settings& user, const surroundings& around)
    : user_(for_phases(user)),
      user_of_accumulators_(for_accumulators(user_)),
      choices_(user_, around),
      merging_(user_of_accumulators_, around),
      around_(around) {
  for (int k = 0; k < collectives; ++k)
    native_[static_cast<std::size_t>(k)] = user.of(static_cast<collective>(k)).native;
}

sum_plans::~sum_plans() {
  for (auto& row : tables_)
    for (auto& place : row) {
      const std::unique_ptr<table> t(place.load());
      for (std::size_t s = 0; t && s < size_slots; ++s) delete (*t)[s].load();
    }
}

timed_phase sum_plans::phase_by(const choices& by, const call_kind& kind, double bytes) {
  const reasoning r = by.reason(kind, static_cast<std::size_t>(bytes));
  for (const candidate& c : r.candidates) {
    if (c.use != r.decided.use) continue;
    const bool run = c.simulated && std::isfinite(*c.simulated);
    return {{kind.of, kind.op, r.decided}, run ? *c.simulated : c.predicted};
  }
  return {{kind.of, kind.op, {}}, std::numeric_limits<double>::infinity()};
}

// The ways, timed by prices alone; those that may be the fastest are timed in virtual time.
std::array<sum_way, ways.size()> sum_plans::find_ways(collective of, exact::number element, std::size_t bytes,
                                                      imbalance lengths) const {
  const auto by = [&](const choices& plain, const choices& merging) {
    const auto timed = [](const choices& c) {
      return [&c](const call_kind& kind, double n) -> timed_phase { return phase_by(c, kind, n); };
    };
    return sum_ways{.of = of,
                    .element = element,
                    .lengths = lengths,
                    .p = static_cast<double>(around_.p),
                    .bytes = static_cast<double>(bytes),
                    .plain = timed(plain),
                    .merging = timed(merging),
                    .requested = user_.of(of).use != nullptr};
  };
  const settings user = without_virtual_time(user_),
                 of_accumulators = without_virtual_time(user_of_accumulators_);
  const choices plain(user, around_), merging(of_accumulators, around_);
  const sum_ways by_price = by(plain, merging), in_virtual_time = by(choices_, merging_);
  std::array<sum_way, ways.size()> all;
  std::ranges::transform(ways, all.begin(), [&](rounded_once way) { return by_price.find(way); });
  const double least = std::ranges::min(all, {}, &sum_way::seconds).seconds;
  for (std::size_t k = 0; k < ways.size(); ++k)
    if (std::isfinite(all[k].seconds) && (ways[k] == user_.sums || all[k].seconds <= hopeless * least))
      all[k] = in_virtual_time.find(ways[k]);
  return all;
}

sum_plan sum_plans::make(collective of, exact::number element, std::size_t bytes, imbalance lengths) const {
  if (native_[static_cast<std::size_t>(of)]) return {};
  const auto all = find_ways(of, element, bytes, lengths);
  const auto found = [&](rounded_once way) -> const sum_way& {
    return all[static_cast<std::size_t>(std::ranges::find(ways, way) - ways.begin())];
  };
  rounded_once way = user_.sums;
  if (way == rounded_once::gathered && scatters(of)) way = rounded_once::exchanged;
  if (way == rounded_once::yes && around_.p <= 2) way = rounded_once::added;

  const algorithm* const requested = user_.of(of).use;
  const bool forced = requested && found(rounded_once::accumulators).first.decided.use == requested;
  rounded_once otherwise = rounded_once::accumulators;
  if (!forced)
    for (const rounded_once other : {rounded_once::gathered, rounded_once::exchanged})
      if (found(other).seconds < found(otherwise).seconds) otherwise = other;
  const double shortened = found(rounded_once::shorter).seconds;
  const bool pays = !forced && shortened <= worth * found(otherwise).seconds;
  if (way == rounded_once::yes) way = pays ? rounded_once::shorter : otherwise;
  if (way == rounded_once::shorter && !std::isfinite(shortened)) way = otherwise;

  sum_plan plan{.way = way, .remark = found(way).remark};
  if (way == rounded_once::shorter) {
    plan.short_accumulators = found(way).first;
    plan.otherwise = otherwise;
  }
  const sum_way& last = found(way == rounded_once::shorter ? otherwise : way);
  plan.first = last.first;
  plan.second = last.second;
  std::ranges::transform(all, plan.seconds.begin(), &sum_way::seconds);
  return plan;
}

const sum_plan& sum_plans::plan(collective of, exact::number element, std::size_t bytes, imbalance lengths) {
  const auto k = static_cast<std::size_t>(lengths) * elements + static_cast<std::size_t>(element);
  auto& place = tables_[static_cast<std::size_t>(of)][k];
  table* t = place.load(std::memory_order_acquire);
  if (!t) [[unlikely]] {
    auto fresh = std::make_unique<table>();
    if (place.compare_exchange_strong(t, fresh.get(), std::memory_order_acq_rel)) t = fresh.release();
  }
  const std::size_t slot = slot_of(bytes);
  auto& made = (*t)[slot];
  if (const sum_plan* known = made.load(std::memory_order_acquire)) [[likely]]
    return *known;
  auto fresh = std::make_unique<const sum_plan>(
      rounded_to_nearest([&] { return make(of, element, least_in(slot), lengths); }));
  const sum_plan* first = nullptr;
  return made.compare_exchange_strong(first, fresh.get(), std::memory_order_acq_rel) ? *fresh.release()
                                                                                     : *first;
}

std::string sum_plans::as_text(collective of, exact::number element, std::size_t bytes, imbalance lengths) {
  const sum_plan& chosen = plan(of, element, bytes, lengths);
  const auto name = [](const sum_phase& x) {
    return x.decided.use ? full_name(*x.decided.use) : std::string("native");
  };
  const std::size_t slot = slot_of(bytes);
  std::string t = "tutti: " + std::string(name_of(of)) + " (sum, reproducible), " +
                  in_bytes(static_cast<double>(least_in(slot))) + " and more, " +
                  processes_of(around_, user_.by_domain) + ": ";
  if (chosen.way == rounded_once::no) return t + "native\n";
  if (chosen.way == rounded_once::shorter)
    t += name(chosen.short_accumulators) + "; where numbers do not fit, ";
  t +=
      name(chosen.first) + (chosen.second.decided.use ? " and " + name(chosen.second) : std::string()) + "\n";
  const timed_phase plain =
      phase_by(choices_, {of, operator_class::commutative, lengths}, static_cast<double>(least_in(slot)));
  const auto line = [&](const char* way, rounded_once is, double seconds) {
    if (!std::isfinite(seconds)) return;
    t += std::string("tutti:   ") + (chosen.way == is ? "* " : "  ") + way + in_seconds(seconds) + "\n";
  };
  line("accumulators combined:        ", rounded_once::accumulators, chosen.seconds[0]);
  line("contributions gathered:       ", rounded_once::gathered, chosen.seconds[1]);
  line("contributions exchanged:      ", rounded_once::exchanged, chosen.seconds[2]);
  line("short accumulators combined:  ", rounded_once::shorter, chosen.seconds[3]);
  line("one addition:                 ", rounded_once::added, chosen.seconds[4]);
  return t + "tutti:     rounded at each addition: " + in_seconds(plain.seconds) + ", " + name(plain.phase) +
         "\n";
}

}  // namespace tutti
