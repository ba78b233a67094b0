#include "measure/reproducer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "measure/layouts.hpp"
#include "measure/workload.hpp"
#include "text/quantity.hpp"
#include "tutti/model/problems.hpp"

namespace tutti::measure {
namespace {

// Calls in C. Names of the program: send, recv: the buffers; tmp, own: others; n: elements of a vector or of
// a block; counts, displs: of all blocks; T, OP: the datatype and the operator.

std::string call_of(collective c, std::string_view send, std::string_view recv, std::string_view n) {
  const auto f = [&](const char* text) {
    return fmt::format(fmt::runtime(text), fmt::arg("s", send), fmt::arg("r", recv), fmt::arg("n", n));
  };
  switch (c) {
    case collective::barrier: return "MPI_Barrier(comm)";
    case collective::bcast: return f("MPI_Bcast({r}, {n}, T, root, comm)");
    case collective::gather: return f("MPI_Gather({s}, {n}, T, {r}, {n}, T, root, comm)");
    case collective::gatherv:
      return f("MPI_Gatherv({s}, counts[rank], T, {r}, counts, displs, T, root, comm)");
    case collective::scatter: return f("MPI_Scatter({s}, {n}, T, {r}, {n}, T, root, comm)");
    case collective::scatterv:
      return f("MPI_Scatterv({s}, counts, displs, T, {r}, counts[rank], T, root, comm)");
    case collective::allgather: return f("MPI_Allgather({s}, {n}, T, {r}, {n}, T, comm)");
    case collective::allgatherv:
      return f("MPI_Allgatherv({s}, counts[rank], T, {r}, counts, displs, T, comm)");
    case collective::alltoall: return f("MPI_Alltoall({s}, {n}, T, {r}, {n}, T, comm)");
    case collective::alltoallv:
      return f("MPI_Alltoallv({s}, counts, displs, T, {r}, counts, displs, T, comm)");
    case collective::alltoallw:
      return f("MPI_Alltoallw({s}, counts, bytes, types, {r}, counts, bytes, types, comm)");
    case collective::reduce: return f("MPI_Reduce({s}, {r}, {n}, T, OP, root, comm)");
    case collective::allreduce: return f("MPI_Allreduce({s}, {r}, {n}, T, OP, comm)");
    case collective::reduce_scatter: return f("MPI_Reduce_scatter({s}, {r}, counts, T, OP, comm)");
    case collective::reduce_scatter_block: return f("MPI_Reduce_scatter_block({s}, {r}, {n}, T, OP, comm)");
    case collective::scan: return f("MPI_Scan({s}, {r}, {n}, T, OP, comm)");
    case collective::exscan: return f("MPI_Exscan({s}, {r}, {n}, T, OP, comm)");
    default: return "";
  }
}

// The mock-ups of composed_mockups.cpp and irregular_mockups.cpp in C, with equal blocks. A vector is cut
// into p blocks of `block` elements, the last of which are padding.
struct way {
  collective of;
  std::string_view name, text;
};
constexpr std::string_view zeros_around_own =
    "memset(tmp, 0, (size_t)p * n * sizeof *tmp);\n"
    "memcpy(tmp + rank * n, send, n * sizeof *tmp);\n";
constexpr way ways[] = {
    {collective::barrier, "allreduce", "CHECK(MPI_Allreduce(send, recv, 1, MPI_INT, MPI_BOR, comm));\n"},
    {collective::barrier, "reduce+bcast",
     "CHECK(MPI_Reduce(send, recv, 1, MPI_INT, MPI_BOR, 0, comm));\n"
     "CHECK(MPI_Bcast(recv, 1, MPI_INT, 0, comm));\n"},
    {collective::barrier, "allgather", "CHECK(MPI_Allgather(send, 1, MPI_INT, recv, 1, MPI_INT, comm));\n"},
    {collective::bcast, "allgatherv",
     "if (rank == root) memcpy(tmp, recv, n * sizeof *tmp);\n"
     "CHECK(MPI_Allgatherv(tmp, only_root[rank], T, recv, only_root, zeros, T, comm));\n"},
    {collective::bcast, "scatter+allgather",
     "if (rank == root) memcpy(tmp, recv, n * sizeof *tmp);\n"
     "CHECK(MPI_Scatter(tmp, block, T, own, block, T, root, comm));\n"
     "CHECK(MPI_Allgather(own, block, T, tmp, block, T, comm));\n"
     "if (rank != root) memcpy(recv, tmp, n * sizeof *tmp);\n"},
    {collective::gather, "allgather", "CHECK(MPI_Allgather(send, n, T, recv, n, T, comm));\n"},
    {collective::gather, "reduce", "ZEROSCHECK(MPI_Reduce(tmp, recv, p * n, T, MPI_BOR, root, comm));\n"},
    {collective::gather, "gatherv", "CHECK(MPI_Gatherv(send, n, T, recv, counts, displs, T, root, comm));\n"},
    {collective::gatherv, "alltoallv",
     "CHECK(MPI_Alltoallv(send, to_root, zeros, T, recv, rank == root ? counts : zeros,\n"
     "                    rank == root ? displs : zeros, T, comm));\n"},
    {collective::scatter, "bcast",
     "CHECK(MPI_Bcast(rank == root ? send : tmp, p * n, T, root, comm));\n"
     "memcpy(recv, (rank == root ? send : tmp) + rank * n, n * sizeof *tmp);\n"},
    {collective::scatter, "scatterv",
     "CHECK(MPI_Scatterv(send, counts, displs, T, recv, n, T, root, comm));\n"},
    {collective::scatterv, "alltoallv",
     "CHECK(MPI_Alltoallv(send, rank == root ? counts : zeros, rank == root ? displs : zeros, T, recv,\n"
     "                    to_root, zeros, T, comm));\n"},
    {collective::allgather, "gather+bcast",
     "CHECK(MPI_Gather(send, n, T, recv, n, T, 0, comm));\n"
     "CHECK(MPI_Bcast(recv, p * n, T, 0, comm));\n"},
    {collective::allgather, "alltoall",
     "for (int b = 0; b < p; ++b) memcpy(tmp + b * n, send, n * sizeof *tmp);\n"
     "CHECK(MPI_Alltoall(tmp, n, T, recv, n, T, comm));\n"},
    {collective::allgather, "allreduce", "ZEROSCHECK(MPI_Allreduce(tmp, recv, p * n, T, MPI_BOR, comm));\n"},
    {collective::allgather, "allgatherv",
     "CHECK(MPI_Allgatherv(send, n, T, recv, counts, displs, T, comm));\n"},
    {collective::allgatherv, "gatherv+bcast",
     "CHECK(MPI_Gatherv(send, n, T, recv, counts, displs, T, 0, comm));\n"
     "CHECK(MPI_Bcast(recv, p * n, T, 0, comm));\n"},
    {collective::allgatherv, "alltoallv",
     "for (int b = 0; b < p; ++b) memcpy(tmp + b * n, send, n * sizeof *tmp);\n"
     "CHECK(MPI_Alltoallv(tmp, counts, displs, T, recv, counts, displs, T, comm));\n"},
    {collective::allgatherv, "allreduce", "ZEROSCHECK(MPI_Allreduce(tmp, recv, p * n, T, MPI_BOR, comm));\n"},
    {collective::allgatherv, "allgather", "CHECK(MPI_Allgather(send, n, T, recv, n, T, comm));\n"},
    {collective::alltoall, "alltoallv",
     "CHECK(MPI_Alltoallv(send, counts, displs, T, recv, counts, displs, T, comm));\n"},
    {collective::alltoallv, "alltoallw",
     "CHECK(MPI_Alltoallw(send, counts, bytes, types, recv, counts, bytes, types, comm));\n"},
    {collective::reduce, "allreduce", "CHECK(MPI_Allreduce(send, recv, n, T, OP, comm));\n"},
    {collective::reduce, "reduce_scatter_block+gather",
     "memcpy(tmp, send, n * sizeof *tmp);\n"
     "CHECK(MPI_Reduce_scatter_block(tmp, own, block, T, OP, comm));\n"
     "CHECK(MPI_Gather(own, block, T, tmp, block, T, root, comm));\n"
     "if (rank == root) memcpy(recv, tmp, n * sizeof *tmp);\n"},
    {collective::reduce, "reduce_scatter+gatherv",
     "CHECK(MPI_Reduce_scatter(send, own, parts, T, OP, comm));\n"
     "CHECK(MPI_Gatherv(own, parts[rank], T, recv, parts, part_displs, T, root, comm));\n"},
    {collective::allreduce, "reduce+bcast",
     "CHECK(MPI_Reduce(send, recv, n, T, OP, 0, comm));\n"
     "CHECK(MPI_Bcast(recv, n, T, 0, comm));\n"},
    {collective::allreduce, "reduce_scatter_block+allgather",
     "memcpy(tmp, send, n * sizeof *tmp);\n"
     "CHECK(MPI_Reduce_scatter_block(tmp, own, block, T, OP, comm));\n"
     "CHECK(MPI_Allgather(own, block, T, tmp, block, T, comm));\n"
     "memcpy(recv, tmp, n * sizeof *tmp);\n"},
    {collective::allreduce, "reduce_scatter+allgatherv",
     "CHECK(MPI_Reduce_scatter(send, own, parts, T, OP, comm));\n"
     "CHECK(MPI_Allgatherv(own, parts[rank], T, recv, parts, part_displs, T, comm));\n"},
    {collective::allreduce, "scan+bcast",
     "CHECK(MPI_Scan(send, recv, n, T, OP, comm));\n"
     "CHECK(MPI_Bcast(recv, n, T, p - 1, comm));\n"},
    {collective::reduce_scatter, "reduce+scatterv",
     "CHECK(MPI_Reduce(send, tmp, p * n, T, OP, 0, comm));\n"
     "CHECK(MPI_Scatterv(tmp, counts, displs, T, recv, n, T, 0, comm));\n"},
    {collective::reduce_scatter, "allreduce",
     "CHECK(MPI_Allreduce(send, tmp, p * n, T, OP, comm));\n"
     "memcpy(recv, tmp + rank * n, n * sizeof *tmp);\n"},
    {collective::reduce_scatter, "reduce_scatter_block",
     "CHECK(MPI_Reduce_scatter_block(send, recv, n, T, OP, comm));\n"},
    {collective::reduce_scatter_block, "reduce+scatter",
     "CHECK(MPI_Reduce(send, tmp, p * n, T, OP, 0, comm));\n"
     "CHECK(MPI_Scatter(tmp, n, T, recv, n, T, 0, comm));\n"},
    {collective::reduce_scatter_block, "allreduce",
     "CHECK(MPI_Allreduce(send, tmp, p * n, T, OP, comm));\n"
     "memcpy(recv, tmp + rank * n, n * sizeof *tmp);\n"},
    {collective::reduce_scatter_block, "reduce_scatter",
     "CHECK(MPI_Reduce_scatter(send, recv, counts, T, OP, comm));\n"},
    {collective::scan, "exscan+reduce_local",
     "CHECK(MPI_Exscan(send, tmp, n, T, OP, comm));\n"
     "memcpy(recv, send, n * sizeof *tmp);\n"
     "if (rank > 0) CHECK(MPI_Reduce_local(tmp, recv, n, T, OP));\n"},
    {collective::exscan, "scan+shift",
     "CHECK(MPI_Scan(send, tmp, n, T, OP, comm));\n"
     "CHECK(MPI_Sendrecv(tmp, n, T, rank + 1 < p ? rank + 1 : MPI_PROC_NULL, 0, recv, n, T,\n"
     "                   rank > 0 ? rank - 1 : MPI_PROC_NULL, 0, comm, MPI_STATUS_IGNORE));\n"},
};

// Tables that some of these ways use, by their names.
constexpr std::pair<std::string_view, std::string_view> tables_of_ways[] = {
    {"parts",
     "int parts[p], part_displs[p];\n"
     "for (int b = 0; b < p; ++b) {\n"
     "  part_displs[b] = (int)((long)b * n / p);\n"
     "  parts[b] = (int)((b + 1L) * n / p) - part_displs[b];\n}\n"},
    {"zeros", "const int zeros[p] = {0};\n"},
    {"only_root", "int only_root[p] = {0};\nonly_root[root] = n;\n"},
    {"to_root", "int to_root[p] = {0};\nto_root[root] = n;\n"},
};

std::string checked(const std::string& call) { return fmt::format("CHECK({});\n", call); }

// A collective on a vector, in parts. (To split blocks, a program would have to copy them.)
std::string in_parts(collective c, int parts) {
  return fmt::format(
      "for (int k = 0; k < {0}; ++k) {{\n"
      "  const int first = (int)((long)k * n / {0}), count = (int)((k + 1L) * n / {0}) - first;\n"
      "  {1}}}\n",
      parts, checked(call_of(c, "send + first", "recv + first", "count")));
}

// The statements of the other way; empty if there are none.
std::string other_way(collective c, const std::string& made) {
  if (c == collective::barrier || traits(c).blocks == length_kind::equal) {
    if (made == "twice_as_much" && c != collective::barrier)
      return checked(call_of(c, "send", "recv", "2 * n"));
    if (of_vectors(c) && (made == "2_parts" || made == "8_parts")) return in_parts(c, made[0] - '0');
  }
  const auto* at = std::ranges::find_if(ways, [&](const way& w) { return w.of == c && w.name == made; });
  if (at == std::end(ways)) return "";
  std::string text(at->text);
  if (text.starts_with("ZEROS")) text = std::string(zeros_around_own) + text.substr(5);
  return text;
}

bool uses(const std::string& text, std::string_view word) {
  const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !in_name(text[at - 1])) && (end == text.size() || !in_name(text[end]))) return true;
  }
  return false;
}

