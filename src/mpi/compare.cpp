// How the processes of a communicator compare what they state of a call: some rounds in which each hears of all others, by a
// dissemination whose messages are a few words; blocks that differ in length are compared by the two at their ends. Only where something is
// wrong does everybody tell process 0 in words, which prints them.

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <thread>

#include "mpi/forms.hpp"
#include "mpi/operator_names.hpp"
#include "mpi/posted_program.hpp"
#include "mpi/statement.hpp"
#include "node/slot.hpp"
#include "record/read.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/neighbours.hpp"

namespace tutti::mpi {
namespace {

// What is compared with everybody, and what has come out so far. It is sent in one cache line.
struct words {
  std::uint64_t hash, bytes;
  std::int32_t root;
  std::int32_t code = 0;  // the error class of what is wrong alone
  std::uint16_t call;
  std::int16_t op;
  std::uint8_t packed, other_call, other_root, other_op, other_hash, other_bytes;
  std::uint8_t alone = 0;  // something is wrong by somebody's arguments alone, or between two

  void hear(const words& w) noexcept {
    other_call |= w.other_call | static_cast<std::uint8_t>(w.call != call);
    other_root |= w.other_root | static_cast<std::uint8_t>(w.root != root);
    other_op |= w.other_op | static_cast<std::uint8_t>(w.op != op);
    other_hash |= w.other_hash | static_cast<std::uint8_t>(w.hash != hash);
    other_bytes |= w.other_bytes | static_cast<std::uint8_t>(w.bytes != bytes);
    packed |= w.packed;
    alone |= w.alone;
    code = std::max(code, w.code);
  }
  [[nodiscard]] bool same_call() const noexcept { return !(other_call || other_root || other_op); }
  [[nodiscard]] bool same_data() const noexcept { return !other_bytes && (!other_hash || packed); }
  /// The error class of what is wrong; MPI_SUCCESS if nothing is.
  [[nodiscard]] int verdict() const noexcept {
    if (other_call) return MPI_ERR_OTHER;
    if (alone) return code;
    if (other_root) return MPI_ERR_ROOT;
    if (other_op) return MPI_ERR_OP;
    if (same_data()) return MPI_SUCCESS;
    return other_bytes ? MPI_ERR_COUNT : MPI_ERR_TYPE;
  }
};

static_assert(sizeof(words) <= node::slot::most);

words words_of(const statement& x) noexcept {
  words w{};
  w.call = static_cast<std::uint16_t>(static_cast<unsigned>(x.of.of) * 4 + static_cast<unsigned>(x.of.as));
  w.root = x.root;
  w.op = static_cast<std::int16_t>(x.op);
  w.hash = x.signature.hash;
  w.bytes = x.signature.bytes;
  w.packed = x.signature.packed;
  w.alone = x.fault != nullptr;
  w.code = x.fault_code;
  return w;
}

template <class T>
buffer bytes_of_one(T& x) noexcept {
  return {reinterpret_cast<std::byte*>(&x), sizeof x, byte_type};
}

task hear_all(process& self, words& mine) {
  const int p = self.size();
  for (int d = 1; d < p; d *= 2) {
    words out = mine, in = mine;
    const buffer sent = bytes_of_one(out), received = bytes_of_one(in);
    const int to = (self.rank() + d) % p, from = (self.rank() - d + p) % p;
    co_await self.sendrecv(sent, to, received, from);
    mine.hear(in);
  }
}

// A block that does not fit at its two ends, as one of them says it.
struct misfit {
  int with = -1;
  type_signature here, there;
  bool sends = false;  // this process does
};

task compare_with_root(process& self, const statement& x, misfit& found) {
  const bool at_root = self.rank() == x.root;
  const std::vector<type_signature>& all = x.sends.empty() ? x.receives : x.sends;
  if (!at_root) {
    type_signature own = *x.own;
    const buffer sent = bytes_of_one(own);
    co_await self.send(sent, x.root);
    co_return;
  }
  for (int r = 0; r < self.size(); ++r) {
    type_signature theirs;
    if (r == self.rank()) {
      if (!x.own) continue;
      theirs = *x.own;
    } else {
      const buffer received = bytes_of_one(theirs);
      co_await self.recv(received, r);
    }
    const type_signature& mine = all[static_cast<std::size_t>(r)];
    if (found.with < 0 && !mine.matches(theirs)) found = {r, mine, theirs, !x.sends.empty()};
  }
}

task compare_with_each(process& self, const statement& x, misfit& found) {
  const int p = self.size();
  for (int d = 0; d < p; ++d) {
    const int to = (self.rank() + d) % p, from = (self.rank() - d + p) % p;
    type_signature out = x.sends[static_cast<std::size_t>(to)], in = out;
    if (d > 0) {
      const buffer sent = bytes_of_one(out), received = bytes_of_one(in);
      co_await self.sendrecv(sent, to, received, from);
    }
    const type_signature& mine = x.receives[static_cast<std::size_t>(from)];
    if (found.with < 0 && !mine.matches(in)) found = {from, mine, in, false};
  }
}

// As MPI_Neighbor_alltoall of what each says of its blocks.
task compare_with_neighbours(process& self, const statement& x, misfit& found) {
  std::vector<type_signature> theirs(x.receives.size());
  call c;
  c.neighbours = x.among;
  c.send = const_blocks::regular(reinterpret_cast<const std::byte*>(x.sends.data()), sizeof(type_signature),
                                 byte_type, x.among->blocks_out());
  c.recv = blocks::regular(reinterpret_cast<std::byte*>(theirs.data()), sizeof(type_signature), byte_type,
                           x.among->blocks_in());
  co_await find(collective::neighbor_alltoall, "direct")->run(self, c);
  for (const neighbour& n : x.among->sources()) {
    const auto k = static_cast<std::size_t>(n.block);
    if (found.with < 0 && !x.receives[k].matches(theirs[k]))
      found = {n.rank, x.receives[k], theirs[k], false};
  }
}

std::string site_of(const void* site) {
  Dl_info info{};
  link_map* map = nullptr;
  if (!site || !dladdr1(site, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) || !map) return "";
  const std::string file = map->l_name && *map->l_name ? map->l_name : "/proc/self/exe";
  std::array<char, 4096> program{};
  const auto n = file == "/proc/self/exe" ? readlink(file.c_str(), program.data(), program.size() - 1) : 0;
  const record::roll::site where{n > 0 ? std::string(program.data(), static_cast<std::size_t>(n)) : file,
                                 reinterpret_cast<std::uintptr_t>(site) - map->l_addr};
  return record::source_line(where);
}

std::string name_of_type(MPI_Datatype type) {
  std::array<char, MPI_MAX_OBJECT_NAME> name{};
  int length = 0;
  if (type == MPI_DATATYPE_NULL) return "MPI_DATATYPE_NULL";
  if (PMPI_Type_get_name(type, name.data(), &length) != MPI_SUCCESS) return "";
  return length > 0 ? std::string(name.data(), static_cast<std::size_t>(length)) : "of a derived datatype";
}

bool is_predefined(MPI_Datatype type) {
  const type_entry* e = look_up(type);
  return e && e->predefined;
}

// How much a process says there is, and of what. What has no name is told apart by a number.
std::string data_of(const statement& x) {
  const collective of = x.of.of;
  const bool by_tables = of == collective::allgatherv || of == collective::reduce_scatter;
  std::string text;
  if (by_tables || of == collective::scatter)
    text = fmt::format("{} B {}", x.signature.bytes, by_tables ? "in total" : "a block");
  else if (x.words.count >= 0)
    text = fmt::format("{} {}", x.words.count, name_of_type(x.words.type));
  if (x.signature.bytes > 0 && (by_tables || of == collective::scatter || !is_predefined(x.words.type)))
    text += fmt::format(" (signature {:06x})", x.signature.hash >> 37U);
  return text;
}

std::string called_at(const void* site) {
  const std::string line = site_of(site);
  return line.empty() ? line : ", called at " + line;
}

std::string with_fault(const statement& x, const misfit& block) {
  std::string text = in_words(x) + called_at(x.site);
  if (x.fault) text += fmt::format(": {}", x.fault);
  if (x.pending)
    text +=
        fmt::format(" {}{}, which has not been completed", x.pending->in_words, called_at(x.pending->site));
  if (block.with >= 0) {
    const auto data = [](const type_signature& s) { return fmt::format("{} B", s.bytes); };
    text += fmt::format(": {} {} {} process {}, which {} {}{}", block.sends ? "sends" : "receives",
                        data(block.here), block.sends ? "to" : "from", block.with,
                        block.sends ? "receives" : "sends", data(block.there),
                        block.here.bytes == block.there.bytes ? " of other basic datatypes" : "");
  }
  return text;
}

using sentence = std::array<char, 480>;

void print(const words& result, const std::map<std::string, std::vector<int>>& said, int size) {
  const char* const what = result.other_call    ? "make different calls"
                           : result.other_root  ? "pass different roots"
                           : result.other_op    ? "pass different operators"
                           : result.other_bytes ? "pass different amounts of data"
                                                : "pass different basic datatypes";
  std::string text = result.alone
                         ? fmt::format("tutti: an erroneous call on a communicator of {} processes", size)
                         : fmt::format("tutti: the {} processes of a communicator {}", size, what);
  text += state.checks == checking::warns ? "; the program goes on\n" : "\n";
  std::vector<std::pair<std::string, std::vector<int>>> groups(said.begin(), said.end());
  std::ranges::stable_sort(groups, std::greater<>(), [](const auto& g) { return g.second.size(); });
  constexpr std::size_t most = 12;
  for (std::size_t k = 0; k < groups.size() && k < most; ++k)
    text += fmt::format("tutti:   {}: {}\n", record::in_ranges(groups[k].second), groups[k].first);
  if (groups.size() > most) text += fmt::format("tutti:   and {} more\n", groups.size() - most);
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

// Ranks of MPI_COMM_WORLD would be better known, but process 0 does not know them all: those of the communicator are.
task tell(process& self, const statement& x, const words& result, const misfit& block) {
  sentence own{};
  const std::string text = with_fault(x, block);
  std::copy_n(text.begin(), std::min(text.size(), own.size() - 1), own.begin());
  const buffer sent = bytes_of_one(own);
  if (self.rank() != 0) {
    co_await self.send(sent, 0);
  } else {
    std::map<std::string, std::vector<int>> said;
    said[own.data()].push_back(0);
    for (int r = 1; r < self.size(); ++r) {
      sentence theirs{};
      const buffer received = bytes_of_one(theirs);
      co_await self.recv(received, r);
      said[theirs.data()].push_back(r);
    }
    print(result, said, self.size());
    // Launchers may lose what a job that is ended has just printed.
    if (state.checks == checking::ends) std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  words all = result;
  co_await hear_all(self, all);
}

task compare_program(process& self, void* mine) {
  return compare_statements(self, *static_cast<const statement*>(mine));
}

}  // namespace

std::string in_words(const statement& x) {
  std::string text = name_of(x.of);
  const auto add = [&text](const std::string& one) {
    if (!one.empty()) text += ", " + one;
  };
  add(data_of(x));
  add(name_of_operator(x.op));
  if (x.root >= 0) add(fmt::format("root {}", x.root));
  return text;
}

task compare_statements(process& self, const statement& mine) {
  words result = words_of(mine);
  misfit block;
  co_await hear_all(self, result);
  if (result.same_call() && !result.alone && mine.compare != statement::pairs::none) {
    switch (mine.compare) {
      case statement::pairs::none: break;
      case statement::pairs::with_root: co_await compare_with_root(self, mine, block); break;
      case statement::pairs::each: co_await compare_with_each(self, mine, block); break;
      case statement::pairs::neighbours: co_await compare_with_neighbours(self, mine, block); break;
    }
    if (block.with >= 0) {
      result.alone = 1;
      result.code = MPI_ERR_TRUNCATE;
    }
    co_await hear_all(self, result);
  }
  const int code = result.verdict();
  if (code == MPI_SUCCESS) co_return;
  co_await tell(self, mine, result, block);
  if (state.checks == checking::ends) throw failure(code);
}

void compare_now(communicator& s, const statement& mine) {
  if (!may_block(s)) {
    posted_program program(s, compare_program, const_cast<statement*>(&mine));
    wait_for(program);
    return;
  }
  blocking_process self(s.by, s.offset());
  self.run(compare_statements(self, mine));
  check(self.failed());
}

}  // namespace tutti::mpi
