#include "collectives.hpp"

#include <cstdio>
#include <cstdlib>

#include "through.hpp"

namespace oracle {
namespace {

// Each procedure below lays out memory, computes the expected contents, makes the call and compares.
// Arguments that MPI declares not significant get values that would do harm if they were used.
constexpr int garbage = -77;

struct here {
  int rank = 0, size = 0;
  explicit here(MPI_Comm comm) {
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
  }
};

enum class form { regular, irregular };

// The length of the data from `from` to `to`. Symmetric, as collectives in place require.
long random_length(const setting& s, int from, int to) {
  const auto low = static_cast<unsigned>(std::min(from, to)),
             high = static_cast<unsigned>(std::max(from, to));
  const std::uint64_t random = mix(s.seed, 17, low, high);
  if (random % 4 == 0) return 0;
  return static_cast<long>(random / 4 % static_cast<std::uint64_t>(s.length / s.unit + 1)) * s.unit;
}
std::vector<long> lengths(const setting& s, form f, int size) {
  std::vector<long> all(static_cast<std::size_t>(size), s.length);
  if (f == form::irregular)
    for (int i = 0; i < size; ++i) all[static_cast<std::size_t>(i)] = random_length(s, i, i);
  return all;
}
std::uint64_t shuffled(const setting& s, form f, int rank) {
  return f == form::regular ? 0 : 1 + mix(s.seed, 18, static_cast<unsigned>(rank)) / 2;
}

long sum_of(const std::vector<long>& all) {
  long n = 0;
  for (long l : all) n += l;
  return n;
}

// ---------------------------------------------------------------- collectives that move data

void barrier(const setting& s, verdict&) { CALL(Barrier, barrier, s.comm); }

void bcast(const setting& s, verdict& v) {
  const here me(s.comm);
  block_canvas data(*s.send, {s.length});
  const packed sent = message(*s.send, s.length, s.seed, s.root);
  if (me.rank == s.root)
    data.write(0, sent);
  else
    data.expect(0, sent);
  CALL(Bcast, bcast, data.address(), data.count(), data.type(), s.root, s.comm);
  v.check("buffer", data.difference());
}

template <form f>
void gather(const setting& s, verdict& v) {
  const here me(s.comm);
  const std::vector<long> blocks = lengths(s, f, me.size);
  const bool at_root = me.rank == s.root;
  block_canvas own(*s.send, {blocks[static_cast<std::size_t>(me.rank)]});
  own.write(0, message(*s.send, blocks[static_cast<std::size_t>(me.rank)], s.seed, me.rank));
  if (!at_root) {
    if constexpr (f == form::regular)
      CALL(Gather, gather, own.address(), own.count(), own.type(), nullptr, garbage, MPI_DATATYPE_NULL,
           s.root, s.comm);
    else
      CALL(Gatherv, gatherv, own.address(), own.count(), own.type(), nullptr, nullptr, nullptr,
           MPI_DATATYPE_NULL, s.root, s.comm);
    v.check("send buffer", own.difference());
    return;
  }
  block_canvas all(*s.recv, blocks, shuffled(s, f, me.rank));
  for (int i = 0; i < me.size; ++i) {
    const packed block = message(*s.recv, blocks[static_cast<std::size_t>(i)], s.seed, i);
    if (i == me.rank && s.in_place)
      all.write(i, block);
    else
      all.expect(i, block);
  }
  const void* send = s.in_place ? MPI_IN_PLACE : own.address();
  const int count = s.in_place ? garbage : own.count();
  const MPI_Datatype type = s.in_place ? MPI_DATATYPE_NULL : own.type();
  if constexpr (f == form::regular)
    CALL(Gather, gather, send, count, type, all.address(), all.count(), all.type(), s.root, s.comm);
  else
    CALL(Gatherv, gatherv, send, count, type, all.address(), all.counts(), all.displacements(), all.type(),
         s.root, s.comm);
  v.check("send buffer", own.difference());
  v.check("receive buffer", all.difference());
}

template <form f>
void scatter(const setting& s, verdict& v) {
  const here me(s.comm);
  const std::vector<long> blocks = lengths(s, f, me.size);
  const long mine = blocks[static_cast<std::size_t>(me.rank)];
  const bool at_root = me.rank == s.root, in_place = at_root && s.in_place;
  block_canvas own(*s.recv, {mine});
  if (!in_place) own.expect(0, message(*s.recv, mine, s.seed, s.root, me.rank));
  void* recv = in_place ? MPI_IN_PLACE : own.address();
  const int count = in_place ? garbage : own.count();
  const MPI_Datatype type = in_place ? MPI_DATATYPE_NULL : own.type();
  if (!at_root) {
    if constexpr (f == form::regular)
      CALL(Scatter, scatter, nullptr, garbage, MPI_DATATYPE_NULL, recv, count, type, s.root, s.comm);
    else
      CALL(Scatterv, scatterv, nullptr, nullptr, nullptr, MPI_DATATYPE_NULL, recv, count, type, s.root,
           s.comm);
    v.check("receive buffer", own.difference());
    return;
  }
  block_canvas all(*s.send, blocks, shuffled(s, f, me.rank));
  for (int i = 0; i < me.size; ++i)
    all.write(i, message(*s.send, blocks[static_cast<std::size_t>(i)], s.seed, s.root, i));
  if constexpr (f == form::regular)
    CALL(Scatter, scatter, all.address(), all.count(), all.type(), recv, count, type, s.root, s.comm);
  else
    CALL(Scatterv, scatterv, all.address(), all.counts(), all.displacements(), all.type(), recv, count, type,
         s.root, s.comm);
  v.check("send buffer", all.difference());
  v.check("receive buffer", own.difference());
}

template <form f>
void allgather(const setting& s, verdict& v) {
  const here me(s.comm);
  const std::vector<long> blocks = lengths(s, f, me.size);
  block_canvas own(*s.send, {blocks[static_cast<std::size_t>(me.rank)]});
  own.write(0, message(*s.send, blocks[static_cast<std::size_t>(me.rank)], s.seed, me.rank));
  block_canvas all(*s.recv, blocks, shuffled(s, f, me.rank));
  for (int i = 0; i < me.size; ++i) {
    const packed block = message(*s.recv, blocks[static_cast<std::size_t>(i)], s.seed, i);
    if (i == me.rank && s.in_place)
      all.write(i, block);
    else
      all.expect(i, block);
  }
  const void* send = s.in_place ? MPI_IN_PLACE : own.address();
  const int count = s.in_place ? garbage : own.count();
  const MPI_Datatype type = s.in_place ? MPI_DATATYPE_NULL : own.type();
  if constexpr (f == form::regular)
    CALL(Allgather, allgather, send, count, type, all.address(), all.count(), all.type(), s.comm);
  else
    CALL(Allgatherv, allgatherv, send, count, type, all.address(), all.counts(), all.displacements(),
         all.type(), s.comm);
  v.check("send buffer", own.difference());
  v.check("receive buffer", all.difference());
}

template <form f>
void alltoall(const setting& s, verdict& v) {
  const here me(s.comm);
  std::vector<long> blocks(static_cast<std::size_t>(me.size), s.length);
  if (f == form::irregular)
    for (int i = 0; i < me.size; ++i) blocks[static_cast<std::size_t>(i)] = random_length(s, me.rank, i);
  block_canvas out(*s.send, blocks, shuffled(s, f, me.rank)),
      in(*s.recv, blocks, shuffled(s, f, me.rank + me.size));
  for (int i = 0; i < me.size; ++i) {
    const long length = blocks[static_cast<std::size_t>(i)];
    if (s.in_place)
      in.write(i, message(*s.recv, length, s.seed, me.rank, i));
    else
      out.write(i, message(*s.send, length, s.seed, me.rank, i));
  }
  for (int i = 0; i < me.size; ++i)
    in.expect(i, message(*s.recv, blocks[static_cast<std::size_t>(i)], s.seed, i, me.rank));
  const void* send = s.in_place ? MPI_IN_PLACE : out.address();
  const MPI_Datatype type = s.in_place ? MPI_DATATYPE_NULL : out.type();
  if constexpr (f == form::regular)
    CALL(Alltoall, alltoall, send, s.in_place ? garbage : out.count(), type, in.address(), in.count(),
         in.type(), s.comm);
  else
    CALL(Alltoallv, alltoallv, send, s.in_place ? nullptr : out.counts(),
         s.in_place ? nullptr : out.displacements(), type, in.address(), in.counts(), in.displacements(),
         in.type(), s.comm);
  v.check("send buffer", out.difference());
  v.check("receive buffer", in.difference());
}

// One side of an alltoallw: a block of its own layout for each process, in random order, with gaps.
struct typed_canvas {
  std::vector<int> counts, displacements;
  std::vector<MPI_Datatype> types;
  std::vector<const layout*> of;
  canvas memory;