std::string indented(const std::string& text, int by) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    out += std::string(static_cast<std::size_t>(by), ' ') + text.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return out;
}

bool is_mpich(const own_algorithms& own) { return own.library.starts_with("MPICH"); }

// One program. Its parts refer to names of others: declarations are added for the names that are used.
class program {
 public:
  program(const defect& d, const own_algorithms& own, double effect)
      : d_(d),
        own_(own),
        effect_(effect),
        c_(collective_of(d.at).value()),
        kind_(element_of(d.at)),
        layout_(layout_named(d.at.layout).value()) {
    const std::size_t blocks =
        of_vectors(c_) || c_ == collective::barrier ? 1 : static_cast<std::size_t>(d.p);
    n_ = d.at.bytes / type_of(d.at).size / blocks;
  }

  [[nodiscard]] std::string text(const std::vector<std::string>& commands) const {
    const bool timed = d_.is == defect_kind::guideline || d_.is == defect_kind::slow;
    const std::string body = timed ? timing() : checking();
    return head(commands) + before_main(body, timed) + main_of(body, timed);
  }

 private:
  [[nodiscard]] std::string head(const std::vector<std::string>& commands) const {
    std::string text = fmt::format("/* {}, {} processes:\n * {}.\n", own_.library, d_.p, describe(d_));
    if (d_.is == defect_kind::guideline)
      text += fmt::format(" * The call should be no slower than the other way, which does the same.\n");
    if (d_.is == defect_kind::slow)
      text += fmt::format(" * The library's choice is compared with its own algorithm {}.\n",
                          d_.instead.substr(8));
    text += " *\n";
    for (const std::string& line : commands) text += fmt::format(" *   {}\n", line);
    return text + " *\n * The status is 1 if the defect shows, otherwise 0. */\n";
  }

