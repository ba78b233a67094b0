#include "mpi/process.hpp"

#include <algorithm>
#include <climits>
#include <cstring>
#include <deque>
#include <vector>

#include "mpi/operators.hpp"
#include "mpi/types.hpp"

namespace tutti::mpi {
namespace {

// The bytes that a message brought. Read where the library keeps them: it is asked after every message.
std::size_t bytes_of(const MPI_Status& status) noexcept {
#if defined(OPEN_MPI)
  return status._ucount;
#elif defined(MPICH_NUMVERSION) && MPICH_NUMVERSION < 50000000
  return (static_cast<std::size_t>(static_cast<unsigned>(status.count_hi_and_cancelled) >> 1U) << 32U) +
         static_cast<unsigned>(status.count_lo);
#elif defined(SMPI_H)
  return static_cast<std::size_t>(status.count);
#else
  MPI_Status copy = status;  // older declarations want one that could be written
  MPI_Count n = 0;
  return PMPI_Get_elements_x(&copy, MPI_BYTE, &n) == MPI_SUCCESS ? static_cast<std::size_t>(n) : SIZE_MAX;
#endif
}

// What an MPI call takes for a buffer. More elements than an int can count travel as one element of a type made for it.
class mpi_buffer {
 public:
  explicit mpi_buffer(const_buffer b) : data_(b.data), type_(MPI_BYTE) {
    if (b.count == 0) return;
    type_ = type_of(*b.type);
    if (b.count <= INT_MAX) [[likely]] {
      count_ = static_cast<int>(b.count);
      return;
    }
    gather_up(b);
  }
  mpi_buffer(const mpi_buffer&) = delete;
  mpi_buffer& operator=(const mpi_buffer&) = delete;
  ~mpi_buffer() {
    if (made_) PMPI_Type_free(&type_);
  }

  [[nodiscard]] void* data() const noexcept { return const_cast<std::byte*>(data_); }
  [[nodiscard]] int count() const noexcept { return count_; }
  [[nodiscard]] MPI_Datatype type() const noexcept { return type_; }

 private:
  void gather_up(const_buffer b) {
    constexpr int chunk = 1 << 30;
    const auto chunks = static_cast<int>(b.count / chunk), rest = static_cast<int>(b.count % chunk);
    MPI_Datatype parts[2];
    check(PMPI_Type_contiguous(chunk, type_, &parts[0]));
    check(PMPI_Type_contiguous(rest, type_, &parts[1]));
    const int lengths[2] = {chunks, 1};
    const MPI_Aint starts[2] = {0, static_cast<MPI_Aint>(chunk) * chunks * b.type->extent};
    check(PMPI_Type_create_struct(2, lengths, starts, parts, &type_));
    check(PMPI_Type_commit(&type_));
    check(PMPI_Type_free(&parts[0]));
    check(PMPI_Type_free(&parts[1]));
    made_ = true;
    count_ = 1;
  }

  const std::byte* data_;
  int count_ = 0;
  MPI_Datatype type_;
  bool made_ = false;
};

// Parts as one element of a type made for them. The library may still need the type after it is freed here: it counts.
class laid_out {
 public:
  explicit laid_out(std::span<const buffer> parts) : first_(parts.front().data), lies_(MPI_DATATYPE_NULL) {
    const std::size_t n = parts.size();
    const workspace<int> lengths(n);
    const workspace<MPI_Aint> starts(n);
    const workspace<MPI_Datatype> types(n);
    std::deque<mpi_buffer> long_ones;  // of more elements than an int can count
    bool alike = true;
    for (std::size_t i = 0; i < n; ++i) {
      const buffer& b = parts[i];
      starts[i] = b.data - first_;
      lengths[i] = static_cast<int>(b.count);
      types[i] = type_of(*b.type);
      if (b.count > INT_MAX) {
        const mpi_buffer& m = long_ones.emplace_back(b);
        lengths[i] = m.count();
        types[i] = m.type();
      }
      alike = alike && types[i] == types[0];
    }
    if (alike)
      check(PMPI_Type_create_hindexed(static_cast<int>(n), lengths.data(), starts.data(), types[0], &lies_));
    else
      check(
          PMPI_Type_create_struct(static_cast<int>(n), lengths.data(), starts.data(), types.data(), &lies_));
    check(PMPI_Type_commit(&lies_));
  }
  laid_out(const laid_out&) = delete;
  laid_out& operator=(const laid_out&) = delete;
  ~laid_out() { PMPI_Type_free(&lies_); }

