#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "core/settings/parameters.hpp"
#include "experiments/answers/draws.hpp"
#include "experiments/answers/score.hpp"
#include "experiments/config/read_study.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

namespace {

/// What is printed on standard output while it lives.
class Printed {
 public:
  Printed() : before_(::dup(STDOUT_FILENO)), file_(::memfd_create("printed", 0)) {
    std::fflush(stdout);
    ::dup2(file_, STDOUT_FILENO);
  }
  ~Printed() {
    text();
    ::close(before_);
    ::close(file_);
  }
  Printed(const Printed&) = delete;
  Printed& operator=(const Printed&) = delete;

  /// All of it; from here on output goes where it went before.
  std::string text() {
    std::fflush(stdout);
    ::dup2(before_, STDOUT_FILENO);
    std::string out;
    std::array<char, 4096> block{};
    for (ssize_t got = 0;
         (got = ::pread(file_, block.data(), block.size(), static_cast<off_t>(out.size()))) > 0;)
      out.append(block.data(), static_cast<std::size_t>(got));
    return out;
  }

 private:
  int before_, file_;
};

/// Each draw's even guess.
std::string even_answers(const std::string& config) {
  std::string text = "draw,point,probability\n";
  for_each_draw(read_study(config, {}), replicates_named("1-3"),
                [&](const NamedDraw& named, const core::Draw& draw) {
                  for (Eigen::Index i = 0; i < draw.test.size(); ++i)
                    text += named.name + "," + std::to_string(i + 1) + ",0.25\n";
                });
  return text;
}

} // namespace

TEST_CASE("a scored method is compared with the methods of its own data set alone", "[score_differences]") {
  const tests::TemporaryFolder folder;
  const std::string config = (folder.path() / "two.yaml").string();
  std::ofstream(config) << "title: two\nreplications: 3\ndata:\n"
                           "  - {source: wang2008/example1, name: one, n_train: 20, n_test: 10}\n"
                           "  - {source: wang2008/example2, name: two, n_train: 20, n_test: 10}\n"
                           "classifiers: [{classifier: weighted_svm, name: svm, kernel: linear}]\n"
                           "methods:\n  - {method: nearest_neighbours, name: near, neighbours: 3}\n"
                           "  - {method: base_rate, name: base}\n"
                           "metrics: [cre]\n"
                           "layout: {rows: [data], columns: [classifier, method], metrics: [cre]}\n";
  ScoreRequest request;
  request.run.config = config;
  request.run.directory = folder.path() / "run";
  request.run.threads = 1;
  request.run.quiet = true;
  request.files = {folder.write("even.csv", even_answers(config)).string()};
  request.name = "mine";
  Printed printed;
  const int code = score(request);
  const std::string text = printed.text();
  CAPTURE(text);
  CHECK(code == 0);
  std::istringstream lines(text.substr(text.find("minus each other method")));
  std::vector<std::string> compared;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  ")) compared.push_back(line.substr(2, 3));
  CHECK(compared == std::vector<std::string>{"one", "one", "two", "two"}); // with near and base
}
