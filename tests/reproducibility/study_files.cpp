#include "tests/reproducibility/study_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

namespace reproducibility {
namespace {

/// Standard output and error go to /dev/null while it lives.
class Silence {
 public:
  Silence() {
    std::fflush(stdout);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
  }
  ~Silence() {
    std::fflush(stdout);
    dup2(out_, STDOUT_FILENO);
    dup2(err_, STDERR_FILENO);
    close(out_);
    close(err_);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  int out_ = dup(STDOUT_FILENO), err_ = dup(STDERR_FILENO);
};

} // namespace

int run_quietly(const std::filesystem::path& config, const std::filesystem::path& directory, int threads,
                std::vector<std::string> overrides) {
  const Silence silence;
  return experiments::run({.config = config.string(),
                           .overrides = std::move(overrides),
                           .directory = directory,
                           .threads = threads,
                           .quiet = true});
}

} // namespace reproducibility
