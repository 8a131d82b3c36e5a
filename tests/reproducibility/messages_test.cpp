#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/reproducibility/study_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/message_form.hpp"

// What the verbs refuse, as a person reads it: sentences behind the name of the program. Mistakes of a config
// have their own form, with the place and a caret (tests/experiments/config/broken).
namespace {

using reproducibility::Scratch;

struct Refusal {
  int code = -1;
  std::string said;
};

/// Runs the program in the scratch directory, of which a path begins with none. The words are a shell's.
Refusal refusal(const Scratch& scratch, const std::string& words) {
  const std::string folder = (scratch / "").string();
  const std::string command =
      "cd '" + folder + "' && '" MARGINLAB_PROGRAM "' " + words + " >/dev/null 2>said </dev/null";
  const int status = std::system(command.c_str());
  std::ifstream in(scratch / "said", std::ios::binary);
  std::string said{std::istreambuf_iterator<char>(in), {}};
  const std::string program = "marginlab: ";
  if (said.starts_with(program)) said.erase(0, program.size());
  while (said.ends_with('\n')) said.pop_back();
  for (std::size_t at = said.find(folder); at != std::string::npos; at = said.find(folder))
    said.erase(at, folder.size());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, said};
}

} // namespace

TEST_CASE("what a verb refuses is said in short sentences", "[program][checker]") {
  const Scratch scratch;
  scratch.write("mine.csv", "a,y\n1,0\n2,1\n1,0\n3,1\n2,0\n4,1\n");
  scratch.write("study.yaml", reproducibility::study(reproducibility::platt_item));
  std::filesystem::create_directory(scratch / "figures");
  REQUIRE(refusal(scratch, "run study.yaml --out run --quiet").code == 0);
  for (const char* words : {"fitt --data mine.csv",
                            "zyxw",
                            "fit mine.csv --model m.h5",
                            "fit --model m.h5",
                            "fit --data mine.csv --model m.h5 --holdout 30%",
                            "fit --data mine.csv --model m.h5 --threads 0",
                            "predict none.h5 mine.csv",
                            "predict mine.csv mine.csv",
                            "predict run/results.h5 mine.csv",
                            "predict m.h5",
                            "predict m.h5 mine.csv --unseen bad",
                            "inspect none.h5",
                            "report none",
                            "report run run",
                            "report run run --index --format latex",
                            "report run --format docx",
                            "figure run --out figures/",
                            "referee mine.csv",
                            "referee study.yaml",
                            "data fetch none",
                            "submit slurm study.yaml",
                            "submit slurm study.yaml --shards 0 --time 2h",
                            "submit slurm study.yaml --shards 2 --time 5",
                            "submit slurm study.yaml --shards 2 --time 1m",
                            "run study.yaml --out run --stop-after 5",
                            "run study.yaml --out run --snapshot-every 0s"}) {
    const auto [code, said] = refusal(scratch, words);
    CAPTURE(words, said);
    CHECK(code == 2);
    CHECK(tests::flaw_of(said) == "");
  }
}

TEST_CASE("words that do not go together are answered by what to type", "[program][checker]") {
  const Scratch scratch;
  scratch.write("mine.csv", "a,y\n1,0\n2,1\n");
  const std::pair<const char*, const char*> answers[] = {
      {"fit mine.csv --model m.h5", "Did you mean: marginlab fit --data mine.csv? See marginlab fit --help."},
      {"fit none.csv --model m.h5", "--data is required. See marginlab fit --help."},
      {"fit --data mine.csv --holdout 30%", "--holdout = 30%: the word cannot be read as a number."},
      {"predict m.h5", "FILE is required. See marginlab predict --help."},
      {"predict m.h5 mine.csv --unseen bad", "{error,missing,skip}. See marginlab predict --help."},
      {"predict m.h5 mine.csv", "Store a model with marginlab fit --data FILE --model m.h5."},
      {"fitt", "There is no verb 'fitt'. Did you mean 'fit'?"}};
  for (const auto& [words, answer] : answers) {
    CAPTURE(words);
    CHECK_THAT(refusal(scratch, words).said, Catch::Contains(answer));
  }
}
