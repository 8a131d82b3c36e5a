#include "core/tuning/criterion.hpp"
#include "experiments/catalog/external_program.hpp"
#include "experiments/catalog/methods.hpp"

// Methods that are programs in another language.
namespace experiments {
namespace {

using core::Parameters;
using Built = std::unique_ptr<core::ProbabilityEstimator>;

/// A program with what it is told, whatever it is asked.
class Program {
 public:
  explicit Program(const Parameters& p)
      : program_(p), text_(program_.called + program_.contents + program_.versions + program_.parameters) {}

  const std::string& text() const { return text_; }

  /// Its probabilities at m points after training on x [n x p], y [n], for each lambda where there are any:
  /// [m x lambdas] of two classes, [m x K lambdas] of K.
  workers::Answer ask(core::DrawCache& cache, std::vector<workers::Array> arrays, Eigen::Index points,
                      Eigen::Index lambdas) const {
    const core::StreamAxes& axes = cache.axes();
    const int classes = cache.draw().train.classes;
    const std::uint64_t lot = axes.stream("external " + text_).bits() >> 33;
    const workers::Request request{"fit_predict",       static_cast<std::int64_t>(lot),
                                   axes.replicate,      classes,
                                   program_.parameters, std::move(arrays)};
    workers::Answer answer = asked(program_, request);
    require_fits(answer, shape_of(points, classes, lambdas), classes,
                 workers::worker_of_thread(program_.command).last_words());
    return answer;
  }

 private:
  static std::vector<std::int64_t> shape_of(Eigen::Index points, int classes, Eigen::Index lambdas) {
    std::vector<std::int64_t> out{points};
    if (classes > 2) out.push_back(classes);
    if (lambdas > 0) out.push_back(lambdas);
    return out;
  }

  static void require_fits(const workers::Answer& answer, const std::vector<std::int64_t>& shape, int classes,
                           const std::string& printed) {
    const workers::Array* const given = answer.find("probability");
    if (given == nullptr)
      throw workers::Failure("The worker answered without the array 'probability'.", printed);
    if (given->shape != shape)
      throw workers::Failure("The worker gave probabilities of the shape " +
                                 workers::shape_text(given->shape) + ", asked was for " +
                                 workers::shape_text(shape) + ".",
                             printed);
    try {
      workers::require_probabilities(*given, shape.front(), classes > 2 ? classes : 1);
    } catch (const workers::Failure& failure) {
      throw workers::Failure(failure.what(), printed);
    }
  }

  ExternalProgram program_;
  std::string text_;
};

core::Probabilities probabilities(const workers::Array& array, Eigen::Index points, int classes,
                                  Eigen::Index number) {
  const Eigen::Index columns = classes > 2 ? classes : 1;
  const core::Matrix p =
      Eigen::Map<const core::Matrix>(array.values.data() + number * columns * points, points, columns);
  return classes > 2 ? core::Probabilities::of_classes(p) : core::Probabilities(core::Vector(p.col(0)));
}

std::map<std::string, double> named(const std::map<std::string, double>& facts) {
  std::map<std::string, double> out;
  for (const auto& [name, value] : facts) out["worker_" + name] = value;
  return out;
}

/// A program that is trained on the training part as it is.
class ExternalEstimator final : public core::ProbabilityEstimator {
 public:
  explicit ExternalEstimator(const Parameters& p) : program_(p) {}

  core::Estimate estimate(core::DrawCache& cache) const override {
    const core::Sample& train = cache.draw().train;
    const core::Sample& test = cache.draw().test;
    const workers::Answer answer = program_.ask(
        cache, {workers::array("x", train.x), workers::array("y", train.y), workers::array("points", test.x)},
        test.size(), 0);
    return {
        probabilities(*answer.find("probability"), test.size(), train.classes, 0), {}, named(answer.facts)};
  }

 private:
  Program program_;
};

class ExternalLearned final : public core::Learned {
 public:
  ExternalLearned(const Program& program, core::DrawCache& cache, const core::Resample& resample)
      : program_(program), cache_(cache), resample_(resample) {}

  std::vector<core::Estimate> curve(const std::vector<double>& lambdas, const core::Points& points) override {
    const core::Matrix at = core::inputs_at(cache_.draw(), points);
    const core::Matrix x = cache_.draw().train.x(resample_.rows, Eigen::all);
    const workers::Answer answer =
        program_.ask(cache_,
                     {workers::array("x", x), workers::array("y", resample_.y), workers::array("points", at),
                      workers::array("lambdas", lambdas)},
                     at.rows(), static_cast<Eigen::Index>(lambdas.size()));
    std::vector<core::Estimate> out(lambdas.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i].probability = probabilities(*answer.find("probability"), at.rows(), cache_.draw().train.classes,
                                         static_cast<Eigen::Index>(i));
      out[i].facts = named(answer.facts);
      out[i].summary.fits = 1;
    }
    return out;
  }

 private:
  const Program& program_;
  core::DrawCache& cache_;
  core::Resample resample_;
};

/// A program that answers for a grid of lambdas, of which a criterion of ours chooses.
class ExternalLearner final : public core::Learner {
 public:
  explicit ExternalLearner(const Parameters& p) : program_(p) {}

  std::unique_ptr<core::Learned> learn(core::DrawCache& cache,
                                       const core::Resample& resample) const override {
    return std::make_unique<ExternalLearned>(program_, cache, resample);
  }
  std::string text() const override { return "external " + program_.text(); }

 private:
  Program program_;
};

MethodRow external() {
  MethodRow row{
      {external_id, "External", "",
       "a program in another language, which chooses its own parameters (docs/workers.md)", 1,
       parameters_of_methods(), false, false},
      [](const Parameters& p, Ingredients) -> Built { return std::make_unique<ExternalEstimator>(p); },
      program_of_a_user};
  row.entry.most_classes = core::any_classes;
  row.complete = [](Parameters& p) { complete_program(p, Service::fits); };
  row.takes_weights = false;
  return row;
}

MethodRow external_tuned() {
  MethodRow row{{external_tuned_id, "External, tuned", "",
                 "a program in another language, whose lambda is chosen here (docs/workers.md)", 1,
                 parameters_of_methods(), false, true},
                [](const Parameters& p, Ingredients from) -> Built {
                  return std::make_unique<core::TunedEstimator>(std::make_unique<ExternalLearner>(p),
                                                                std::move(from.criterion));
                },
                program_of_a_user};
  row.entry.most_classes = core::any_classes;
  row.complete = [](Parameters& p) { complete_program(p, Service::tunes); };
  row.takes_weights = false;
  return row;
}

} // namespace

std::vector<MethodRow> external_methods() {
  return {external(), external_tuned()};
}

} // namespace experiments
