// Opens a communicator: fills in tutti's data about it. Creates no MPI objects. Nodes and ranks are those of
// MPI_COMM_WORLD. The processes exchange the numbers for their tags by a collective of the MPI library on the
// communicator itself. This is legal because the program makes a collective call on it.

#include "mpi/communicators/opening.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

#include "mpi/communicators/call_order.hpp"
#include "mpi/communicators/communicator.hpp"
#include "mpi/communicators/decisions.hpp"
#include "mpi/library/quirks.hpp"
#include "mpi/observe/recorder.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/runtime/run_state.hpp"
#include "mpi/runtime/sessions.hpp"
#include "mpi/start/world.hpp"

namespace tutti::mpi {
namespace {

// True if this process counts the operations. On a communicator with processes of several MPI_COMM_WORLDs,
// the first process of each of them counts, because each MPI_COMM_WORLD has its own report. On an
// inter-communicator, the group with the lowest rank in MPI_COMM_WORLD counts.
bool counts_operations(MPI_Comm comm, const std::vector<int>& ranks, int rank) {
  const auto first = std::ranges::find_if(ranks, [](int r) { return r != MPI_UNDEFINED; });
  if (first == ranks.end() || first - ranks.begin() != rank) return false;
  if (!is_inter(comm)) return true;
  const auto lowest = [](const std::vector<int>& all) {
    int found = std::numeric_limits<int>::max();
    for (const int r : all)
      if (r != MPI_UNDEFINED) found = std::min(found, r);
    return found;
  };
  return lowest(ranks) < lowest(in_this_world(comm, PMPI_Comm_remote_group));
}

// Fills in all facts that are known without communication. Before tutti has begun, the communicator is left
// to the MPI library for good. late_start.hpp says why this is the same on all processes. (Each process may
// have other settings until then, so that TUTTI=off makes no difference here.)
void fill_in_local_facts(communicator& c, MPI_Comm comm) {
  c.handle = comm;
  check(PMPI_Comm_rank(comm, &c.via.rank));
  check(PMPI_Comm_size(comm, &c.via.size));
  c.inter = is_inter(comm);
  if (may_begin()) {
    c.counts_operations = c.rank() == 0;
    c.native = sessions::used ? "its processes had made no communicator of all processes first"
                              : "MPI was started before tutti was loaded";
    return;
  }
  c.world_ranks = in_this_world(comm, PMPI_Comm_group);
  c.counts_operations = counts_operations(comm, c.world_ranks, c.rank());
  if (c.inter)
    c.native = "inter-communicator";
  else if (std::ranges::find(c.world_ranks, MPI_UNDEFINED) != c.world_ranks.end())
    c.native = this_world()->any_left
                   ? "processes of sessions that have begun again"
                   : "processes of several MPI_COMM_WORLDs";  // some of them may run without tutti
}

// Returns the surroundings of the communicator. Sets c.nodes if there are several nodes, some with several
// processes.
surroundings look_around(communicator& c, const world& w) {
  const auto node = [&w](int r) { return w.domains[static_cast<std::size_t>(r)]; };
  const int first = node(c.world_ranks[0]);
  if (std::ranges::all_of(c.world_ranks, [&](int r) { return node(r) == first; }))
    return {.p = c.size(), .per_node = c.size(), .nodes = 1};
  std::vector<int> names;
  for (const int r : c.world_ranks) names.push_back(node(r));
  node_map map(names);
  const surroundings around = surroundings_of(map);
  if (map.per_node() > 1) c.nodes = std::make_unique<const node_map>(std::move(map));
  return around;
}

// True if processes of this node meet by their arrival counters. They need not meet if the MPI library calls
// tutti back.
bool counts_arrivals(const world& w) { return !progress::called_back() && !w.near.arrivals.empty(); }

// Returns the arrival counter of the process with this rank in MPI_COMM_WORLD, for meetings on the
// communicator to which that process has given this number. Null if there is none.
std::atomic<std::uint32_t>* arrival_counter(const world& w, int rank, int number) {
  if (!counts_arrivals(w) || number < 0 || number >= node_links::arrival_counters) return nullptr;
  std::atomic<std::uint32_t>* const first = w.near.arrivals[static_cast<std::size_t>(rank)];
  return first ? first + number : nullptr;
}

constexpr const char* too_many = "more communicators than tutti has numbers for";
constexpr const char* not_open = "the communicator is not open yet";

// Does everything except the exchange of numbers. Returns false if no exchange is needed.
bool prepare(communicator& c, MPI_Comm comm) {
  fill_in_local_facts(c, comm);
  if (c.native) return false;
  world& w = *this_world();
  number_pool& numbers = w.communicators;
  c.number = (c.of_operation ? numbers.take_for_operation() : numbers.take()).value_or(-1);
  c.call_mask = w.call_mask();
  c.via.channel = w.channel;
  c.via.self_comm = w.self_channel;
  c.via.take_links(w.near);
  decide_for(c, look_around(c, w));
  bool same = true;
  for (int r = 0; r < c.size(); ++r) same = same && c.world_ranks[static_cast<std::size_t>(r)] == r;
  if (same)
    c.world_ranks = {};
  else
    c.via.world_ranks = c.world_ranks.data();
  // Memory for the results of the exchange, so that a posted exchange cannot fail for lack of memory.
  const auto p = static_cast<std::size_t>(c.size());
  c.tags.resize(p);  // at first the numbers of all processes, then their tags
  if (counts_arrivals(w)) c.arrivals.reserve(p);
  return true;
}

// Throws a failure if the exchange of numbers has failed or could not begin.
void check_exchange(communicator& c, int code) {
  if (code == MPI_SUCCESS) return;
  if (c.number >= 0) this_world()->communicators.give(std::exchange(c.number, -1));
  throw failure(code, true);
}

// Takes the numbers by which all processes know the communicator. All processes have the same numbers, so all
// come to the same result.
void take_numbers(communicator& c, world& w) {
  if (std::ranges::find(c.tags, -1) != c.tags.end()) {
    if (c.number >= 0) w.communicators.give(std::exchange(c.number, -1));
    c.native = too_many;
    c.tags = {};
    return;
  }
  for (int& tag : c.tags) tag = w.first_tag(tag);
  c.via.tag = w.first_tag(c.number);
  if (std::ranges::all_of(c.tags, [&](int tag) { return tag == c.via.tag; }))
    c.tags = {};
  else
    c.via.tags = c.tags.data();
  recorder::opened(c.recorded, c.first_tag());
  c.native = nullptr;
}

// The facts about a communicator that a process sends to the others when the communicator is opened.
struct opening_message {
  int number;              // by which the process knows the communicator
  std::uint32_t arrivals;  // the value of its counter of arrivals
};

opening_message message_of(const communicator& c, const world& w) {
  const std::atomic<std::uint32_t>* const counter = arrival_counter(w, w.rank, c.number);
  return {c.number, counter ? counter->load(std::memory_order_relaxed) : 0};
}

void take_messages(communicator& c, const world& w, const std::vector<opening_message>& all) {
  for (std::size_t r = 0; r < all.size(); ++r) {
    c.tags[r] = all[r].number;
    std::atomic<std::uint32_t>* const counter =
        arrival_counter(w, c.via.in_world(static_cast<int>(r)), all[r].number);
    if (counter) c.arrivals.push_back({counter, all[r].arrivals});
  }
  if (c.arrivals.size() < all.size()) c.arrivals = {};
}

// The exchange of numbers for a communicator whose first call may not wait.
class posted_opening final : private progress::waiter {
 public:
  static void post(communicator& c, MPI_Comm comm) {
    if (!prepare(c, comm)) return;
    c.native = not_open;
    const progress::hold lock;
    progress::make_room(1);
    auto opening = std::unique_ptr<posted_opening>(new posted_opening(c));
    MPI_Request request = MPI_REQUEST_NULL;
    check_exchange(c, opening->start_exchange(request));
    c.posted.opening = true;
    progress::await(request, *opening.release(), 0);
    progress::changed(progress::progress_reasons, 1);
  }

