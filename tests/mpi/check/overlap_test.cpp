// Check mode and the bytes that datatypes touch. Random datatypes are made by all of MPI's constructors,
// nested. A second datatype of the same size touches none of the first one's bytes, or one of them. A call
// that sends the first and receives the second must be accepted or reported accordingly, and so must one that
// receives both. Elements of a datatype that has been resized share bytes or not: a call that receives them
// must be accepted or reported. MPI_Unpack shows which bytes a datatype touches.
//
//   overlap_test [CASES [SEED]]      under TUTTI_CHECK=1

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

std::mt19937 source;
int at_most(int most) { return static_cast<int>(source() % static_cast<unsigned>(most + 1)); }
int from_to(int least, int most) { return least + at_most(most - least); }

// A datatype that is made of others, to be freed.
class type {
 public:
  explicit type(MPI_Datatype t) : it(t) {}
  type(const type&) = delete;
  type& operator=(const type&) = delete;
  ~type() { MPI_Type_free(&it); }
  MPI_Datatype it;
};

MPI_Datatype bytes_in_a_row(int n) {
  MPI_Datatype t;
  MPI_Type_contiguous(n, MPI_BYTE, &t);
  return t;
}

std::vector<int> ascending(int n, int step) {
  std::vector<int> all;
  for (int at = at_most(2); n > 0; --n, at += from_to(step, step + 3)) all.push_back(at);
  return all;
}

MPI_Datatype made(int depth);

MPI_Datatype structure(int depth) {
  const type first(made(depth - 1)), second(made(depth - 1));
  MPI_Aint lb, extent;
  MPI_Type_get_true_extent(first.it, &lb, &extent);
  MPI_Aint own_lb, own;
  MPI_Type_get_true_extent(second.it, &own_lb, &own);
  const int lengths[] = {1, 1};
  // The second one behind the first, or before it.
  const MPI_Aint at = at_most(1) ? lb + extent - own_lb + at_most(5) : lb - own_lb - own - at_most(5);
  const MPI_Aint places[] = {0, at};
  const MPI_Datatype types[] = {first.it, second.it};
  MPI_Datatype t;
  MPI_Type_create_struct(2, lengths, places, types, &t);
  return t;
}

MPI_Datatype array(const type& inner, bool dealt_out) {
  const int n = from_to(1, 3), order = at_most(1) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
  int sizes[3], parts[3], starts[3], how[3], by[3], grid[3], processes = 1;
  for (int d = 0; d < n; ++d) {
    const int kind = at_most(2), share = from_to(1, 3);
    how[d] = kind == 0 ? MPI_DISTRIBUTE_NONE : kind == 1 ? MPI_DISTRIBUTE_BLOCK : MPI_DISTRIBUTE_CYCLIC;
    grid[d] = kind == 0 ? 1 : from_to(1, 3);
    by[d] = kind == 0 || at_most(1) ? MPI_DISTRIBUTE_DFLT_DARG : kind == 1 ? share : from_to(1, share);
    // Every process has a part of the data: otherwise Open MPI 4.1.4 writes to the wrong places.
    sizes[d] = grid[d] * share + (kind == 2 ? at_most(2) : 0);
    parts[d] = from_to(1, sizes[d]);
    starts[d] = at_most(sizes[d] - parts[d]);
    processes *= grid[d];
  }
  MPI_Datatype t;
  if (dealt_out)
    MPI_Type_create_darray(processes, at_most(processes - 1), n, sizes, how, by, grid, order, inner.it, &t);
  else
    MPI_Type_create_subarray(n, sizes, parts, starts, order, inner.it, &t);
  return t;
}