  [[nodiscard]] std::string element() const {
    return kind_ == element::double8 ? "double"
           : kind_ == element::map8  ? "struct { unsigned a, b; }"
                                     : "int";
  }

  [[nodiscard]] std::string before_main(const std::string& body, bool timed) const {
    std::string text = "#define _POSIX_C_SOURCE 200809L\n#include <mpi.h>\n";
    if (uses(body, "signal")) text += "#include <signal.h>\n";
    text += "#include <stdio.h>\n#include <stdlib.h>\n";
    if (uses(body, "memcpy") || uses(body, "memset")) text += "#include <string.h>\n";
    if (uses(body, "alarm") || uses(body, "signal")) text += "#include <unistd.h>\n";
    text +=
        "\n#define CHECK(call) \\\n"
        "  do { \\\n"
        "    if ((call) != MPI_SUCCESS) { \\\n"
        "      fprintf(stderr, \"failed: %s\\n\", #call); \\\n"
        "      MPI_Abort(MPI_COMM_WORLD, 2); \\\n"
        "    } \\\n"
        "  } while (0)\n\n";
    text += fmt::format("enum {{ p = {}, root = {}, n = {} }};\n", d_.p, d_.at.root, n_);
    text += fmt::format("typedef {} element;\n", element());
    if (!timed) text += data_functions();
    if (timed) text += timing_functions();
    if (uses(body, "defect_shows"))
      text += fmt::format(
          "\nstatic void defect_shows(int signal_number) {{\n"
          "  static const char text[] = \"defect: the call {}\\n\";\n"
          "  (void)signal_number;\n"
          "  if (write(1, text, sizeof text - 1) < 0) _exit(3);\n"
          "  _exit(1);\n}}\n",
          d_.is == defect_kind::hangs ? "does not end" : "crashes");
    if (kind_ == element::map8)
      text +=
          "\nstatic void compose(void *in, void *inout, int *count, MPI_Datatype *type) {\n"
          "  (void)type;\n"
          "  for (int i = 0; i < *count; ++i)\n"
          "    ((element *)inout)[i] = after(((element *)in)[i], ((element *)inout)[i]);\n}\n";
    if (uses(body, "set"))
      text +=
          "\n/* Writes a control variable of the library; returns its value before. */\n"
          "static int set(const char *name, int value) {\n"
          "  int index = 0, count = 0, before = 0;\n"
          "  MPI_T_cvar_handle handle;\n"
          "  CHECK(MPI_T_cvar_get_index(name, &index));\n"
          "  CHECK(MPI_T_cvar_handle_alloc(index, NULL, &handle, &count));\n"
          "  CHECK(MPI_T_cvar_read(handle, &before));\n"
          "  CHECK(MPI_T_cvar_write(handle, &value));\n"
          "  CHECK(MPI_T_cvar_handle_free(&handle));\n"
          "  return before;\n}\n";
    if (uses(body, "send") || uses(body, "recv"))
      text +=
          "\nstatic element *allocate(void) {\n"
          "  element *memory = calloc(" +
          room() +
          ", sizeof *memory);\n"
          "  if (!memory) MPI_Abort(MPI_COMM_WORLD, 2);\n"
          "  return memory;\n}\n";
    return text;
  }

