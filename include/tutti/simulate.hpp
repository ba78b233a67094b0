#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "tutti/cost.hpp"
#include "tutti/process.hpp"

namespace tutti {

/// Processes that wait for each other for ever, or messages whose lengths do not match.
class communication_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The embedded engine: p processes as coroutines in one thread, under virtual time. A message occupies both its
/// ends from when both are ready, for as long as the machine says.
class world {
 public:
  /// What one process did.
  struct account {
    std::size_t messages_sent = 0, bytes_sent = 0;
    std::size_t messages_received = 0, bytes_received = 0;
    double clock = 0;
  };
  using combine = std::function<void(const operation&, const_buffer left, buffer right)>;

  world(int p, const machine& on);
  ~world();

  /// What reduce() does to data; without it nothing but its cost happens.
  void combine_with(combine f) { combine_ = std::move(f); }
  /// What scratch memory holds before it is written: a byte to fill it with.
  void poison_with(unsigned char byte) { poison_ = byte; }

  /// Runs the program on all processes to its end. Throws communication_error.
  void run(const std::function<task(process&)>& program);

  [[nodiscard]] int size() const noexcept { return static_cast<int>(processes_.size()); }
  [[nodiscard]] const account& of(int rank) const noexcept;
  /// When the last process ended, seconds.
  [[nodiscard]] double time() const noexcept;

 private:
  class member;
  struct posted {
    member* who;
    const_buffer out;
    buffer in;
    double since;
  };
  struct channel {
    std::deque<posted> sends, recvs;
  };

  void match(channel& c);
  [[nodiscard]] std::string waiting() const;

  machine machine_;
  combine combine_;
  int poison_ = -1;
  std::vector<std::unique_ptr<member>> processes_;
  std::unordered_map<std::uint64_t, channel> channels_;
  std::vector<member*> ready_;
};

}  // namespace tutti
