#include "measure/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <random>
#include <set>

#include "measure/workload.hpp"

namespace tutti::measure {
namespace {

using json = nlohmann::ordered_json;

std::string now_as_text() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

// Times of different machines are not told apart by their rows: they belong into files of their own.
void check_same_machine(const rig& where, const measurements& before) {
  for (const json& launch : before.launches)
    for (const char* factor : {"mpi", "processes", "nodes", "network"}) {
      const json here = where.factors().value(factor, json()), there = launch.value(factor, json());
      if (here != there)
        throw format_error(
            fmt::format("the file has measurements with {} {}, and this is {}: choose another file", factor,
                        there.dump(), here.dump()));
    }
}

std::map<experiment, std::set<int>> launches_of(const measurements& before, int p) {
  std::map<experiment, std::set<int>> found;
  for (const observation& o : before.all)
    if (o.p == p) found[o.of].insert(o.launch);
  return found;
}

// The same on every machine, which std::shuffle is not.
void shuffle(std::vector<contest>& all, unsigned long long seed) {
  std::mt19937_64 random(seed);
  for (std::size_t n = all.size(); n > 1; --n) std::swap(all[n - 1], all[random() % n]);
}

}  // namespace

agenda agenda_of(const campaign& all, const rig& where, const measurements& before) {
  check_same_machine(where, before);
  agenda a;
  std::map<std::string, std::vector<experiment>> refused;
  std::set<contest> known;
  const auto found = launches_of(before, where.nodes().processes());
  for (const contest& wanted : all.contests) {
    contest fit;
    for (const experiment& e : wanted) try {
        const experiment f = where.fitted(e);
        if (std::find(fit.begin(), fit.end(), f) == fit.end()) fit.push_back(f);
      } catch (const not_possible& no) {
        refused[no.what()].push_back(e);
      }
    if (fit.empty() || !known.insert(fit).second) continue;
    const bool lacking = std::any_of(fit.begin(), fit.end(), [&](const experiment& e) {
      const auto there = found.find(e);
      return there == found.end() || static_cast<int>(there->second.size()) < all.launches;
    });
    if (lacking)
      a.contests.push_back(std::move(fit));
    else
      ++a.done;
  }
  for (auto& [why, of] : refused) a.refused.push_back({why, std::move(of)});
  shuffle(a.contests, all.how.seed + before.launches.size());
  return a;
}

void run(const agenda& to_do, const campaign& all, rig& where, const listener& into) {
  if (to_do.contests.empty()) return;
  json factors{{"begun", now_as_text()}, {"command", all.command}};
  factors.update(where.factors());
  factors["policy"] = all.how;
  const int launch = into.launch(factors);
  int order = 0;
  for (const contest& c : to_do.contests) {
    if (into.next) into.next(c);
    std::vector<observation> rows = where.measure(c, all.how);
    for (observation& o : rows) o.launch = launch, o.order = order;
    into.rows(rows);
    ++order;
  }
}

}  // namespace tutti::measure
