#pragma once

#include <cstddef>
#include <list>
#include <vector>

#include "mpi/progress/progress.hpp"
#include "mpi/transport/mpi_process.hpp"
#include "mpi/transport/near_transfer.hpp"
#include "tutti/machine/network.hpp"

namespace tutti::mpi {

/// One message to several processes of the node, by way of this process's board: copied once, and read by all. Whoever cannot be told
/// of a piece has the others not wait for it, and gets the rest by itself. If the board is stuck, so do all; if none has been told of
/// anything then, each gets the message as one process alone would.
class multicast final : public progress::polled {
 public:
  /// Shorter messages lie in slots; longer ones none should have to set aside.
  static constexpr std::size_t least = node::slot::most + 1, most = longest_read_by_all;

  multicast(mpi_process& self, const_buffer data);

  void add(int to) { together_.push_back(to); }
  /// Goes on; whether it has ended.
  bool advance() override;
  /// The link whose ring had no room at the last advance(), if only its process has yet to get the rest.
  [[nodiscard]] node::link* waits_for_room() const noexcept override;

 private:
  static constexpr std::size_t usual = 64;  // no more memory is taken for so many
  struct late_one {
    int to;
    std::size_t gone;
  };
  void send_together();
  void send_alone();
  /// Whether all that get the message together have it.
  [[nodiscard]] bool is_with_all() const noexcept { return together_.empty() || gone_ == data_.bytes(); }

  mpi_process& self_;
  const_buffer data_;
  std::vector<int> together_;
  std::size_t gone_ = 0;  // bytes, to all of these
  std::vector<late_one> late_;
  std::list<near_transfer> alone_;  // to each receiver, if the board was stuck from the beginning
};

}  // namespace tutti::mpi
