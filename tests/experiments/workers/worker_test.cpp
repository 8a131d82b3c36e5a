#include "experiments/workers/worker.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "core/contract.hpp"
#include "tests/support/catch.hpp"

using namespace experiments::workers;

// Whatever a program does that we have started, we say what it did and go on. tests/support/worker has the
// program.
namespace {

Command fake(const std::vector<std::string>& words = {}) {
  Command out{{MARGINLAB_FAKE_WORKER}};
  out.words.insert(out.words.end(), words.begin(), words.end());
  out.limit = 20;
  return out;
}

/// A question of 4 rows and so many points that does `what`.
Request request_of(const std::string& what = "", Eigen::Index points = 1000) {
  Request out;
  out.parameters = R"({"do":")" + what + "\"}";
  core::Vector y(4);
  y << 1, -1, -1, -1;
  out.arrays = {array("x", core::Matrix(core::Matrix::Ones(4, 2))), array("y", y),
                array("points", core::Matrix(core::Matrix::Zero(points, 2)))};
  return out;
}

struct Refusal {
  std::string sentence{}, last_words{};
  int signal = 0;
};

Refusal refused_by(Worker& worker, const Request& request) {
  try {
    const Answer answer = worker.ask(request);
    if (const Array* const p = answer.find("probability"))
      require_probabilities(*p, p->shape.front(), request.classes > 2 ? request.classes : 1);
  } catch (const Failure& failure) {
    return {failure.what(), failure.last_words, failure.signal};
  }
  return {};
}

bool answers(Worker& worker) {
  const Answer answer = worker.ask(request_of());
  const Array* const p = answer.find("probability");
  return p != nullptr && p->shape == std::vector<std::int64_t>{1000} &&
         p->values == std::vector<double>(1000, 0.25) &&
         answer.facts == std::map<std::string, double>{{"size", 4}};
}

/// A worker that is asked this says so, and the next question is answered.
Refusal survived(const std::string& what, Command command = fake()) {
  Worker worker(std::move(command));
  CHECK(answers(worker));
  Refusal out = refused_by(worker, request_of(what));
  CAPTURE(what, out.sentence);
  CHECK_FALSE(out.sentence.empty());
  CHECK(answers(worker));
  return out;
}

bool exists(pid_t process) {
  return ::kill(process, 0) == 0;
}

} // namespace

TEST_CASE("a worker says who it is and answers question after question", "[workers]") {
  Worker worker(fake());
  CHECK(worker.description().name == "fake");
  CHECK_FALSE(worker.description().tunes);
  CHECK(worker.description().most_classes == 9);
  CHECK(worker.description().versions == std::map<std::string, std::string>{{"fake", "1.0"}});
  for (int i = 0; i < 100; ++i) REQUIRE(answers(worker));
}

