#include <sys/stat.h>
#include <sys/wait.h>

#include <cstdlib>

#include "experiments/slurm/sbatch_script.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"

// The array script run by bash, with stand-ins for the program and for Slurm's commands: what a task does
// with a signal, with an exit code, and with nothing to show for its time.
using namespace experiments;

namespace {

/// A folder whose bin/ has the stand-ins and whose run/ is the run directory of one shard, 3 of 40.
class Task {
 public:
  Task() {
    command("bin/squeue", "echo \"$STATE\"");
    command("bin/scontrol", "echo \"$@\" >>" + word("requeued"));
    folder_.write("run/journal-3-of-40.jsonl", "a cell\n");
  }

  /// Runs the script with this text as the program, in a state as squeue tells it. The exit code.
  int run(const std::string& program, const std::string& state = "RUNNING") {
    command("the program", program);
    ShardJob job;
    job.name = "task";
    job.program = folder_.path() / "the program";
    job.config = "study.yaml";
    job.directory = folder_.path() / "run";
    job.working_directory = folder_.path();
    job.shards = {3};
    job.n = 40;
    folder_.write("script", array_script(job));
    const std::string command = "cd " + word("") + " && PATH=" + word("bin") + ":$PATH STATE=" + state +
                                " SLURM_ARRAY_JOB_ID=12 SLURM_ARRAY_TASK_ID=3 SLURM_CPUS_PER_TASK=2"
                                " bash script >said 2>&1";
    return WEXITSTATUS(std::system(command.c_str()));
  }

  std::string text_of(const std::string& name) const {
    std::ifstream in(folder_.path() / name);
    return {std::istreambuf_iterator<char>(in), {}};
  }

 private:
  void command(const std::string& name, const std::string& text) {
    const auto file = folder_.write(name, "#!/bin/bash\n" + text + "\n");
    chmod(file.c_str(), 0755);
  }
  std::string word(const std::string& name) const { return shell_word((folder_.path() / name).string()); }

  tests::TemporaryFolder folder_;
};

/// A program that has its script signalled, commits a while after it hears of it, and ends as marginlab does;
/// with 9 where it hears of nothing.
const std::string slow_to_commit =
    R"(trap 'sleep 0.3; echo "a cell" >>run/journal-3-of-40.jsonl; exit 143' TERM
kill -TERM $PPID
for i in {1..100}; do sleep 0.05; done; exit 9)";

} // namespace

TEST_CASE("a task calls its own shard with the threads it was given", "[manufactured]") {
  Task task;
  CHECK(task.run("echo \"$@\"; echo $OMP_NUM_THREADS $OPENBLAS_NUM_THREADS; exit 0") == 0);
  const std::string said = task.text_of("said");
  CHECK(said.find("run study.yaml --shard 3/40 --out ") == 0);
  CHECK(said.find("--threads 2 --quiet\n2 1\n") != said.npos);
}

TEST_CASE("a task whose program fails keeps its exit code and is not queued again", "[manufactured]") {
  Task task;
  const int code = GENERATE(1, 2, 3, 75, 137);
  CHECK(task.run("exit " + std::to_string(code)) == code);
  CHECK(task.text_of("requeued").empty());
  CHECK(task.text_of("said").find("repeat marginlab submit") != std::string::npos);
}

TEST_CASE("out of time, a task waits for its program to commit and is queued again", "[manufactured]") {
  Task task;
  CHECK(task.run(slow_to_commit) == 143);
  CHECK(task.text_of("run/journal-3-of-40.jsonl") == "a cell\na cell\n");
  CHECK(task.text_of("requeued") == "requeue 12_3\n");
}

TEST_CASE("a task that was cancelled is not queued again", "[manufactured]") {
  Task task;
  CHECK(task.run(slow_to_commit, "COMPLETING") == 143);
  CHECK(task.text_of("run/journal-3-of-40.jsonl") == "a cell\na cell\n");
  CHECK(task.text_of("requeued").empty());
}

TEST_CASE("a task that got no further in its time is not queued again", "[manufactured]") {
  Task task;
  CHECK(task.run("trap 'exit 143' TERM; kill -TERM $PPID; for i in {1..100}; do sleep 0.05; done; exit 9") ==
        143);
  CHECK(task.text_of("requeued").empty());
}

TEST_CASE("a second signal does not cut the commit short", "[manufactured]") {
  Task task;
  CHECK(task.run("trap 'kill -TERM $PPID; sleep 0.3; echo x >>run/journal-3-of-40.jsonl; exit 0' TERM\n"
                 "kill -TERM $PPID\nfor i in {1..100}; do sleep 0.05; done; exit 9") == 0);
  CHECK(task.text_of("run/journal-3-of-40.jsonl") == "a cell\nx\n");
}
