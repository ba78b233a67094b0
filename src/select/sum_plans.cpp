#include "select/sum_plans.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "select/explain.hpp"
#include "text/quantity.hpp"
#include "tutti/rounding.hpp"

namespace tutti {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// Seconds, measured on one machine. They matter only where vectors are long.
constexpr double of_addend = 1e-9;              // of a row, by the processor's arithmetic
constexpr double of_addend_slowly = 10e-9;      // in an accumulator
constexpr double of_conversions = 60e-9;        // from a number to an accumulator and back
constexpr double of_long_conversions = 400e-9;  // of numbers of 15 bits of exponent

double sum_seconds(exact::number element, double addends) {
  return addends * (element == exact::number::extended ? of_addend_slowly : of_addend);
}

// Advice and requests for the MPI library's own collectives are of no use to a phase.
settings for_phases(settings s) {
  s.measured = nullptr;
  s.planned = nullptr;
  for (requested_algorithm& r : s.requested) r.native = false;
  for (auto& r : s.requested_posted)
    if (r) r->native = false;
  return s;
}

bool scatters(collective of) {
  return of == collective::reduce_scatter || of == collective::reduce_scatter_block;
}
bool has_prefixes(collective of) { return of == collective::scan || of == collective::exscan; }

}  // namespace

sum_plans::sum_plans(const settings& user, const surroundings& around)
    : user_(for_phases(user)), choices_(user_, around), around_(around) {
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

sum_plans::priced_phase sum_plans::phase(const call_kind& kind, double bytes) const {
  const reasoning r = choices_.reason(kind, static_cast<std::size_t>(bytes));
  for (const candidate& c : r.candidates) {
    if (c.use != r.decided.use) continue;
    const bool run = c.simulated && std::isfinite(*c.simulated);
    return {{kind.of, kind.op, r.decided}, run ? *c.simulated : c.predicted};
  }
  return {{kind.of, kind.op, {}}, infinite};
}

sum_plan sum_plans::make(collective of, exact::number element, std::size_t bytes, imbalance lengths) const {
  if (native_[static_cast<std::size_t>(of)]) return {};
  const exact::sums& by = *exact::sums_of(element);
  const double p = around_.p, m = static_cast<double>(bytes), n = m / static_cast<double>(by.number_bytes);
  const double growth = static_cast<double>(by.accumulator_bytes) / static_cast<double>(by.number_bytes);
  const double conversion = element == exact::number::extended ? of_long_conversions : of_conversions;

  const priced_phase combining = phase({of, operator_class::exact, lengths}, m * growth);
  const sum_plan with_accumulators{.way = rounded_once::accumulators,
                                   .first = combining.phase,
                                   .remark = "reproducible: combines accumulators"};

  sum_plan gathered{.way = rounded_once::gathered, .remark = "reproducible: allgather, then exact sums"};
  double gathering = infinite;
  if (!scatters(of)) {
    const bool to_root = of == collective::reduce;
    const priced_phase arrive = phase({to_root ? collective::gather : collective::allgather}, m * p);
    if (to_root) gathered.remark = "reproducible: gather, then exact sums";
    gathered.first = arrive.phase;
    gathering = arrive.seconds + sum_seconds(element, n * p);
  }

  sum_plan exchanged{.way = rounded_once::exchanged, .remark = "reproducible: alltoall, then exact sums"};
  const priced_phase parts =
      phase({of == collective::reduce_scatter ? collective::alltoallv : collective::alltoall}, m);
  exchanged.first = parts.phase;
  double exchanging = parts.seconds + sum_seconds(element, has_prefixes(of) ? n * (p + 1) / 2 : n);
  if (!scatters(of)) {
    const collective back = of == collective::reduce ? collective::gather
                            : has_prefixes(of)       ? collective::alltoall
                                                     : collective::allgather;
    exchanged.remark = back == collective::gather     ? "reproducible: alltoall, exact sums, gather"
                       : back == collective::alltoall ? "reproducible: alltoall, exact sums, alltoall"
                                                      : "reproducible: alltoall, exact sums, allgather";
    const priced_phase results = phase({back}, m);
    exchanged.second = results.phase;
    exchanging += results.seconds;
  }

  sum_plan added{.way = rounded_once::added, .remark = "reproducible: one addition"};
  double adding = infinite;
  if (p <= 2) {
    // By the algorithm of the same sum without the option, unless the user asks for another one.
    priced_phase alone = phase({of, operator_class::commutative, lengths}, m);
    if (user_.of(of).use || !alone.phase.decided.use) alone = phase({of, operator_class::exact, lengths}, m);
    added.first = alone.phase;
    adding = alone.seconds + sum_seconds(element, n);
  }

  const std::array<double, 4> seconds{combining.seconds + conversion * n, gathering, exchanging, adding};
  sum_plan best = with_accumulators;
  const auto take = [&](const sum_plan& other, double time, double least) {
    if (time < least) best = other;
    return std::min(time, least);
  };
  const bool forced = user_.of(of).use != nullptr && combining.phase.decided.use == user_.of(of).use;
  if (user_.sums == rounded_once::gathered && !scatters(of)) {
    best = gathered;
  } else if (user_.sums == rounded_once::exchanged ||
             (user_.sums == rounded_once::gathered && scatters(of))) {
    best = exchanged;
  } else if (user_.sums == rounded_once::yes && p <= 2) {
    best = added;
  } else if (user_.sums == rounded_once::yes && !forced) {
    const double least = take(gathered, seconds[1], seconds[0]);
    take(exchanged, seconds[2], least);
  }
  best.seconds = seconds;
  return best;
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
  t += std::string(name(chosen.first)) +
       (chosen.second.decided.use ? " and " + name(chosen.second) : std::string()) + "\n";
  const priced_phase plain = phase({of, operator_class::exact, lengths}, static_cast<double>(least_in(slot)));
  const auto line = [&](const char* way, rounded_once is, double seconds) {
    if (!std::isfinite(seconds)) return;
    t += std::string("tutti:   ") + (chosen.way == is ? "* " : "  ") + way + in_seconds(seconds) + "\n";
  };
  line("accumulators combined:        ", rounded_once::accumulators, chosen.seconds[0]);
  line("contributions gathered:       ", rounded_once::gathered, chosen.seconds[1]);
  line("contributions exchanged:      ", rounded_once::exchanged, chosen.seconds[2]);
  line("one addition:                 ", rounded_once::added, chosen.seconds[3]);
  return t + "tutti:     rounded at each addition: " + in_seconds(plain.seconds) + ", " + name(plain.phase) +
         "\n";
}

}  // namespace tutti
