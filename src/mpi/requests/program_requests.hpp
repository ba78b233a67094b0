#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "mpi/communicators/communicator.hpp"
#include "mpi/communicators/communicator_list.hpp"
#include "mpi/requests/posted_call.hpp"

namespace tutti::mpi {

/// The number of deferred requests.
extern constinit int deferred_requests;

/// The tag of the message that completes a request. No other request has this tag during its lifetime.
class end_tag {
 public:
  end_tag();
  end_tag(const end_tag&) = delete;
  end_tag& operator=(const end_tag&) = delete;
  ~end_tag();
  [[nodiscard]] int value() const noexcept { return value_; }

 private:
  int value_;
};

/// A request that the program waits for, with tutti's call behind it. Its handle belongs to the MPI library:
/// a receive of an empty message, which this process sends to itself.
///
/// | state    | program        | MPI library             | next                                        |
/// |----------|----------------|-------------------------|---------------------------------------------|
/// | spare    | has no handle  | inactive, never started | deferred: serve()                           |
/// | inactive | may start it   | inactive                | deferred or active: start()                 |
/// | deferred | waits for it   | inactive                | inactive or spare: complete()               |
/// | active   | waits for it   | active until it has the | persistent: inactive, found by              |
/// |          |                | message                 | is_inactive(). Others, and failed ones that |
/// |          |                |                         | the library frees, are destroyed by         |
/// |          |                |                         | call_has_ended(), which sends the message   |
///
/// A persistent operation alternates between inactive and one of the last two states. A non-blocking call
/// uses a spare request, which becomes deferred and then spare again. If requests cannot be deferred
/// (deferred.hpp), the call has its own active request. Everything happens within a progress::hold.
class program_request final : public progress::disposable, public call_owner {
 public:
  /// A spare request, or one that will be active, for a non-blocking call that has not been posted.
  enum class kind : std::uint8_t { spare, active };
  explicit program_request(kind k);
  /// An inactive request for a persistent operation, which has a communicator of its own.
  program_request(owned_communicator own, std::unique_ptr<posted_call> call);
  ~program_request() override;
  static void* operator new(std::size_t bytes) { return pool_take(bytes); }
  static void operator delete(void* request, std::size_t bytes) noexcept { pool_give(request, bytes); }

  [[nodiscard]] MPI_Request handle() const noexcept { return handle_; }
  /// The call behind the request; null if the request is spare.
  [[nodiscard]] posted_call* call() const noexcept { return call_.get(); }
  /// The communicator of a persistent operation; null for other requests.
  [[nodiscard]] communicator* own_communicator() const noexcept { return own_.get(); }
  /// True if the request is active for the program, but not for the MPI library.
  [[nodiscard]] bool is_deferred() const noexcept { return state_ == state::deferred; }
  /// True if the program may start the persistent operation.
  [[nodiscard]] bool is_inactive();

  /// Makes a spare request serve a non-blocking call.
  void serve(std::unique_ptr<posted_call> call) noexcept;
  /// Makes the request active, for a non-blocking call that is under way or has ended. If this throws, the
  /// request keeps the call and has no handle.
  void activate(std::unique_ptr<posted_call> call);
  /// A persistent operation starts as active or as deferred: the program completes its request by the MPI
  /// library, or here.
  enum class completed_by : std::uint8_t { library, tutti };
  void start(completed_by whom);
  /// Completes a deferred request for the program, after its call has ended.
  void complete() noexcept;

  void call_has_ended() override;

 private:
  enum class state : std::uint8_t { spare, inactive, deferred, active };
  friend class request_table;

  /// True if the program starts the operation again and again.
  [[nodiscard]] bool lasts() const noexcept { return call_ && call_->is_persistent(); }
  void send_end_message() const;

