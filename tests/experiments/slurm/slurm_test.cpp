#include <sys/stat.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>

#include "core/contract.hpp"
#include "experiments/plan/plan.hpp"
#include "experiments/slurm/cluster.hpp"
#include "experiments/slurm/sbatch_script.hpp"
#include "experiments/slurm/site.hpp"
#include "experiments/slurm/submit.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

namespace {

ShardJob plain_job() {
  ShardJob job;
  job.name = "marginlab-table1-0123abcd";
  job.program = "/opt/marginlab";
  job.design = "0a1b2c";
  job.directory = "/runs/table1";
  job.study = {"/runs/table1"};
  job.working_directory = "/studies";
  job.shards = {3, 7, 8, 9};
  job.n = 40;
  job.resources.seconds = 7200;
  return job;
}

/// Everything that could be taken apart, everywhere.
ShardJob awkward_job() {
  ShardJob job = plain_job();
  job.directory = "/runs of 100%/o'clock \"1\" $(id)";
  job.working_directory = "/work \\ here/'";
  job.study = {"/a b/it's $HOME \"x\" `id`;#.yaml", "data.one.path=a b.csv", "methods={grid: ['x', \"y\"]}",
               "title=*"};
  job.resources.throttle = 20;
  job.resources.memory = "2G";
  job.resources.partition = "short";
  job.resources.account = "a1";
  job.resources.options = {"--comment=two words", "--exclusive"};
  return job;
}

bool has_line(const std::string& script, const std::string& line) {
  return ("\n" + script).find("\n" + line + "\n") != std::string::npos;
}

int exit_of(const std::string& command) {
  return WEXITSTATUS(std::system(command.c_str()));
}

} // namespace

TEST_CASE("ascending numbers are written with their gaps", "[manufactured]") {
  CHECK(index_list({}) == "");
  CHECK(index_list({5}) == "5");
  CHECK(index_list({1, 2}) == "1-2");
  CHECK(index_list({3, 7, 8, 9}) == "3,7-9");
  CHECK(index_list({1, 3, 5, 6, 10}) == "1,3,5-6,10");
}

TEST_CASE("a shell gives back the very words that were written for it", "[oracle]") {
  const tests::TemporaryFolder folder;
  const auto file = folder.path() / "words";
  const std::vector<std::string> words{"plain",      "",  "a b", "it's", "\"", "$HOME",     "`id`", "a\\b",
                                       "two\nlines", "*", "~",   "-n",   "#",  "a;b|c&d>e", "'''",  "\\'"};
  REQUIRE(exit_of("printf '%s\\0' " + shell_words(words) + " >" + shell_word(file.string())) == 0);
  std::string all;
  for (const std::string& word : words) all += word + '\0';
  std::ifstream in(file, std::ios::binary);
  CHECK(std::string(std::istreambuf_iterator<char>(in), {}) == all);
}

TEST_CASE("what an #SBATCH line cannot say is refused", "[degenerate]") {
  CHECK_THROWS_AS(directive_word("a\nb"), core::UserError);
  CHECK_THROWS_AS(log_path("a\\b"), core::UserError);
  CHECK(directive_word("plain") == "plain");
  CHECK(directive_word("a \"b\" \\ #") == R"("a \"b\" \\ #")");
  CHECK(log_path("100% of %a") == "100%% of %%a");
}

TEST_CASE("the array has one task a missing shard, and each knows of all n", "[manufactured]") {
  const std::string script = array_script(plain_job());
  CHECK(has_line(script, "#SBATCH --array=3,7-9"));
  CHECK(has_line(script, "#SBATCH --time=02:00:00"));
  CHECK(has_line(script, "#SBATCH --signal=B:TERM@60"));
  CHECK(has_line(script, "#SBATCH --requeue"));
  CHECK(has_line(script, "#SBATCH --open-mode=append"));
  CHECK(has_line(script, "#SBATCH --output=/runs/table1/slurm/shard-%a.log"));
  CHECK(has_line(script, "/opt/marginlab run /runs/table1 --design 0a1b2c \\"));
  CHECK(script.find("--shard \"$SLURM_ARRAY_TASK_ID/40\" --out /runs/table1 ") != script.npos);
  CHECK(script.find("--mem=") == script.npos);
}

TEST_CASE("what a script asks for, the command line asks for too, where it counts more than the environment",
          "[manufactured]") {
  for (const ShardJob& job : {plain_job(), awkward_job()})
    for (const auto& [script, options] : {std::pair(array_script(job), array_options(job)),
                                          std::pair(merge_script(job), merge_options(job))}) {
      std::string lines;
      for (const std::string& option : options) lines += "#SBATCH " + directive_word(option) + "\n";
      CHECK(script.find("\n" + lines) != script.npos);
      CHECK(script.find("#SBATCH", script.find(lines) + lines.size()) == script.npos);
    }
  CHECK(array_options(plain_job()).back() == "--requeue");
}