  // Elements of a buffer: twice all blocks, with holes and padding.
  [[nodiscard]] std::string room() const {
    const std::size_t blocks = of_vectors(c_) ? 1 : static_cast<std::size_t>(d_.p);
    std::size_t most = n_ * blocks;
    if (is_irregular(c_)) {
      most = 0;
      for (const int s : sizes()) most += static_cast<std::size_t>(s);
    }
    return std::to_string(2 * (most + static_cast<std::size_t>(d_.p) + 1) *
                          static_cast<std::size_t>(kind_ == element::int4 ? layout_.extent : 1));
  }

  [[nodiscard]] std::vector<int> sizes() const {
    return n_ == 0 ? std::vector<int>(static_cast<std::size_t>(d_.p))
                   : block_sizes(problem_named(d_.at.problem).value(), d_.p, static_cast<int>(n_));
  }

  [[nodiscard]] int cells() const { return kind_ == element::int4 ? layout_.ints() : 1; }
  [[nodiscard]] bool holes() const { return d_.at.layout != "contiguous"; }

  // The data: element i that `from` has for `to`, and the result.
  [[nodiscard]] std::string data_functions() const {
    if (c_ == collective::barrier) return "";
    std::string text;
    if (holes()) {
      std::vector<int> at;
      for (const auto& r : layout_.runs)
        for (int k = 0; k < r.length; ++k) at.push_back(r.first + k);
      text += fmt::format(
          "\n/* The datatype has {0} of every {1} ints. */\n"
          "static const int ints[{0}] = {{{2}}};\n"
          "static long place(long i) {{ return i / {0} * {1} + ints[i % {0}]; }}\n",
          at.size(), layout_.extent, fmt::join(at, ", "));
    }
    if (kind_ == element::map8)
      text +=
          "\n/* The map x -> a x + b. Composition does not commute. */\n"
          "static element after(element left, element right) {\n"
          "  return (element){left.a * right.a, left.a * right.b + left.b};\n}\n"
          "static element value(int from, int to, long i) {\n"
          "  const unsigned v = (unsigned)((from * 31 + to * 17 + i * 7) % 1021);\n"
          "  return (element){2 * (v % 5) + 1, v};\n}\n"
          "static int differ(element x, element y) { return x.a != y.a || x.b != y.b; }\n";
    else
      text +=
          "\nstatic element value(int from, int to, long i) {\n"
          "  return (element)((from * 31 + to * 17 + i * 7) % 1021);\n}\n";
    if (combines(c_)) {
      text += "/* The result of processes 0 to `last`. */\nstatic element expected(int last, long i) {\n";
      text += "  element sum = value(0, 0, i);\n";
      text += kind_ == element::map8 ? "  for (int q = 1; q <= last; ++q) sum = after(sum, value(q, 0, i));\n"
                                     : "  for (int q = 1; q <= last; ++q) sum += value(q, 0, i);\n";
      text += "  return sum;\n}\n";
    }
    const std::string at = holes() ? "place(first * CELLS + i)" : "first + i",
                      until = holes() ? "count * CELLS" : "count";
    const auto filled = [&](std::string t) {
      for (std::size_t k; (k = t.find("CELLS")) != std::string::npos;)
        t.replace(k, 5, std::to_string(cells()));
      return t;
    };
    text += filled(
        "static void fill(element *x, long first, long count, int from, int to) {\n"
        "  for (long i = 0; i < " +
        until + "; ++i) x[" + at + "] = value(from, to, i);\n}\n");
    const std::string wanted = combines(c_) ? "expected(last, offset + i)" : "value(from, to, i)";
    const std::string wrong =
        kind_ == element::map8 ? "differ(x[" + at + "], " + wanted + ")" : "x[" + at + "] != " + wanted;
    text +=
        filled(std::string("/* Returns 1 if an element is wrong, and prints the first. */\n") +
               "static int check(const element *x, long first, long count, " +
               (combines(c_) ? "int last, long offset" : "int from, int to") + ", int rank) {\n" +
               "  for (long i = 0; i < " + until + "; ++i)\n" + "    if (" + wrong + ") {\n" +
               (kind_ == element::map8
                    ? "      printf(\"defect: process %d: element %ld is wrong\\n\", rank, first + i);\n"
                    : "      printf(\"defect: process %d: element %ld is %g, not %g\\n\", rank, first + i,\n"
                      "             (double)x[" +
                          at + "], (double)" + wanted + ");\n") +
               "      return 1;\n    }\n  return 0;\n}\n");
    return text;
  }