  [[nodiscard]] void* data() const noexcept { return first_; }
  [[nodiscard]] static int count() noexcept { return 1; }
  [[nodiscard]] MPI_Datatype type() const noexcept { return lies_; }

 private:
  std::byte* first_;
  MPI_Datatype lies_;
};

// Whether parts travel by a datatype made for the message, or packed. Making, committing and freeing one takes half a
// microsecond and about 20 ns a part, and a library packs no faster than a loop over parts does; worse, what it sends from or
// receives into parts it copies twice, through shared memory, where one piece is copied once. From some megabytes on,
// what packing touches besides leaves the cache, and a datatype is twice as fast: see lab/parts, docs/performance.md.
bool by_datatype(std::span<const buffer> parts, std::size_t bytes) noexcept {
  constexpr std::size_t least = std::size_t{4} << 20, least_part = std::size_t{16} << 10;
#if defined(MPICH_VERSION)
  for (const buffer& part : parts)
    if (!part.type->dense) return false;  // see plain()
#endif
  return bytes >= least && bytes / parts.size() >= least_part;
}
bool by_datatype(const_buffer b) noexcept { return in_parts(b) && by_datatype(*b.type->parts, b.bytes()); }

// The bytes from `first` on, n of them, of parts that are all dense.
std::vector<buffer> bytes_of(std::span<const buffer> parts, std::size_t first, std::size_t n) {
  std::vector<buffer> cut;
  for (const buffer& part : parts) {
    const std::size_t have = part.bytes();
    if (first < have && n > 0) {
      const std::size_t taken = std::min(n, have - first);
      cut.push_back({part.data + first, taken, byte_type});
      n -= taken;
      first = 0;
    } else {
      first -= std::min(first, have);
    }
  }
  return cut;
}

// MPI_Pack and MPI_Unpack count bytes in int: elements are taken some at a time.
constexpr std::size_t most_packed = std::size_t{1} << 30;

// Elements as MPI_Pack and MPI_Unpack take them. MPICH refuses MPI_BOTTOM there, the address of what has absolute addresses: it
// is given another one, and a type that counts from there.
class picked_up {
 public:
  picked_up(const_buffer b, const std::byte* elsewhere) : data_(b.data), type_(type_of(*b.type)) {
#if defined(MPICH_VERSION)
    if (data_) [[likely]]
      return;
    const int one = 1;
    MPI_Aint there = 0;
    check(PMPI_Get_address(elsewhere, &there));
    there = -there;
    check(PMPI_Type_create_hindexed(1, &one, &there, type_, &type_));
    check(PMPI_Type_commit(&type_));
    data_ = elsewhere;
    made_ = true;
#else
    (void)elsewhere;
#endif
  }
  picked_up(const picked_up&) = delete;
  picked_up& operator=(const picked_up&) = delete;
  ~picked_up() {
    if (made_) PMPI_Type_free(&type_);
  }

  [[nodiscard]] void* data() const noexcept { return const_cast<std::byte*>(data_); }
  [[nodiscard]] MPI_Datatype type() const noexcept { return type_; }