  MPI_Request handle_ = MPI_REQUEST_NULL;
  state state_;
  std::optional<end_tag> tag_;    // spare requests have none
  std::size_t place_ = SIZE_MAX;  // in the table's list of active requests of non-blocking calls
  owned_communicator own_;
  std::unique_ptr<posted_call> call_;
};

/// All of tutti's requests. Used within a progress::hold, unless there is only one thread.
class request_table {
 public:
  /// The request with this handle; null if there is none, or if it is the active one of a non-blocking call.
  program_request* find(MPI_Request handle) {
    const std::uintptr_t number = number_of(handle);
    found_last& f = last_place(number);
    if (f.request && f.number == number) [[likely]]
      return f.request;
    return find_in_table(number, f);
  }
  /// True if the request belongs to a call under way.
  [[nodiscard]] bool is_under_way(MPI_Request handle);
  /// The number of requests that find() knows. Needs no hold.
  [[nodiscard]] std::size_t size() const noexcept { return size_.load(std::memory_order_relaxed); }

  // The request of a non-blocking call. Its memory is allocated before the call is posted, because a call
  // under way cannot be abandoned.
  /// Ensures that there is a spare request.
  void make_spare();
  /// Gives a call the spare request, which becomes deferred. Returns its handle.
  MPI_Request defer(std::unique_ptr<posted_call> call) noexcept;
  /// Makes the request for a call that will be active.
  program_request& make_active();
  /// Gives a call that request and returns its handle. If this throws, the call runs to its end without a
  /// handle, because its partners wait for it.
  MPI_Request activate(program_request& made, std::unique_ptr<posted_call> call);
  /// Destroys a request that make_active() has made in vain.
  void discard(program_request& made) noexcept { (void)taken_from_active(made); }
  /// Completes a deferred request. The request of a non-blocking call is then spare again, and `handle`
  /// becomes null.
  void complete(program_request& request, MPI_Request& handle);
  /// Removes an active request, and destroys it when the hold ends. The MPI library completes and frees it.
  void leave_to_library(program_request& request);

  /// Adds a persistent operation and returns its handle.
  MPI_Request add_persistent(owned_communicator own, std::unique_ptr<posted_call> call);
  /// Removes a persistent operation.
  void remove_persistent(MPI_Request handle);
  /// Called when the program has freed a communicator: persistent operations then no longer report errors to
  /// it.
  void forget_handle(MPI_Comm freed);

  /// Frees the spare requests, before MPI ends.
  void free_spare() noexcept;
  /// Forgets all requests, after MPI has ended.
  void forget_all() noexcept;

 private:
  struct found_last {
    std::uintptr_t number = 0;
    program_request* request = nullptr;
  };
  found_last& last_place(std::uintptr_t number) noexcept {
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;
    return last_[(number * golden) >> (64U - static_cast<unsigned>(std::bit_width(last_.size() - 1)))];
  }
  program_request* find_in_table(std::uintptr_t number, found_last& f);
  program_request& add(std::unique_ptr<program_request> request);
  std::unique_ptr<program_request> take_out(MPI_Request handle);
  std::unique_ptr<program_request> taken_from_active(program_request& request) noexcept;

  // Requests that serve again and again, by their handles; those that are spare; and those that serve once.
  std::unordered_map<std::uintptr_t, std::unique_ptr<program_request>> lasting_;
  std::vector<program_request*> spare_;  // has room for all that may become spare
  std::vector<std::unique_ptr<program_request>> active_once_;
  std::size_t persistent_ = 0;  // number of persistent operations
  std::atomic<std::size_t> size_{0};
  std::array<found_last, 256> last_{};  // the requests that were found last
};

/// The table, which is made by the first caller, within a hold. It is never destroyed, because MPI functions
/// may be called while the process exits.
extern constinit std::atomic<request_table*> request_table_if_made;
request_table& make_request_table();
inline request_table& requests() {
  request_table* const made = request_table_if_made.load(std::memory_order_acquire);
  return made ? *made : make_request_table();
}
/// True if find() knows any request. Needs no hold.
inline bool any_requests() noexcept {
  const request_table* const made = request_table_if_made.load(std::memory_order_acquire);
  return made && made->size() != 0;
}
/// The request with this handle, if it belongs to one of tutti's calls; otherwise null. Needs no hold.
program_request* request_of(MPI_Request handle);
/// Forgets all requests, which have ended with MPI. If MPI begins again, other requests get their handles.
void forget_requests() noexcept;

}  // namespace tutti::mpi