  [[nodiscard]] static std::string timing_functions() {
    return "\nstatic int by_size(const void *x, const void *y) {\n"
           "  const double a = *(const double *)x, b = *(const double *)y;\n"
           "  return (a > b) - (a < b);\n}\n"
           "static double median(double *times, int count) {\n"
           "  qsort(times, (size_t)count, sizeof *times, by_size);\n"
           "  return times[count / 2];\n}\n";
  }

  // The calls of a wrong, hanging or crashing collective, and the check of its result.
  [[nodiscard]] std::string checking() const {
    std::string text;
    if (d_.is == defect_kind::hangs) text += "signal(SIGALRM, defect_shows);\nalarm(20);\n";
    if (d_.is == defect_kind::crashes)
      text +=
          "const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};\n"
          "for (int k = 0; k < 5; ++k) signal(fatal[k], defect_shows);\n";
    const bool in_place = d_.at.made == "in_place", rooted = is_rooted(c_),
               scatters = c_ == collective::scatter || c_ == collective::scatterv;
    const std::string mark = rooted ? "rank == root ? MPI_IN_PLACE : " : "MPI_IN_PLACE";
    std::string send = "send", recv = "recv";
    if (in_place && scatters) recv = mark + "recv";
    if (in_place && !scatters) send = rooted ? mark + "send" : mark;
    const std::string blocks = "for (int b = 0; b < p; ++b) ", total = of_vectors(c_) ? "n" : "total";
    if (c_ == collective::bcast) text += "if (rank == root) fill(recv, 0, n, rank, 0);\n";
    if (scatters) text += "if (rank == root)\n  " + blocks + "fill(send, displs[b], counts[b], rank, b);\n";
    if (is_personal(c_))
      text += blocks + fmt::format("fill({}, displs[b], counts[b], rank, b);\n", in_place ? "recv" : "send");
    if (receives_blocks(c_) && !is_personal(c_)) {
      if (!in_place || rooted) text += "fill(send, 0, counts[rank], rank, 0);\n";
      if (in_place) text += "fill(recv, displs[rank], counts[rank], rank, 0);\n";
    }
    if (combines(c_)) {
      if (!in_place || rooted) text += fmt::format("fill(send, 0, {}, rank, 0);\n", total);
      if (in_place) text += fmt::format("fill(recv, 0, {}, rank, 0);\n", total);
    }
    text += checked(call_of(c_, send, recv, "n"));
    if (c_ == collective::barrier) return text;
    const std::string when = rooted && !scatters && c_ != collective::bcast ? "if (rank == root) "
                             : scatters && in_place                         ? "if (rank != root) "
                                                                            : "";
    if (c_ == collective::bcast) text += "bad = check(recv, 0, n, root, 0, rank);\n";
    if (scatters) text += when + "bad = check(recv, 0, counts[rank], root, rank, rank);\n";
    if (receives_blocks(c_)) {
      const std::string to = is_personal(c_) ? "rank" : "0";
      text += when + (when.empty() ? "" : "\n  ") + blocks +
              fmt::format("bad = bad || check(recv, displs[b], counts[b], b, {}, rank);\n", to);
    }
    if (combines(c_)) {
      if (c_ == collective::scan)
        text += "bad = check(recv, 0, n, rank, 0, rank);\n";
      else if (c_ == collective::exscan)
        text += "if (rank > 0) bad = check(recv, 0, n, rank - 1, 0, rank);\n";
      else if (of_vectors(c_))
        text += when + "bad = check(recv, 0, n, p - 1, 0, rank);\n";
      else
        text += "bad = check(recv, 0, counts[rank], p - 1, displs[rank], rank);\n";
    }
    return text;
  }

