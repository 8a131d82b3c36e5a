#include "experiments/executor/pipe.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace experiments {

Pipe::Pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw std::runtime_error(std::string("no pipe to a process can be made (") + std::strerror(errno) + ")");
  reading_ = ends[0];
  writing_ = ends[1];
}

Pipe::~Pipe() {
  for (const int end : {reading_, writing_})
    if (end >= 0) ::close(end);
}

void Pipe::keep_reading() {
  ::close(writing_);
  writing_ = -1;
  ::fcntl(reading_, F_SETFL, O_NONBLOCK);
}

bool Pipe::drain(std::string& into) const {
  std::array<char, 65536> block{};
  while (true) {
    const ssize_t taken = ::read(reading_, block.data(), block.size());
    if (taken == 0) return false;
    if (taken > 0) into.append(block.data(), static_cast<std::size_t>(taken));
    if (taken < 0 && errno != EINTR) return true;
  }
}

} // namespace experiments
