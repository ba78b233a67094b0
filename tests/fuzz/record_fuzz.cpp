// Any file in the folder of records, written by any program, is ignored, or its roll can be called. A text is
// a list of changes to the record of two processes: which part, which one of its kind, at which byte, the
// number of bytes, and the bytes.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "fuzz.hpp"
#include "record/format.hpp"
#include "record/read.hpp"
#include "record/roll.hpp"
#include "record/waiting.hpp"

using namespace tutti;

namespace {

constexpr std::size_t processes = 2, bytes = record::page + processes * record::section_bytes;

void fill(record::section& s, int rank) {
  s.self.rank = rank, s.self.size = 4;
  s.self.at = record::life::running, s.self.seen = record::observation::alive;
  s.self.serial = 8;
  s.self.communicators = s.self.words = s.self.modules = 2;
  s.self.nanoseconds_a_tick = 0.5;
  s.self.now = {record::message::recv, 1, 5, 7, 0x1010};
  for (std::uint32_t k = 0; k < 2; ++k) {
    record::communicator& c = s.communicators[k];
    c.members = 1, c.key = 10 + k, c.handle = 7 + k, c.entered = 4 - static_cast<std::uint32_t>(rank);
    c.size = 4, c.rank = rank, c.open = c.in_order = true, c.runs_used = 1, c.runs[0] = {0, 3, 1};
    record::take(c.name, k == 0 ? "MPI_COMM_WORLD" : "rows");
    s.words[k].number = k + 1, s.words[k].size = 8;
    record::take(s.words[k].name, k == 0 ? "MPI_DOUBLE" : "MPI_SUM");
    s.modules[k] = {0x1000 * (k + 1), 0x1000 * (k + 2), 0x1000, {}};
    record::take(s.modules[k].file, "app");
  }
  for (std::uint32_t k = 0; k < 8; ++k) {
    record::call& c = s.calls[k];
    c.serial = k + 1, c.number = k / 2 + 1;
    c.begin = 1000 * (k + 1), c.end = k == 7 ? 0 : c.begin + 500;
    c.site = 0x1020, c.bytes = 8, c.type = 1, c.op = 2, c.count = 1, c.root = -1;
    c.communicator = static_cast<std::uint16_t>(k % 2), c.of = static_cast<std::uint8_t>(k);
    c.at = static_cast<std::uint8_t>(k == 7 ? record::progress::begun : record::progress::ended) & 0xfU;
  }
}

// The record's file, which this process has in its memory.
class record_file {
 public:
  record_file() {
    std::string name = "/dev/shm/tutti-fuzz-XXXXXX";
    if (!mkdtemp(name.data())) throw std::runtime_error("no folder in /dev/shm");
    folder = name;
    const int f = open((folder / "tutti.job.0").c_str(), O_RDWR | O_CREAT | O_EXCL, 0600);
    if (f < 0 || ftruncate(f, bytes) != 0) throw std::runtime_error("no file in /dev/shm");
    at = static_cast<std::byte*>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0));
    close(f);
    if (at == MAP_FAILED) throw std::runtime_error("no memory for it");
    auto& h = *reinterpret_cast<record::header*>(at);
    h.magic = record::magic, h.version = record::version, h.processes = processes;
    record::take(h.job, "job"), record::take(h.host, "node"), record::take(h.program, "./app");
    for (std::size_t k = 0; k < processes; ++k) fill(section(k), static_cast<int>(k));
    intact.assign(at, at + bytes);
  }
  record_file(const record_file&) = delete;
  record_file& operator=(const record_file&) = delete;
  ~record_file() { std::filesystem::remove_all(folder); }

  [[nodiscard]] record::section& section(std::size_t k) const {
    return *reinterpret_cast<record::section*>(at + record::page + k % processes * record::section_bytes);
  }
  // The address of element `number` of the kind of part `which`.
  [[nodiscard]] std::byte* part(unsigned which, unsigned number) const {
    record::section& s = section(which / 8);
    const auto one_of = [number](auto& all) {  // the first ones are in use
      return reinterpret_cast<std::byte*>(&all[number % 4 == 3 ? number % all.size() : number % 10]);
    };
    switch (which % 8) {
      case 0: return at;
      case 1: return one_of(s.communicators);
      case 2: return one_of(s.words);
      case 3: return one_of(s.modules);
      case 4:
      case 5: return one_of(s.calls);
      default: return reinterpret_cast<std::byte*>(&s.self);
    }
  }

  std::filesystem::path folder;
  std::byte* at;
  std::vector<std::byte> intact;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static const record_file file;
  std::vector<std::pair<std::size_t, std::size_t>> changed;
  for (std::size_t k = 0; k + 4 <= size;) {
    const std::size_t first =
        static_cast<std::size_t>(file.part(data[k], data[k + 1]) - file.at) + data[k + 2];
    const std::size_t n = std::min({data[k + 3] % std::size_t{24} + 1, size - k - 4, bytes - first});
    std::memcpy(file.at + first, data + k + 4, n);
    changed.emplace_back(first, n);
    k += 4 + n;
  }
  for (const record::job& j : record::jobs_in(file.folder)) {
    const record::roll all = record::read(j);
    const std::string said = record::roll_call(all);
    for (const char c : said)
      if (static_cast<unsigned char>(c) < ' ' && c != '\n') fuzz::broken("a control character", said);
    (void)record::anybody_waits(all);
    for (const auto by :
         {record::grouping::collective, record::grouping::communicator, record::grouping::site})
      (void)record::waiting_table(record::waiting_in(all, by), by);
    (void)record::pulse(j);
  }
  for (const auto& [first, n] : changed) std::memcpy(file.at + first, &file.intact[first], n);
  return 0;
}