  // Both ways in turn, and their medians.
  [[nodiscard]] std::string timing() const {
    const bool forced = d_.is == defect_kind::slow, each_call = forced && is_mpich(own_);
    const double round = std::max(1e-6, d_.seconds + d_.instead_seconds);
    const int rounds = std::clamp(static_cast<int>(2 / round), 11, 301) | 1;
    std::string setting, resetting;
    if (forced) {
      int k = 0;
      for (const auto& [name, value] : variables_of(own_choice_of(d_.instead).value(), c_, own_)) {
        setting += fmt::format("before[{}] = set(\"{}\", {});\n", k, name, value);
        resetting += fmt::format("set(\"{}\", before[{}]);\n", name, k++);
      }
      setting = fmt::format("int before[{}];\n", std::max(1, k)) + setting;
    }
    std::string text;
    if (forced && !each_call) {  // the library reads its variables when a communicator is made
      text += "MPI_Comm forced;\n" + setting + "CHECK(MPI_Comm_dup(MPI_COMM_WORLD, &forced));\n" + resetting;
    }
    text += fmt::format(
        "enum {{ warm = 3, rounds = {} }};\n"
        "static double times[2][rounds];\n"
        "for (int k = 0; k < 2 * (warm + rounds); ++k) {{\n"
        "  const int way = k % 2;\n",
        rounds);
    if (forced && !each_call) text += "  comm = way == 0 ? MPI_COMM_WORLD : forced;\n";
    if (each_call)
      text += indented(setting.substr(0, setting.find('\n') + 1), 2) + "  if (way == 1) {\n" +
              indented(setting.substr(setting.find('\n') + 1), 4) + "  }\n";
    text += "  CHECK(MPI_Barrier(MPI_COMM_WORLD));\n  double slowest = 0, time = MPI_Wtime();\n";
    const std::string call = checked(call_of(c_, "send", "recv", "n"));
    if (forced)
      text += "  " + call;
    else
      text += "  if (way == 0) {\n" + indented(call, 4) + "  } else {\n" +
              indented(other_way(c_, d_.instead), 4) + "  }\n";
    // The slowest process need not be the one that the others wait for: some may begin late.
    text +=
        "  CHECK(MPI_Barrier(MPI_COMM_WORLD)); /* all have ended the call */\n"
        "  time = MPI_Wtime() - time;\n";
    if (each_call) text += "  if (way == 1) {\n" + indented(resetting, 4) + "  }\n";
    text += fmt::format(
        "  CHECK(MPI_Reduce(&time, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD));\n"
        "  if (k >= 2 * warm) times[way][k / 2 - warm] = slowest;\n"
        "}}\n"
        "if (rank == 0) {{\n"
        "  const double x = median(times[0], rounds), y = median(times[1], rounds);\n"
        "  bad = x > {} * y;\n"
        "  printf(\"%s%s: %g us, %s: %g us, ratio %.2f\\n\", bad ? \"defect: \" : \"\", \"{}\", x * 1e6,\n"
        "         \"{}\", y * 1e6, x / y);\n"
        "}}\n",
        1 + effect_ / 2, forced ? "default" : std::string("MPI_") + std::string(traits(c_).mpi), d_.instead);
    return text;
  }

