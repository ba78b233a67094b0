#include "measure/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <random>
#include <set>

#include "measure/workload.hpp"
#include "text/utc.hpp"

namespace tutti::measure {
namespace {

using json = nlohmann::ordered_json;

// "MPICH 4.0.2", "2 processes": a factor in words.
std::string in_words(std::string_view name, const json& factor) {
  if (factor.is_object() && factor.contains("name")) {
    const std::string version = factor.value("version", "");
    return factor.value("name", "") + (version.empty() ? "" : " " + version);
  }
  if (factor.is_null()) return fmt::format("no {}", name);
  if (factor == 1) return name == "nodes" ? "1 node" : name == "processes" ? "1 process" : "1";
  if (factor.is_number()) return fmt::format("{} {}", factor.dump(), name);
  return fmt::format("{} {}", name, factor.is_string() ? factor.get<std::string>() : factor.dump());
}

// Rows do not name their machine, so the times of different machines belong in different files.
void check_same_machine(const testbed& where, const measurements& before) {
  for (const json& launch : before.launches)
    for (const char* factor : {"mpi", "processes", "nodes", "network"}) {
      const json here = where.factors().value(factor, json()), there = launch.value(factor, json());
      if (here != there)
        throw format_error(fmt::format("measured with {}, but this is {}: choose another file",
                                       in_words(factor, there), in_words(factor, here)));
    }
}

std::map<experiment, std::set<int>> launches_of(const measurements& before, int p) {
  std::map<experiment, std::set<int>> found;
  for (const observation& o : before.all)
    if (o.p == p) found[o.of].insert(o.launch);
  return found;
}

// Gives the same order on every machine, unlike std::shuffle.
void shuffle(std::vector<contest>& all, unsigned long long seed) {
  std::mt19937_64 random(seed);
  for (std::size_t n = all.size(); n > 1; --n) std::swap(all[n - 1], all[random() % n]);
}

}  // namespace

agenda agenda_of(const campaign& all, const testbed& where, const measurements& before) {
  check_same_machine(where, before);
  agenda a;
  std::map<std::string, std::vector<experiment>> refused;
  std::set<contest> known;
  const auto found = launches_of(before, where.nodes().processes());
  for (const contest& wanted : all.contests) {
    contest fit;
    for (const experiment& e : wanted) try {
        const experiment f = where.fitted(e);
        if (std::ranges::find(fit, f) == fit.end()) fit.push_back(f);
      } catch (const not_possible& no) {
        refused[no.what()].push_back(e);
      }
    if (fit.empty() || !known.insert(fit).second) continue;
    const bool lacking = std::ranges::any_of(fit, [&](const experiment& e) {
      const auto there = found.find(e);
      return there == found.end() || static_cast<int>(there->second.size()) < all.launches;
    });
    if (lacking)
      a.contests.push_back(std::move(fit));
    else
      ++a.done;
  }
  for (auto& [why, of] : refused) a.refused.push_back({why, std::move(of)});
  if (!all.in_order) shuffle(a.contests, all.how.seed + before.launches.size());
  return a;
}

std::size_t run(const agenda& to_do, const campaign& all, testbed& where, const listener& into) {
  if (to_do.contests.empty()) return 0;
  std::size_t experiments = 0;
  for (const contest& c : to_do.contests) experiments += c.size();
  // The experiments share the time that is left, so one that needs less leaves more to the others.
  policy how = all.how;
  const auto begun = std::chrono::steady_clock::now();
  const auto left = [&] {
    return all.total - std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  };
  const auto share = [&] { return std::max(1e-6, left() / static_cast<double>(experiments)); };
  if (all.total > 0) how.budget = share(), how.in_time = true;
  json factors{{"begun", utc_now()}, {"command", all.command}};
  factors.update(where.factors());
  factors["policy"] = how;
  const int launch = into.launch(factors);
  std::size_t order = 0;
  for (const contest& c : to_do.contests) {
    if (all.total > 0 && order > 0 && left() <= 0) break;
    if (into.next) into.next(c);
    if (all.total > 0) how.budget = share();
    std::vector<observation> rows = where.measure(c, how);
    experiments -= c.size();
    for (observation& o : rows) o.launch = launch, o.order = static_cast<int>(order);
    into.rows(rows);
    ++order;
  }
  return to_do.contests.size() - order;
}

}  // namespace tutti::measure
