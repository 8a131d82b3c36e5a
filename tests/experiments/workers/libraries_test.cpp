#include "experiments/workers/libraries.hpp"

#include <fmt/format.h>

#include <fstream>

#include "core/contract.hpp"
#include "experiments/workers/worker.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments::workers;

// The libraries for Python and R, where there is an interpreter for them.
namespace {

namespace fs = std::filesystem;

/// A worker of a script in a folder of its own.
class Script {
 public:
  Script(const std::vector<std::string>& interpreter, const std::string& text) {
    std::ofstream(folder_.path() / "script") << text;
    Command command{interpreter, folder_.path()};
    command.words.push_back("script");
    worker_ = std::make_unique<Worker>(command);
  }

  Worker& worker() { return *worker_; }

 private:
  tests::TemporaryFolder folder_;
  std::unique_ptr<Worker> worker_;
};

bool begins(const std::vector<std::string>& interpreter, const std::string& text) {
  try {
    Script(interpreter, text).worker().description();
    return true;
  } catch (const Failure&) {
    return false;
  } catch (const core::UserError&) {
    return false;
  }
}

const std::string base_rate_of_python =
    "from marginlab.worker import serve\n"
    "import random, sys, warnings\n"
    "import numpy as np\n"
    "def base_rate(x, y, points, *, seed, way='rate', lambdas=None):\n"
    "    print('printed')\n"
    "    m = len(points)\n"
    "    if way == 'random': return np.full(m, (np.random.uniform() + random.random()) / 2)\n"
    "    if way == 'object': raise ValueError('I do not\\nlike it')\n"
    "    if way == 'exit': sys.exit(3)\n"
    "    if way == 'facts':\n"
    "        warnings.warn('careful')\n"
    "        return {'probability': np.full(m, 0.5), 'facts': {'size': len(y), 'worst': np.inf}}\n"
    "    if lambdas is not None: return np.tile(lambdas / 10, (m, 1))\n"
    "    return x[:, 1].mean() + 0 * points[:, 0]\n";

const std::string base_rate_of_r =
    "source(Sys.getenv('MARGINLAB_WORKER_R'))\n"
    "base_rate <- function(x, y, points, seed, way = 'rate', lambdas = NULL) {\n"
    "  cat('printed\\n')\n"
    "  m <- nrow(points)\n"
    "  if (way == 'random') return(rep(runif(1), m))\n"
    "  if (way == 'object') stop('I do not\\nlike it')\n"
    "  if (way == 'exit') quit(status = 3)\n"
    "  if (way == 'facts') {\n"
    "    warning('careful')\n"
    "    return(list(probability = rep(0.5, m), facts = list(size = length(y), worst = Inf)))\n"
    "  }\n"
    "  if (!is.null(lambdas)) return(matrix(lambdas / 10, m, length(lambdas), byrow = TRUE))\n"
    "  rep(mean(x[, 2]), m)\n"
    "}\n";

const std::string generator_of_python =
    "from marginlab.worker import serve_data\n"
    "import numpy as np\n"
    "def drawn(n, *, seed, n_train, classes):\n"
    "    y = np.where(np.arange(n) < n_train, 1.0, -1.0)\n"
    "    return np.column_stack([np.arange(n), np.full(n, classes), np.random.rand(n)]), y, np.full(n, "
    "0.25)\n"
    "serve_data(drawn, truth=True)\n";

const std::string generator_of_r =
    "source(Sys.getenv('MARGINLAB_WORKER_R'))\n"
    "marginlab_serve_data(function(n, seed, n_train, classes)\n"
    "  list(x = cbind(seq_len(n) - 1, classes, runif(n)), y = ifelse(seq_len(n) <= n_train, 1, -1),\n"
    "       truth = rep(0.25, n)), truth = TRUE)\n";

const std::string metric_of_python =
    "from marginlab.worker import serve_metric\n"
    "import numpy as np\n"
    "def measured(y, probability, *, seed, truth, classes, scale=1):\n"
    "    return {'centre': scale * probability.mean(), 'worst': np.inf, 'classes': classes, 'truth': "
    "truth.flat[-1],\n"
    "            'luck': np.random.rand()}\n"
    "serve_metric(measured, truth=True)\n";

const std::string metric_of_r =
    "source(Sys.getenv('MARGINLAB_WORKER_R'))\n"
    "marginlab_serve_metric(function(y, probability, seed, truth, classes, scale = 1)\n"
    "  list(centre = scale * mean(probability), worst = Inf, classes = classes, truth = "
    "truth[length(truth)],\n"
    "       luck = runif(1)), truth = TRUE)\n";

struct Language {
  std::string name;
  std::vector<std::string> interpreter;
  std::string serving, tuning, like, drawing, measuring;
};

/// Those that are installed; of the others a line says that they are not.
std::vector<Language> languages() {
  std::vector<Language> out;
  const std::string python = base_rate_of_python + "serve(base_rate)\n",
                    r = base_rate_of_r + "marginlab_serve(base_rate)\n";
  for (const char* interpreter : {"python3", "/usr/bin/python3"}) {
    if (!out.empty() || !begins({interpreter}, python)) continue;
    out.push_back({"python",
                   {interpreter},
                   python,
                   base_rate_of_python + "serve(base_rate, tunes=True)\n",
                   "ValueError: I do not\nlike it",
                   generator_of_python,
                   metric_of_python});
  }
  if (out.empty()) WARN("SKIPPED: no Python 3 with numpy is installed");
  if (begins({"Rscript"}, r))
    out.push_back({"R",
                   {"Rscript"},
                   r,
                   base_rate_of_r + "marginlab_serve(base_rate, tunes = TRUE)\n",
                   "I do not\nlike it",
                   generator_of_r,
                   metric_of_r});
  else
    WARN("SKIPPED: no R with jsonlite is installed");
  return out;
}

/// Its second column has the mean 0.75.
Request question(const std::string& way = "rate") {
  Request out;
  out.seed = 7;
  out.parameters = way == "rate" ? "{}" : R"({"way":")" + way + "\"}";
  core::Matrix x(4, 2);
  x << 1, 0, 2, 1, 3, 1, 4, 1;
  out.arrays = {array("x", x), array("y", core::Vector(core::Vector::Ones(4))),
                array("points", core::Matrix(core::Matrix::Zero(300, 2)))};
  return out;
}