  // The beginning of main(), and the variables that a body uses.
  [[nodiscard]] std::string declarations(const std::string& body, bool timed) const {
    std::string text = beginning(body, timed) + type_and_operator(body);
    for (const char* name : {"send", "recv", "tmp", "own"})
      if (uses(body, name)) text += fmt::format("element *{} = allocate();\n", name);
    if (uses(body, "block")) text += "const int block = (n + p - 1) / p;\n";
    text += block_tables(body);
    for (const auto& [name, declaration] : tables_of_ways)
      if (uses(body, name)) text += declaration;
    return text;
  }

  [[nodiscard]] std::string beginning(const std::string& body, bool timed) const {
    std::string text = "int rank = 0, size = 0, bad = 0;\n";
    text += "MPI_Comm comm = MPI_COMM_WORLD;\n";
    if (!timed && by_own_algorithm(d_.at))
      for (const auto& [name, value] : environment_of(d_.at.by))
        text += fmt::format("setenv(\"{}\", \"{}\", 1);\n", name, value);
    if (timed && d_.is == defect_kind::slow && !is_mpich(own_))
      text += "setenv(\"OMPI_MCA_coll_tuned_use_dynamic_rules\", \"1\", 1);\n";
    text += "CHECK(MPI_Init(&argc, &argv));\n";
    if (uses(body, "set")) text += "CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &size));\n";
    return text +
           "CHECK(MPI_Comm_rank(comm, &rank));\nCHECK(MPI_Comm_size(comm, &size));\n"
           "if (size != p) {\n"
           "  fprintf(stderr, \"expected %d processes\\n\", p);\n"
           "  MPI_Abort(MPI_COMM_WORLD, 2);\n}\n";
  }

