#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <unordered_map>

#include "record/roll.hpp"

namespace tutti::record {
namespace {

bool sends(const roll::process& p) noexcept {
  return p.in == message::send || p.in == message::ssend || p.in == message::rsend ||
         (p.in >= message::wait && p.in <= message::waitsome);  // a wait that has a peer is for a send
}
bool sends_and_receives(const roll::process& p) noexcept {
  return p.in == message::sendrecv || p.in == message::sendrecv_replace;  // the peer is the sender
}
bool receives(const roll::process& p) noexcept {
  return p.in == message::recv || p.in == message::probe || p.in == message::mprobe || sends_and_receives(p);
}

// True if the two calls are, or may be, a send and its receive.
bool may_match(const roll::process& sender, const roll::process& receiver) noexcept {
  if (receiver.in == message::mrecv) return true;
  if (!receives(receiver) || (receiver.peer >= 0 && receiver.peer != sender.rank)) return false;
  // The record does not have the receiver of the message that MPI_Sendrecv sends.
  if (sends_and_receives(sender)) return true;
  return sends(sender) && sender.peer == receiver.rank &&
         (receiver.tag < 0 || sender.tag < 0 || receiver.tag == sender.tag);
}

bool waits_for(const roll::process& p, const roll::process& other) noexcept {
  if (sends_and_receives(p)) return false;  // perhaps for the receiver, which the record does not have
  if (sends(p)) return !may_match(p, other);
  return receives(p) && !may_match(other, p);
}

}  // namespace

std::vector<std::vector<int>> circles(const roll& all) {
  std::unordered_map<int, std::size_t> place;
  for (std::size_t k = 0; k < all.processes.size(); ++k) place.emplace(all.processes[k].rank, k);
  // The process that each process waits for, and the walk that first reached each process.
  const std::size_t nobody = all.processes.size();
  std::vector<std::size_t> next(all.processes.size(), nobody), walk(next);
  for (std::size_t k = 0; k < nobody; ++k) {
    const roll::process& p = all.processes[k];
    const auto found = p.peer_known && p.is == condition::running ? place.find(p.peer) : place.end();
    if (found != place.end() && waits_for(p, all.processes[found->second])) next[k] = found->second;
  }
  std::vector<std::vector<int>> every;
  for (std::size_t first = 0; first < nobody; ++first) {
    std::size_t k = first;
    for (; k != nobody && walk[k] == nobody; k = next[k]) walk[k] = first;
    if (k == nobody || walk[k] != first) continue;
    std::vector<int> circle;
    for (std::size_t at = k; circle.empty() || at != k; at = next[at])
      circle.push_back(all.processes[at].rank);
    std::ranges::rotate(circle, std::ranges::min_element(circle));
    every.push_back(std::move(circle));
  }
  return every;
}

std::string circle_in_words(const std::vector<int>& circle) {
  constexpr std::size_t most = 16, at_the_end = 2;
  std::string text = "rank ";
  for (std::size_t k = 0; k < circle.size(); ++k) {
    if (circle.size() > most && k == most - at_the_end) {
      text += "... -> ";
      k = circle.size() - at_the_end;
    }
    text += fmt::format("{} -> ", circle[k]);
  }
  return text + std::to_string(circle[0]);
}

}  // namespace tutti::record
