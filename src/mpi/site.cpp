#include "mpi/site.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "mpi/report.hpp"
#include "select/explain.hpp"
#include "select/sources.hpp"

extern char** environ;

namespace tutti::mpi {

constinit thread_local remembered_site last_site;
constinit std::atomic<std::uint64_t> site_generation{1};
constinit bool measured = false;
constinit bool explaining = false;

namespace {

// What lives as long as MPI does on this process.
struct office {
  settings user = read_settings(environ);
  int keyval = MPI_KEYVAL_INVALID;
  std::mutex guard;  // of what follows
  std::map<surroundings, std::unique_ptr<choices>> decisions;
  std::vector<site*> sites;
  std::set<std::tuple<surroundings, call_kind, std::size_t>> explained;
  ledger closed;  // of communicators that were freed

  choices& decisions_for(const surroundings& around) {
    const std::lock_guard lock(guard);
    auto& c = decisions[around];
    if (!c) c = std::make_unique<choices>(user, around);
    return *c;
  }
};

// Never destroyed: MPI_Finalize may be called by a destructor that runs after ours would.
office& ours() {
  static office* const o = [] {
    auto* fresh = new office;
    measured = !fresh->user.report.empty();
    explaining = fresh->user.explain;
    return fresh;
  }();
  return *o;
}

int close_site(MPI_Comm, int, void* found, void*) {
  const std::unique_ptr<site> s(static_cast<site*>(found));
  site_generation.fetch_add(1, std::memory_order_acq_rel);
  office& o = ours();
  {
    const std::lock_guard lock(o.guard);
    std::erase(o.sites, s.get());
    o.closed.add(s->happened);
  }
  return s->comm == MPI_COMM_NULL ? MPI_SUCCESS : PMPI_Comm_free(&s->comm);
}

int site_keyval() {
  static const int keyval = [] {
    int k = MPI_KEYVAL_INVALID;
    check(PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, close_site, &k, nullptr));
    return k;
  }();
  return keyval;
}

// Which processes of the communicator share a node, agreed on by all; none if their settings are not the same.
std::optional<node_map> agree(MPI_Comm comm, int rank, int size) {
  int name = rank;  // that of the node's first process
  if (const int node_size = ours().user.node_size; node_size > 0) {
    check(PMPI_Comm_rank(MPI_COMM_WORLD, &name));
    name /= node_size;
  } else if (size > 1) {
    MPI_Comm node = MPI_COMM_NULL;
    check(PMPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    check(PMPI_Bcast(&name, 1, MPI_INT, 0, node));
    check(PMPI_Comm_free(&node));
  }
  static const std::uint32_t settings_here = ours().user.fingerprint();
  const std::array<std::int32_t, 2> here{name, std::bit_cast<std::int32_t>(settings_here)};
  std::vector<std::array<std::int32_t, 2>> all(static_cast<std::size_t>(size));
  check(PMPI_Allgather(here.data(), 2, MPI_INT32_T, all.data(), 2, MPI_INT32_T, comm));
  std::vector<int> names;
  for (const auto& [node, user] : all) {
    if (user != all[0][1]) return {};
    names.push_back(node);
  }
  return node_map(names);
}

constexpr const char* disagreement = "the processes' settings (TUTTI_*) are not the same";

bool is_inter(MPI_Comm comm) {
  int inter = 0;
  check(PMPI_Comm_test_inter(comm, &inter));
  return inter != 0;
}

// Process 0 counts the operations. Both groups of an inter-communicator have one: that of the first process of the world
// does. Groups of different worlds, as after MPI_Comm_spawn, both do, each for the report of its own world.
bool counts_operations(MPI_Comm comm, int rank) {
  if (rank != 0 || !is_inter(comm)) return rank == 0;
  MPI_Group world = MPI_GROUP_NULL, remote = MPI_GROUP_NULL;
  check(PMPI_Comm_group(MPI_COMM_WORLD, &world));
  check(PMPI_Comm_remote_group(comm, &remote));
  const int first = 0;
  int mine = 0, theirs = MPI_UNDEFINED;
  check(PMPI_Comm_rank(MPI_COMM_WORLD, &mine));
  check(PMPI_Group_translate_ranks(remote, 1, &first, world, &theirs));
  check(PMPI_Group_free(&remote));
  check(PMPI_Group_free(&world));
  return theirs == MPI_UNDEFINED || mine < theirs;
}

std::unique_ptr<site> new_site(MPI_Comm comm) {
  auto s = std::make_unique<site>();
  check(PMPI_Comm_rank(comm, &s->rank));
  check(PMPI_Comm_size(comm, &s->size));
  s->counts = counts_operations(comm, s->rank);
  if (is_inter(comm)) s->native = "inter-communicator";
  return s;
}

// Where nothing is served, calls are at most counted: no communicator is made.
std::unique_ptr<site> open_switched_off(MPI_Comm comm) {
  auto s = new_site(comm);
  s->decide = &ours().decisions_for({.p = s->size});
  return s;
}

// Collective. MPI_Comm_create, not MPI_Comm_dup: the program's attributes are not copied, its callbacks not called.
std::unique_ptr<site> open_site(MPI_Comm comm) {
  auto s = new_site(comm);
  if (s->native) return s;
  MPI_Group all = MPI_GROUP_NULL;
  check(PMPI_Comm_group(comm, &all));
  check(PMPI_Comm_create(comm, all, &s->comm));
  check(PMPI_Group_free(&all));
  check(PMPI_Comm_set_errhandler(s->comm, MPI_ERRORS_RETURN));
  std::optional<node_map> agreed = agree(s->comm, s->rank, s->size);
  if (!agreed) {
    if (s->rank == 0)
      std::fprintf(stderr, "tutti: calls on a communicator of %d processes go to the MPI library: %s\n",
                   s->size, disagreement);
    s->native = disagreement;
    return s;
  }
  node_map& map = *agreed;
  const surroundings around = surroundings_of(map);
  s->decide = &ours().decisions_for(around);
  s->segment = segment_for(ours().user, around);
  if (map.nodes() > 1 && map.per_node() > 1) s->nodes = std::make_unique<const node_map>(std::move(map));
  return s;
}

std::string mpi_here() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  check(PMPI_Get_library_version(text.data(), &length));
  return mpi_identity({text.data(), static_cast<std::size_t>(length)});
}

// What process 0 of MPI_COMM_WORLD has read from a file, on all processes; none if it was to read nothing or could not.
std::optional<std::string> passed_on(settings& user, int rank, const char* variable, std::string& file) {
  std::optional<std::string> text;
  if (rank == 0 && !file.empty()) text = read_source(user, variable, file);
  std::array<int, 2> lengths{text ? static_cast<int>(text->size()) : -1, static_cast<int>(file.size())};
  check(PMPI_Bcast(lengths.data(), 2, MPI_INT, 0, MPI_COMM_WORLD));
  if (lengths[0] < 0) return {};
  std::string all = text ? file + *text : std::string();
  all.resize(static_cast<std::size_t>(lengths[0]) + static_cast<std::size_t>(lengths[1]));
  check(PMPI_Bcast(all.data(), static_cast<int>(all.size()), MPI_CHAR, 0, MPI_COMM_WORLD));
  file = all.substr(0, static_cast<std::size_t>(lengths[1]));
  return all.substr(static_cast<std::size_t>(lengths[1]));
}

// The files that settings name. One process reads them: no other can have seen another file.
void take_sources(settings& user, int rank) {
  if (const auto text = passed_on(user, rank, "TUTTI_MACHINE", user.machine_file)) take_machine(user, *text);
  if (const auto text = passed_on(user, rank, "TUTTI_PROFILE", user.profile_file))
    take_profile(user, *text, mpi_here());
}

bool running() {
  int initialized = 0, finalized = 0;
  PMPI_Initialized(&initialized);
  PMPI_Finalized(&finalized);
  return initialized && !finalized;
}

int end(MPI_Comm, int, void*, void*) {
  office& o = ours();
  ledger all = o.closed;
  for (const site* s : o.sites) all.add(s->happened);
  if (measured) report(all, o.user);
  // The program does not free MPI_COMM_WORLD; the communicator kept with it would be left over.
  void* found = nullptr;
  int flag = 0;
  if (PMPI_Comm_get_attr(MPI_COMM_WORLD, site_keyval(), static_cast<void*>(&found), &flag) == MPI_SUCCESS &&
      flag)
    PMPI_Comm_delete_attr(MPI_COMM_WORLD, site_keyval());
  explaining = false;
  o.user.off = true;  // what is still called goes to the MPI library
  measured = false;
  return MPI_SUCCESS;
}

// The site kept with a communicator; if there is none, what `open` makes.
template <class Open>
site* kept_or(MPI_Comm comm, Open open) {
  void* found = nullptr;
  int flag = 0;
  check(PMPI_Comm_get_attr(comm, site_keyval(), static_cast<void*>(&found), &flag));
  if (flag) return static_cast<site*>(found);
  std::unique_ptr<site> s = open(comm);
  check(PMPI_Comm_set_attr(comm, site_keyval(), s.get()));
  const std::lock_guard lock(ours().guard);
  ours().sites.push_back(s.get());
  return s.release();
}

}  // namespace