MPI_Datatype made(int depth) {
  if (depth == 0) return bytes_in_a_row(from_to(1, 5));
  const int kind = at_most(11);
  if (kind == 0) return structure(depth);
  const type inner(made(depth - 1));
  MPI_Aint lb, extent;
  MPI_Type_get_extent(inner.it, &lb, &extent);
  const int n = from_to(1, 4), length = from_to(1, 3);
  std::vector<int> lengths(static_cast<std::size_t>(n)), places = ascending(n, length);
  for (int& l : lengths) l = from_to(at_most(1), length);
  lengths[0] = length;
  std::vector<MPI_Aint> far;
  for (const int at : places) far.push_back(at * extent + at_most(2));
  if (at_most(1)) std::shuffle(places.begin(), places.end(), source);
  MPI_Datatype t;
  switch (kind) {
    case 1: MPI_Type_dup(inner.it, &t); break;
    case 2: MPI_Type_contiguous(n, inner.it, &t); break;
    case 3:  // (With stride -1, Open MPI 4.1.4 takes consecutive elements.)
      MPI_Type_vector(n, length, at_most(3) ? from_to(length, length + 3) : -length - from_to(1, 3), inner.it,
                      &t);
      break;
    case 4: MPI_Type_create_hvector(n, length, length * extent + at_most(7), inner.it, &t); break;
    case 5: MPI_Type_indexed(n, lengths.data(), places.data(), inner.it, &t); break;
    case 6: MPI_Type_create_hindexed(n, lengths.data(), far.data(), inner.it, &t); break;
    case 7: MPI_Type_create_indexed_block(n, length, places.data(), inner.it, &t); break;
    case 8: MPI_Type_create_hindexed_block(n, length, far.data(), inner.it, &t); break;
    case 9: MPI_Type_create_resized(inner.it, lb, extent + at_most(9), &t); break;
    case 10: return array(inner, false);
    default: return array(inner, true);
  }
  return t;
}

constexpr int memory = 1 << 20, middle = memory / 2;

// The bytes that `count` elements touch, around the middle.
std::vector<bool> touched_by(MPI_Datatype t, int count) {
  int size = 0, position = 0;
  MPI_Type_size(t, &size);
  const std::vector<char> ones(static_cast<std::size_t>(size) * static_cast<std::size_t>(count) + 1, 1);
  std::vector<char> into(memory);
  MPI_Unpack(ones.data(), size * count, &position, &into[middle], count, t, MPI_COMM_SELF);
  return {into.begin(), into.end()};
}

// True if these bytes have touched each byte of memory at most once.
bool once_each(const std::vector<bool>& touched, int bytes) {
  return std::count(touched.begin(), touched.end(), true) == bytes;
}

// A datatype of single bytes at random places, made by one of several constructors.
MPI_Datatype of_bytes(const std::vector<int>& places) {
  std::vector<int> lengths(places.size(), 1);
  MPI_Datatype t;
  MPI_Type_indexed(static_cast<int>(places.size()), lengths.data(), places.data(), MPI_BYTE, &t);
  MPI_Type_commit(&t);
  return t;
}

long failures = 0, legal = 0, wrong = 0;

// Sends (count, t) and receives the bytes at `places`, all at one address.
int exchange(MPI_Datatype t, int count, const std::vector<int>& places) {
  static std::vector<char> data(memory);
  const type other(of_bytes(places));
  char* const at = &data[middle];
  const int n[] = {count}, one[] = {1}, zero[] = {0};
  const MPI_Comm self = MPI_COMM_SELF;
  MPI_Request r = MPI_REQUEST_NULL;
  int code = MPI_SUCCESS;
  switch (at_most(7)) {
    case 0: return MPI_Gather(at, count, t, at, 1, other.it, 0, self);
    case 1: return MPI_Scatter(at, 1, other.it, at, count, t, 0, self);
    case 2: return MPI_Allgather(at, count, t, at, 1, other.it, self);
    case 3: return MPI_Gatherv(at, count, t, at, one, zero, other.it, 0, self);
    case 4: return MPI_Scatterv(at, one, zero, other.it, at, count, t, 0, self);
    case 5: return MPI_Alltoallv(at, n, zero, t, at, one, zero, other.it, self);
    case 6: return MPI_Alltoallw(at, one, zero, &other.it, at, n, zero, &t, self);
    default:
      code = MPI_Iallgatherv(at, count, t, at, one, zero, other.it, self, &r);
      const int ended = MPI_Wait(&r, MPI_STATUS_IGNORE);
      return code == MPI_SUCCESS ? ended : code;
  }
}

// Receives (count, t) and the bytes at `places`, all at one address, as blocks from two neighbours.
int receive_both(MPI_Datatype t, int count, const std::vector<int>& places) {
  static std::vector<char> data(memory);
  static const std::vector<char> sent(memory);
  static const MPI_Comm ring = [] {  // of one process
    const int size = 1, all_around = 1;
    MPI_Comm made;
    MPI_Cart_create(MPI_COMM_SELF, 1, &size, &all_around, 0, &made);
    MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
    return made;
  }();
  const type other(of_bytes(places));
  const bool swapped = at_most(1) != 0;
  const auto n = static_cast<int>(places.size());
  const int sizes[] = {n, n}, counts[] = {swapped ? 1 : count, swapped ? count : 1};
  const MPI_Aint zero[] = {0, 0};
  const MPI_Datatype bytes[] = {MPI_BYTE, MPI_BYTE},
                     types[] = {swapped ? other.it : t, swapped ? t : other.it};
  return MPI_Neighbor_alltoallw(sent.data(), sizes, zero, bytes, &data[middle], counts, zero, types, ring);
}

