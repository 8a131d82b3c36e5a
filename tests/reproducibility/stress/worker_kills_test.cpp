#include <csignal>
#include <random>
#include <thread>

#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;
using namespace std::chrono_literals;

namespace fs = std::filesystem;

namespace {

/// A generator, a method and a metric, each a program with a file of its own beside the config.
std::string study_of_programs(int replications) {
  const std::string fake = "command: [" MARGINLAB_FAKE_WORKER ", ";
  return "title: programs\nreplications: " + std::to_string(replications) +
         "\ndata:\n  - {source: external, name: drawn, n_train: 30, n_test: 40, " + fake +
         "draws, draw.txt]}\nmethods:\n  - {method: base_rate}\n  - {method: external, name: theirs, " +
         fake + "method, method.txt]}\nmetrics:\n  - gkl\n  - {metric: external, numbers: [centre, share], " +
         fake + "measures, measure.txt]}\n";
}

fs::path write_study(const Scratch& scratch, int replications) {
  for (const char* name : {"draw.txt", "method.txt", "measure.txt"}) scratch.write(name, name);
  return scratch.write("s.yaml", study_of_programs(replications));
}

/// How many workers run in a folder.
int workers_in(const fs::path& folder) {
  int count = 0;
  std::error_code gone;
  for (const auto& entry : fs::directory_iterator("/proc", gone)) {
    std::error_code unreadable;
    if (fs::read_symlink(entry.path() / "cwd", unreadable) == fs::canonical(folder) &&
        fs::read_symlink(entry.path() / "exe", unreadable) == fs::path(MARGINLAB_FAKE_WORKER))
      ++count;
  }
  return count;
}

int workers_after_a_second(const fs::path& folder) {
  for (int i = 0; i < 100 && workers_in(folder) > 0; ++i) std::this_thread::sleep_for(10ms);
  return workers_in(folder);
}

} // namespace

TEST_CASE(
    "a study of programs killed at any moment leaves no worker and goes on to the data of an undisturbed run",
    "[reproducibility][workers][stress]") {
  const Scratch scratch;
  const auto config = write_study(scratch, 400);
  std::mt19937 lots(48);
  int killed = 0, seen = 0;
  for (int i = 0; i < 40; ++i) {
    Program program(run_of(config, scratch / "killed"));
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + lots() % 300));
    seen += workers_in(scratch / "");
    killed += program.runs() ? 1 : 0;
    program.signal(SIGKILL);
    program.ended();
    REQUIRE(workers_after_a_second(scratch / "") == 0);
  }
  CHECK(killed > 0);
  CHECK(seen > 0);
  REQUIRE(run_quietly(config, scratch / "killed", 2) == 0);
  REQUIRE(run_quietly(config, scratch / "whole", 1) == 0);
  CHECK(stored(scratch / "killed").data_hash == stored(scratch / "whole").data_hash);
  CHECK(stored(scratch / "whole").rows.size() == 800);
}

TEST_CASE("shards of a study of programs find its files beside the config, from any folder",
          "[reproducibility][workers]") {
  const Scratch scratch;
  const auto config = write_study(scratch, 6);
  REQUIRE(run_quietly(config, scratch / "whole", 2) == 0);
  for (const char* shard : {"1/2", "2/2"})
    REQUIRE(answer_to(run_of(config, scratch / "shards", {"--shard", shard})).code == 0);
  REQUIRE(answer_to({"merge", (scratch / "shards").string()}).code == 0);
  CHECK(stored(scratch / "shards").data_hash == stored(scratch / "whole").data_hash);
  const Answer job = answer_to({"submit", "slurm", config.string(), "--shards", "2", "--out",
                                (scratch / "job").string(), "--time", "1h", "--dry-run"});
  CAPTURE(job.said);
  REQUIRE(job.code == 0);
  CHECK_THAT(job.printed, Catch::Contains(" run " + fs::canonical(config).string() + " --design "));
}
