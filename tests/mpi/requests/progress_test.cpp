// An operation under way progresses while its process waits for something else in MPI. Does not use tutti's
// API, and also runs natively.
//
//   progress_test WAITS...     three processes; no WAITS: all but `compute`, which needs a progress thread
// Process 0 begins a broadcast down a chain after process 1. Process 1 must then pass the data on, while it
// waits for something that process 2 does only when it has the data.

#include <fcntl.h>
#include <mpi.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace {

constexpr int token = 1, answer = 2;
constexpr int long_message = 1 << 20;  // of ints: more than any library sends eagerly

struct place {
  MPI_Comm comm;   // of all three
  MPI_Comm pair;   // of 1 and 2; on 0 MPI_COMM_NULL
  MPI_Win window;  // on the pair
  MPI_File file;   // on the pair
  std::vector<int> out, in;
  int* mine = nullptr;  // this process's part of the window
  int* flag = nullptr;  // in memory that the pair shares
  int wrong = 0;
};

bool is_open_mpi() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  return std::string(text.data()).starts_with("Open MPI");
}

// The action of process 2 when it has its data,
void send_answer(place& p) { MPI_Send(p.out.data(), 1, MPI_INT, 1, answer, p.comm); }
void send_long_answer(place& p) { MPI_Send(p.out.data(), long_message, MPI_INT, 1, answer, p.comm); }
void take(place& p) { MPI_Recv(p.in.data(), long_message, MPI_INT, 1, answer, p.comm, MPI_STATUS_IGNORE); }
void take_and_send(place& p) {
  take(p);
  send_long_answer(p);
}

// and the wait of process 1 for it.
void receive_answer(place& p) { MPI_Recv(p.in.data(), 1, MPI_INT, 2, answer, p.comm, MPI_STATUS_IGNORE); }
MPI_Request expect_answer(place& p) {
  MPI_Request r = MPI_REQUEST_NULL;
  MPI_Irecv(p.in.data(), long_message, MPI_INT, 2, answer, p.comm, &r);
  return r;
}

// A file of the pair's own, gone when it is closed.
MPI_File opened(const place& p) {
  MPI_File file = MPI_FILE_NULL;
  const std::string name =
      "progress_test." + std::to_string(getppid()) + (p.file == MPI_FILE_NULL ? "" : ".2");
  const int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
  MPI_File_open(p.pair, name.c_str(), mode, MPI_INFO_NULL, &file);
  return file;
}
void close(MPI_File& file) {
  if (file != MPI_FILE_NULL) MPI_File_close(&file);
}

// The other process of the pair, as a group.
MPI_Group other(const place& p) {
  MPI_Group both = MPI_GROUP_NULL, one = MPI_GROUP_NULL;
  int rank = 0;
  MPI_Comm_rank(p.pair, &rank);
  MPI_Comm_group(p.pair, &both);
  rank = 1 - rank;
  MPI_Group_incl(both, 1, &rank, &one);
  MPI_Group_free(&both);
  return one;
}
// Writes into the other process's part of the window;
void access(place& p) {
  MPI_Group target = other(p);
  int rank = 0;
  MPI_Comm_rank(p.pair, &rank);
  constexpr int written = 5;
  MPI_Win_start(target, 0, p.window);
  MPI_Put(&written, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, p.window);
  MPI_Win_complete(p.window);
  MPI_Group_free(&target);
}
// and allows that.
template <class Ends>
void expose(place& p, Ends ends) {
  MPI_Group origin = other(p);
  *p.mine = 0;
  MPI_Win_post(origin, 0, p.window);
  ends(p.window);
  p.wrong += *p.mine != 5;
  *p.mine = 0;
  MPI_Group_free(&origin);
}
void expose_and_wait(place& p) {
  expose(p, [](MPI_Win window) { MPI_Win_wait(window); });
}
[[maybe_unused]] void expose_and_test(place& p) {
  expose(p, [](MPI_Win window) {
    for (int flag = 0; !flag;) MPI_Win_test(window, &flag);
  });
}

using call = void (*)(place&);
struct wait {
  call waits, answers;  // the wait of process 1, and the action of process 2 when it has its data
};
using ways = std::map<std::string, wait>;

