#include "experiments/model/row_weights.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/contract.hpp"
#include "datasets/encoding/labels.hpp"
#include "datasets/encoding/roles.hpp"

namespace experiments::own_data {
namespace {

using datasets::readers::RawTable;

constexpr const char* what_a_weight_is = ", and a weight is a number from 0. ";

double weight_in(const RawTable& table, std::size_t row, std::size_t column) {
  const auto& field = table.columns[column];
  const double weight = field.is_numeric() ? field.numbers[row] : std::nan("");
  if (std::isfinite(weight) && weight >= 0) return weight;
  const std::string written = datasets::encoding::class_of(field, row), begins = table.place(row, column);
  if (written.empty())
    throw core::UserError(begins + " is missing" + what_a_weight_is +
                          "Write how often the row counts, or 0 to leave it out.");
  if (field.is_numeric())
    throw core::UserError(begins + " is " + written + what_a_weight_is +
                          "Correct the row, or write 0 to leave it out.");
  throw core::UserError(begins + " is " + datasets::readers::shown(written) + what_a_weight_is +
                        "Name another column with --weights, or correct the row.");
}

/// The first row whose field is no number, of a column of words.
std::size_t first_word(const RawTable& table, std::size_t column) {
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const std::string& word = table.columns[column].words[i];
    if (!word.empty() && !datasets::readers::decimal(word, table.decimal_mark)) return i;
  }
  return 0;
}

std::size_t weights_column(const RawTable& table, const std::string& column) {
  const auto named = datasets::encoding::columns_in_list(table, column);
  core::require(named.size() == 1, "--weights names " + std::to_string(named.size()) +
                                       " columns, and each row has one weight. Name one.");
  return named.front();
}

} // namespace

void leave_out_weights(datasets::real::Reading& reading, const std::string& column) {
  const std::size_t at = weights_column(reading.table, column);
  std::erase(reading.inputs, at);
  core::require(!reading.inputs.empty(),
                reading.table.file + ": there is no input beside the classes and the weights. Add one.");
}

core::Vector weights_in(const datasets::real::Reading& reading, const std::string& column) {
  const RawTable& table = reading.table;
  const std::size_t at = weights_column(table, column);
  const bool is_input = std::find(reading.inputs.begin(), reading.inputs.end(), at) != reading.inputs.end();
  core::require(at != reading.label && !is_input, [&] {
    return table.file + ": column " + datasets::readers::shown(table.columns[at].name) + " has the " +
           (is_input ? "scores" : "classes") + ", and --weights names it too. Name another column.";
  });
  if (!table.columns[at].is_numeric()) weight_in(table, first_word(table, at), at); // refuses it
  core::Vector out(static_cast<Eigen::Index>(table.rows()));
  for (std::size_t i = 0; i < table.rows(); ++i) out(static_cast<Eigen::Index>(i)) = weight_in(table, i, at);
  core::require((out.array() > 0).any(), table.file +
                                             ": every weight is 0, so no row counts. Name another "
                                             "column with --weights.");
  return out;
}

void require_weight_of_every_class(const datasets::real::Reading& reading, const core::Vector& weights) {
  std::map<std::string, bool> counts;
  for (std::size_t i = 0; i < reading.table.rows(); ++i) {
    const std::string name = datasets::encoding::class_of(reading.table.columns[reading.label], i);
    if (!name.empty()) counts[name] = counts[name] || weights(static_cast<Eigen::Index>(i)) > 0;
  }
  for (const auto& [name, has_weight] : counts)
    core::require(has_weight, reading.table.file + ": every row of class " + datasets::readers::shown(name) +
                                  " has weight 0. Give one of its rows a weight, or leave the class out.");
}

std::string note_of_weightless(std::size_t rows, const std::string& column) {
  return std::to_string(rows) + (rows == 1 ? " row has" : " rows have") + " weight 0 in column " +
         datasets::readers::shown(column) + (rows == 1 ? " and is left out." : " and are left out.");
}

} // namespace experiments::own_data
