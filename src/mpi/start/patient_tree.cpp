#include "mpi/start/patient_tree.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "mpi/runtime/sessions.hpp"
#include "mpi/start/world.hpp"

namespace tutti::mpi {
namespace {

using namespace std::chrono_literals;
using duration = patience::clock::duration;

// All processes have just left MPI_Init, so they arrive soon, unless the machine is busy. A process waits
// longer for an answer than for a message, because the answering process may itself wait for messages.
constexpr duration for_messages = 10s, for_answers = 15s;

// This process must not serve the program natively instead. Its messages to a process without tutti cannot be
// taken back, and would match receives of the program there, from any source with any tag.
[[noreturn]] void give_up(MPI_Comm comm, const std::vector<int>& missing, duration waited) {
  std::string who;
  for (const int r : missing) who += (who.empty() ? "" : ", ") + std::to_string(r);
  std::fprintf(stderr,
               "tutti: process%s %s of %s did not start tutti within %d seconds: load it in all "
               "processes of a program, or in none\n",
               missing.size() == 1 ? "" : "es", who.c_str(),
               comm == MPI_COMM_WORLD ? "MPI_COMM_WORLD" : "a communicator of a session",
               static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(waited).count()));
  abort_job();
}

int largest_tag(MPI_Comm comm) {
  void* most = nullptr;
  int flag = 0;
  check(PMPI_Comm_get_attr(comm, MPI_TAG_UB, static_cast<void*>(&most), &flag));
  return flag ? *static_cast<const int*>(most) : 32767;
}

}  // namespace

void abort_job() {
  std::this_thread::sleep_for(300ms);  // launchers may lose the last output of an aborted job
  if (sessions::world_model_runs())
    PMPI_Abort(MPI_COMM_WORLD, 2);
  else if (this_world())
    PMPI_Abort(this_world()->channel, 2);
  std::abort();
}

void abort_at_start(const std::string& why) {
  int rank = 0;
  if (sessions::world_model_runs())
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  else if (this_world())
    rank = this_world()->rank;
  std::fprintf(stderr, "tutti: process %d of MPI_COMM_WORLD could not start: %s\n", rank, why.c_str());
  abort_job();
}

patient_tree::patient_tree(const world& w)
    : comm_(w.channel),
      rank_(w.rank),
      size_(w.size),
      tag_(w.first_tag(0) + 1) {}  // the prober uses the first tag

patient_tree::patient_tree(MPI_Comm fresh) : comm_(fresh), tag_(largest_tag(fresh)), limited_(true) {
  check(PMPI_Comm_rank(comm_, &rank_));
  check(PMPI_Comm_size(comm_, &size_));
}

int patient_tree::full_subtree_size() const noexcept {
  int bit = 1;
  while (bit < size_ && (rank_ & bit) == 0) bit *= 2;
  return bit;
}

int patient_tree::subtree_size() const noexcept { return std::min(full_subtree_size(), size_ - rank_); }

std::vector<int> patient_tree::below() const {
  std::vector<int> ranks;
  for (int bit = 1; bit < subtree_size(); bit *= 2) ranks.push_back(rank_ + bit);
  return ranks;
}

// Each process answers the processes below it at once, which shows them that it takes part. From then on,
// they wait without limit.
void patient_tree::pass_up(const std::byte* mine, std::byte* theirs, std::size_t each) const {
  const int bytes = static_cast<int>(each), above = rank_ - full_subtree_size();
  const std::vector<int> from = below();
  std::vector<MPI_Request> messages(from.size()), answers(from.size());
  for (std::size_t i = 0; i < from.size(); ++i)
    check(PMPI_Irecv(theirs + i * each, bytes, MPI_BYTE, from[i], tag_, comm_, &messages[i]));
  MPI_Request sent = MPI_REQUEST_NULL, answer = MPI_REQUEST_NULL;
  if (rank_ != 0) {
    check(PMPI_Irecv(nullptr, 0, MPI_BYTE, above, tag_, comm_, &answer));
    check(PMPI_Isend(mine, bytes, MPI_BYTE, above, tag_, comm_, &sent));
  }
  const patience wait;
  std::vector<int> missing;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const duration left =
        limited_ ? std::max(for_messages - wait.waited(), duration::zero()) : duration::max();
    if (ended_within(messages[i], patience(), left))
      check(PMPI_Isend(nullptr, 0, MPI_BYTE, from[i], tag_, comm_, &answers[i]));
    else
      missing.push_back(from[i]);
  }
  if (!missing.empty()) give_up(comm_, missing, for_messages);
  for (MPI_Request* const one : {&answer, &sent})
    if (!ended_within(*one, patience(), limited_ ? for_answers : duration::max()))
      give_up(comm_, {above}, for_answers);
  for (MPI_Request& one : answers) wait_patiently(one);
}

// The subtree of the process at distance b has b consecutive ranks, or as many as there are.
void patient_tree::gather(std::byte* all, std::size_t each) const {
  const std::vector<int> from = below();
  std::vector<MPI_Request> messages(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    const int distance = from[i] - rank_, many = std::min(distance, size_ - from[i]);
    check(PMPI_Irecv(all + static_cast<std::size_t>(distance) * each, many * static_cast<int>(each), MPI_BYTE,
                     from[i], tag_, comm_, &messages[i]));
  }
  for (MPI_Request& one : messages) wait_patiently(one);
  if (rank_ == 0) return;
  MPI_Request sent = MPI_REQUEST_NULL;
  check(PMPI_Isend(all, subtree_size() * static_cast<int>(each), MPI_BYTE, rank_ - full_subtree_size(), tag_,
                   comm_, &sent));
  wait_patiently(sent);
}

// The length of the text is not known before the message arrives.
void patient_tree::receive_text(std::string& text, int from) const {
  MPI_Status status;
  int bytes = 0;
  for (patience wait;; wait.rest()) {
    int here = 0;
    check(PMPI_Iprobe(from, tag_, comm_, &here, &status));
    if (here) break;
  }
  check(PMPI_Get_count(&status, MPI_BYTE, &bytes));
  text.resize(static_cast<std::size_t>(bytes));
  MPI_Request message = MPI_REQUEST_NULL;
  check(PMPI_Irecv(text.data(), bytes, MPI_BYTE, from, tag_, comm_, &message));
  wait_patiently(message);
}

void patient_tree::broadcast(std::string& text) const {
  if (rank_ != 0) receive_text(text, rank_ - full_subtree_size());
  std::vector<int> to = below();
  std::ranges::reverse(to);  // the largest subtree first
  std::vector<MPI_Request> messages(to.size());
  for (std::size_t i = 0; i < to.size(); ++i)
    check(PMPI_Isend(text.data(), static_cast<int>(text.size()), MPI_BYTE, to[i], tag_, comm_, &messages[i]));
  for (MPI_Request& one : messages) wait_patiently(one);
}

}  // namespace tutti::mpi
