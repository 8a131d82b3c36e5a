#include "results/report/panels/paired_tests.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "core/contract.hpp"
#include "core/settings/parameter.hpp"
#include "results/record/study_card.hpp"
#include "results/record/text.hpp"
#include "results/report/grids.hpp"
#include "results/report/table/design.hpp"
#include "results/statistics/ranks.hpp"
#include "results/statistics/summary.hpp"

namespace results {
namespace {

const core::Words<bool> sides{{"one", false}, {"two", true}};

/// What is asked for.
struct Question {
  std::string over, among, of;
  std::vector<std::string> values;
  double alpha = 0.05;
  bool two_sided = true;

  explicit Question(const PanelRequest& request)
      : over(request.word("over")),
        among(request.word("among")),
        of(request.word("of")),
        values(request.list("values")),
        alpha(request.number("alpha")),
        two_sided(choice_of(request, "sides", sides)) {}
};

constexpr double constant_to = 10 * std::numeric_limits<double>::epsilon();

Metric metric_of(const StudyCard& card, const std::string& name) {
  const Metric* found = card.metric(name);
  core::require(found != nullptr, "the paired tests of " + card.study + " are of '" + name +
                                      "' (the study does not compute it) add it to metrics");
  return *found;
}

void add_test(TestCount& count, const Summary& difference, const Question& question) {
  const double p = paired_t_test(difference, question.two_sided);
  const bool equal = difference.mean == 0 && difference.se == 0;
  if (std::isnan(p) && !equal) ++count.untestable;
  if (p < question.alpha && difference.mean > 0) ++count.larger;
}

std::string published_count(const StudyCard& card, const Coordinates& at, const std::string& row,
                            const std::string& column) {
  for (const PublishedCount& one : card.published_tests)
    if (one.at == at && one.row == row && one.column == column) return one.count;
  return "";
}

double off_diagonal_correlation(const std::vector<std::vector<TestCount>>& cells) {
  std::vector<double> ours, published;
  for (std::size_t r = 0; r < cells.size(); ++r)
    for (std::size_t c = 0; c < cells.size(); ++c) {
      if (r == c || cells[r][c].published.empty()) continue;
      ours.push_back(cells[r][c].larger);
      published.push_back(read_printed(cells[r][c].published).value);
    }
  return pearson(ours, published);
}

/// Fills the matrices of one question.
class Tester {
 public:
  Tester(const Results& results, const Question& question)
      : card_(results.card), question_(question), averages_(results) {}

  TestMatrix matrix(const PairedTests& tests, const Crossing& place) const {
    TestMatrix out{.at = place.at, .labels = {}, .cells = {}};
    for (const Axis& axis : tests.axes) out.labels.push_back(label_on(axis, place.at));
    for (const AxisValue& row : tests.values) {
      auto& line = out.cells.emplace_back();
      for (const AxisValue& column : tests.values) {
        TestCount& count = line.emplace_back();
        count.published = published_count(card_, place.at, row.name, column.name);
        if (row.name == column.name) continue;
        for (const AxisValue& value : tests.over.values)
          if (const auto block = place.settings.find(value.name); block != place.settings.end()) {
            const auto one = block->second.find(row.name), other = block->second.find(column.name);
            if (one != block->second.end() && other != block->second.end())
              add_test(count, averages_.difference(one->second, other->second, question_.of), question_);
          }
      }
    }
    out.correlation = off_diagonal_correlation(out.cells);
    return out;
  }

