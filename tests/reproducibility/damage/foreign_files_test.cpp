#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <fstream>
#include <functional>

#include "results/store/file.hpp"
#include "tests/reproducibility/damage/checksum.hpp"
#include "tests/reproducibility/damage/shell.hpp"
#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"

using namespace reproducibility;
using Catch::Contains;

namespace fs = std::filesystem;

// What somebody else may have put in the place of a file of the run, or into the names in it.

namespace {

const std::string at_most = "timeout 60 ";
constexpr int timed_out = 124;

using Put = std::function<void(const fs::path&)>;

void put_socket(const fs::path& path) {
  const int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  REQUIRE(path.string().copy(address.sun_path, sizeof address.sun_path - 1) == path.string().size());
  REQUIRE(bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  close(descriptor);
}

const std::vector<std::pair<std::string, Put>> foreign_nodes{
    {"a pipe", [](const fs::path& path) { REQUIRE(mkfifo(path.c_str(), 0600) == 0); }},
    {"a socket", put_socket},
    {"a device", [](const fs::path& path) { fs::create_symlink("/dev/zero", path); }},
    {"a loop", [](const fs::path& path) { fs::create_symlink(path.filename(), path); }},
    {"a folder", [](const fs::path& path) { fs::create_directory(path); }},
};

unsigned mode_of(const fs::path& path) {
  return static_cast<unsigned>(fs::status(path).permissions()) & 0777U;
}

} // namespace

TEST_CASE("what is no file in the place of a file of the run is a sentence, and nobody waits for it",
          "[reproducibility][damage][hostile][slow]") {
  for (const auto& [what, put] : foreign_nodes) {
    for (const char* name : {"study.json", "journal.jsonl", "lock", "results.h5"}) {
      const Shell shell;
      fs::remove(shell.run.directory / name);
      put(shell.run.directory / name);
      for (const char* verb : {"run $S/s.yaml --out $D", "fsck $D", "report $D", "status $D", "merge $D"}) {
        const Answer answer = shell(at_most + "$M " + verb);
        CAPTURE(what, name, verb, answer.said);
        CHECK(answer.code != timed_out);
        CHECK((answer.code == 0 || answer.code == 2 || answer.code == 3 || answer.code == 75));
        CHECK_THAT(answer.said, !Contains("defect"));
      }
    }
  }
}

TEST_CASE("what is no file in the place of one that a verb reads is a sentence, and nobody waits for it",
          "[reproducibility][damage][hostile][slow]") {
  const Shell shell;
  shell.run.scratch.write("d.csv", "x,y\n1,0\n2,1\n3,0\n4,1\n5,0\n6,1\n");
  const std::string fixed = " --holdout 0 tuning.criterion=fixed tuning.lambda=1";
  REQUIRE(shell("cd $S && $M fit --data d.csv --method platt --model m.h5" + fixed).code == 0);
  for (const auto& [what, put] : foreign_nodes) {
    const fs::path node = shell.run.scratch / "n";
    put(node);
    for (const std::string verb :
         {"report n", "report --index n", "inspect n", "rerun n --out again", "replay n ab/0", "diff n $D",
          "diff $D n", "figure n", "predict n d.csv", "predict m.h5 n", "status n", "fsck n", "merge n",
          "run n --out o", "plan n", "check n", "referee n", "referee d.csv --design n",
          "fit --data n --method platt --model o"}) {
      const Answer answer = shell("cd $S && " + at_most + "$M " + verb + " </dev/null");
      CAPTURE(what, verb, answer.said);
      CHECK((answer.code == 2 || (answer.code == 0 && verb == "fsck n") ||
             (answer.code == 3 && verb == "fsck n")));
      CHECK_THAT(answer.said, !Contains("defect"));
    }
    fs::remove_all(node);
  }
  put_socket(shell.run.scratch / "n");
  for (const char* verb : {"report $D", "report $D --format html", "predict m.h5 d.csv"}) {
    const Answer answer = shell("cd $S && " + at_most + "$M " + verb + " --out n");
    CAPTURE(verb, answer.said);
    CHECK(answer.code == 2);
    CHECK_THAT(answer.said, Contains("'n'") && !Contains("defect"));
  }
}

TEST_CASE("a planted link is never written through, and what it leads to stays as it was",
          "[reproducibility][damage][hostile]") {
  const Shell shell;
  const fs::path victim = shell.run.scratch / "victim";
  std::ofstream(victim) << "keep me\n";
  for (const char* name : {"lock", "journal.jsonl"}) {
    const fs::path place = shell.run.directory / name;
    fs::remove(place);
    fs::create_symlink(victim, place);
    const Answer answer = shell("$M run $S/s.yaml --out $D replications=9");
    CAPTURE(name, answer.said);
    CHECK(answer.code == 2);
    CHECK(bytes_of(victim) == "keep me\n");
    fs::remove(place);
  }
  const fs::path target = shell.run.scratch / "target";
  fs::create_symlink(victim, shell.run.scratch / (".target." + std::to_string(getpid()) + "@" +
                                                  results::host_name() + ".tmp"));
  try {
    results::replace_file(target, "new");
  } catch (const std::exception&) {
  }
  CHECK(bytes_of(victim) == "keep me\n");
}

TEST_CASE("a file that is replaced keeps its permissions", "[reproducibility][damage][hostile]") {
  const Scratch scratch;
  for (const unsigned mode : {0600U, 0640U, 0444U}) {
    const fs::path path = scratch / std::to_string(mode);
    std::ofstream(path) << "old";
    fs::permissions(path, static_cast<fs::perms>(mode));
    results::replace_file(path, "new");
    CHECK(bytes_of(path) == "new");
    CHECK(mode_of(path) == mode);
  }
}

TEST_CASE("a report whose output is closed is lost with 75, not with 0",
          "[reproducibility][damage][hostile]") {
  const Shell shell;
  for (const char* verb : {"report $D", "report $D --format rows", "report --index $D", "status $D",
                           "fsck $D", "diff $D $D", "plan $S/s.yaml", "check $S/s.yaml", "list methods",
                           "inspect $D", "schema", "completion bash", "help run", "--help", "--version"}) {
    CAPTURE(verb);
    CHECK(shell(std::string("$M ") + verb + " >&-").code == 75);
  }
}

TEST_CASE("a journal whose header is sealed and no header is damage, and no defect",
          "[reproducibility][damage][hostile]") {
  for (const std::string header : {"[]", "{}", "7", "null", "{\"format\":7,\"format_version\":\"1.2\"}",
                                   "{\"format\":\"marginlab-journal\",\"format_version\":[]}"}) {
    const Shell shell;
    std::ofstream(shell.run.directory / "journal.jsonl") << crc32_of(header) << ' ' << header << '\n';
    const Answer answer = shell("$M fsck $D");
    CAPTURE(header, answer.said, answer.printed);
    CHECK(answer.code == 3);
    CHECK_THAT(answer.said, !Contains("defect"));
  }
}

TEST_CASE("tab completion offers names and runs none of them", "[reproducibility][damage][hostile]") {
  const Shell shell;
  const fs::path program = shell.run.scratch / "marginlab";
  std::ofstream(program) << "#!/bin/sh\nprintf '%s\\n' '$(touch PWN).yaml' '`touch PWN`' 'two words' plain\n";
  fs::permissions(program, fs::perms::owner_all);
  const Answer answer = shell(
      "cd $S && $M completion bash >complete && bash -c 'source ./complete; COMP_WORDS=(./marginlab run "
      "\"\"); "
      "COMP_CWORD=2; _marginlab; printf \"%s\\n\" \"${COMPREPLY[@]}\"'");
  CAPTURE(answer.said);
  CHECK(answer.printed == "$(touch PWN).yaml\n`touch PWN`\ntwo words\nplain\n");
  for (const char* typed : {"$(touch PWN)", "`touch PWN`", "$(touch PWN)/", "x;touch PWN"}) {
    const std::string word = std::string("'") + typed + "'";
    CHECK(shell("cd $S && M=$M bash -c 'source ./complete; COMP_WORDS=($M report --out \"$1\"); "
                "COMP_CWORD=3; _marginlab' _ " +
                word)
              .code == 0);
  }
  CHECK_FALSE(fs::exists(shell.run.scratch / "PWN"));
}

TEST_CASE("no name in a stored study steers a terminal or a LaTeX file",
          "[reproducibility][damage][hostile]") {
  const Scratch scratch;
  const auto config = scratch.write("line\n\\input{x}.yaml", study(platt_item));
  REQUIRE(run_quietly(config, scratch / "run", 2) == 0);
  results::Results hostile = stored(scratch / "run");
  const std::string name =
      "red \x1b[31m, \u202Eturned, \x07"
      "bell";
  hostile.card.title = name;
  hostile.card.axes[0].label = name;
  hostile.card.axes[0].values[0].label = name;
  hostile.card.metrics[0].label = name;
  hostile.card.conventions = {name};
  results::write_results(scratch / "hostile.h5", hostile);
  std::string all = answer_to({"inspect", scratch / "hostile.h5"}).printed;
  all += answer_to({"report", scratch / "hostile.h5", "--details"}).printed;
  for (const char* format : {"text", "md", "tex", "html", "csv"})
    all += answer_to({"report", scratch / "hostile.h5", "--format", format}).printed;
  CHECK_THAT(all, Contains("turned"));
  for (const char* steering : {"\x1b", "\u202E", "\x07", "\n\\input{x}"}) {
    CAPTURE(std::string(steering));
    CHECK(all.find(steering) == std::string::npos);
  }
}

TEST_CASE("what would take days is begun with --force alone, whatever the verb",
          "[reproducibility][damage][hostile]") {
  const Shell shell;
  shell.run.scratch.write("days.yaml", R"(title: a grid far too fine
replications: 1
data: [{source: wu2010/example4, name: four, n_train: 200, n_test: 40}]
classifiers: [{classifier: weighted_truncated_svm, name: linear, kernel: linear}]
methods: [{method: border_weight, step: 0.001, tuning_step: 0.001, tuning: {criterion: fixed, lambda: 1}}]
metrics: [test_error]
layout: {rows: [data, classifier], columns: [method], metrics: [test_error]}
)");
  std::string rows = "x,y\n";
  for (int i = 0; i < 200; ++i)
    rows += std::to_string(i * 37 % 101) + "," + std::string(1, "abcde"[i % 5]) + "\n";
  shell.run.scratch.write("five.csv", rows);
  for (const char* verb :
       {"run days.yaml --out days", "run days.yaml --out days --isolate process",
        "run days.yaml --out days --shard 1/2", "submit slurm days.yaml --shards 2 --time 2h --out days",
        "submit slurm days.yaml --shards 2 --time 2h --out days --dry-run", "certify days.yaml",
        "fit --data five.csv --method border_weight step=0.001 classes=each --model days --holdout 0"}) {
    const Answer answer = shell("cd $S && " + at_most + "$M " + verb);
    CAPTURE(verb, answer.said);
    CHECK(answer.code == 2);
    CHECK_THAT(answer.said, Contains("is guessed to take"));
    CHECK_FALSE(fs::exists(shell.run.scratch / "days"));
  }
  const Answer plan = shell("cd $S && " + at_most + "$M plan days.yaml --pilot");
  CHECK(plan.code == 0);
  CHECK_THAT(plan.printed, Contains("a guess: nothing was timed yet"));
}
