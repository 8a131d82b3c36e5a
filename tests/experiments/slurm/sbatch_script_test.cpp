#include "experiments/slurm/sbatch_script.hpp"

#include <sys/wait.h>

#include <cstdlib>
#include <fstream>

#include "core/contract.hpp"
#include "experiments/plan/shard.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

namespace {

ShardJob plain_job() {
  ShardJob job;
  job.name = "marginlab-table1-0123abcd";
  job.program = "/opt/marginlab";
  job.config = "/studies/table1.yaml";
  job.directory = "/runs/table1";
  job.working_directory = "/studies";
  job.shards = {3, 7, 8, 9};
  job.n = 40;
  job.resources.seconds = 7200;
  return job;
}

/// Everything that could be taken apart, everywhere.
ShardJob awkward_job() {
  ShardJob job = plain_job();
  job.config = "/a b/it's $HOME \"x\" `id`;#.yaml";
  job.directory = "/runs of 100%/o'clock \"1\" $(id)";
  job.working_directory = "/work \\ here/'";
  job.overrides = {"data.one.path=a b.csv", "methods={grid: ['x', \"y\"]}", "title=*"};
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
  CHECK(has_line(script, "/opt/marginlab run /studies/table1.yaml \\"));
  CHECK(script.find("--shard \"$SLURM_ARRAY_TASK_ID/40\" --out /runs/table1 ") != script.npos);
  CHECK(script.find("--mem") == script.npos);
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
}