 private:
  const StudyCard& card_;
  const Question& question_;
  Averages averages_;
};

constexpr int correlation_decimals = 2;

bool any_published(const PairedTests& tests) {
  for (const TestMatrix& matrix : tests.matrices)
    for (const auto& row : matrix.cells)
      for (const TestCount& count : row)
        if (!count.published.empty()) return true;
  return false;
}

std::string reading_line(const PairedTests& tests, const StudyCard& card, const Question& question) {
  std::string out =
      "Row against column: " + preposition(tests.over) + " how many of " +
      counted_values(tests.over, tests.over.values.size()) + " the " + tests.metric.label +
      " of the row is significantly larger than that of the column. The test is Student's paired t "
      "test over the replicates (" +
      (question.two_sided ? "two" : "one") + "-sided, level " + core::shortest(question.alpha) + ")";
  if (any_published(tests)) {
    out += ". In parentheses stands what the paper prints";
    if (card.published_tests_over > 0) out += ", out of " + std::to_string(card.published_tests_over);
  }
  return out + ".";
}

/// "4 comparisons cannot be tested: Platt's and Bin-10 on 3, ..."; empty where all can.
std::string untestable_line(const PairedTests& tests, const TestMatrix& matrix) {
  std::int32_t all = 0;
  std::string pairs;
  for (std::size_t r = 0; r < matrix.cells.size(); ++r)
    for (std::size_t c = r + 1; c < matrix.cells.size(); ++c) {
      const std::int32_t count = matrix.cells[r][c].untestable;
      if (count == 0) continue;
      all += count;
      pairs += (pairs.empty() ? "" : ", ") + tests.values[r].label + " and " + tests.values[c].label + " " +
               preposition(tests.over) + " " + std::to_string(count);
    }
  if (all == 0) return "";
  return std::to_string(all) + (all == 1 ? " comparison" : " comparisons") +
         " cannot be tested (infinite values, fewer than two common replicates, or constant differences) and "
         "count as not significant: " +
         pairs + ".";
}

std::vector<Grid> paired_tests_grids(const PairedTests& tests, const StudyCard& card) {
  std::vector<Grid> out;
  for (const TestMatrix& matrix : tests.matrices) {
    const std::string place = place_phrase(tests.axes, matrix.labels);
    Grid grid{.title = card.study + ": paired t tests of " + tests.metric.label +
                       (place.empty() ? "" : ", " + place),
              .stub = {tests.among},
              .heads = {{}},
              .rows = {}};
    for (const AxisValue& value : tests.values) grid.heads.front().push_back({value.label});
    for (std::size_t r = 0; r < matrix.cells.size(); ++r) {
      GridRow& line = grid.rows.emplace_back(GridRow{{tests.values[r].label}, {}});
      for (const TestCount& count : matrix.cells[r])
        line.entries.push_back({.text = std::to_string(count.larger),
                                .mark = count.published.empty() ? "" : "(" + count.published + ")"});
    }
    out.push_back(std::move(grid));
  }
  return out;
}

Section paired_tests_notes(const PairedTests& tests, const StudyCard& card, const Question& question) {
  Section section{"Paired t tests", {}, Topic::methods};
  if (tests.matrices.empty()) return section;
  section.lines.push_back(reading_line(tests, card, question));
  for (const TestMatrix& matrix : tests.matrices) {
    const std::string place = place_phrase(tests.axes, matrix.labels),
                      head = place.empty() ? "" : place + ": ";
    if (std::isfinite(matrix.correlation))
      section.lines.push_back(head + "correlation with the published counts off the diagonal " +
                              decimal(matrix.correlation, correlation_decimals) + ".");
    const std::string untestable = untestable_line(tests, matrix);
    if (!untestable.empty()) section.lines.push_back(head + untestable);
  }
  return section;
}

std::vector<LongRow> long_rows_of(const PairedTests& tests, const TestMatrix& matrix,
                                  const std::string& among) {
  const auto places = static_cast<std::int32_t>(tests.over.values.size());
  std::vector<LongRow> out;
  for (std::size_t r = 0; r < matrix.cells.size(); ++r)
    for (std::size_t c = 0; c < matrix.cells.size(); ++c) {
      if (r == c) continue;
      const TestCount& count = matrix.cells[r][c];
      out.push_back({.at = matrix.at,
                     .metric = tests.metric.name + "_above_" + tests.values[c].name,
                     .published = count.published,
                     .marginlab = std::to_string(count.larger),
                     .n_ok = std::to_string(places - count.untestable),
                     .n = std::to_string(places)});
      out.back().at[among] = tests.values[r].name;
    }
  return out;
}

Panel paired_tests_for(const PanelInput& input) {
  const StudyCard& card = input.study.results.card;
  const Question question(input.request);
  const PairedTests tests = paired_tests(input.study.results, input.request);
  Panel out{.grids = paired_tests_grids(tests, card), .notes = {paired_tests_notes(tests, card, question)}};
  for (const TestMatrix& matrix : tests.matrices)
    for (LongRow& row : long_rows_of(tests, matrix, question.among)) out.long_form.push_back(std::move(row));
  return out;
}

std::optional<core::Objection> paired_tests_objection(const PanelRequest& request, const std::vector<Axis>&) {
  if (!request.has("over") || !request.has("among") || request.word("over") != request.word("among"))
    return std::nullopt;
  return core::Objection{{"over"},
                         "paired tests over '" + request.word("over") +
                             "', whose values they compare (nothing is left to count). Name another axis"};
}

} // namespace

double paired_t_test(const Summary& difference, bool two_sided) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const bool constant = !(difference.se > constant_to * std::abs(difference.mean));
  if (difference.finite() < 2 || !std::isfinite(difference.mean) || constant) return none;
  const boost::math::students_t distribution(difference.finite() - 1);
  const double t = difference.mean / difference.se;
  const double tail = boost::math::cdf(boost::math::complement(distribution, two_sided ? std::abs(t) : t));
  return two_sided ? 2 * tail : tail;
}

PairedTests paired_tests(const Results& results, const PanelRequest& request) {
  const Question question(request);
  const Design design(results.card);
  PairedTests out;
  out.over = design.axis(question.over);
  const Axis& among = design.axis(question.among);
  out.among = among.label;
  for (const std::string& name : question.values)
    if (const AxisValue* value = among.value(name)) out.values.push_back(*value);
  for (const Axis& axis : results.card.axes)
    if (axis.name != question.over && axis.name != question.among && design.varies(axis))
      out.axes.push_back(axis);
  out.metric = metric_of(results.card, question.of);
  const Tester tester(results, question);
  for (const Crossing& place : design.crossings(question.over, question.among, question.values))
    out.matrices.push_back(tester.matrix(out, place));
  return out;
}

PanelEntry paired_tests_panel() {
  const core::ParameterSpec alpha =
      core::real("alpha", "level of each test").in(std::numeric_limits<double>::min(), 0.5).or_else(0.05);
  const core::ParameterSpec direction =
      core::word<bool>("sides", "against a difference of either sign, or a positive one", sides)
          .or_else(true);
  return {.name = "paired_tests",
          .phrase = "the paired tests",
          .meaning = "on how many places one value is significantly larger than another",
          .parameters = {{"over", "the axis over which rejections are counted, such as data", Takes::axis},
                         {"among", "the axis whose values are compared, or a list of methods",
                          Takes::competitors},
                         {"of", "the metric whose replicates are compared", Takes::metric},
                         {"alpha", alpha.meaning, Takes::value, false, "", alpha},
                         {"sides", direction.meaning, Takes::value, false, "", direction}},
          .panel = paired_tests_for,
          .objection = paired_tests_objection};
}

} // namespace results
