#include "mpi/start/announce.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <tuple>

#include "machine/two_levels.hpp"
#include "mpi/library/quirks.hpp"
#include "mpi/start/nodes.hpp"
#include "mpi/start/world.hpp"
#include "text/quantity.hpp"

namespace tutti::mpi {
namespace {

// Returns how messages travel within process 0's node.
std::string near_messages(const settings& user) {
  const node_links& near = this_world()->near;
  if (!user.shares_memory) return "by MPI (TUTTI_NODE=mpi)";
  if (near.reason_for_none) return "by MPI";
  if (near.links.empty()) return "none";
  node::link& one = *near.links.front();
  if (one.memory()) return "through shared memory, long ones copied by the kernel";
  return fmt::format("through shared memory, long ones {} (the kernel forbids to copy them)",
                     one.goes_in_pieces(one.out().longest() + 1) ? "in pieces" : "by MPI");
}

}  // namespace

void announce(const settings& user) {
  std::string text =
      fmt::format("tutti {}: {}, {}\n", TUTTI_VERSION, quirks::library_name(), user.off ? "off" : "serving");
  const machine_levels& costs = user.costs.long_messages();
  const machine_levels& shortest = user.costs.at(8);
  const std::tuple<const char*, const machine&, const machine&> levels[] = {
      {"between", costs.between, shortest.between}, {"within", costs.within, shortest.within}};
  for (const auto& [where, on, of_short] : levels)
    text += fmt::format(
        "tutti: {} {}: {}alpha {}, beta {} a byte, gamma {} a byte{}\n", where,
        user.by_domain ? "domains" : "nodes",
        of_short.alpha == on.alpha
            ? ""
            : fmt::format("8 B {}, messages of 64 KB by ", in_seconds(of_short.alpha + 8 * of_short.beta)),
        in_seconds(on.alpha), in_seconds(on.beta), in_seconds(on.gamma),
        user.calibrated ? " (" + user.machine_file + ")"
        : user.clocked  ? " (clocked at startup)"
                        : "");
  text += fmt::format(
      "tutti: a short message occupies a process at each end for {} within nodes, {} between{}\n",
      in_seconds(overhead_of(user.platform, false)), in_seconds(overhead_of(user.platform, true)),
      user.all_sending
          ? ", " + in_seconds(overhead_of(*user.all_sending, true)) + " while the processes of all nodes send"
          : "");
  const double memory = memory_lanes(user.platform);
  text += fmt::format("tutti: messages that have their full speed at once: {:.3g} of a node, {} within it\n",
                      link_lanes(user.platform), memory > 0 ? fmt::format("{:.3g}", memory) : "all");
  if (const leaf_switches leaves = leaves_of(user.platform); leaves.nodes > 0)
    text += fmt::format("tutti: leaf switches: {} nodes, {:.3g} uplinks\n", leaves.nodes, leaves.uplinks);
  if (!user.platform.in_order)
    text += "tutti: messages in a row share the link: they arrive together, and not one after the other\n";
  text += fmt::format("tutti: messages within this node: {}\n", near_messages(user));
  if (const char* const why = why_unshared()) text += fmt::format("tutti: {}\n", why);
  if (user.measured)
    text += fmt::format("tutti: profile {}: {} entries, measured with {}\n", user.profile_file,
                        user.measured->entries.size(), user.measured->mpi);
  if (user.planned)
    text += fmt::format("tutti: {}{}: {} entries\n", user.job_makes_plan ? "" : "plan ", user.plan_name(),
                        user.planned->entries.size());
  for (int k = 0; k < collectives; ++k) {
    const auto c = static_cast<collective>(k);
    const requested_algorithm& w = user.of(c);
    if (w.native || w.use)
      text += fmt::format("tutti: {}: {}\n", name_of(c), w.native ? "native" : w.use->name);
  }
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace tutti::mpi