std::string refusal(Worker& worker, const Request& request) {
  try {
    worker.ask(request);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "";
}

std::vector<double> probabilities(Worker& worker, const Request& request) {
  const Answer answer = worker.ask(request);
  REQUIRE(answer.find("probability") != nullptr);
  return answer.find("probability")->values;
}

} // namespace

TEST_CASE("a function in Python or R answers, seeded anew, and survives its exceptions", "[workers]") {
  for (const Language& language : languages()) {
    CAPTURE(language.name);
    Script script(language.interpreter, language.serving);
    Worker& worker = script.worker();
    CHECK(worker.description().versions.contains(language.name));
    CHECK(probabilities(worker, question()) == std::vector<double>(300, 0.75));
    const auto random = probabilities(worker, question("random"));
    CHECK(probabilities(worker, question("random")) == random);
    CHECK(refusal(worker, question("object")) == "The worker says: " + language.like);
    CHECK(probabilities(worker, question("random")) == random);
    CHECK_THAT(refusal(worker, question("exit")), Catch::Contains("ended with exit code 3"));
    CHECK(probabilities(worker, question("random")) == random);
    CHECK_THAT(worker.last_words(), Catch::Contains("printed"));
  }
}

TEST_CASE("facts and warnings of a function in Python or R arrive, infinities among them", "[workers]") {
  for (const Language& language : languages()) {
    CAPTURE(language.name);
    Script script(language.interpreter, language.serving);
    const Answer answer = script.worker().ask(question("facts"));
    CHECK(answer.facts == std::map<std::string, double>{{"size", 4}, {"worst", core::infinity}});
    CHECK(answer.warnings == std::vector<std::string>{"careful"});
  }
}

TEST_CASE("a function in Python or R that tunes answers for a grid of lambdas", "[workers]") {
  for (const Language& language : languages()) {
    CAPTURE(language.name);
    Script script(language.interpreter, language.tuning);
    CHECK(script.worker().description().tunes);
    Request request = question();
    request.arrays.push_back(array("lambdas", std::vector<double>{1, 5}));
    const Answer answer = script.worker().ask(request);
    REQUIRE(answer.find("probability") != nullptr);
    CHECK(answer.find("probability")->shape == std::vector<std::int64_t>{300, 2});
    CHECK(answer.find("probability")->values[299] == 0.1);
    CHECK(answer.find("probability")->values[300] == 0.5);
  }
}

TEST_CASE("a generator in Python or R draws the rows it is asked for, seeded anew", "[workers]") {
  Request request;
  request.operation = "draw";
  request.seed = 7;
  request.rows = {{"train", 3}, {"tune", 0}, {"test", 2}};
  for (const Language& language : languages()) {
    CAPTURE(language.name);
    Script script(language.interpreter, language.drawing);
    const Description said = script.worker().description();
    CHECK(said.operation == "draw");
    CHECK(said.knows_truth);
    const Answer answer = script.worker().ask(request), again = script.worker().ask(request);
    REQUIRE(answer.find("x") != nullptr);
    CHECK(answer.find("x")->shape == std::vector<std::int64_t>{5, 3});
    const std::vector<double> x = answer.find("x")->values;
    CHECK(std::vector<double>(x.begin(), x.begin() + 10) ==
          std::vector<double>{0, 1, 2, 3, 4, 2, 2, 2, 2, 2});
    CHECK(x == again.find("x")->values);
    CHECK(answer.find("y")->values == std::vector<double>{1, 1, 1, -1, -1});
    CHECK(answer.find("truth")->values == std::vector<double>(5, 0.25));
  }
}

TEST_CASE("a metric in Python or R gives its numbers by name, seeded anew", "[workers]") {
  Request request;
  request.operation = "measure";
  request.parameters = R"({"scale":2})";
  for (const int classes : {2, 3}) {
    request.classes = classes;
    const core::Matrix p = core::Matrix::Constant(5, classes == 2 ? 1 : classes, 0.25);
    request.arrays = {array("y", core::Vector(core::Vector::Ones(5)))};
    for (const char* name : {"probability", "truth"})
      request.arrays.push_back(classes == 2 ? array(name, core::Vector(p.col(0))) : array(name, p));
    for (const Language& language : languages()) {
      CAPTURE(language.name, classes);
      Script script(language.interpreter, language.measuring);
      CHECK(script.worker().description().operation == "measure");
      CHECK(script.worker().description().knows_truth);
      const Answer answer = script.worker().ask(request);
      CHECK(answer.facts.at("centre") == 0.5);
      CHECK(answer.facts.at("worst") == core::infinity);
      CHECK(answer.facts.at("classes") == classes);
      CHECK(answer.facts == script.worker().ask(request).facts);
    }
  }
}

TEST_CASE("the libraries lie beside the program or in the source tree", "[workers]") {
  CHECK(fs::is_regular_file(library_folder() / "python/marginlab/worker.py"));
  CHECK(fs::is_regular_file(library_folder() / "r/worker.R"));
  std::map<std::string, std::string> environment{{"PYTHONPATH", "mine"}};
  add_libraries(environment);
  CHECK(environment["PYTHONPATH"] == (library_folder() / "python").string() + ":mine");
}
