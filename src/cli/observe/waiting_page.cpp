#include "cli/observe/waiting_page.hpp"

#include <nlohmann/json.hpp>

#include "record/read.hpp"
#include "record/waiting.hpp"

namespace tutti::cli {
namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t most_late = 5, most_operations = 12;

json as_json(const record::waiting_line& l) {
  json line{{"name", l.name},
            {"operations", l.operations},
            {"inside", l.inside},
            {"waiting", l.waiting},
            {"late", json::array()}};
  for (std::size_t k = 0; k < std::min(l.late.size(), most_late); ++k)
    line["late"].push_back({{"rank", l.late[k].rank},
                            {"operations", l.late[k].operations},
                            {"seconds", l.late[k].seconds},
                            {"longest", l.late[k].longest}});
  return line;
}

}  // namespace

json waiting_data(const record::roll& trace) {
  json data{{"program", trace.program}, {"processes", trace.size}};
  for (const auto& [name, by] : {std::pair("collective", record::grouping::collective),
                                 {"communicator", record::grouping::communicator},
                                 {"site", record::grouping::site}}) {
    const record::waiting_times times = record::waiting_in(trace, by, record::source_line);
    data["span"] = times.span;
    data["missed"] = times.missed;
    if (!times.matrix.empty()) data["matrix"] = times.matrix;
    data[name] = json::array();
    for (const record::waiting_line& l : times.lines) data[name].push_back(as_json(l));
  }
  data["operations"] = json::array();
  for (const record::operation& o : record::longest_waits(trace, most_operations)) {
    json one{{"name", o.name},
             {"communicator", o.communicator},
             {"number", o.number},
             {"waiting", o.waiting},
             {"by", json::array()}};
    if (o.site != record::none)
      one["site"] = record::source_line(trace.sites[static_cast<std::size_t>(o.site)]);
    for (const record::presence& p : o.by) one["by"].push_back({p.rank, p.begin, p.end});
    data["operations"].push_back(std::move(one));
  }
  return data;
}

}  // namespace tutti::cli