// Receives some elements of the datatype with another extent. They may lie between each other.
void squeezed(long number, MPI_Datatype t, int size, MPI_Aint true_extent) {
  static std::vector<char> data(memory);
  static const std::vector<char> sent(memory);
  const int count = from_to(2, 3), extent = at_most(static_cast<int>(true_extent));
  MPI_Datatype close;
  MPI_Type_create_resized(t, 0, at_most(3) ? extent : -extent, &close);
  MPI_Type_commit(&close);
  const type kept(close);
  const std::vector<bool> touched = touched_by(close, count);
  const bool once = once_each(touched, size * count);
  if (!once && number % 5 != 0) return;  // reports take time
  const int code =
      MPI_Scatter(sent.data(), size * count, MPI_BYTE, &data[middle], count, close, 0, MPI_COMM_SELF);
  int kind = MPI_SUCCESS;
  MPI_Error_class(code, &kind);
  if (kind != (once ? MPI_SUCCESS : MPI_ERR_BUFFER) && ++failures < 10)
    std::printf("FAILED: case %ld: %d elements of %d bytes are received %s, class %d\n", number, count, size,
                once ? "once" : "twice", kind);
  ++(once ? legal : wrong);
}

void one_case(long number) {
  type t(made(from_to(1, 3)));
  MPI_Type_commit(&t.it);
  MPI_Aint lb, extent, true_lb, true_extent;
  MPI_Type_get_extent(t.it, &lb, &extent);
  MPI_Type_get_true_extent(t.it, &true_lb, &true_extent);
  int size = 0, count = from_to(1, 3);
  MPI_Type_size(t.it, &size);
  if (extent < true_extent) count = 1;  // the elements would overlap
  if (size == 0 || size * count > 10'000 || (extent + true_extent) * 4 + std::abs(true_lb) > middle / 2)
    return;
  squeezed(number, t.it, size, true_extent);
  const std::vector<bool> touched = touched_by(t.it, count);
  if (!once_each(touched, size * count)) return;  // some calls receive it
  std::vector<int> between, own;
  const auto first = static_cast<int>(true_lb) - 3;
  for (int at = first; static_cast<int>(between.size()) < size * count; ++at)
    (touched[static_cast<std::size_t>(middle + at)] ? own : between).push_back(at);
  if (const int code = exchange(t.it, count, between); code != MPI_SUCCESS && ++failures < 10)
    std::printf("FAILED: case %ld, %d bytes: a legal call is told of, code %d\n", number, size * count, code);
  if (const int code = receive_both(t.it, count, between); code != MPI_SUCCESS && ++failures < 10)
    std::printf("FAILED: case %ld, %d bytes: legal blocks are told of, code %d\n", number, size * count,
                code);
  legal += 2;
  constexpr int each = 20;  // reports take time
  if (own.empty() || number % each != 0) return;
  between[static_cast<std::size_t>(at_most(static_cast<int>(between.size()) - 1))] =
      own[static_cast<std::size_t>(at_most(static_cast<int>(own.size()) - 1))];
  int kind = MPI_SUCCESS;
  MPI_Error_class(exchange(t.it, count, between), &kind);
  if (kind != MPI_ERR_BUFFER && ++failures < 10)
    std::printf("FAILED: case %ld, %d bytes: one that is sent and received is not told of: class %d\n",
                number, size * count, kind);
  MPI_Error_class(receive_both(t.it, count, between), &kind);
  if (kind != MPI_ERR_BUFFER && ++failures < 10)
    std::printf("FAILED: case %ld, %d bytes: one that is received twice is not told of: class %d\n", number,
                size * count, kind);
  wrong += 2;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const long cases = argc > 1 ? std::atol(argv[1]) : 400;
  const long seed = argc > 2 ? std::atol(argv[2]) : 1;
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  for (long k = 0; k < cases; ++k) {
    source.seed(static_cast<unsigned>(seed * 100'000 + k));
    one_case(k);
  }
  std::printf("%ld legal calls, %ld with a byte too many, %ld FAILED\n", legal, wrong, failures);
  MPI_Finalize();
  return failures > 0 || legal == 0 || wrong == 0;
}
