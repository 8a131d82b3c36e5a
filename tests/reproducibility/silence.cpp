#include "tests/reproducibility/silence.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

namespace reproducibility {

Silence::Silence() : out_(dup(STDOUT_FILENO)), err_(dup(STDERR_FILENO)) {
  std::fflush(stdout);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

Silence::~Silence() {
  std::fflush(stdout);
  dup2(out_, STDOUT_FILENO);
  dup2(err_, STDERR_FILENO);
  close(out_);
  close(err_);
}

} // namespace reproducibility
