#include <cmath>

#include "core/contract.hpp"
#include "core/settings/parameter.hpp"
#include "experiments/catalog/external_program.hpp"
#include "experiments/catalog/methods.hpp"

// Data that a program in another language draws. It gives all rows of a replicate at once: those to train on,
// then those of the independent tuning sample, then those to test on.
namespace experiments {
namespace {

using core::Matrix;
using core::Parameters;
using Eigen::Index;
using workers::Array;
using workers::Failure;

constexpr double most_drawn_rows = 1e6, most_drawn_classes = 1000;

const auto n_train = core::integer("n_train", "training points").in(1, most_drawn_rows).or_else(100);
const auto n_test = core::integer("n_test", "test points").in(1, most_drawn_rows).or_else(900);
const auto n_tune = core::integer("n_tune", "points of an independent sample for the tuning_set criterion")
                        .in(0, most_drawn_rows)
                        .or_else(0);
const auto classes =
    core::integer("classes", "how many classes it draws").in(2, most_drawn_classes).or_else(2);

enum class Truth { unknown, known };
const auto truth =
    core::word<Truth>("truth", "whether the program says P(Y = k | x), too; filled in by marginlab",
                      {{not_yet_known, Truth::unknown}, {"known", Truth::known}})
        .or_else(Truth::unknown);

std::vector<core::ParameterSpec> parameters_of_data() {
  std::vector<core::ParameterSpec> all = parameters_of_programs();
  for (const core::ParameterSpec& one :
       {core::ParameterSpec(n_train), core::ParameterSpec(n_test), core::ParameterSpec(n_tune),
        core::ParameterSpec(classes), core::ParameterSpec(truth)})
    all.push_back(one);
  return all;
}

Index rows_of(const Array& array) {
  return array.shape.empty() ? 0 : static_cast<Index>(array.shape.front());
}

/// The array, whose first extent is `rows`. Throws Failure.
const Array& required(const workers::Answer& answer, const std::string& name, Index rows,
                      std::size_t extents) {
  const Array* const found = answer.find(name);
  if (found == nullptr) throw Failure("The worker drew without the array '" + name + "'.", "");
  if (found->shape.size() != extents || rows_of(*found) != rows)
    throw Failure("The worker drew '" + name + "' of the shape " + workers::shape_text(found->shape) +
                      ", asked was for " + std::to_string(rows) + " rows" +
                      (extents == 1 ? " without columns." : " with their columns."),
                  "");
  return *found;
}

core::Labels labels_of(const Array& y, int of_classes) {
  core::Labels out = Eigen::Map<const core::Labels>(y.values.data(), rows_of(y));
  for (Index i = 0; i < out.size(); ++i) {
    const double label = out(i);
    const bool is_one = of_classes == 2 ? std::abs(label) == 1
                                        : label >= 1 && label <= of_classes && label == std::floor(label);
    if (!is_one)
      throw Failure("The worker drew the label " + core::shortest(label) + " for row " +
                        std::to_string(i + 1) + ". Labels are " +
                        (of_classes == 2 ? "-1 and 1." : "1 to " + std::to_string(of_classes) + "."),
                    "");
  }
  return out;
}

Matrix inputs_of(const Array& x) {
  const Index rows = rows_of(x);
  const Matrix out = Eigen::Map<const Matrix>(x.values.data(), rows, static_cast<Index>(x.shape.back()));
  if (out.cols() == 0) throw Failure("The worker drew rows without an input.", "");
  for (Index i = 0; i < rows; ++i)
    if (!out.row(i).allFinite())
      throw Failure("The worker drew an input of row " + std::to_string(i + 1) + " that is not finite.", "");
  return out;
}

core::Probabilities truth_of(const workers::Answer& answer, Index rows, int of_classes) {
  const Array& given = required(answer, "truth", rows, of_classes == 2 ? 1 : 2);
  if (of_classes > 2 && given.shape.back() != of_classes)
    throw Failure("The worker drew 'truth' of the shape " + workers::shape_text(given.shape) + " for " +
                      std::to_string(of_classes) + " classes.",
                  "");
  workers::require_probabilities(given, rows, of_classes == 2 ? 1 : of_classes);
  const Matrix p = Eigen::Map<const Matrix>(given.values.data(), rows, of_classes == 2 ? 1 : of_classes);
  return of_classes == 2 ? core::Probabilities(core::Vector(p.col(0))) : core::Probabilities::of_classes(p);
}

/// So many rows of a sample from the first on.
core::Sample part(const core::Sample& all, Index first, Index rows) {
  core::Sample out{all.x.middleRows(first, rows), all.y.segment(first, rows), {}, all.classes};
  if (all.truth.empty()) return out;
  out.truth = all.classes == 2 ? core::Probabilities(core::Vector(all.truth.positive().segment(first, rows)))
                               : core::Probabilities::of_classes(all.truth.matrix().middleRows(first, rows));
  return out;
}

class ExternalSource final : public datasets::Source {
 public:
  explicit ExternalSource(const Parameters& p)
      : program_(p),
        rows_{{"train", n_train.of(p)}, {"tune", n_tune.of(p)}, {"test", n_test.of(p)}},
        classes_(static_cast<int>(classes.of(p))),
        knows_truth_(truth.of(p) == Truth::known) {}

  core::Draw draw(const core::StreamAxes& axes) const override {
    workers::Request request{"draw", 0, axes.replicate, classes_, program_.parameters, {}, rows_};
    request.seed = static_cast<std::int64_t>(axes.stream("external data").bits() >> 33);
    const workers::Answer answer = asked(program_, request);
    try {
      return divided(answer);
    } catch (const Failure& failure) {
      throw Failure(failure.what(), workers::worker_of_thread(program_.command).last_words());
    }
  }

 private:
  core::Draw divided(const workers::Answer& answer) const {
    const Index train = rows_.at("train"), tune = rows_.at("tune"), test = rows_.at("test");
    const Index rows = train + tune + test;
    core::Sample all{inputs_of(required(answer, "x", rows, 2)),
                     labels_of(required(answer, "y", rows, 1), classes_),
                     {},
                     classes_};
    if (knows_truth_) all.truth = truth_of(answer, rows, classes_);
    return {part(all, 0, train), part(all, train, tune), part(all, train + tune, test)};
  }

  ExternalProgram program_;
  std::map<std::string, std::int64_t> rows_;
  int classes_;
  bool knows_truth_;
};

void complete(Parameters& p) {
  const workers::Description said = complete_program(p, Service::draws);
  if (said.knows_truth) p.set(truth.key(), "known");
}

std::vector<std::string> names_of_classes(const Parameters& p) {
  std::vector<std::string> names;
  for (std::int64_t k = 1; classes.of(p) > 2 && k <= classes.of(p); ++k) names.push_back(std::to_string(k));
  return names;
}

} // namespace

datasets::CatalogRow external_data() {
  return {.entry = {external_id, "External data", "",
                    "what a program in another language draws (docs/workers.md)", 1, parameters_of_data()},
          .knows_truth = false,
          .build = [](const Parameters& p) { return std::make_unique<ExternalSource>(p); },
          .complete = complete,
          .needs_files = true,
          .classes = names_of_classes,
          .says_truth = [](const Parameters& p) { return truth.of(p) == Truth::known; }};
}

} // namespace experiments