void add(ways& to, const char* name, call answers, call waits) {
  to[name] = {.waits = waits, .answers = answers};
}
void add_same(ways& to, const char* name, call both) { add(to, name, both, both); }

void add_messages(ways& to) {
  add(to, "recv", send_answer, receive_answer);
  add(to, "recv_any", send_answer, [](place& p) {
    MPI_Recv(p.in.data(), 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, p.comm, MPI_STATUS_IGNORE);
  });
  add(to, "send", take, [](place& p) { MPI_Send(p.out.data(), long_message, MPI_INT, 2, answer, p.comm); });
  add(to, "ssend", take, [](place& p) { MPI_Ssend(p.out.data(), 1, MPI_INT, 2, answer, p.comm); });
  add(to, "sendrecv", take_and_send, [](place& p) {
    MPI_Sendrecv(p.out.data(), long_message, MPI_INT, 2, answer, p.in.data(), long_message, MPI_INT, 2,
                 answer, p.comm, MPI_STATUS_IGNORE);
  });
  add(to, "sendrecv_replace", take_and_send, [](place& p) {
    MPI_Sendrecv_replace(p.in.data(), long_message, MPI_INT, 2, answer, 2, answer, p.comm, MPI_STATUS_IGNORE);
  });
}

void add_probes(ways& to) {
  add(to, "probe", send_answer, [](place& p) {
    MPI_Probe(2, answer, p.comm, MPI_STATUS_IGNORE);
    receive_answer(p);
  });
  add(to, "iprobe", send_answer, [](place& p) {
    for (int flag = 0; !flag;) MPI_Iprobe(2, answer, p.comm, &flag, MPI_STATUS_IGNORE);
    receive_answer(p);
  });
  add(to, "mprobe", send_answer, [](place& p) {
    MPI_Message m = MPI_MESSAGE_NULL;
    MPI_Mprobe(2, answer, p.comm, &m, MPI_STATUS_IGNORE);
    MPI_Mrecv(p.in.data(), 1, MPI_INT, &m, MPI_STATUS_IGNORE);
  });
}

