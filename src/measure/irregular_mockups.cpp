#include <array>

#include "measure/mockups.hpp"
#include "measure/reshaped.hpp"

// Between regular and irregular collectives, both ways: Traeff, "Practical, distributed, low overhead
// algorithms for irregular gather and scatter collectives", section 4, guidelines (GL1) and (GL2), for all
// collectives that have both forms.
namespace tutti::measure {
namespace {

// GL1: a regular collective by its irregular counterpart. Nothing is copied. Only a process that has all
// blocks makes tables.
template <collective General>
task by_general(library& use, arguments a) {
  const int p = use.size();
  const bool all_data = !is_rooted(General) || use.rank() == a.root;
  const auto equal = [&](int) { return a.count; };
  const block_lengths table(all_data ? p : 0, equal);
  arguments made = a;
  if (all_data && General == collective::reduce_scatter) {
    made.recv_counts = table.counts();
  } else if (all_data) {
    made.send_counts = made.recv_counts = table.counts();
    made.send_displacements = made.recv_displacements = table.displacements();
  }
  co_await use.perform(General, made);
}

// Alltoallw has a type for each block, and displacements in bytes.
task alltoallv_by_alltoallw(library& use, arguments a) {
  const auto in_bytes = [&](const int* from, workspace<int>& to) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[i] * static_cast<int>(a.type->extent);
    return to.data();
  };
  const auto p = static_cast<std::size_t>(use.size());
  workspace<int> sent(p), received(p);
  arguments made = a;
  made.send_displacements = in_bytes(a.send_displacements, sent);
  made.recv_displacements = in_bytes(a.recv_displacements, received);
  co_await use.perform(collective::alltoallw, made);
}

// All blocks get the length of the longest one.
struct padding {
  std::size_t longest;
  [[nodiscard]] std::size_t length(std::size_t) const noexcept { return longest; }
  [[nodiscard]] static stretch within(std::size_t n) noexcept { return {0, n}; }
};

// GL2: agrees on the longest block, then runs the regular collective on blocks of that length. In the paper,
// the program's buffers are padded already; here blocks are copied, which favours the irregular collective.
template <collective From, collective To>
task by_agreed_padding(library& use, arguments a) {
  std::size_t mine = a.count;
  if (sends_blocks(From) && a.send_counts)
    for (int i = 0; i < use.size(); ++i) mine = std::max(mine, static_cast<std::size_t>(a.send_counts[i]));
  int longest = 0;
  co_await use.agree(static_cast<int>(mine), longest);
  const padding pad{static_cast<std::size_t>(longest)};
  co_await reshaped(use, a, From, To, pad);
}

// The right-hand side of GL2 without the agreement: the padded regular collective of the paper's figures.
template <collective From, collective To>
task by_known_padding(library& use, arguments a) {
  co_await reshaped(use, a, From, To, padding{a.longest});
}

// If all processes know all lengths, there is nothing to agree on.
template <collective From, collective To>
task by_padding(library& use, arguments a) {
  const padding pad{static_cast<std::size_t>(*std::max_element(a.recv_counts, a.recv_counts + use.size()))};
  co_await reshaped(use, a, From, To, pad);
}

// Every process sends to the root only; all other blocks are empty.
task gatherv_by_alltoallv(library& use, arguments a) {
  const int p = use.size();
  const block_lengths sent(p, [&](int i) { return i == a.root ? a.count : 0; }),
      none(p, [](int) { return 0; });
  arguments made = a;
  made.send_counts = sent.counts(), made.send_displacements = sent.displacements();
  if (use.rank() != a.root) made.recv_counts = none.counts(), made.recv_displacements = none.displacements();
  co_await use.perform(collective::alltoallv, made);
}

task scatterv_by_alltoallv(library& use, arguments a) {
  const int p = use.size();
  const block_lengths received(p, [&](int i) { return i == a.root ? a.count : 0; }),
      none(p, [](int) { return 0; });
  arguments made = a;
  made.recv_counts = received.counts(), made.recv_displacements = received.displacements();
  if (use.rank() != a.root) made.send_counts = none.counts(), made.send_displacements = none.displacements();
  co_await use.perform(collective::alltoallv, made);
}

constexpr const char* equal_counts = "the irregular one with equal counts";
constexpr const char* agreed = "agree on the longest block, pad the others";
constexpr const char* known = "pad blocks to the longest, which all know beforehand";
constexpr const char* pad = "pad blocks to the longest";

constexpr std::array all{
    mockup{collective::gather, "gatherv", equal_counts, by_general<collective::gatherv>, family::general},
    mockup{collective::gatherv, "allreduce+gather", agreed,
           by_agreed_padding<collective::gatherv, collective::gather>, family::padded},
    mockup{collective::gatherv, "gather", known, by_known_padding<collective::gatherv, collective::gather>,
           family::padded, false, true},
    mockup{collective::gatherv, "alltoallv", "nothing for anyone but the root", gatherv_by_alltoallv},
    mockup{collective::scatter, "scatterv", equal_counts, by_general<collective::scatterv>, family::general},
    mockup{collective::scatterv, "allreduce+scatter", agreed,
           by_agreed_padding<collective::scatterv, collective::scatter>, family::padded},
    mockup{collective::scatterv, "scatter", known,
           by_known_padding<collective::scatterv, collective::scatter>, family::padded, false, true},
    mockup{collective::scatterv, "alltoallv", "nothing from anyone but the root", scatterv_by_alltoallv},
    mockup{collective::allgather, "allgatherv", equal_counts, by_general<collective::allgatherv>,
           family::general},
    mockup{collective::allgatherv, "allgather", pad,
           by_padding<collective::allgatherv, collective::allgather>, family::padded},
    mockup{collective::alltoall, "alltoallv", equal_counts, by_general<collective::alltoallv>,
           family::general},
    mockup{collective::alltoallv, "alltoallw", "a type for each block", alltoallv_by_alltoallw,
           family::general},
    mockup{collective::alltoallv, "allreduce+alltoall", agreed,
           by_agreed_padding<collective::alltoallv, collective::alltoall>, family::padded},
    mockup{collective::alltoallw, "allreduce+alltoall", agreed,
           by_agreed_padding<collective::alltoallw, collective::alltoall>, family::padded},
    mockup{collective::reduce_scatter_block, "reduce_scatter", equal_counts,
           by_general<collective::reduce_scatter>, family::general},
    mockup{collective::reduce_scatter, "reduce_scatter_block", pad,
           by_padding<collective::reduce_scatter, collective::reduce_scatter_block>, family::padded},
};

}  // namespace

std::span<const mockup> irregular_mockups() noexcept { return all; }

}  // namespace tutti::measure