TEST_CASE("the only shard of a study is watched in the journal of the undivided run", "[manufactured]") {
  ShardJob job = plain_job();
  CHECK(
      array_script(job).find("stat --format=%s /runs/table1/journal-\"$SLURM_ARRAY_TASK_ID\"-of-40.jsonl ") !=
      std::string::npos);
  job.n = 1;
  job.shards = {1};
  CHECK(array_script(job).find("stat --format=%s /runs/table1/journal.jsonl ") != std::string::npos);
}

TEST_CASE("options reach both scripts where they are given", "[manufactured]") {
  const std::string array = array_script(awkward_job()), merge = merge_script(awkward_job());
  CHECK(has_line(array, "#SBATCH --array=3,7-9%20"));
  for (const std::string& script : {array, merge}) {
    CHECK(has_line(script, "#SBATCH --mem=2G"));
    CHECK(has_line(script, "#SBATCH --partition=short"));
    CHECK(has_line(script, "#SBATCH --account=a1"));
    CHECK(has_line(script, "#SBATCH \"--comment=two words\""));
    CHECK(has_line(script, R"(#SBATCH "--chdir=/work \\ here/'")"));
  }
  CHECK(merge.find("--array") == merge.npos);
  CHECK(has_line(merge, "#SBATCH --job-name=marginlab-table1-0123abcd-merge"));
}

TEST_CASE("a job on a file system without locks asks for none in any of its tasks, and no other job does so",
          "[manufactured]") {
  ShardJob job = awkward_job();
  for (const std::string& script : {array_script(job), merge_script(job)})
    CHECK(script.find("--no-lock") == script.npos);
  job.no_lock = true;
  CHECK(array_script(job).find(" --lock-wait 2m --no-lock &\n") != std::string::npos);
  CHECK(merge_script(job).find(" --no-lock)\n") != std::string::npos);
}

TEST_CASE("a job that was forced forces each of its tasks, and no other job does so", "[manufactured]") {
  ShardJob job = plain_job();
  CHECK(array_script(job).find("--force") == std::string::npos);
  job.force = true;
  CHECK(array_script(job).find(" --lock-wait 2m --force &\n") != std::string::npos);
}

TEST_CASE("shellcheck finds nothing in the scripts, and does in a wrong one", "[oracle]") {
  const tests::TemporaryFolder folder;
  const auto accepts = [&folder](const std::string& script, const std::string& options) {
    const auto file = folder.write("script", script);
    return exit_of("shellcheck " + options + " " + shell_word(file.string()) + " >&2") == 0;
  };
  REQUIRE_FALSE(accepts("#!/bin/bash\necho $1\n", ""));
  CHECK(accepts(array_script(plain_job()), ""));
  CHECK(accepts(merge_script(plain_job()), ""));
  const std::string dollars_are_meant = "--exclude=SC2016";
  CHECK(accepts(array_script(awkward_job()), dollars_are_meant));
  CHECK(accepts(merge_script(awkward_job()), dollars_are_meant));
  ShardJob retried = awkward_job();
  retried.again = retried.retry = retried.study;
  retried.ranks = 9;
  CHECK(accepts(array_script(retried), dollars_are_meant));
  CHECK(accepts(ranks_script(retried), dollars_are_meant));
  CHECK(accepts(merge_script(retried), dollars_are_meant));
}

// The array script run by bash, with stand-ins for the program and for Slurm's commands: what a task does
// with a signal, with an exit code, and with nothing to show for its time.

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
    job.design = "0a1b2c";
    job.directory = folder_.path() / "run";
    job.study = {"study.yaml", "seed=3"};
    job.working_directory = folder_.path();
    job.shards = {3};
    job.n = 40;
    job.again = {"marginlab", "submit", "slurm", "a study.yaml"};
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
  CHECK(said.starts_with("run study.yaml seed=3 --design 0a1b2c --shard 3/40 --out "));
  CHECK(said.find("--threads 2 --quiet --lock-wait 2m\n2 1\n") != said.npos);
}

TEST_CASE("a task whose program fails keeps its exit code and is not queued again", "[manufactured]") {
  Task task;
  const int code = GENERATE(1, 2, 3, 75, 137);
  CHECK(task.run("exit " + std::to_string(code)) == code);
  CHECK(task.text_of("requeued").empty());
  const std::string said = task.text_of("said");
  CHECK(said.ends_with("  marginlab submit slurm 'a study.yaml'\n"));
  CHECK((said.find("memory") != said.npos) == (code == 137));
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

namespace {

SubmitRequest fine() {
  SubmitRequest request;
  request.shards = 40;
  request.time = "2h";
  return request;
}

} // namespace

TEST_CASE("a submission that Slurm would refuse is told what is wrong, all at once", "[degenerate]") {
  SubmitRequest request = fine();
  request.shards = GENERATE(0, -1, 1001);
  request.time = GENERATE("2", "2:30", "soon", "");
  request.resources.memory = GENERATE("2GB", "G", "two", "-1G");
  request.resources.options = {"qos=long"};
  const std::vector<std::string> all = mistakes(request);
  REQUIRE(all.size() == 4);
  CHECK(all[0].find("--shards " + std::to_string(request.shards) + " is no number of tasks") == 0);
  CHECK(all[1].find("--time '" + request.time + "' is no duration") == 0);
  CHECK(all[2].find("--memory '" + request.resources.memory + "' is no size") == 0);
  CHECK(all[3].find("--sbatch 'qos=long'") == 0);
}

TEST_CASE("a task needs more time than Slurm's warning comes early", "[degenerate]") {
  SubmitRequest request = fine();
  request.time = "179s";
  CHECK(mistakes(request).size() == 1);
  request.time = "3m";
  CHECK(mistakes(request).empty());
}

TEST_CASE("a submission that Slurm takes has no mistakes", "[manufactured]") {
  SubmitRequest request = fine();
  request.shards = GENERATE(1, 40, 1000);
  request.resources.memory = GENERATE("", "500", "2G", "800M");
  request.resources.options = {"--qos=long", "--exclusive"};
  CHECK(mistakes(request).empty());
}

TEST_CASE("what can never start is said before it is submitted, and what can is not", "[manufactured]") {
  const std::string nodes =
      "short*|16|64000|4:00:00 \nlong|64|1|2-12:00:00\nshort*|32|32000+|4:00:00\nany|8|8000|infinite\n";
  const std::string config = "Configuration data\nMaxArraySize            = 31\nMaxJobCount = 10000\n";
  const auto limits = [&](const std::string& partition) {
    return limits_in(nodes, config, partition).value();
  };
  CHECK(limits("").partition == "short");
  CHECK(limits("").cpus == 32);
  CHECK(limits("").memory == std::int64_t{64000} << 20);
  CHECK(limits("").seconds == 4 * 3600);
  CHECK(limits("").array_size == 31);
  CHECK(limits("long").seconds == 60 * 3600);
  CHECK(limits("long").memory == 0);
  CHECK(limits("any").seconds == 0);
  CHECK_FALSE(limits_in(nodes, config, "none").has_value());

  SubmitRequest request = fine();
  request.shards = 30;
  request.time = "4h";
  request.resources.cpus = 32;
  request.resources.memory = "64000M";
  CHECK(beyond(limits(""), request).empty());
  request.shards = 31;
  request.time = "241m";
  request.resources.cpus = 33;
  request.resources.memory = "63G";
  const std::vector<std::string> all = beyond(limits(""), request);
  REQUIRE(all.size() == 4);
  CHECK(all[0].starts_with("--cpus 33 can never start. No node of the partition 'short' has more than 32 "));
  CHECK(all[1].starts_with("--memory 63G can never start."));
  CHECK(all[2].starts_with("--time 241m can never start. The partition 'short' allows 04:00:00."));
  CHECK(all[3].starts_with("--shards 31 is more than"));
  CHECK(beyond(Limits{}, request).empty());
}

TEST_CASE("a size of memory is read as Slurm reads it, and written so that it is no smaller",
          "[manufactured]") {
  CHECK(bytes_of_memory("500") == std::int64_t{500} << 20);
  CHECK(bytes_of_memory("8K") == 8192);
  CHECK(bytes_of_memory("2G") == std::int64_t{2} << 30);
  CHECK(bytes_of_memory("1T") == std::int64_t{1} << 40);
  for (const char* wrong : {"", "0", "G", "2GB", "-1G", "2g", "9999999999T", "1.5G"})
    CHECK_FALSE(bytes_of_memory(wrong).has_value());
  CHECK(slurm_memory(1.5 * (std::int64_t{1} << 30)) == "1536M");
  CHECK(slurm_memory(1) == "1M");
}

TEST_CASE("a site says once what every job asks for, and the command line counts more", "[manufactured]") {
  const tests::TemporaryFolder folder;
  const Resources site = read_site(folder.write("slurm.yaml",
                                                "partition: short\naccount: a1\ncpus: 4\nmemory: 2G\nsbatch: "
                                                "[--qos=long]\nbefore: |\n  module load hdf5\n"));
  CHECK(site.before == "module load hdf5\n");
  Resources said;
  said.partition = "long";
  said.options = {"--qos=short"};
  const Resources all = with_site(said, site);
  CHECK(all.partition == "long");
  CHECK(all.account == "a1");
  CHECK(all.cpus == 4);
  CHECK(all.memory == "2G");
  CHECK(all.options == std::vector<std::string>{"--qos=long", "--qos=short"});
  ShardJob job = plain_job();
  job.resources = all;
  for (const std::string& script : {array_script(job), merge_script(job)})
    CHECK(script.find("#SBATCH --qos=short\n") < script.find("\nmodule load hdf5\n"));
  CHECK(read_site(folder.write("empty.yaml", "")) == Resources{});
}

TEST_CASE("all that is wrong with a site is said at once, with its line", "[degenerate]") {
  const tests::TemporaryFolder folder;
  const auto file = folder.write(
      "slurm.yaml",
      "partitions: short\ncpus: many\nmemory: 2GB\nsbatch: [qos=long]\nthrottle: 0\nbefore: [a]\n");
  try {
    read_site(file);
    FAIL("it should be refused");
  } catch (const SpecErrors& errors) {
    std::vector<int> lines;
    for (const Mistake& mistake : errors.mistakes) lines.push_back(mistake.line);
    CHECK(lines == std::vector<int>{1, 2, 3, 4, 5, 6});
  }
  CHECK_THROWS_AS(read_site(folder.path() / "none.yaml"), core::UserError);
}

TEST_CASE("what became of a job is said in words, and of one that is as it should be nothing",
          "[manufactured]") {
  CHECK(in_words({"12_3", "job", "TIMEOUT", "NonZeroExitCode"}).find("--time") != std::string::npos);
  CHECK(in_words({"12_3", "job", "OUT_OF_MEMORY", "OutOfMemory"}).find("--memory") != std::string::npos);
  CHECK(in_words({"12_3", "job", "PENDING", "PartitionTimeLimit"}).starts_with("can never start"));
  CHECK(in_words({"12_3", "job", "RUNNING", "None"}).empty());
  CHECK(log_of("/runs/x", {"12_3", "job", "FAILED", ""}) == "/runs/x/slurm/shard-3.log");
  CHECK(log_of("/runs/x", {"13", "job-merge", "FAILED", ""}) == "/runs/x/slurm/merge.log");
}

namespace {

/// The merge script run by bash, with stand-ins for the program and for squeue, which knows of a cancelled
/// task or not.
std::string merged(const tests::TemporaryFolder& folder, int code, bool cancelled, bool retries) {
  const auto command = [&folder](const std::string& name, const std::string& text) {
    const auto file = folder.write(name, "#!/bin/bash\n" + text + "\n");
    chmod(file.c_str(), 0755);
  };
  command("squeue", cancelled ? "[[ \"$*\" == *--jobs=12 ]] && echo 12_3" : "");
  command("program",
          "[ \"$1\" = merge ] || { echo \"sent: $*\"; exit 0; }\necho said >&2; echo table; exit " +
              std::to_string(code));
  ShardJob job = plain_job();
  job.program = folder.path() / "program";
  if (retries) job.retry = {job.program.string(), "submit", "slurm", "a b"};
  folder.write("script", merge_script(job));
  const std::string place = shell_word(folder.path().string());
  exit_of("cd " + place + " && PATH=" + place +
          ":$PATH SLURM_JOB_DEPENDENCY=afterany:12 bash script >said 2>&1");
  std::ifstream in(folder.path() / "said");
  return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

TEST_CASE("a merge sends again what is missing where it is asked to, unless somebody cancelled a task",
          "[manufactured]") {
  const tests::TemporaryFolder folder;
  CHECK(merged(folder, 75, false, true) ==
        "table\nsaid\nCells are missing. They are sent again.\nsent: submit slurm a b\n");
  CHECK(merged(folder, 75, true, true).find("sent:") == std::string::npos);
  CHECK(merged(folder, 0, false, true) == "table\nsaid\n");
  CHECK(merged(folder, 3, false, true) == "table\nsaid\n");
  CHECK(merged(folder, 75, false, false) == "table\nsaid\n");
}

TEST_CASE("factors that ask for less, and one of a memory that is not named, are refused", "[degenerate]") {
  SubmitRequest request = fine();
  request.retries = -1;
  request.time_factor = 0.5;
  request.memory_factor = 2;
  CHECK(mistakes(request).size() == 3);
  request.retries = 2;
  request.time_factor = 2;
  request.resources.memory = "2G";
  CHECK(mistakes(request).empty());
}
