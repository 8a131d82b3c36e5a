#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "results/store/run_directory.hpp"
#include "tests/reproducibility/damage/finished_run.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;

namespace {

/// A process that has begun to compute in a directory, and holds its lock until it is ended.
class Holder {
 public:
  explicit Holder(const results::RunDirectory& directory) {
    int ready[2];
    REQUIRE(::pipe(ready) == 0);
    process_ = ::fork();
    if (process_ == 0) {
      const results::RunLock lock(directory);
      const char one = 1;
      if (::write(ready[1], &one, 1) == 1)
        while (true) ::pause();
      ::_exit(1);
    }
    char one = 0;
    const auto got = ::read(ready[0], &one, 1);
    ::close(ready[0]);
    ::close(ready[1]);
    REQUIRE(got == 1);
  }
  ~Holder() {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  Holder(const Holder&) = delete;
  Holder& operator=(const Holder&) = delete;

 private:
  pid_t process_;
};

} // namespace

TEST_CASE("status counts what is stored off what is left: where all is stored no time is left",
          "[status_left]") {
  const FinishedRun run;
  REQUIRE(run.first.code == 0);
  // As if the process had found nothing and had computed all since.
  const std::string whole = bytes_of(run.journal);
  const std::size_t header = whole.find('\n') + 1, half = whole.find('\n', whole.size() / 2) + 1;
  const auto seconds_left = [&](const std::string& bytes) {
    put_bytes(run.journal, whole.substr(0, header));
    const Holder holder({run.directory});
    put_bytes(run.journal, bytes);
    const auto pace = nlohmann::json::parse(answer_to({"status", run.directory, "--json"}).printed)["pace"];
    REQUIRE(pace["computed"] > 0);
    return pace["seconds_left"]["likely"].get<double>();
  };
  CHECK(seconds_left(whole) == 0);
  CHECK(seconds_left(whole.substr(0, half)) > 0);
}
