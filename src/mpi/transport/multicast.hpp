#pragma once

#include <cstddef>
#include <list>
#include <vector>

#include "mpi/progress/progress.hpp"
#include "mpi/transport/mpi_process.hpp"
#include "mpi/transport/near_transfer.hpp"
#include "tutti/machine/network.hpp"

namespace tutti::mpi {

/// One message to several processes of the node through this process's board: the message is written once,
/// and all receivers read it there. A receiver whose ring is full is sent the rest separately, so that the
/// others need not wait for it. If the board is stuck, all receivers are sent the rest separately; if nothing
/// was sent before, each one gets an ordinary message.
class multicast final : public progress::polled {
 public:
  /// Shorter messages fit into slots. Longer ones would take too much memory when they are unexpected.
  static constexpr std::size_t least = node::slot::most + 1, most = longest_read_by_all;

  multicast(mpi_process& self, const_buffer data);

  void add(int to) { board_readers_.push_back(to); }
  /// Makes progress. True once the message has been sent to all receivers.
  bool advance() override;
  /// The link whose ring had no room at the last advance(), if only its receiver still lacks a part. Null
  /// otherwise.
  [[nodiscard]] node::link* waits_for_room() const noexcept override;

 private:
  static constexpr std::size_t usual = 64;  // the list of this many receivers is allocated once
  struct separate_receiver {
    int to;
    std::size_t bytes_sent;
  };
  void send_on_board();
  void leave_board();
  /// True if all receivers that read the board have been sent the whole message.
  [[nodiscard]] bool is_sent_on_board() const noexcept {
    return board_readers_.empty() || bytes_sent_ == data_.bytes();
  }

  mpi_process& self_;
  const_buffer data_;
  std::vector<int> board_readers_;
  std::size_t bytes_sent_ = 0;  // to all of `board_readers_`
  std::vector<separate_receiver> separate_;
  std::list<near_transfer> ordinary_;  // to each receiver, if the board was stuck from the beginning
};

}  // namespace tutti::mpi