TEST_CASE("large questions and answers pass at once through pipes that hold 64 KiB", "[workers]") {
  Worker worker(fake());
  const Answer answer = worker.ask(request_of("", 300'000));
  REQUIRE(answer.find("probability") != nullptr);
  CHECK(answer.find("probability")->values == std::vector<double>(300'000, 0.25));
}

TEST_CASE("a worker that crashes or leaves is named with its signal or its code, and begun anew",
          "[workers][hostile]") {
  const Refusal crash = survived("crash");
  CHECK(crash.sentence == "The worker was ended by signal 11 (Segmentation fault) before it answered.");
  CHECK(crash.signal == SIGSEGV);
  const Refusal left = survived("exit");
  CHECK(left.sentence == "The worker ended with exit code 3 before it answered.");
  CHECK(left.last_words == "I leave\n");
}

TEST_CASE("a worker that takes too long is ended at its limit", "[workers][hostile]") {
  Command hasty = fake();
  hasty.limit = 1;
  CHECK(survived("sleep", hasty).sentence == "The worker took longer than its limit of 1 s.");
}

TEST_CASE("a worker that uses more memory than it may fails by itself", "[workers][hostile]") {
  if (tests::sanitized) return; // the sanitizer's own memory is more
  Command small = fake();
  small.memory = std::uint64_t{1} << 30;
  CHECK_THAT(survived("memory", small).last_words, Catch::Contains("bad_alloc"));
}

TEST_CASE("numbers that are no probabilities are refused with the point", "[workers][hostile]") {
  CHECK(survived("nan").sentence == "The worker gave point 2 the probability nan, which is not in [0, 1].");
  CHECK(survived("one and a half").sentence ==
        "The worker gave point 3 the probability 1.5, which is not in [0, 1].");
  const Array rows{"probability", {2, 3}, {0.2, 0.2, 0.3, 0.3, 0.5, 0.4}};
  CHECK_THROWS_WITH(require_probabilities(rows, 2, 3),
                    Catch::Contains("gave point 2 probabilities whose sum is 0.9"));
  const Array whole{"probability", {2, 3}, {0.2, 0.2, 0.3, 0.3, 0.5, 0.5}};
  CHECK_NOTHROW(require_probabilities(whole, 2, 3));
}

TEST_CASE("nothing that a worker prints reaches its replies, and its last words are kept",
          "[workers][hostile]") {
  for (const char* what : {"print", "print bytes", "leave a child"}) {
    CAPTURE(what);
    Worker worker(fake());
    CHECK(refused_by(worker, request_of(what)).sentence == "");
    CHECK(answers(worker));
    CHECK(worker.last_words() == ""); // of the question before
  }
  Worker worker(fake());
  worker.ask(request_of("print"));
  CHECK(worker.last_words().size() == 2048);
  CHECK_THAT(worker.last_words(), Catch::EndsWith("x\nthe last words\n"));
}

TEST_CASE("a worker's own sentence is a failure that it survives", "[workers][hostile]") {
  Worker worker(fake());
  CHECK(answers(worker));
  CHECK(refused_by(worker, request_of("object")).sentence == "The worker says: ValueError: I do not like it");
  CHECK(answers(worker));
}

TEST_CASE("what is no answer to the question is refused, and the worker begun anew", "[workers][hostile]") {
  CHECK_THAT(survived("other id").sentence, Catch::Contains("it answers request 3, not 2"));
  CHECK_THAT(survived("long header").sentence,
             Catch::Contains("a header of 2097152 bytes; 1048576 are the most"));
  CHECK_THAT(survived("no message").sentence,
             Catch::Contains("its bytes are no message: 'hello from printf"));
  CHECK_THAT(survived("no json").sentence, Catch::Contains("its header cannot be read"));
  CHECK(survived("close replies").sentence == "The worker closed its replies before it answered.");
}

TEST_CASE("a worker that leaves is heard of though a child of its holds the pipes open",
          "[workers][hostile]") {
  CHECK(survived("leave a child and exit").sentence ==
        "The worker ended with exit code 0 before it answered.");
}

TEST_CASE("a worker that never begins is tried three times", "[workers][hostile]") {
  Worker worker(fake({"never"}));
  for (int i = 0; i < 3; ++i) {
    const Refusal refused = refused_by(worker, request_of());
    CHECK(refused.sentence == "The worker ended with exit code 1 before it answered.");
    CHECK(refused.last_words == "ModuleNotFoundError: No module named 'sklearn'\n");
  }
  CHECK(refused_by(worker, request_of()).sentence ==
        "The worker did not begin, 3 times. The worker ended with exit code 1 before it answered.");
  Worker other(fake({"other"}));
  CHECK_THAT(refused_by(other, request_of()).sentence, Catch::Contains("it does not say \"protocol\": 1"));
}

TEST_CASE("a program that is not there is a mistake of the person", "[workers]") {
  CHECK_THROWS_WITH(program_of({{"no-such-interpreter"}}),
                    Catch::Contains("no program 'no-such-interpreter' is installed"));
  CHECK_THROWS_WITH(program_of({{"python3 my.py"}}),
                    Catch::Contains("Write each word as an item of its own"));
  CHECK_THROWS_WITH(program_of({{"./nothing"}}), Catch::Contains("'./nothing' is no program"));
  CHECK(program_of({{MARGINLAB_FAKE_WORKER}}) == MARGINLAB_FAKE_WORKER);
}

TEST_CASE("a worker is gone when its process object is, and so is its child", "[workers]") {
  pid_t id = 0;
  {
    Process process(fake());
    process.exchange("");
    id = process.id();
    CHECK(process.runs());
  }
  CHECK_FALSE(exists(id));
  CHECK_FALSE(exists(-id)); // the group
}

TEST_CASE("a worker ends with the thread that has it", "[workers]") {
  const std::string signed_by = (std::filesystem::temp_directory_path() / "marginlab_signed").string();
  std::filesystem::remove(signed_by);
  std::thread([&] { CHECK(answers(worker_of_thread(fake({"sign", signed_by})))); }).join();
  pid_t id = 0;
  std::ifstream(signed_by) >> id;
  REQUIRE(id > 0);
  CHECK_FALSE(exists(id));
  std::filesystem::remove(signed_by);
}

TEST_CASE("a forked process leaves the worker of its parent alone and starts one of its own", "[workers]") {
  Worker worker(fake());
  REQUIRE(answers(worker));
  const pid_t child = ::fork();
  if (child == 0) ::_exit(answers(worker) ? 0 : 1);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(answers(worker));
}
