#include "mpi/check/disagreement.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <utility>

#include "mpi/data/types.hpp"
#include "mpi/runtime/run_state.hpp"
#include "record/read.hpp"

namespace tutti::mpi {
namespace {

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

// Returns the amount of data and its datatype, in words. Datatypes without a name are distinguished by a
// number.
std::string data_of(const statement& x) {
  const collective of = x.of.of;
  const bool by_tables = of == collective::allgatherv || of == collective::reduce_scatter;
  std::string text;
  if (by_tables)
    text = fmt::format("{} B in total", x.signature.bytes);
  else if (x.words.count >= 0)
    text = fmt::format("{} {}", x.words.count, name_of_type(x.words.type));
  if (x.signature.bytes > 0 && (by_tables || !is_predefined(x.words.type)))
    text += fmt::format(" (signature {:06x})", x.signature.hash >> 37U);
  return text;
}

std::string called_at(const void* site) {
  const std::string line = site_of(site);
  return line.empty() ? line : ", called at " + line;
}

void print(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

const char* whether_it_goes_on() {
  return this_run.checks == checking::warns ? "; the program goes on\n" : "\n";
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

std::string in_words(const statement& x, const block_mismatch& block) {
  std::string text = in_words(x) + called_at(x.site);
  if (block.partner >= 0) {
    const auto data = [](const type_signature& s) { return fmt::format("{} B", s.bytes); };
    text += fmt::format(": {} {} {} process {}, which {} {}{}", block.sends ? "sends" : "receives",
                        data(block.here), block.sends ? "to" : "from", block.partner,
                        block.sends ? "receives" : "sends", data(block.there),
                        block.here.bytes == block.there.bytes ? " of other basic datatypes" : "");
  }
  return text;
}

void print_disagreement(const compared& result, const std::map<std::string, std::vector<int>>& ranks_by_text,
                        int size) {
  const char* const what = result.other_call    ? "make different calls"
                           : result.other_root  ? "pass different roots"
                           : result.other_op    ? "pass different operators"
                           : result.other_bytes ? "pass different amounts of data"
                                                : "pass different basic datatypes";
  std::string text = result.block_differs
                         ? fmt::format("tutti: an erroneous call on a communicator of {} processes", size)
                         : fmt::format("tutti: the {} processes of a communicator {}", size, what);
  text += whether_it_goes_on();
  std::vector<std::pair<std::string, std::vector<int>>> groups(ranks_by_text.begin(), ranks_by_text.end());
  std::ranges::stable_sort(groups, std::greater<>(), [](const auto& g) { return g.second.size(); });
  constexpr std::size_t most = 12;
  for (std::size_t k = 0; k < groups.size() && k < most; ++k)
    text += fmt::format("tutti:   {}: {}\n", record::in_ranges(groups[k].second), groups[k].first);
  if (groups.size() > most) text += fmt::format("tutti:   and {} more\n", groups.size() - most);
  print(text);
}

void print_fault(const statement& x, int rank, int size) {
  std::string text =
      fmt::format("tutti: an erroneous call on a communicator of {} processes{}tutti:   rank {}: {}{}: {}",
                  size, whether_it_goes_on(), rank, in_words(x), called_at(x.site), x.fault);
  if (!x.fault_place.empty()) text += ": " + x.fault_place;
  if (x.pending)
    text +=
        fmt::format(" {}{}, which has not been completed", x.pending->in_words, called_at(x.pending->site));
  print(text + '\n');
}

void print_remark(const statement& x) {
  print(
      fmt::format("tutti: the MPI standard does not define {} on {}, though MPI libraries compute it: {}{}\n",
                  name_of_operator(x.op), name_of_type(x.words.type), in_words(x), called_at(x.site)));
}

}  // namespace tutti::mpi