  typed_canvas(const setting& s, const std::vector<long>& blocks, std::uint64_t random) {
    const std::size_t n = blocks.size();
    counts.resize(n), displacements.resize(n), types.resize(n), of.resize(n);
    std::ptrdiff_t at = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t i = random % 2 ? k : n - 1 - k;
      of[i] = s.choice[mix(random, i) % s.choice.size()];
      types[i] = of[i]->type;
      counts[i] = static_cast<int>(blocks[i] / of[i]->scalars());
      // Every element lies between its displacement - 16 and + 16 + count * extent, or + 4096 + ... for a
      // column.
      const bool column = of[i] == &column_layout();
      at += 16 + static_cast<std::ptrdiff_t>(mix(random, i, 5) % 3) * 8;
      displacements[i] = static_cast<int>(at);
      at += counts[i] * of[i]->extent + (column ? 4096 : 0);
      memory.cover(*of[i], displacements[i], counts[i]);
    }
  }
  void write(std::size_t i, long length, std::uint64_t seed, int from, int to) {
    memory.write(*of[i], displacements[i], message(*of[i], length, seed, from, to));
  }
  void expect(std::size_t i, long length, std::uint64_t seed, int from, int to) {
    memory.expect(*of[i], displacements[i], message(*of[i], length, seed, from, to));
  }
};

void alltoallw(const setting& s, verdict& v) {
  const here me(s.comm);
  std::vector<long> blocks(static_cast<std::size_t>(me.size));
  for (int i = 0; i < me.size; ++i) blocks[static_cast<std::size_t>(i)] = random_length(s, me.rank, i);
  const auto random = [&](int side) {
    return mix(s.seed, 19, static_cast<unsigned>(me.rank), static_cast<unsigned>(side));
  };
  typed_canvas out(s, blocks, random(0)), in(s, blocks, random(1));
  for (int i = 0; i < me.size; ++i) {
    const auto k = static_cast<std::size_t>(i);
    (s.in_place ? in : out).write(k, blocks[k], s.seed, me.rank, i);
  }
  for (int i = 0; i < me.size; ++i) {
    const auto k = static_cast<std::size_t>(i);
    in.expect(k, blocks[k], s.seed, i, me.rank);
  }
  CALL(Alltoallw, alltoallw, s.in_place ? MPI_IN_PLACE : out.memory.address(),
       s.in_place ? nullptr : out.counts.data(), s.in_place ? nullptr : out.displacements.data(),
       s.in_place ? nullptr : out.types.data(), in.memory.address(), in.counts.data(),
       in.displacements.data(), in.types.data(), s.comm);
  v.check("send buffer", out.memory.difference());
  v.check("receive buffer", in.memory.difference());
}

// ---------------------------------------------------------------- reductions

// A vector of `elements` elements of a reduction.
block_canvas vector_of(const setting& s, long elements) {
  return {s.how->type, {elements * s.how->type.scalars()}};
}

void reduce(const setting& s, verdict& v) {
  const here me(s.comm);
  const bool at_root = me.rank == s.root, in_place = at_root && s.in_place;
  block_canvas in = vector_of(s, s.length), out = vector_of(s, s.length);
  const packed own = contribution(*s.how, s.length, s.seed, me.rank);
  (in_place ? out : in).write(0, own);
  if (at_root) out.expect(0, reduced(*s.how, s.length, s.seed, 0, me.size - 1, 0, s.length));
  CALL(Reduce, reduce, in_place ? MPI_IN_PLACE : in.address(), at_root ? out.address() : nullptr, in.count(),
       in.type(), s.how->op, s.root, s.comm);
  v.check("send buffer", in.difference());
  v.check("receive buffer", out.difference());
}

enum class prefix { all, inclusive, exclusive };

// allreduce, scan and exscan. They differ in the processes whose vectors are combined.
template <prefix which>
void reduce_to_each(const setting& s, verdict& v) {
  const here me(s.comm);
  const int last = which == prefix::all ? me.size - 1 : which == prefix::inclusive ? me.rank : me.rank - 1;
  block_canvas in = vector_of(s, s.length), out = vector_of(s, s.length);
  (s.in_place ? out : in).write(0, contribution(*s.how, s.length, s.seed, me.rank));
  if (last >= 0)
    out.expect(0, reduced(*s.how, s.length, s.seed, 0, last, 0, s.length));
  else if (!s.in_place)
    out.ignore(0);  // exscan leaves process 0 undefined; in place, it is not changed
  const void* send = s.in_place ? MPI_IN_PLACE : in.address();
  if constexpr (which == prefix::all)
    CALL(Allreduce, allreduce, send, out.address(), in.count(), in.type(), s.how->op, s.comm);
  else if constexpr (which == prefix::inclusive)
    CALL(Scan, scan, send, out.address(), in.count(), in.type(), s.how->op, s.comm);
  else
    CALL(Exscan, exscan, send, out.address(), in.count(), in.type(), s.how->op, s.comm);
  v.check("send buffer", in.difference());
  v.check("receive buffer", out.difference());
}

template <form f>
void reduce_scatter(const setting& s, verdict& v) {
  const here me(s.comm);
  const std::vector<long> blocks = lengths(s, f, me.size);
  const long total = sum_of(blocks), mine = blocks[static_cast<std::size_t>(me.rank)];
  long first = 0;
  for (int i = 0; i < me.rank; ++i) first += blocks[static_cast<std::size_t>(i)];
  block_canvas in = vector_of(s, total), out = vector_of(s, s.in_place ? total : mine);
  const packed own = contribution(*s.how, total, s.seed, me.rank);
  const packed result = reduced(*s.how, total, s.seed, 0, me.size - 1, first, first + mine);
  if (s.in_place) {  // memory after the result is undefined
    out.write(0, own);
    out.ignore(0);
  } else {
    in.write(0, own);
  }
  out.expect(0, result);
  const void* send = s.in_place ? MPI_IN_PLACE : in.address();
  if constexpr (f == form::regular) {
    CALL(Reduce_scatter_block, reduce_scatter_block, send, out.address(), static_cast<int>(s.length),
         in.type(), s.how->op, s.comm);
  } else {
    const std::vector<int> counts(blocks.begin(), blocks.end());
    CALL(Reduce_scatter, reduce_scatter, send, out.address(), counts.data(), in.type(), s.how->op, s.comm);
  }
  v.check("send buffer", in.difference());
  v.check("receive buffer", out.difference());
}

}  // namespace

