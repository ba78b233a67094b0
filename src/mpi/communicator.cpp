#include "mpi/communicator.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "mpi/device.hpp"
#include "mpi/forms.hpp"
#include "mpi/probe.hpp"
#include "mpi/recorder.hpp"
#include "mpi/report.hpp"
#include "mpi/wrong.hpp"
#include "select/explain.hpp"

extern char** environ;

namespace tutti::mpi {

constinit thread_local remembered_communicator last_communicator;
constinit std::atomic<std::uint64_t> communicator_generation{1};
constinit conduct state;

namespace {

// What lives as long as MPI does on this process.
struct shared_state {
  settings user = read_settings(environ);  // until all have agreed on process 0's
  settings posted;                         // the same with the wishes for calls that do not block
  std::mutex guard;                        // of what follows
  using decided = std::map<surroundings, std::shared_ptr<choices>>;
  decided decisions, decisions_posted;
  std::vector<communicator*> communicators;
  std::set<std::tuple<surroundings, call_kind, std::size_t>> explained;
  call_counts closed;  // of communicators that were freed
  openings opened;     // how many communicators, and how long that took
  std::unique_ptr<trace> traced;

  std::shared_ptr<choices> decisions_for(const surroundings& around) { return made(decisions, user, around); }
  // The same ones, unless the user wishes something else.
  std::shared_ptr<choices> posted_decisions_for(const surroundings& around) {
    return wishes_differ ? made(decisions_posted, posted, around) : decisions_for(around);
  }
  // There are few kinds of communicators, but a program may make as many graphs as it likes. Within the guard.
  void forget_unused_graphs() {
    constexpr std::ptrdiff_t most = 16;
    const auto unused = [](const auto& d) {
      return d.first.graph != graph_facts{} && d.second.use_count() == 1;
    };
    for (decided* all : {&decisions, &decisions_posted})
      if (std::ranges::count_if(*all, unused) > most) std::erase_if(*all, unused);
  }
  void take_posted_wishes() {
    posted = user.for_posted();
    wishes_differ = std::ranges::any_of(user.posted_wishes, [](const auto& w) { return w.has_value(); });
  }

 private:
  std::shared_ptr<choices> made(decided& all, const settings& by, const surroundings& around) {
    const std::lock_guard lock(guard);
    auto& c = all[around];
    if (!c) c = std::make_shared<choices>(by, around);
    return c;
  }

  bool wishes_differ = false;
};

// Never destroyed: MPI_Finalize may be called by a destructor that runs after ours would.
shared_state& ours() {
  static shared_state* const o = new shared_state;
  return *o;
}

// While the MPI library may delete communicators: those of which tutti's part has gone already. A delete callback of the program's may
// still call a collective there. It goes to the library, on all processes, since callbacks run in the same order on all; what would
// be kept with the communicator now would be taken for that of the next one with the same handle.
class deletion {
 public:
  deletion() noexcept : outer_(innermost) { innermost = this; }
  deletion(const deletion&) = delete;
  deletion& operator=(const deletion&) = delete;
  ~deletion() { innermost = outer_; }

  static void note(MPI_Comm comm) {
    if (innermost) innermost->gone_.push_back(comm);
  }
  static bool of(MPI_Comm comm) noexcept {
    for (const deletion* d = innermost; d; d = d->outer_)
      if (std::ranges::find(d->gone_, comm) != d->gone_.end()) return true;
    return false;
  }