void add_waits_for_requests(ways& to) {
  add(to, "wait", send_long_answer, [](place& p) {
    MPI_Request r = expect_answer(p);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  });
  add(to, "waitall", take_and_send, [](place& p) {
    MPI_Request r[2] = {expect_answer(p), MPI_REQUEST_NULL};
    MPI_Isend(p.out.data(), long_message, MPI_INT, 2, answer, p.comm, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  });
  add(to, "waitany", send_answer, [](place& p) {
    MPI_Request r[2] = {MPI_REQUEST_NULL, expect_answer(p)};
    int index = 0;
    MPI_Waitany(2, r, &index, MPI_STATUS_IGNORE);
  });
  add(to, "waitsome", send_answer, [](place& p) {
    MPI_Request r[2] = {MPI_REQUEST_NULL, expect_answer(p)};
    int count = 0, indices[2];
    MPI_Waitsome(2, r, &count, indices, MPI_STATUSES_IGNORE);
  });
}

void add_tests_of_requests(ways& to) {
  add(to, "test", send_answer, [](place& p) {
    MPI_Request r = expect_answer(p);
    for (int flag = 0; !flag;) MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
  });
  add(to, "testall", send_answer, [](place& p) {
    MPI_Request r = expect_answer(p);
    for (int flag = 0; !flag;) MPI_Testall(1, &r, &flag, MPI_STATUSES_IGNORE);
  });
  add(to, "testany", send_answer, [](place& p) {
    MPI_Request r = expect_answer(p);
    int index = 0;
    for (int flag = 0; !flag;) MPI_Testany(1, &r, &index, &flag, MPI_STATUS_IGNORE);
  });
  add(to, "testsome", send_answer, [](place& p) {
    MPI_Request r = expect_answer(p);
    int index = 0;
    for (int count = 0; count == 0;) MPI_Testsome(1, &r, &count, &index, MPI_STATUSES_IGNORE);
  });
  add(to, "get_status", send_answer, [](place& p) {
    MPI_Request r = expect_answer(p);
    for (int flag = 0; !flag;) MPI_Request_get_status(r, &flag, MPI_STATUS_IGNORE);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  });
}

// MPI does not define this operator for characters. The libraries compute it.
void combine_chars(place& p) { MPI_Allreduce(p.out.data(), p.in.data(), 1000, MPI_CHAR, MPI_MAX, p.pair); }
// The same after a call that is refused. The next call of the other process must not take it for this one.
void refused_and_combine_chars(place& p) {
  const MPI_Comm asked[] = {p.pair, MPI_COMM_WORLD};  // Open MPI calls the handler of the latter
  for (const MPI_Comm comm : asked) MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  p.wrong += MPI_Allreduce(p.out.data(), p.out.data(), 8, MPI_CHAR, MPI_MAX, p.pair) == MPI_SUCCESS;
  for (const MPI_Comm comm : asked) MPI_Comm_set_errhandler(comm, MPI_ERRORS_ARE_FATAL);
  combine_chars(p);
}

void add_collectives(ways& to) {
  add_same(to, "barrier", [](place& p) { MPI_Barrier(p.pair); });
  add_same(to, "allreduce",
           [](place& p) { MPI_Allreduce(p.out.data(), p.in.data(), 1000, MPI_INT, MPI_SUM, p.pair); });
  add(to, "allreduce_of_chars", refused_and_combine_chars, combine_chars);
  add_same(to, "ibarrier", [](place& p) {
    MPI_Request r = MPI_REQUEST_NULL;
    MPI_Ibarrier(p.pair, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  });
}

void add_communicators(ways& to) {
  add_same(to, "comm_dup", [](place& p) {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_dup(p.pair, &copy);
    MPI_Comm_free(&copy);
  });
  add_same(to, "comm_split", [](place& p) {
    MPI_Comm part = MPI_COMM_NULL;
    MPI_Comm_split(p.pair, 0, 0, &part);
    MPI_Comm_free(&part);
  });
  add_same(to, "comm_create_group", [](place& p) {
    MPI_Group pair = MPI_GROUP_NULL;
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Comm_group(p.pair, &pair);
    MPI_Comm_create_group(p.comm, pair, 3, &made);
    MPI_Comm_free(&made);
    MPI_Group_free(&pair);
  });
  add_same(to, "intercomm_create", [](place& p) {
    MPI_Comm made = MPI_COMM_NULL;
    int rank = 0;
    MPI_Comm_rank(p.pair, &rank);
    MPI_Intercomm_create(MPI_COMM_SELF, 0, p.pair, 1 - rank, 3, &made);
    MPI_Comm_free(&made);
  });
}

void add_windows(ways& to) {
  add(to, "win_start", expose_and_wait, access);
  add(to, "win_wait", access, expose_and_wait);
  // Open MPI's MPI_Win_test calls no progress callbacks, with windows in shared memory.
  if (!is_open_mpi()) add(to, "win_test", access, expose_and_test);
  add_same(to, "win_fence", [](place& p) { MPI_Win_fence(0, p.window); });
  add_same(to, "win_set_info", [](place& p) {
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    MPI_Win_set_info(p.window, info);
    MPI_Info_free(&info);
  });
}

void add_files(ways& to) {
  add_same(to, "file_open", [](place& p) {
    MPI_File another = opened(p);
    close(another);
  });
  add_same(to, "file_write_all",
           [](place& p) { MPI_File_write_at_all(p.file, 0, p.out.data(), 10, MPI_INT, MPI_STATUS_IGNORE); });
  add_same(to, "file_read_all",
           [](place& p) { MPI_File_read_at_all(p.file, 0, p.in.data(), 10, MPI_INT, MPI_STATUS_IGNORE); });
  add_same(to, "file_set_view",
           [](place& p) { MPI_File_set_view(p.file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL); });
  add_same(to, "file_close", [](place& p) { close(p.file); });
}

// Not in MPI at all.
void raise_flag(place& p) { __atomic_store_n(p.flag, 1, __ATOMIC_RELEASE); }
void add_computing(ways& to) {
  add(to, "compute", raise_flag, [](place& p) {
    while (__atomic_load_n(p.flag, __ATOMIC_ACQUIRE) == 0) sched_yield();
    *p.flag = 0;
  });
}

#if MPI_VERSION >= 4
void add_what_mpi_4_has(ways& to) {
  add(to, "recv_c", send_answer,
      [](place& p) { MPI_Recv_c(p.in.data(), 1, MPI_INT, 2, answer, p.comm, MPI_STATUS_IGNORE); });
  add(to, "send_c", take,
      [](place& p) { MPI_Send_c(p.out.data(), long_message, MPI_INT, 2, answer, p.comm); });
  add(to, "ssend_c", take, [](place& p) { MPI_Ssend_c(p.out.data(), 1, MPI_INT, 2, answer, p.comm); });
  add(to, "sendrecv_c", take_and_send, [](place& p) {
    MPI_Sendrecv_c(p.out.data(), long_message, MPI_INT, 2, answer, p.in.data(), long_message, MPI_INT, 2,
                   answer, p.comm, MPI_STATUS_IGNORE);
  });
  add(to, "sendrecv_replace_c", take_and_send, [](place& p) {
    MPI_Sendrecv_replace_c(p.in.data(), long_message, MPI_INT, 2, answer, 2, answer, p.comm,
                           MPI_STATUS_IGNORE);
  });
  add(to, "mprobe_c", send_answer, [](place& p) {
    MPI_Message m = MPI_MESSAGE_NULL;
    MPI_Mprobe(2, answer, p.comm, &m, MPI_STATUS_IGNORE);
    MPI_Mrecv_c(p.in.data(), 1, MPI_INT, &m, MPI_STATUS_IGNORE);
  });
  add_same(to, "allreduce_c",
           [](place& p) { MPI_Allreduce_c(p.out.data(), p.in.data(), 1000, MPI_INT, MPI_SUM, p.pair); });
  if (is_open_mpi()) return;  // 6.0 rc2 waits in PMIx in the others, without progress
  add_same(to, "comm_create_from_group", [](place& p) {
    MPI_Group pair = MPI_GROUP_NULL;
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Comm_group(p.pair, &pair);
    MPI_Comm_create_from_group(pair, "progress", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &made);
    MPI_Comm_free(&made);
    MPI_Group_free(&pair);
  });
  add_same(to, "intercomm_create_from_groups", [](place& p) {
    MPI_Group pair = MPI_GROUP_NULL, mine = MPI_GROUP_NULL, theirs = MPI_GROUP_NULL;
    MPI_Comm made = MPI_COMM_NULL;
    int rank = 0;
    MPI_Comm_rank(p.pair, &rank);
    const int other = 1 - rank;
    MPI_Comm_group(p.pair, &pair);
    MPI_Group_incl(pair, 1, &rank, &mine);
    MPI_Group_incl(pair, 1, &other, &theirs);
    MPI_Intercomm_create_from_groups(mine, 0, theirs, 0, "progress", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL,
                                     &made);
    MPI_Comm_free(&made);
    for (MPI_Group* g : {&pair, &mine, &theirs}) MPI_Group_free(g);
  });
}
#endif

#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
// Sends a buffered message, and waits in `empty(comm)` until it has left its buffer.
template <auto empty>
void add_buffered(ways& to, const char* name) {
  add(to, name, take, [](place& p) {
    std::vector<char> buffer(long_message * sizeof(int) + MPI_BSEND_OVERHEAD);
    const auto bytes = static_cast<int>(buffer.size());
    void* taken = nullptr;
    int size = 0;
    MPI_Comm_attach_buffer(p.comm, buffer.data(), bytes);
    MPI_Bsend(p.out.data(), long_message, MPI_INT, 2, answer, p.comm);
    empty(p.comm);
    MPI_Comm_detach_buffer(p.comm, static_cast<void*>(&taken), &size);
  });
}
void add_what_mpi_4_1_has(ways& to) {
  add_buffered<[](MPI_Comm) {}>(to, "comm_detach_buffer");
  add_buffered<[](MPI_Comm comm) { MPI_Comm_flush_buffer(comm); }>(to, "comm_flush_buffer");
  add(to, "buffer_detach", take, [](place& p) {
    std::vector<char> buffer(long_message * sizeof(int) + MPI_BSEND_OVERHEAD);
    void* taken = nullptr;
    int size = 0;
    MPI_Buffer_attach(buffer.data(), static_cast<int>(buffer.size()));
    MPI_Bsend(p.out.data(), long_message, MPI_INT, 2, answer, p.comm);
    MPI_Buffer_detach(static_cast<void*>(&taken), &size);
  });
}
#endif

ways all_ways() {
  ways all;
  add_messages(all);
  add_probes(all);
  add_waits_for_requests(all);
  add_tests_of_requests(all);
  add_collectives(all);
  add_communicators(all);
  add_windows(all);
  add_files(all);
  add_computing(all);
#if MPI_VERSION >= 4
  add_what_mpi_4_has(all);
#endif
#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
  add_what_mpi_4_1_has(all);
#endif
  return all;
}

// An integer in memory that the processes share. MPI is not asked for it: MPICH 5 over UCX shares none.
int* shared_flag(MPI_Comm pair) {
  int rank = 0;
  MPI_Comm_rank(pair, &rank);
  std::array<int, 2> place{getpid(), rank == 0 ? memfd_create("flag", 0) : 0};  // process and descriptor
  if (rank == 0 && ftruncate(place[1], sizeof(int)) != 0) return nullptr;
  MPI_Bcast(place.data(), 2, MPI_INT, 0, pair);
  const int file =
      open(("/proc/" + std::to_string(place[0]) + "/fd/" + std::to_string(place[1])).c_str(), O_RDWR);
  void* const at = mmap(nullptr, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  MPI_Barrier(pair);
  if (rank == 0) ::close(place[1]);
  return static_cast<int*>(at);
}

// In shared memory, where the MPI library has that: Open MPI makes no other windows by the transports that
// tests/mpi/run names, and MPICH 4.0.2 loses data that are put into others.
void allocate_window(place& p) {
  MPI_Comm near = MPI_COMM_NULL;
  int size = 0;
  MPI_Comm_split_type(p.pair, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &near);
  MPI_Comm_size(near, &size);
  MPI_Comm_free(&near);
  const auto allocate = size == 2 ? MPI_Win_allocate_shared : MPI_Win_allocate;
  allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, p.pair, static_cast<void*>(&p.mine), &p.window);
}

bool passes(const std::string& name, const wait& w, int rank, MPI_Comm pair) {
  place p{MPI_COMM_NULL,
          pair,
          MPI_WIN_NULL,
          MPI_FILE_NULL,
          std::vector<int>(long_message, rank),
          std::vector<int>(long_message)};
  MPI_Comm_dup(MPI_COMM_WORLD, &p.comm);
  if (rank > 0) {
    allocate_window(p);
    p.flag = shared_flag(pair);
    p.file = opened(p);
  }
  int failed = 0;
  // Twice: the first call of a communicator has more to do. Short and long ones.
  for (const int n : {1, 1, 100'000}) {
    std::vector<int> data(static_cast<std::size_t>(n), rank == 0 ? 42 : 0);
    if (rank == 0) MPI_Recv(nullptr, 0, MPI_INT, 1, token, p.comm, MPI_STATUS_IGNORE);
    MPI_Request r = MPI_REQUEST_NULL;
    MPI_Ibcast(data.data(), n, MPI_INT, 0, p.comm, &r);
    if (rank == 1) {
      MPI_Send(nullptr, 0, MPI_INT, 0, token, p.comm);
      w.waits(p);
    }
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    if (rank == 2) w.answers(p);
    for (const int x : data) failed += x != 42;
  }
  failed += p.wrong;
  if (failed) std::printf("FAILED: %s on process %d: %d elements\n", name.c_str(), rank, failed);
  if (rank > 0) {
    munmap(p.flag, sizeof(int));
    MPI_Win_free(&p.window);
    close(p.file);
  }
  MPI_Comm_free(&p.comm);
  return failed == 0;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 3) MPI_Abort(MPI_COMM_WORLD, 2);
  MPI_Comm pair = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 0, rank, &pair);
  bool all = true;
  int done = 0;
  for (const auto& [name, w] : all_ways()) {
    bool wanted = argc == 1 && name != "compute";
    for (int i = 1; i < argc; ++i) wanted = wanted || name == argv[i];
    if (!wanted) continue;
    if (rank == 0) std::fprintf(stderr, "%s\n", name.c_str());  // so that a hang has a name
    all = passes(name, w, rank, pair) && all;
    ++done;
  }
  if (rank == 0) std::printf("%d ways of waiting\n", done);
  MPI_Finalize();
  return all && done > 0 ? 0 : 1;
}