const std::vector<collective>& all_collectives() {
  constexpr bool yes = true, no = false;
  static const std::vector<collective> all{
      // name                  rooted reduces irregular in place
      {"barrier", no, no, no, no, barrier},
      {"bcast", yes, no, no, no, bcast},
      {"gather", yes, no, no, yes, gather<form::regular>},
      {"gatherv", yes, no, yes, yes, gather<form::irregular>},
      {"scatter", yes, no, no, yes, scatter<form::regular>},
      {"scatterv", yes, no, yes, yes, scatter<form::irregular>},
      {"allgather", no, no, no, yes, allgather<form::regular>},
      {"allgatherv", no, no, yes, yes, allgather<form::irregular>},
      {"alltoall", no, no, no, yes, alltoall<form::regular>},
      {"alltoallv", no, no, yes, yes, alltoall<form::irregular>},
      {"alltoallw", no, no, yes, yes, alltoallw},
      {"reduce", yes, yes, no, yes, reduce},
      {"allreduce", no, yes, no, yes, reduce_to_each<prefix::all>},
      {"reduce_scatter", no, yes, yes, yes, reduce_scatter<form::irregular>},
      {"reduce_scatter_block", no, yes, no, yes, reduce_scatter<form::regular>},
      {"scan", no, yes, no, yes, reduce_to_each<prefix::inclusive>},
      {"exscan", no, yes, no, yes, reduce_to_each<prefix::exclusive>},
  };
  return all;
}