 private:
  explicit posted_opening(communicator& c) noexcept : communicator_(c) {}

  // Starts an allgather, or with Open MPI an allreduce, which is a tree there. In Open MPI's allgather, every
  // process sends to every other, which connects all pairs for good.
  int start_exchange(MPI_Request& request) {
    constexpr int words = sizeof(opening_message) / sizeof(int);
    const opening_message own = message_of(communicator_, *this_world());
    receive_buffer_.resize(communicator_.tags.size());
    if (!quirks::allgather_connects_all()) {
      send_buffer_ = {own};
      return PMPI_Iallgather(send_buffer_.data(), words, MPI_INT, receive_buffer_.data(), words, MPI_INT,
                             communicator_.handle, &request);
    }
    send_buffer_.assign(receive_buffer_.size(), {std::numeric_limits<int>::min(), 0});
    send_buffer_[static_cast<std::size_t>(communicator_.rank())] = own;
    return PMPI_Iallreduce(send_buffer_.data(), receive_buffer_.data(), words * communicator_.size(), MPI_INT,
                           MPI_MAX, communicator_.handle, &request);
  }
  ~posted_opening() = default;
  friend std::default_delete<posted_opening>;

  bool ended(int code, const MPI_Status&, std::size_t) noexcept override {
    code_ = code;
    return true;
  }
  void go_on() override {
    const std::unique_ptr<posted_opening> last(this);
    progress::changed(progress::progress_reasons, -1);
    if (code_ == MPI_SUCCESS) {
      take_messages(communicator_, *this_world(), receive_buffer_);
      take_numbers(communicator_, *this_world());
      pass_on_waiting_calls(communicator_);
    } else {
      communicator_.native = "opening the communicator failed";
      fail_waiting_calls(communicator_, code_);
    }
    communicator_.posted.opening = false;
    start_waiting_calls(communicator_);
  }

