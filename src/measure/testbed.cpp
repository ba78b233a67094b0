#include "measure/testbed.hpp"

#include <fmt/format.h>

#include "measure/communicators.hpp"
#include "measure/workload.hpp"
#include "select/choice.hpp"

namespace tutti::measure {

using json = nlohmann::ordered_json;

void to_json(json& j, const policy& p) {
  j = json{{"sync", p.sync},
           {"time", p.time},
           {"cache", p.cache},
           {"calls", p.calls},
           {"fewer_long_calls", p.fewer_long_calls},
           {"warmup", p.warmup},
           {"least", p.least},
           {"most", p.most},
           {"precision", p.precision},
           {"confidence", p.confidence},
           {"unchanged", p.unchanged},
           {"budget", p.budget},
           {"in_time", p.in_time},
           {"check", p.check},
           {"seed", p.seed}};
}

void from_json(const json& j, policy& p) {
  j.at("sync").get_to(p.sync), j.at("time").get_to(p.time), j.at("cache").get_to(p.cache);
  j.at("calls").get_to(p.calls), j.at("fewer_long_calls").get_to(p.fewer_long_calls);
  j.at("warmup").get_to(p.warmup), j.at("least").get_to(p.least);
  j.at("most").get_to(p.most), j.at("precision").get_to(p.precision), j.at("confidence").get_to(p.confidence);
  j.at("unchanged").get_to(p.unchanged), j.at("budget").get_to(p.budget), j.at("in_time").get_to(p.in_time),
      j.at("check").get_to(p.check), j.at("seed").get_to(p.seed);
}

void to_json(json& j, const experiment& e) {
  j = json{{"operation", e.operation},      {"made", e.made},     {"by", e.by}, {"bytes", e.bytes},
           {"problem", e.problem},          {"layout", e.layout}, {"op", e.op}, {"root", e.root},
           {"communicator", e.communicator}};
}

void from_json(const json& j, experiment& e) {
  j.at("operation").get_to(e.operation), j.at("made").get_to(e.made), j.at("by").get_to(e.by);
  j.at("bytes").get_to(e.bytes), j.at("problem").get_to(e.problem), j.at("layout").get_to(e.layout);
  j.at("op").get_to(e.op), j.at("root").get_to(e.root);
  j.at("communicator").get_to(e.communicator);
}

// If a forced algorithm cannot run here, the selection gives the reason.
experiment testbed::fitted(experiment e) const {
  const node_map on = nodes_of(members_of(e.communicator, nodes()), nodes());
  e = measure::fitted(std::move(e), on);
  const auto c = collective_of(e);
  if (!c) return e;
  const algorithm* forced = find(*c, e.by);
  if (!forced) return e;
  settings user;
  user.simulated_messages = 0;  // the replacement does not matter
  user.requested[static_cast<std::size_t>(*c)].use = forced;
  choices decide(user, surroundings_of(on));
  if (const decision d = decide.choose(*c, class_of(e), e.bytes); d.refused)
    throw not_possible(fmt::format("{}.{} {}", e.operation, e.by, d.refused));
  return e;
}

}  // namespace tutti::measure
