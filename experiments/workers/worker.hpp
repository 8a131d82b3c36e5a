#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/workers/process.hpp"

namespace experiments::workers {

/// What a worker says of itself when it begins.
struct Description {
  std::string name{};
  std::string operation = "fit_predict"; ///< or "draw", "measure": what it is asked for
  bool tunes = false;                    ///< one request is answered for a whole grid of lambdas
  bool knows_truth = false; ///< what it draws comes with P(Y = k | x); what it measures is by that
  int least_classes = 2, most_classes = 2;
  std::map<std::string, std::string> versions{}; ///< of the interpreter and the packages that matter
  std::vector<std::string> files{};              ///< what it has loaded from the config's folder
};

/// One question. Its answer is a pure function of it: a worker is seeded anew for each.
struct Request {
  std::string operation = "fit_predict";
  std::int64_t seed = 0; ///< in [0, 2^31)
  std::int32_t replicate = 0;
  int classes = 2;
  std::string parameters = "{}"; ///< a JSON object
  std::vector<Array> arrays{};
  std::map<std::string, std::int64_t> rows{}; ///< of a draw: how many for what
};

struct Answer {
  std::map<std::string, double> facts{};
  std::vector<std::string> warnings{}, files{}; ///< what it has loaded from the config's folder
  std::vector<Array> arrays{};

  /// nullptr where there is none of this name.
  const Array* find(const std::string& name) const;
};

/// A worker that is started when it is needed, and anew after it ended. Belongs to one thread.
class Worker {
 public:
  explicit Worker(Command command) : command_(std::move(command)) {}

  /// Throws Failure where it does not begin; after three times in a row it is not tried again.
  const Description& description();

  /// Throws Failure: with the worker's own sentence where it says that it cannot answer, and then it lives
  /// on; else because it ended, took too long or said what is no answer.
  Answer ask(const Request& request);

  /// What it has printed since the last question was asked.
  std::string last_words() const { return process_ ? process_->printed() : std::string(); }

 private:
  void begin();

  Command command_;
  std::unique_ptr<Process> process_{};
  Description description_{};
  std::optional<Failure> refused_{}; ///< the last of its failures to begin
  int failed_starts_ = 0;
  std::int64_t asked_ = 0;
};

/// Throws Failure, with the number of the first point that is wrong, where these are no probabilities: NaN,
/// outside [0, 1], or of K classes a row whose sum is not 1 within 1e-9. `rows` points; the array's columns
/// of one lambda are its K classes.
void require_probabilities(const Array& array, Eigen::Index rows, Eigen::Index classes);

/// "[1001] for [1000]"; of two shapes.
std::string shape_text(const std::vector<std::int64_t>& shape);

/// This thread's worker for a command, and another one, which questions are asked a second time. Both end
/// with the thread.
Worker& worker_of_thread(const Command& command);
Worker& second_worker_of_thread(const Command& command);

} // namespace experiments::workers