  communicator& communicator_;
  // The exchange uses these until it has ended.
  std::vector<opening_message> send_buffer_, receive_buffer_;
  int code_ = MPI_SUCCESS;
};

}  // namespace

bool all_run_tutti(MPI_Comm comm) {
  const auto here = [](const std::vector<int>& ranks) {
    return std::ranges::find(ranks, MPI_UNDEFINED) == ranks.end();
  };
  return here(in_this_world(comm, PMPI_Comm_group)) &&
         (!is_inter(comm) || here(in_this_world(comm, PMPI_Comm_remote_group)));
}

const erroneous* fault_of(const first_call& call, MPI_Comm comm) {
  if (may_begin() || is_inter(comm)) return nullptr;
  communicator c;
  c.handle = comm;
  check(PMPI_Comm_rank(comm, &c.via.rank));
  check(PMPI_Comm_size(comm, &c.via.size));
  return call.fault(c);
}

void open_switched_off(communicator& c, MPI_Comm comm) {
  fill_in_local_facts(c, comm);
  if (!c.native) decide_for(c, {.p = c.size()});
}

void open_communicator(communicator& c, MPI_Comm comm) {
  // The exchange is posted if calls under way must advance while this waits. In check mode it is always
  // posted: the first call of another process may be a non-blocking one, and posted and blocking exchanges do
  // not match.
  const bool posts = this_run.posts && (!progress::called_back() || this_run.checks != checking::off);
  if (posts) {
    post_opening(c, comm);
    still_native(c);
  } else if (prepare(c, comm)) {
    check_exchange(c, PMPI_Allgather(&c.number, 1, MPI_INT, c.tags.data(), 1, MPI_INT, comm));
    take_numbers(c, *this_world());
  }
}

void post_opening(communicator& c, MPI_Comm comm) {
  progress::begin();
  posted_opening::post(c, comm);
}

}  // namespace tutti::mpi