const collective& collective_called(std::string_view name) {
  for (const collective& c : all_collectives())
    if (c.name == name) return c;
  std::fprintf(stderr, "no collective is called %.*s\n", static_cast<int>(name.size()), name.data());
  std::exit(2);
}

std::string describe(const collective& c, const setting& s) {
  const here me(s.comm);
  std::string text(c.name);
  text += ": " + std::to_string(me.size) + " processes, rank " + std::to_string(me.rank);
  if (c.rooted) text += ", root " + std::to_string(s.root);
  if (c.reduces)
    text += ", " + s.how->name + " (" + s.how->type.name + "), " + std::to_string(s.length) + " elements";
  else if (s.send)
    text += ", from " + s.send->name + " to " + s.recv->name + ", " + std::to_string(s.length) + " scalars";
  if (c.irregular) text += " at most";
  if (s.in_place) text += ", in place";
  return text + ", seed " + std::to_string(s.seed);
}

namespace {

bool avoiding = false;

// Legal calls that the native libraries of Debian 12 get wrong.
bool native_defect([[maybe_unused]] const collective& c, [[maybe_unused]] const setting& s) {
  const int p = here(s.comm).size;
#ifdef OPEN_MPI  // 4.1.4
  if (c.name == "alltoallw" && p == 1)
    return true;  // ignores the displacements, and writes to the wrong place
#else             // MPICH 4.0.2
  if (c.name == "allgatherv" && p == 1) return true;  // ignores the displacement
  if (c.reduces && c.name.starts_with("reduce_scatter") && !s.how->commutative &&
      s.how->type.fields.front().offset != 0)
    return true;  // wrong results or a crash with elements that do not begin at their address
  if (c.name == "gather" && p >= 4 && s.send->extent != s.send->scalars() * 4)
    return true;  // "message truncated"
#endif
  return false;
}

}  // namespace

void avoid_native_defects() { avoiding = true; }

void check(const collective& c, const setting& s, verdict& v) {
  if (avoiding && native_defect(c, s)) return;
  v.begin(describe(c, s));
  c.run(s, v);
}

}  // namespace oracle
