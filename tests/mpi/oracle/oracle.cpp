#include "oracle.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <numeric>
#include <random>

namespace oracle {
namespace {

constexpr std::ptrdiff_t guard = 64;  // bytes on both sides
constexpr std::ptrdiff_t aligned = 64;

unsigned char canary(std::size_t i) { return static_cast<unsigned char>(0xC5U ^ (i * 29U)); }

std::mutex reporting;
std::atomic<long> cases{0};
int printed = 0;
thread_local std::string present = "nothing yet";
// The description of the main thread's case, which a signal handler may read.
char visible[512];
std::size_t visible_length = 0;

extern "C" void on_alarm(int) {
  constexpr char before[] = "HANGS in: ";
  (void)!write(2, before, sizeof before - 1);
  (void)!write(2, visible, visible_length);
  (void)!write(2, "\n", 1);
  _exit(124);
}

int world_rank() {
  int r = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &r);
  return r;
}

std::string hex(const unsigned char* at, std::size_t n) {
  std::string text;
  char digits[3];
  for (std::size_t i = 0; i < n; ++i) {
    std::snprintf(digits, sizeof digits, "%02x", at[i]);
    text += digits;
  }
  return text;
}

}  // namespace

std::uint64_t mix(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
  std::uint64_t x = a;
  for (std::uint64_t y : {b, c, d}) {  // splitmix64
    x += 0x9E3779B97F4A7C15ULL + y;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    x ^= x >> 31;
  }
  return x;
}

packed message(const layout& of, long scalars, std::uint64_t seed, int from, int to) {
  packed data;
  std::size_t element = 0;
  for (const field& f : of.fields) element += f.size;
  data.resize(element * static_cast<std::size_t>(scalars / of.scalars()));
  unsigned char* out = data.data();
  const std::uint64_t base = mix(seed, static_cast<unsigned>(from), static_cast<unsigned>(to));
  for (long k = 0; k < scalars;)
    for (const field& f : of.fields) {
      // one round of mixing per scalar: fast, and different for neighbouring scalars
      std::uint64_t x = (base + static_cast<std::uint64_t>(k)) * 0xBF58476D1CE4E5B9ULL;
      x ^= x >> 29;
      std::memcpy(out, &x, std::min(f.size, sizeof x));
      for (std::size_t i = sizeof x; i < f.size; ++i) out[i] = static_cast<unsigned char>(x >> (i % 8));
      out += f.size;
      ++k;
    }
  return data;
}

void canvas::cover(const layout& of, std::ptrdiff_t displacement, long elements) {
  covered_.push_back({&of, displacement, elements});
  if (elements == 0) return;
  for (const field& f : of.fields) {
    const std::ptrdiff_t first = displacement + f.offset;
    const std::ptrdiff_t last = first + (elements - 1) * of.extent;
    low_ = std::min({low_, first, last});
    high_ = std::max(
        {high_, first + static_cast<std::ptrdiff_t>(f.size), last + static_cast<std::ptrdiff_t>(f.size)});
  }
}

void canvas::paint() {
  if (aligned_) return;
  origin_ = (guard - low_ + aligned - 1) / aligned * aligned;
  const auto bytes = static_cast<std::size_t>(origin_ + high_ + guard);
  expected_.resize(bytes);
  for (std::size_t i = 0; i < bytes; ++i) expected_[i] = canary(i);
  found_.resize(bytes + aligned);
  aligned_ = found_.data() + (aligned - reinterpret_cast<std::uintptr_t>(found_.data()) % aligned) % aligned;
  std::memcpy(aligned_, expected_.data(), bytes);
  for (const range& r : covered_)
    if (!r.of->padding.empty()) mark(r, r.of->padding, 1);
}

void canvas::mark(const range& r, const std::vector<field>& fields, unsigned char as) {
  if (free_.empty() && as == 0) return;
  free_.resize(expected_.size());
  for (long e = 0; e < r.elements; ++e)
    for (const field& f : fields)
      std::fill_n(free_.begin() + origin_ + r.displacement + e * r.of->extent + f.offset, f.size, as);
}

void* canvas::address() {
  paint();
  return aligned_ + origin_;
}

namespace {
void scatter(unsigned char* element, const layout& of, const packed& data) {
  const unsigned char* in = data.data();
  for (const unsigned char* end = in + data.size(); in != end; element += of.extent)
    for (const field& f : of.fields) {
      std::memcpy(element + f.offset, in, f.size);
      in += f.size;
    }
}
}  // namespace

void canvas::write(const layout& of, std::ptrdiff_t displacement, const packed& data) {
  scatter(static_cast<unsigned char*>(address()) + displacement, of, data);
  expect(of, displacement, data);
}

void canvas::expect(const layout& of, std::ptrdiff_t displacement, const packed& data) {
  paint();
  scatter(expected_.data() + origin_ + displacement, of, data);
  if (free_.empty()) return;
  std::ptrdiff_t element = 0;
  for (const field& f : of.fields) element += static_cast<std::ptrdiff_t>(f.size);
  mark({&of, displacement, static_cast<std::ptrdiff_t>(data.size()) / element}, of.fields, 0);
}

void canvas::ignore(const layout& of, std::ptrdiff_t displacement, long elements) {
  paint();
  mark({&of, displacement, elements}, of.fields, 1);
}

