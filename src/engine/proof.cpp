#include "tutti/engine/proof.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "engine/proved_barrier.hpp"
#include "engine/proved_call.hpp"
#include "engine/proved_price.hpp"
#include "engine/proving.hpp"
#include "tutti/runs_on.hpp"

namespace tutti {

finding prove(const instance& of) {
  finding f;
  if (const char* const why = why_not_on(*of.of, of.p)) {
    f.wrong.emplace_back(why);
    return f;
  }
  const std::pair<machine, double*> measures[] = {
      {{1, 0, 0}, &f.rounds}, {{0, 1, 0}, &f.bytes}, {{0, 0, 1}, &f.reduced}};
  const proof_storage storage;
  proved_call c(of, storage.memory(), storage.made_of());
  bool combined = traits(of.of->of).sorts;
  for (const auto& [clock, into] : measures) {
    if (into == &f.bytes && !compares_bytes(of)) break;
    if (into == &f.reduced && (!combined || !compares_bytes(of))) break;  // nothing to count, or to compare
    network on(clock);
    if (of.of->needs.ports) on.ports = of.ports;
    world w(of.p, on);
    w.combine_with(combining_of(storage.made_of(), &combined));
    const bool first = into == &f.rounds;
    trace sent;
    if (first && of.of->traits.on_network == traffic::neighbours) w.record(sent);
    if (!first) w.without_data();  // the first run has checked the result; later ones only count
    try {
      w.run([&](process& self) { return first ? c.run_watched(self) : c.run(self); });
    } catch (const too_large_proof&) {
      throw;  // a proof that is too large shows nothing
    } catch (const std::exception& error) {
      f.wrong.emplace_back(error.what());
      return f;
    }
    *into = w.time();
    if (first) {
      c.check(f.wrong);
      f.bracketing = c.bracketing();
      c.check_traffic(w, f.wrong);
      c.check_neighbours(sent, f.wrong);
      for (int r = 0; r < of.p; ++r) {
        f.most_sent = std::max(f.most_sent, w.of(r).bytes_sent);
        f.most_messages = std::max(f.most_messages, w.of(r).messages_sent);
      }
    }
  }
  if (of.of->of == collective::barrier) check_barrier(c, of.p, f.wrong);
  if (f.wrong.empty()) check_price(of, f);
  return f;
}

}  // namespace tutti