  [[nodiscard]] std::string type_and_operator(const std::string& body) const {
    std::string text;
    const bool map = kind_ == element::map8;
    const bool typed = uses(body, "T") || uses(body, "types");
    if (typed && map)
      text +=
          "MPI_Datatype T;\nCHECK(MPI_Type_contiguous(2, MPI_UNSIGNED, &T));\nCHECK(MPI_Type_commit(&T));\n";
    else if (typed && holes()) {
      text += fmt::format(
          "MPI_Datatype runs, T;\n"
          "CHECK(MPI_Type_create_indexed_block({}, 1, ints, MPI_INT, &runs));\n"
          "CHECK(MPI_Type_create_resized(runs, 0, {} * (MPI_Aint)sizeof(int), &T));\n"
          "CHECK(MPI_Type_commit(&T));\n",
          cells(), layout_.extent);
    } else if (typed)
      text += fmt::format("MPI_Datatype T = {};\n", kind_ == element::double8 ? "MPI_DOUBLE" : "MPI_INT");
    if (uses(body, "OP") && combines(c_))
      text += map ? "MPI_Op OP;\nCHECK(MPI_Op_create(compose, 0, &OP));\n" : "MPI_Op OP = MPI_SUM;\n";
    return text;
  }

  // Lengths, places and types of all blocks.
  [[nodiscard]] std::string block_tables(const std::string& body) const {
    std::string text;
    const bool bytes = uses(body, "bytes"), total = uses(body, "total");
    if (uses(body, "counts") || uses(body, "displs") || bytes || total) {
      const bool uneven = is_irregular(c_) && d_.at.problem != "same";
      if (uneven) text += fmt::format("const int sizes[p] = {{{}}};\n", fmt::join(sizes(), ", "));
      text += fmt::format(
          "int counts[p], displs[p];\n"
          "for (int b = 0; b < p; ++b) {{\n"
          "  counts[b] = {};\n"
          "  displs[b] = b == 0 ? 0 : displs[b - 1] + counts[b - 1];\n}}\n",
          !uneven           ? "n"
          : is_personal(c_) ? "sizes[(b + rank) % p]"
                            : "sizes[b]");
      if (total) text += "const int total = displs[p - 1] + counts[p - 1];\n";
    }
    if (bytes)
      text += fmt::format(
          "int bytes[p];\nMPI_Datatype types[p];\n"
          "for (int b = 0; b < p; ++b) {{\n"
          "  bytes[b] = displs[b] * {} * (int)sizeof(element);\n  types[b] = T;\n}}\n",
          kind_ == element::int4 ? layout_.extent : 1);
    return text;
  }

  // Set before MPI begins: the algorithm serves all communicators.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> environment_of(const std::string& by) const {
    std::vector<std::pair<std::string, std::string>> all;
    const bool mpich = is_mpich(own_);
    if (!mpich) all.emplace_back("OMPI_MCA_coll_tuned_use_dynamic_rules", "1");
    const own_choice choice = own_choice_of(by).value();
    for (const auto& [name, value] : variables_of(choice, c_, own_)) {
      const bool algorithm = name.ends_with("_ALGORITHM");
      all.emplace_back(mpich ? name : "OMPI_MCA_" + name,
                       mpich && algorithm ? choice.name : std::to_string(value));
    }
    return all;
  }

  [[nodiscard]] std::string main_of(const std::string& body, bool timed) const {
    std::string text = "\nint main(int argc, char **argv) {\n";
    text += indented(declarations(body, timed) + "\n" + body, 2);
    text += "\n  if (rank == 0 && !bad) printf(\"process 0: nothing wrong\\n\");\n";
    text += "  CHECK(MPI_Finalize());\n  return bad;\n}\n";
    for (std::size_t at; (at = text.find("\n  \n")) != std::string::npos;) text.replace(at, 4, "\n\n");
    return text;
  }

  const defect& d_;
  const own_algorithms& own_;
  double effect_;
  collective c_;
  measure::element kind_;
  layout layout_;
  std::size_t n_ = 0;
};

}  // namespace

bool has_reproducer(const experiment& right) {
  const auto c = collective_named(right.operation);
  return c && right.problem == "same" && right.layout == "contiguous" && !other_way(*c, right.made).empty();
}

std::string reproducer(const defect& d, const own_algorithms& own, const std::vector<std::string>& commands,
                       double effect) {
  return program(d, own, effect).text(commands);
}

}  // namespace tutti::measure
