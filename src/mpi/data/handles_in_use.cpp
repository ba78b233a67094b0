#include "mpi/data/handles_in_use.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

#include "mpi/library/library_calls.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/runtime/never_destroyed.hpp"

namespace tutti::mpi {
namespace {

// Frees a datatype: at once, or, within a progress::hold, when the hold has ended. The delete callbacks of
// the datatype's attributes may make collective calls, which need progress.
int free_now(type_handle, MPI_Datatype* type) {
  if (!progress::held()) return next_pmpi.Type_free(type);
  progress::free_later(std::exchange(*type, MPI_DATATYPE_NULL));
  return MPI_SUCCESS;
}
int free_now(operator_handle, MPI_Op* op) { return next_pmpi.Op_free(op); }

template <class Kind>
class handles_in_use {
 public:
  using handle = typename Kind::type;

  void use(handle h) {
    const std::lock_guard lock(guard_);
    if (const auto known = find(h); known != all_.end())
      ++known->uses;
    else
      all_.push_back({h, 1, 0});
    any_.store(true, std::memory_order_relaxed);
  }
  void release(handle h) noexcept {
    int freed = 0;
    {
      const std::lock_guard lock(guard_);
      const auto known = find(h);
      if (--known->uses > 0) return;
      freed = known->freed;
      *known = all_.back();
      all_.pop_back();
      any_.store(!all_.empty(), std::memory_order_relaxed);
    }
    for (; freed > 0; --freed) {
      handle copy = h;
      free_now(Kind{}, &copy);
    }
  }
  // Notes that the program has freed a handle. True if the handle is in use, and will be freed after its last
  // use.
  bool freed(handle h) {
    if (!any_.load(std::memory_order_relaxed)) return false;
    const std::lock_guard lock(guard_);
    const auto known = find(h);
    if (known == all_.end()) return false;
    ++known->freed;
    return true;
  }

 private:
  struct used {
    handle it;
    int uses;
    int freed;  // number of times that the program has freed it
  };
  auto find(handle h) { return std::ranges::find(all_, h, &used::it); }

  std::mutex guard_;
  std::atomic<bool> any_{false};
  std::vector<used> all_;
};

template <class Kind>
handles_in_use<Kind>& in_use() {
  static never_destroyed<handles_in_use<Kind>> one;
  return *one;
}

template <class Kind>
int free_it(typename Kind::type* h, typename Kind::type null) {
  if (!h || !in_use<Kind>().freed(*h)) return free_now(Kind{}, h);
  *h = null;
  return MPI_SUCCESS;
}

}  // namespace

template <class Kind>
handle_use<Kind>::handle_use(typename Kind::type used) : used_(used) {
  in_use<Kind>().use(used);
}
template <class Kind>
void handle_use<Kind>::release() noexcept {
  in_use<Kind>().release(used_);
}
template class handle_use<type_handle>;
template class handle_use<operator_handle>;

int free_type(MPI_Datatype* type) { return free_it<type_handle>(type, MPI_DATATYPE_NULL); }
int free_operator(MPI_Op* op) { return free_it<operator_handle>(op, MPI_OP_NULL); }

const type_entry* kept_handles::look_up(MPI_Datatype type) {
  const type_entry* const known = mpi::look_up(type);
  if (known && !known->predefined) types_.emplace_back(type);
  return known;
}

const operation* kept_handles::look_up(MPI_Op op, const type_entry& type, operation& storage) {
  const operation* const found = mpi::look_up_served(op, type, storage);
  if (found == &storage) op_.emplace_back(op);
  return found;
}

}  // namespace tutti::mpi