 private:
  static constinit thread_local deletion* innermost;
  deletion* outer_;
  std::vector<MPI_Comm> gone_;
};
constinit thread_local deletion* deletion::innermost = nullptr;

// A communicator of which calls are under way goes with the last of them. One that is being opened is awaited: Open MPI frees next
// what the collective that opens it is on. (MPICH frees it at the end of that, and only then comes here.)
int forget_communicator(MPI_Comm comm, int, void* found, void*) {
  const auto s = static_cast<communicator*>(found);
  deletion::note(comm);
  communicator_generation.fetch_add(1, std::memory_order_acq_rel);
  if (!progress::held()) progress::until([s] { return !s->posted.opening; });
  {
    const progress::hold all;
    s->posted.freed = true;
    recorder::freed(s->recorded);
    forget_handle(comm);
    if (s->posted.under_way > 0 || s->posted.opening) return MPI_SUCCESS;
  }
  close_communicator(s);
  return MPI_SUCCESS;
}

int communicator_keyval() {
  static const int keyval = [] {
    int k = MPI_KEYVAL_INVALID;
    check(PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget_communicator, &k, nullptr));
    return k;
  }();
  return keyval;
}

bool running() {
  int initialized = 0, finalized = 0;
  PMPI_Initialized(&initialized);
  PMPI_Finalized(&finalized);
  return initialized && !finalized;
}

int end(MPI_Comm, int, void*, void*) {
  shared_state& o = ours();
  recorder::finalizing();
  // What a call that was left to the MPI library has begun, and nobody has waited for.
  progress::until([&o] {
    const std::lock_guard lock(o.guard);
    return std::ranges::none_of(o.communicators,
                                [](const communicator* s) { return s->posted.opening.load(); });
  });
  call_counts all = o.closed;
  for (const communicator* s : o.communicators) {
    all.add(s->happened);
    all.add(s->posted.happened);
  }
  progress::end();
  if (state.measures) report(all, o.opened, o.user);
  if (state.traced) state.traced->write(o.user.trace, *state.records);
  state = {.now = phase::ended};  // what is still called goes to the MPI library
  communicator_generation.fetch_add(1, std::memory_order_acq_rel);
  o.traced.reset();
  free_spare_requests();
  close_world();
  return MPI_SUCCESS;
}

// MPI may have been started before tutti was loaded; then its first collective on MPI_COMM_WORLD is where it can begin.
void begin_late_on(MPI_Comm comm) {
  if (comm == MPI_COMM_WORLD && !this_world() && running()) begin();
}

// A call that the MPI library refuses, on a communicator with which nothing is kept.
void note_refused(MPI_Comm comm, const first_call& call, const erroneous& why) {
  if (!reporting()) return;
  int rank = 0;
  check(PMPI_Comm_rank(comm, &rank));
  const std::lock_guard lock(ours().guard);
  ours().closed.add(call.name(), nullptr, why.what, 0, rank == 0, 0);
}

// What is kept with a communicator; if there is nothing, what `open` makes.
template <class Open>
communicator* kept_or(MPI_Comm comm, Open open, const first_call* call = nullptr) {
  void* found = nullptr;
  int flag = 0;
  check(PMPI_Comm_get_attr(comm, communicator_keyval(), static_cast<void*>(&found), &flag));
  if (flag) return static_cast<communicator*>(found);
  if (const erroneous* const why = call ? fault_of(*call, comm) : nullptr) {
    note_refused(comm, *call, *why);
    return nullptr;
  }
  const auto begin = std::chrono::steady_clock::now();
  auto s = std::make_unique<communicator>();
  s->recorded = recorder::place_of(comm);
  open(*s, comm);
  check(PMPI_Comm_set_attr(comm, communicator_keyval(), s.get()));
  const std::lock_guard lock(ours().guard);
  ours().communicators.push_back(s.get());
  ours().opened.add(std::chrono::steady_clock::now() - begin, s->counts);
  return s.release();
}

template <class Open>
communicator* find_or(MPI_Comm comm, Open open, const first_call* call) {
  begin_late_on(comm);
  const bool off = state.now == phase::before ? ours().user.off : state.now >= phase::off;
  if (off || comm == MPI_COMM_NULL || !running() || deletion::of(comm)) return nullptr;
  communicator* s =
      state.now == phase::counting ? kept_or(comm, open_switched_off) : kept_or(comm, open, call);
  last_communicator = {comm, communicator_generation.load(std::memory_order_acquire), s};
  return s;
}

}  // namespace

communicator* find_communicator(MPI_Comm comm, const first_call* call) {
  return find_or(comm, open_communicator, call);
}
communicator* find_or_post_opening(MPI_Comm comm, const first_call* call) {
  return find_or(comm, post_opening, call);
}

int free_communicator(MPI_Comm* comm, int (*free)(MPI_Comm*)) {
  const deletion now;
  const bool kept = state.now == phase::serving || state.now == phase::counting;
  if (kept && comm && *comm != MPI_COMM_NULL) {
    void* found = nullptr;
    int flag = 0;
    const int code = PMPI_Comm_get_attr(*comm, communicator_keyval(), static_cast<void*>(&found), &flag);
    if (code != MPI_SUCCESS) return code;
    if (!flag)
      deletion::note(*comm);
    else if (const auto* s = static_cast<communicator*>(found); !progress::held())
      // Otherwise the end of the collective that opens it may delete it, and run the program's callbacks in the middle of ours.
      progress::until([s] { return !s->posted.opening; });
  }
  return free(comm);
}

void close_communicator(communicator* closed) {
  const std::unique_ptr<communicator> s(closed);
  shared_state& o = ours();
  {
    const std::lock_guard lock(o.guard);
    std::erase(o.communicators, s.get());
    o.closed.add(s->happened);
    o.closed.add(s->posted.happened);
    if (std::exchange(s->neighbours, nullptr)) o.forget_unused_graphs();
  }
  // A number whose messages may still come is never given to another communicator.
  if (world* w = this_world(); w && s->number >= 0 && !s->left_over) w->communicators.give(s->number);
}