 private:
  const std::byte* data_;
  MPI_Datatype type_;
  bool made_ = false;
};

std::size_t at_once(const datatype& t) { return most_packed / std::max<std::size_t>(1, t.size); }

}  // namespace

void blocking_process::arrived(int code, const MPI_Status& status, std::size_t expected) noexcept {
  note(code == MPI_SUCCESS && bytes_of(status) != expected ? MPI_ERR_TRUNCATE : code);
}

// Any layout to any other, as MPI converts between a sender's and a receiver's: for elements that MPI_Pack cannot count.
void blocking_process::convert(const_buffer from, buffer to) {
  const mpi_buffer out(from), in(to);
  note(PMPI_Sendrecv(out.data(), out.count(), out.type(), 0, tag_, in.data(), in.count(), in.type(), 0, tag_,
                     by_.own, MPI_STATUS_IGNORE));
}

void blocking_process::pack(const_buffer from, std::byte* to) {
  if (in_parts(from))
    return each_part(from, [&](const_buffer part) {
      copy(part, {to, part.bytes(), byte_type});
      to += part.bytes();
    });
  if (from.type->size > most_packed) return convert(from, {to, from.bytes(), byte_type});
  while (from.count > 0) {
    const std::size_t n = std::min(from.count, at_once(*from.type));
    const std::size_t bytes = n * from.type->size;
    int position = 0;
    const picked_up some(from, to);
    note(PMPI_Pack(some.data(), static_cast<int>(n), some.type(), to, static_cast<int>(bytes), &position,
                   by_.channel));
    to += bytes;
    from = from.slice(n, from.count - n);
  }
}

void blocking_process::unpack(const std::byte* from, buffer to) {
  if (in_parts(to))
    return each_part(to, [&](buffer part) {
      copy({from, part.bytes(), byte_type}, part);
      from += part.bytes();
    });
  if (to.type->size > most_packed) return convert({from, to.bytes(), byte_type}, to);
  while (to.count > 0) {
    const std::size_t n = std::min(to.count, at_once(*to.type));
    const std::size_t bytes = n * to.type->size;
    int position = 0;
    const picked_up room(to, from);
    note(PMPI_Unpack(from, static_cast<int>(bytes), &position, room.data(), static_cast<int>(n), room.type(),
                     by_.channel));
    from += bytes;
    to = to.slice(n, to.count - n);
  }
}

void blocking_process::copy(const_buffer from, buffer to) {
  const std::size_t bytes = from.bytes();
  if (bytes != to.bytes()) [[unlikely]]
    return note(MPI_ERR_TRUNCATE);
  if (bytes == 0 || same_elements(from, to)) return;
  if (from.type->dense && to.type->dense) {
    std::memcpy(to.data, from.data, bytes);
  } else if (from.type->dense) {
    unpack(from.data, to);
  } else if (to.type->dense) {
    pack(from, to.data);
  } else {
    const scratch packed(*this, bytes);
    pack(from, packed.all().data);
    unpack(packed.all().data, to);
  }
}

void blocking_process::reduce(const operation& op, const_buffer left, buffer right) {
  combine(op, left, right);
}

// Whether a message goes as it is, from and to where it lies.
bool blocking_process::plain(const_buffer message) const noexcept {
  if (message.bytes() > by_.segment || in_parts(message)) return false;
#if defined(MPICH_VERSION)
  // MPICH 4.0.2 says "Message truncated" when more than about 8 KB that were sent contiguous arrive in a datatype with
  // holes and fields of several sizes (plain MPI_Send and MPI_Recv show it): such messages travel packed.
  constexpr std::size_t surely_right = 4096;
  if (message.bytes() > surely_right && !message.type->dense) return false;
#endif
  return true;
}

bool blocking_process::start(std::span<transfer> all, const std::source_location&) {
  if (all.size() != 1) [[unlikely]] {
    several(all);
    return true;
  }
  const transfer& t = all.front();
  if ((t.to != nobody && !plain(t.out)) || (t.from != nobody && !plain(t.in))) [[unlikely]] {
    staged(t);
    return true;
  }
  if (t.from == nobody) {
    if (t.to == nobody) return true;
    const mpi_buffer out(t.out);
    note(PMPI_Send(out.data(), out.count(), out.type(), in_world(t.to), tag_, by_.channel));
    return true;
  }
  const mpi_buffer in(t.in);
  MPI_Status status;
  int code = MPI_SUCCESS;
  if (t.to == nobody) {
    code = PMPI_Recv(in.data(), in.count(), in.type(), in_world(t.from), tag_, by_.channel, &status);
  } else {
    const mpi_buffer out(t.out);
    code = PMPI_Sendrecv(out.data(), out.count(), out.type(), in_world(t.to), tag_, in.data(), in.count(),
                         in.type(), in_world(t.from), tag_, by_.channel, &status);
  }
  arrived(code, status, t.in.bytes());
  return true;
}

// One transfer that does not travel as it lies. Short parts count nanoseconds: they are packed here, and travel on as
// what is plain.
void blocking_process::staged(transfer t) {
  const auto packs = [](const_buffer b) { return in_parts(b) && !by_datatype(b); };
  const bool packs_out = t.to != nobody && packs(t.out), packs_in = t.from != nobody && packs(t.in);
  if (!packs_out && !packs_in) return several({&t, 1});
  const scratch out(*this, packs_out ? t.out.bytes() : 0), in(*this, packs_in ? t.in.bytes() : 0);
  const buffer place = t.in;
  if (packs_out) {
    pack(t.out, out.all().data);
    t.out = out;
  }
  if (packs_in) t.in = in;
  start({&t, 1}, std::source_location::current());
  if (packs_in) unpack(in.all().data, place);
}

// Any transfers at once, in segments where they are long, packed where they cannot travel as they lie. All memory is there
// before the first one begins, and the last one has ended before any of it goes.
class blocking_process::staging {
 public:
  explicit staging(blocking_process& self) : self_(self) {}
  staging(const staging&) = delete;
  staging& operator=(const staging&) = delete;
  ~staging() {  // something could not be begun: what was, has to end
    for (MPI_Request& r : requests_)
      if (r != MPI_REQUEST_NULL && PMPI_Cancel(&r) == MPI_SUCCESS) PMPI_Wait(&r, MPI_STATUS_IGNORE);
  }

