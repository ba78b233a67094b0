#pragma once

#include <cstddef>
#include <list>
#include <vector>

#include "mpi/progress/progress.hpp"
#include "mpi/transport/mpi_process.hpp"
#include "mpi/transport/near_transfer.hpp"
#include "tutti/machine/network.hpp"

namespace tutti::mpi {

/// One message to several processes of the node through this process's board: it is written once, and all of
/// them read it there. A receiver whose ring is full is sent the rest separately, so that the others need not
/// wait for it. If the board is stuck, all receivers are sent the rest separately; if nothing was sent
/// before, each one gets an ordinary message.
class multicast final : public progress::polled {
 public:
  /// Shorter messages fit into slots. Longer ones would take too much memory when they are unexpected.
  static constexpr std::size_t least = node::slot::most + 1, most = longest_read_by_all;

  multicast(mpi_process& self, const_buffer data);

  void add(int to) { together_.push_back(to); }
  /// Makes progress. True once the message has been sent to all receivers.
  bool advance() override;
  /// The link whose ring had no room at the last advance(), if only its receiver still lacks a part. Null
  /// otherwise.
  [[nodiscard]] node::link* waits_for_room() const noexcept override;

 private:
  static constexpr std::size_t usual = 64;  // the list of this many receivers is allocated once
  struct late_one {
    int to;
    std::size_t gone;
  };
  void send_together();
  void send_alone();
  /// True if all receivers that read the board have been sent the whole message.
  [[nodiscard]] bool is_with_all() const noexcept { return together_.empty() || gone_ == data_.bytes(); }

  mpi_process& self_;
  const_buffer data_;
  std::vector<int> together_;
  std::size_t gone_ = 0;  // bytes sent to all of `together_`
  std::vector<late_one> late_;
  std::list<near_transfer> alone_;  // to each receiver, if the board was stuck from the beginning
};

}  // namespace tutti::mpi
