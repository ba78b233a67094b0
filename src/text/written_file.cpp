#include "text/written_file.hpp"

#include <cerrno>
#include <utility>

namespace tutti {

written_file::written_file(const std::string& name) : to_(std::fopen(name.c_str(), "w")) {
  if (!to_) error_ = errno;
}
written_file::~written_file() {
  if (to_) std::fclose(to_);
}

void written_file::add(std::string_view piece) {
  if (error_ == 0 && std::fwrite(piece.data(), 1, piece.size(), to_) != piece.size()) error_ = errno;
}

bool written_file::close() {
  if (to_ && std::fclose(std::exchange(to_, nullptr)) != 0 && error_ == 0) error_ = errno;
  errno = error_;
  return error_ == 0;
}

}  // namespace tutti
