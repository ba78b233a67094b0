// Compares the statements of a communicator's processes about a call. In a few rounds of dissemination, with
// messages of a few words, each process finds out whether its statement agrees with all others. Blocks that
// differ in length are compared by their sender and receiver. Only if something is wrong does every process
// send a text to process 0, which prints all texts.

#include "mpi/check/compare.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "mpi/check/disagreement.hpp"
#include "mpi/runtime/run_state.hpp"
#include "mpi/transport/messages.hpp"
#include "node/slot.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/neighbours.hpp"

namespace tutti::mpi {
namespace {

static_assert(sizeof(compared) <= node::slot::most);

compared compared_of(const statement& x) noexcept {
  compared w{};
  w.call = static_cast<std::uint16_t>(static_cast<unsigned>(x.of.of) * 4 + static_cast<unsigned>(x.of.as));
  w.root = x.root;
  w.op = static_cast<std::int16_t>(x.op);
  w.hash = x.signature.hash;
  w.bytes = x.signature.bytes;
  w.packed = x.signature.packed;
  w.erroneous = x.fault != nullptr;
  w.code = x.fault_code;
  return w;
}

template <class T>
buffer bytes_of_one(T& x) noexcept {
  return {reinterpret_cast<std::byte*>(&x), sizeof x, byte_type};
}

task disseminate(process& self, compared& mine) {
  const int p = self.size();
  for (int d = 1; d < p; d *= 2) {
    compared out = mine, in = mine;
    const buffer sent = bytes_of_one(out), received = bytes_of_one(in);
    const int to = (self.rank() + d) % p, from = (self.rank() - d + p) % p;
    co_await self.sendrecv(sent, to, received, from);
    mine.merge(in);
  }
}

task compare_with_root(process& self, const statement& x, block_mismatch& block) {
  const bool at_root = self.rank() == x.root;
  const std::vector<type_signature>& all = x.sends.empty() ? x.receives : x.sends;
  if (!at_root) {
    type_signature sent_signature = *x.own_block;
    const buffer sent = bytes_of_one(sent_signature);
    co_await self.send(sent, x.root);
    co_return;
  }
  for (int r = 0; r < self.size(); ++r) {
    type_signature theirs;
    if (r == self.rank()) {
      if (!x.own_block) continue;
      theirs = *x.own_block;
    } else {
      const buffer received = bytes_of_one(theirs);
      co_await self.recv(received, r);
    }
    const type_signature& mine = all[static_cast<std::size_t>(r)];
    if (block.partner < 0 && !mine.matches(theirs)) block = {r, mine, theirs, !x.sends.empty()};
  }
}

task compare_with_each(process& self, const statement& x, block_mismatch& block) {
  const int p = self.size();
  for (int d = 0; d < p; ++d) {
    const int to = (self.rank() + d) % p, from = (self.rank() - d + p) % p;
    type_signature out = x.sends[static_cast<std::size_t>(to)], in = out;
    if (d > 0) {
      const buffer sent = bytes_of_one(out), received = bytes_of_one(in);
      co_await self.sendrecv(sent, to, received, from);
    }
    const type_signature& mine = x.receives[static_cast<std::size_t>(from)];
    if (block.partner < 0 && !mine.matches(in)) block = {from, mine, in, false};
  }
}

// Exchanges the signatures of the blocks like MPI_Neighbor_alltoall.
task compare_with_neighbours(process& self, const statement& x, block_mismatch& block) {
  std::vector<type_signature> theirs(x.receives.size());
  call c;
  c.neighbours = x.neighbours;
  c.send = const_blocks::regular(reinterpret_cast<const std::byte*>(x.sends.data()), sizeof(type_signature),
                                 byte_type, x.neighbours->blocks_out());
  c.recv = blocks::regular(reinterpret_cast<std::byte*>(theirs.data()), sizeof(type_signature), byte_type,
                           x.neighbours->blocks_in());
  co_await find(collective::neighbor_alltoall, "direct")->run(self, c);
  for (const neighbour& n : x.neighbours->sources()) {
    const auto k = static_cast<std::size_t>(n.block);
    if (block.partner < 0 && !x.receives[k].matches(theirs[k]))
      block = {n.rank, x.receives[k], theirs[k], false};
  }
}

using sentence = std::array<char, 480>;

// The texts contain ranks in the communicator. Users know ranks in MPI_COMM_WORLD better, but process 0 does
// not know all of these.
task report_disagreement(process& self, const statement& x, const compared& result,
                         const block_mismatch& block) {
  sentence own_text{};
  const std::string text = in_words(x, block);
  std::copy_n(text.begin(), std::min(text.size(), own_text.size() - 1), own_text.begin());
  const buffer sent = bytes_of_one(own_text);
  if (self.rank() != 0) {
    co_await self.send(sent, 0);
  } else {
    std::map<std::string, std::vector<int>> ranks_by_text;
    ranks_by_text[own_text.data()].push_back(0);
    for (int r = 1; r < self.size(); ++r) {
      sentence text_of_other{};
      const buffer received = bytes_of_one(text_of_other);
      co_await self.recv(received, r);
      ranks_by_text[text_of_other.data()].push_back(r);
    }
    print_disagreement(result, ranks_by_text, self.size());
    // Launchers may lose the last output of an aborted job.
    if (this_run.checks == checking::ends) std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  compared all = result;
  co_await disseminate(self, all);
}

}  // namespace

task compare_statements(process& self, const statement& mine) {
  compared result;
  for (;;) {
    result = compared_of(mine);
    co_await disseminate(self, result);
    if (!result.erroneous) break;
    if (!result.other_call) throw failure(result.code);
    // The others make another call than the erroneous one. The process with the fault returns, and the others
    // compare their call with its next one.
    if (mine.fault) co_return;
  }
  block_mismatch block;
  if (result.same_call() && mine.compare != statement::pairs::none) {
    switch (mine.compare) {
      case statement::pairs::none: break;
      case statement::pairs::with_root: co_await compare_with_root(self, mine, block); break;
      case statement::pairs::each: co_await compare_with_each(self, mine, block); break;
      case statement::pairs::neighbours: co_await compare_with_neighbours(self, mine, block); break;
    }
    if (block.partner >= 0) {
      result.block_differs = 1;
      result.code = MPI_ERR_TRUNCATE;
    }
    co_await disseminate(self, result);
  }
  const int code = result.verdict();
  if (code == MPI_SUCCESS) co_return;
  co_await report_disagreement(self, mine, result, block);
  if (this_run.checks == checking::ends) throw failure(code);
}

task compare_program(process& self, void* mine) {
  return compare_statements(self, *static_cast<const statement*>(mine));
}

}  // namespace tutti::mpi