site* find_site(MPI_Comm comm) {
  const bool off = ours().user.off;
  if ((off && !measured) || comm == MPI_COMM_NULL || !running()) return nullptr;
  site* s = kept_or(comm, off ? open_switched_off : open_site);
  last_site = {comm, site_generation.load(std::memory_order_acquire), s};
  return s;
}

const site* open_to_programs(MPI_Comm comm) {
  site* s = kept_or(comm, open_site);
  if (!s->native && s->comm == MPI_COMM_NULL) {  // so far only counted
    const std::unique_ptr<site> full = open_site(comm);
    full->happened = std::move(s->happened);
    *s = std::move(*full);
  }
  if (s->native) throw failure(MPI_ERR_COMM);
  return s;
}

void use(MPI_Comm comm, collective of, const algorithm* wished) {
  site* s = kept_or(comm, open_site);
  if (s->native) throw failure(MPI_ERR_COMM);
  settings user = s->own ? s->own->user : ours().user;
  user.wishes[static_cast<std::size_t>(of)] = {.use = wished};
  auto fresh = std::make_unique<site::own_choices>(user, s->decide->around());
  s->decide = &fresh->decide;
  s->own = std::move(fresh);
}

void explain_once(const site& s, const call_kind& of, std::size_t bytes) {
  int rank = 0;
  check(PMPI_Comm_rank(MPI_COMM_WORLD, &rank));
  if (rank != 0) return;
  office& o = ours();
  {
    const std::lock_guard lock(o.guard);
    if (!o.explained.emplace(s.decide->around(), of, choices::size_class(bytes)).second) return;
  }
  const std::string text = as_text(s.decide->reason(of, bytes), s.decide->user());
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void begin() {
  settings& user = ours().user;
  int rank = 0;
  check(PMPI_Comm_rank(MPI_COMM_WORLD, &rank));
  take_sources(user, rank);
  if (rank == 0) {
    for (const std::string& w : user.warnings) std::fprintf(stderr, "tutti: %s\n", w.c_str());
    int size = 0;
    check(PMPI_Comm_size(MPI_COMM_WORLD, &size));
    const std::string elsewhere = user.measured ? measured_elsewhere(*user.measured, size) : "";
    if (!elsewhere.empty())
      std::fprintf(stderr, "tutti: %s says nothing of %d processes: %s\n", user.profile_file.c_str(), size,
                   elsewhere.c_str());
    if (user.debug) announce(user);
  }
  if (user.off && !measured) return;
  // MPI_Finalize begins by deleting the attributes of MPI_COMM_SELF, while everything still works: from any language.
  int keyval = MPI_KEYVAL_INVALID;
  check(PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end, &keyval, nullptr));
  check(PMPI_Comm_set_attr(MPI_COMM_SELF, keyval, nullptr));
}

}  // namespace tutti::mpi