  void prepare(const transfer& t) {
    if (t.from != nobody) {
      coming_.push_back({t.in, t.in, t.from});
      if (travels_packed(t.in)) coming_.back().travels = packed_.emplace_back(self_, t.in.bytes());
    }
    if (t.to != nobody) {
      going_.push_back({t.out, t.to});
      if (!travels_packed(t.out)) return;
      const buffer copy = packed_.emplace_back(self_, t.out.bytes());
      self_.pack(t.out, copy.data);
      going_.back().travels = copy;
    }
  }
  void begin() {
    for (const arrival& a : coming_)
      each_segment(a.travels, [this, &a](const auto& m, std::size_t bytes) {
        request(bytes, [&](MPI_Request* r) {
          return PMPI_Irecv(m.data(), m.count(), m.type(), self_.in_world(a.from), self_.tag_,
                            self_.by_.channel, r);
        });
      });
    for (const departure& d : going_)
      each_segment(d.travels, [this, &d](const auto& m, std::size_t) {
        request(nothing, [&](MPI_Request* r) {
          return PMPI_Isend(m.data(), m.count(), m.type(), self_.in_world(d.to), self_.tag_,
                            self_.by_.channel, r);
        });
      });
  }
  // One by one: a failure among several has no code of its own.
  void finish() {
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      MPI_Status status;
      const int code = PMPI_Wait(&requests_[i], &status);
      if (expected_[i] == nothing)
        self_.note(code);
      else
        self_.arrived(code, status, expected_[i]);
    }
    requests_.clear();
    for (const arrival& a : coming_)
      if (a.travels.data != a.wanted.data) self_.unpack(a.travels.data, a.wanted);
  }

 private:
  static constexpr std::size_t nothing = SIZE_MAX;
  struct arrival {
    buffer wanted, travels;
    int from;
  };
  struct departure {
    const_buffer travels;
    int to;
  };

  template <class Begin>
  void request(std::size_t expected, Begin begin) {
    expected_.push_back(expected);
    const int code = begin(&requests_.emplace_back(MPI_REQUEST_NULL));
    if (code == MPI_SUCCESS) return;
    self_.note(code);
    requests_.back() = MPI_REQUEST_NULL;
    expected_.back() = nothing;
  }

  [[nodiscard]] bool travels_packed(const_buffer b) const {
    if (!in_parts(b)) return !self_.plain(b) && !b.type->dense;
    if (!by_datatype(b)) return true;
    bool dense = true;  // so that it can be cut
    each_part(b, [&dense](const_buffer part) { dense = dense && part.type->dense; });
    return b.bytes() > self_.by_.segment && !dense;
  }

  template <class Buffer, class Each>
  void each_segment(Buffer b, Each each) {
    const std::size_t bytes = b.bytes(), most = self_.by_.segment;
    const auto length = [bytes, most](std::size_t first) { return std::min(most, bytes - first); };
    if (in_parts(b)) {
      if (bytes <= most) return each(laid_out(*b.type->parts), bytes);
      for (std::size_t first = 0; first < bytes; first += most)
        each(laid_out(bytes_of(*b.type->parts, first, length(first))), length(first));
      return;
    }
    if (bytes <= most) return each(mpi_buffer(b), bytes);
    b = {b.data, bytes, byte_type};
    for (std::size_t first = 0; first < bytes; first += most)
      each(mpi_buffer(b.slice(first, length(first))), length(first));
  }

  blocking_process& self_;
  std::vector<arrival> coming_;
  std::vector<departure> going_;
  std::deque<scratch> packed_;
  std::vector<MPI_Request> requests_;
  std::vector<std::size_t> expected_;  ///< of each request: the bytes of a message that comes
};

// Few algorithms do several at once, and long messages do not count nanoseconds: this may allocate.
void blocking_process::several(std::span<transfer> all) {
  staging stage(*this);
  for (const transfer& t : all) stage.prepare(t);
  stage.begin();
  stage.finish();
}

}  // namespace tutti::mpi
