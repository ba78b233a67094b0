// Decides which algorithm serves a call, once for all communicators with the same surroundings.

#include "mpi/communicators/decisions.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "mpi/communicators/communicator.hpp"
#include "mpi/communicators/node_choices.hpp"
#include "mpi/library/quirks.hpp"
#include "mpi/runtime/never_destroyed.hpp"
#include "mpi/runtime/user_settings.hpp"
#include "mpi/start/world.hpp"
#include "select/explain.hpp"

namespace tutti::mpi {
namespace {

class decisions {
 public:
  void read_posted_settings() {
    const settings& user = user_settings();
    posted_ = user.for_posted();
    posted_differ_ = user.has_posted_requests();
  }
  std::shared_ptr<choices> of(const surroundings& around) {
    return find_or_make(all_, user_settings(), around);
  }
  // The same object, unless the user has other requests for posted calls.
  std::shared_ptr<choices> of_posted(const surroundings& around) {
    return posted_differ_ ? find_or_make(all_posted_, posted_, around) : of(around);
  }
  // Returns the plans for sums that are rounded once; null if the user wants no such sums. All plans are
  // kept. They are few, because `by` belongs to communicators without a graph.
  sum_plans* of_sums(const choices& by) {
    if (by.user().sums == rounded_once::no) return nullptr;
    const std::lock_guard lock(guard_);
    auto& plans = sums_[&by];
    if (!plans) plans = std::make_unique<sum_plans>(by.user(), by.around());
    return plans.get();
  }
  // Communicators without a graph have few different surroundings, so decisions for them are kept.
  void forget_unused_graphs() {
    constexpr std::ptrdiff_t most = 16;
    const auto unused = [](const auto& d) {
      return d.first.graph != graph_facts{} && d.second.use_count() == 1;
    };
    const std::lock_guard lock(guard_);
    for (by_surroundings* all : {&all_, &all_posted_})
      if (std::ranges::count_if(*all, unused) > most) std::erase_if(*all, unused);
  }
  void forget_all() {
    const std::lock_guard lock(guard_);
    all_.clear();
    all_posted_.clear();
    node_.reset();
    sums_.clear();
    explained_sums_.clear();
  }
  bool note_explained(const sum_plans& by, collective of, exact::number element, imbalance lengths,
                      std::size_t bytes) {
    const std::lock_guard lock(guard_);
    return explained_sums_.emplace(&by, of, element, lengths, choices::size_class(bytes)).second;
  }
  // True if no call of this kind and size class has been explained yet.
  bool note_explained(const choices& by, const call_kind& of, std::size_t bytes) {
    const std::lock_guard lock(guard_);
    return explained_.emplace(by.around(), by.user().posted, of, choices::size_class(bytes)).second;
  }

 private:
  using by_surroundings = std::map<surroundings, std::shared_ptr<choices>>;

  std::shared_ptr<choices> find_or_make(by_surroundings& all, const settings& user,
                                        const surroundings& around) {
    const std::lock_guard lock(guard_);
    auto& c = all[around];
    if (!c) c = std::make_shared<choices>(user, around, node());
    return c;
  }

  // The choices of this node's processes. Null if they share no memory.
  shared_choices* node() {
    const std::span<std::byte> memory = this_world()->near.choices;
    if (!node_ && !memory.empty()) node_ = std::make_unique<node_choices>(memory);
    return node_.get();
  }

  settings posted_;  // for calls that do not block
  bool posted_differ_ = false;
  std::mutex guard_;  // of the members below
  std::unique_ptr<node_choices> node_;
  by_surroundings all_, all_posted_;
  std::map<const choices*, std::unique_ptr<sum_plans>> sums_;
  std::set<std::tuple<const sum_plans*, collective, exact::number, imbalance, std::size_t>> explained_sums_;
  std::set<std::tuple<surroundings, bool, call_kind, std::size_t>> explained_;
};

decisions& decisions_here() {
  static never_destroyed<decisions> one;
  return *one;
}

}  // namespace

void read_posted_settings() { decisions_here().read_posted_settings(); }
void forget_unused_graphs() { decisions_here().forget_unused_graphs(); }
void forget_decisions() { decisions_here().forget_all(); }

void decide_for(communicator& c, const surroundings& around) {
  choosers_by_form& by = c.choosers;
  by = {decisions_here().of(around).get(), decisions_here().of_posted(around).get()};
  by.sums = decisions_here().of_sums(*by.blocking);
  by.posted_sums = decisions_here().of_sums(*by.posted);
  c.via.segment = segment_for(user_settings(), around);
  const bool learns = user_settings().learns != learning::off && this_run.now == phase::serving &&
                      this_run.checks == checking::off && !quirks::simulated && around.p > 1;
  c.learns_after = learns ? communicator::calls_before_learning : communicator::never;
}

bool begin_learning(communicator& c) {
  if (!c.learns && c.calls_so_far() > c.learns_after)
    c.learns = std::make_unique<learner>(c.via, c.choosers.blocking->around(), user_settings().learns,
                                         !c.overriding);
  return c.learns != nullptr;
}

decision choose_otherwise(communicator& c, choices& by, form as, const call_kind& of, std::size_t bytes) {
  const unsigned call = c.calls_so_far();
  if (as == form::blocking && begin_learning(c)) return c.learns->choose(by, of, bytes, call);
  const bool alike = c.choosers.posted == c.choosers.blocking;  // no other requests for posted calls
  if (c.learns && alike)
    if (const decision* const found = c.learns->found(of, bytes)) return *found;
  if (call > by.early_calls() && c.learns_after == communicator::never) c.chooses_plainly = true;
  // A persistent operation is likely to be started often.
  return as == form::persistent ? by.choose(of, bytes) : by.choose_early(of, bytes, call);
}

void decide_for_graph(communicator& c) {
  communicator::graph& g = *c.neighbours;
  surroundings around = c.choosers.blocking->around();
  around.graph = g.mine.facts();
  if (c.overriding) {
    g.overriding = std::make_unique<communicator::overriding_choices>(c.overriding->user, around);
    g.choosers = g.overriding->choosers();
  } else {
    g.shared = {decisions_here().of(around), decisions_here().of_posted(around)};
    g.choosers = {g.shared[0].get(), g.shared[1].get()};
  }
}

void explain_once(const choices& chooser, const call_kind& of, std::size_t bytes) {
  if (this_world()->rank != 0 || !decisions_here().note_explained(chooser, of, bytes)) return;
  const std::string text = as_text(chooser.reason(of, bytes), chooser.deciding(of).user());
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void explain_once(sum_plans& plans, collective of, exact::number element, imbalance lengths,
                  std::size_t bytes) {
  if (this_world()->rank != 0 || !decisions_here().note_explained(plans, of, element, lengths, bytes)) return;
  const std::string text = plans.as_text(of, element, bytes, lengths);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace tutti::mpi