std::string canvas::difference() {
  paint();
  for (std::size_t i = 0; i < free_.size(); ++i)
    if (free_[i]) expected_[i] = aligned_[i];
  if (std::memcmp(aligned_, expected_.data(), expected_.size()) == 0) return {};
  const auto at = std::mismatch(expected_.begin(), expected_.end(), aligned_).first - expected_.begin();
  return where(at - origin_);
}

std::string canvas::where(std::ptrdiff_t offset) const {
  for (const range& r : covered_)
    for (long e = 0; e < r.elements; ++e)
      for (std::size_t i = 0; i < r.of->fields.size(); ++i) {
        const field& f = r.of->fields[i];
        const std::ptrdiff_t at = r.displacement + e * r.of->extent + f.offset;
        if (offset < at || offset >= at + static_cast<std::ptrdiff_t>(f.size)) continue;
        return "block at byte " + std::to_string(r.displacement) + ", element " + std::to_string(e) + " of " +
               std::to_string(r.elements) + ", field " + std::to_string(i) + ": expected " +
               hex(expected_.data() + origin_ + at, f.size) + ", found " +
               hex(aligned_ + origin_ + at, f.size);
      }
  return "byte " + std::to_string(offset) + ", which is in a hole or outside: was " +
         hex(expected_.data() + origin_ + offset, 1) + ", found " + hex(aligned_ + origin_ + offset, 1);
}

block_canvas::block_canvas(const layout& of, const std::vector<long>& lengths, std::uint64_t random)
    : of_(of) {
  const std::size_t n = lengths.size();
  counts_.resize(n);
  displacements_.resize(n);
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::mt19937_64 draw(random);
  if (random % 3 == 1) std::reverse(order.begin(), order.end());
  if (random % 3 == 2) std::shuffle(order.begin(), order.end(), draw);
  int at = random == 0 ? 0 : -static_cast<int>(draw() % 5);
  for (std::size_t i : order) {
    counts_[i] = static_cast<int>(lengths[i] / of.scalars());
    if (random != 0) at += static_cast<int>(draw() % 3);
    displacements_[i] = at;
    at += counts_[i];
  }
  for (std::size_t i = 0; i < n; ++i) memory_.cover(of, displacements_[i] * of.extent, counts_[i]);
}

void verdict::begin(const std::string& description) {
  const std::lock_guard lock(reporting);
  if (cases == 0) {
    std::signal(SIGALRM, on_alarm);
    const char* limit = std::getenv("ORACLE_LIMIT");
    alarm(limit ? static_cast<unsigned>(std::atoi(limit)) : 100);
  }
  ++cases;
  present = description;
  visible_length = 0;
  const std::size_t n = std::min(description.size(), sizeof visible);
  std::memcpy(visible, description.data(), n);
  visible_length = n;
}

void verdict::check(const std::string& what, const std::string& difference) {
  if (difference.empty()) return;
  const std::lock_guard lock(reporting);
  if (failed_.empty() || failed_.back() != cases) failed_.push_back(cases);
  if (++printed <= 10)
    std::fprintf(stderr, "FAILED %s: world rank %d: %s: %s\n", present.c_str(), world_rank(), what.c_str(),
                 difference.c_str());
}

bool verdict::failed_anywhere() {
  int size = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int failed = !failed_.empty() && failed_.back() == cases;
  if (world_rank() != 0) {
    MPI_Send(&failed, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Recv(&failed, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return failed;
  }
  for (int r = 1; r < size; ++r) {
    int theirs = 0;
    MPI_Recv(&theirs, 1, MPI_INT, r, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    failed |= theirs;
  }
  for (int r = 1; r < size; ++r) MPI_Send(&failed, 1, MPI_INT, r, 1, MPI_COMM_WORLD);
  return failed;
}

int verdict::finish() {
  int size = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  long failures = 0;
  if (world_rank() == 0) {
    std::vector<long> all = failed_;
    for (int r = 1; r < size; ++r) {
      MPI_Status status;
      int n = 0;
      MPI_Probe(r, 0, MPI_COMM_WORLD, &status);
      MPI_Get_count(&status, MPI_LONG, &n);
      std::vector<long> theirs(static_cast<std::size_t>(n));
      MPI_Recv(theirs.data(), n, MPI_LONG, r, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      all.insert(all.end(), theirs.begin(), theirs.end());
    }
    std::sort(all.begin(), all.end());
    failures = std::unique(all.begin(), all.end()) - all.begin();
    std::printf("%ld passed, %ld failed\n", cases - failures, failures);
    std::fflush(stdout);
    for (int r = 1; r < size; ++r) MPI_Send(&failures, 1, MPI_LONG, r, 0, MPI_COMM_WORLD);
  } else {
    MPI_Send(failed_.data(), static_cast<int>(failed_.size()), MPI_LONG, 0, 0, MPI_COMM_WORLD);
    MPI_Recv(&failures, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  return failures == 0 ? 0 : 1;
}

void options(int argc, char** argv, const std::function<bool(const std::string&, const std::string&)>& take) {
  for (int i = 1; i < argc; i += 2) {
    if (i + 1 < argc && take(argv[i], argv[i + 1])) continue;
    std::fprintf(stderr, "%s: unknown option or missing value: %s\n", argv[0], argv[i]);
    std::exit(2);
  }
}

}  // namespace oracle