void decide_for(communicator& s, const surroundings& around) {
  s.decide = ours().decisions_for(around).get();
  s.decide_posted = ours().posted_decisions_for(around).get();
  s.by.segment = segment_for(ours().user, around);
}

void decide_for_graph(communicator& s) {
  communicator::graph& g = *s.neighbours;
  surroundings around = s.decide->around();
  around.graph = g.mine.facts();
  if (s.own) {
    g.own = std::make_unique<communicator::own_choices>(s.own->user, around);
    g.decide = g.decide_posted = &g.own->decide;
  } else {
    g.shared = {ours().decisions_for(around), ours().posted_decisions_for(around)};
    g.decide = g.shared[0].get(), g.decide_posted = g.shared[1].get();
  }
}

communicator* open_to_programs(MPI_Comm comm) {
  begin_late_on(comm);
  communicator* s = kept_or(comm, open_communicator);
  if (!s->native && s->number < 0) open_communicator(*s, comm);  // so far only counted
  if (s->native && still_native(*s)) throw failure(MPI_ERR_COMM);
  return s;
}

void use(MPI_Comm comm, collective of, const algorithm* wished) {
  communicator* s = open_to_programs(comm);
  settings user = s->own ? s->own->user : ours().user;
  user.wishes[static_cast<std::size_t>(of)] = {.use = wished};
  auto fresh = std::make_unique<communicator::own_choices>(user, s->decide->around());
  s->decide = s->decide_posted = &fresh->decide;
  s->own = std::move(fresh);
  if (s->neighbours && s->neighbours->agreed) decide_for_graph(*s);
}

void explain_once(const choices& decide, const call_kind& of, std::size_t bytes) {
  if (this_world()->rank != 0) return;
  shared_state& o = ours();
  {
    const std::lock_guard lock(o.guard);
    if (!o.explained.emplace(decide.around(), of, choices::size_class(bytes)).second) return;
  }
  const std::string text = as_text(decide.reason(of, bytes), decide.user());
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void begin() {
  if (this_world()) return;
  open_world();
  predefined_types.fill();
  world& w = *this_world();
  settings& user = ours().user;
  user = agreed_settings(w);
  find_nodes(w, user.node_size, user.shares_memory && !user.off);
  w.domains = w.nodes;
  if (!user.off && user.unknown_machine()) {
    find_domains(w, user.domain_size);
    if (auto machine = probe(w)) {
      user.run_on(std::move(*machine));
      user.clocked = true;
    } else if (!user.domain_size) {
      w.domains = w.nodes;  // a message from one to another would cost what is usual between nodes
    }
    user.by_domain = w.domains != w.nodes;
  }
  ours().take_posted_wishes();
  look_for_devices(user.devices);
  const bool reports = !user.report.empty();
  record::section* const records = recorder::begin(user.record, w, reports || !user.trace.empty());
  if (!user.trace.empty()) ours().traced = begin_trace(records, w);
  state = {.now = !user.off            ? phase::serving
                  : reports || records ? phase::counting
                                       : phase::off,
           .posts = progress::possible(),
           .measures = reports,
           .explains = user.explain,
           .checks = user.off ? checking::off : user.check,
           .threads = w.threads,
           .records = records,
           .traced = ours().traced.get(),
           .nanoseconds_a_tick = recorder::nanoseconds_a_tick()};
#if defined(MPICH_VERSION)
  // A thread may be in a call that waits, as which it advances nothing, when another one begins what needs that.
  if (w.threads && state.now == phase::serving && state.posts) progress::begin();
#endif
  if (user.progress_thread && state.now == phase::serving && state.posts) {
    if (w.threads)
      progress::begin_thread();
    else
      user.warnings.push_back(
          "TUTTI_PROGRESS=thread: MPI_THREAD_MULTIPLE is not available, so progress is made only inside MPI "
          "calls");
  }
  if (w.rank == 0) {
    for (const std::string& warning : user.warnings) std::fprintf(stderr, "tutti: %s\n", warning.c_str());
    const auto say_elsewhere = [&w](const std::shared_ptr<const profile>& said, const std::string& file) {
      const std::string elsewhere = said ? measured_elsewhere(*said, w.size) : "";
      if (!elsewhere.empty())
        std::fprintf(stderr, "tutti: %s does not cover %d processes: %s\n", file.c_str(), w.size,
                     elsewhere.c_str());
    };
    say_elsewhere(user.measured, user.profile_file);
    say_elsewhere(user.planned, user.plan_file);
    if (user.debug) announce(user);
  }
  // MPI_Finalize begins by deleting the attributes of MPI_COMM_SELF, while everything still works: from any language.
  int keyval = MPI_KEYVAL_INVALID;
  check(PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end, &keyval, nullptr));
  check(PMPI_Comm_set_attr(MPI_COMM_SELF, keyval, nullptr));
}

}  // namespace tutti::mpi
