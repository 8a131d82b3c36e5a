#include "datasets/answers/read_answers.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "core/contract.hpp"
#include "core/settings/parameters.hpp"
#include "datasets/answers/npy.hpp"
#include "datasets/readers/characters.hpp"
#include "datasets/readers/csv.hpp"
#include "datasets/readers/text_file.hpp"

namespace datasets::answers {
namespace {

using readers::Column;
using readers::RawTable;

/// Which columns of the table are what.
struct Roles {
  std::size_t draw = 0, point = 0;
  std::vector<std::size_t> p{};
};

[[noreturn]] void refuse(const RawTable& table, std::size_t row, const std::string& what) {
  throw core::UserError(table.file + ":" + std::to_string(table.lines[row]) + ": " + what);
}

std::optional<std::size_t> column(const RawTable& table, const std::string& name) {
  for (std::size_t j = 0; j < table.columns.size(); ++j)
    if (table.columns[j].name == name) return j;
  return std::nullopt;
}

Roles roles_of(const RawTable& table) {
  const auto draw = column(table, "draw"), point = column(table, "point");
  Roles out;
  if (const auto p = column(table, "probability")) out.p = {*p};
  for (std::size_t k = 1; out.p.size() + 1 == k; ++k)
    if (const auto p = column(table, "p_" + std::to_string(k))) out.p.push_back(*p);
  core::require(
      draw && point && !out.p.empty(),
      table.file +
          ": the first line does not name the columns draw, point and probability. Of more than two "
          "classes they are draw, point, p_1, p_2, and so on. Write them as marginlab draws --help "
          "shows.");
  out.draw = *draw;
  out.point = *point;
  for (const std::size_t j : out.p)
    core::require(table.columns[j].is_numeric(), table.file + ": the column '" + table.columns[j].name +
                                                     "' has words. A probability is a number in [0, 1].");
  core::require(!table.columns[out.draw].is_numeric() && table.columns[out.point].is_numeric(),
                table.file +
                    ": the column 'draw' holds the draw's name and 'point' the number of the test point, "
                    "from 1. Copy the names from manifest.json.");
  return out;
}

/// The rows of each draw, in the order in which the draws first stand there.
std::vector<std::vector<std::size_t>> rows_by_draw(const Column& draw) {
  std::map<std::string, std::size_t> place;
  std::vector<std::vector<std::size_t>> out;
  for (std::size_t i = 0; i < draw.words.size(); ++i) {
    const auto [at, is_new] = place.try_emplace(draw.words[i], out.size());
    if (is_new) out.emplace_back();
    out[at->second].push_back(i);
  }
  return out;
}

Answer answer_of(const RawTable& table, const Roles& roles, const std::vector<std::size_t>& rows) {
  const auto count = static_cast<Eigen::Index>(rows.size());
  Answer out{table.columns[roles.draw].words[rows.front()],
             table.file + ":" + std::to_string(table.lines[rows.front()]),
             core::Matrix(count, static_cast<Eigen::Index>(roles.p.size()))};
  if (out.draw.empty()) refuse(table, rows.front(), "the draw has no name. Copy it from manifest.json.");
  std::vector<char> seen(rows.size(), 0);
  for (const std::size_t row : rows) {
    const double point = table.columns[roles.point].numbers[row];
    if (!(point >= 1 && point <= static_cast<double>(count) && point == std::floor(point)))
      refuse(table, row,
             "point " + core::shortest(point) + " of " + out.draw + ", which has " + std::to_string(count) +
                 " rows here. Points count from 1, and none may be missing.");
    const auto i = static_cast<std::size_t>(point) - 1;
    if (std::exchange(seen[i], 1) != 0)
      refuse(table, row,
             "point " + core::shortest(point) + " of " + out.draw + " stands twice. Remove a row.");
    for (std::size_t k = 0; k < roles.p.size(); ++k)
      out.p(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) =
          table.columns[roles.p[k]].numbers[row];
  }
  return out;
}

std::vector<Answer> read_table(readers::TextFile bytes) {
  const RawTable table =
      readers::read_csv(readers::plain_text(std::move(bytes)).file, {.header = readers::Header::first_line});
  core::require(table.rows() > 0, table.file + ": there are no rows. Write a row for each point of a draw.");
  const Roles roles = roles_of(table);
  std::vector<Answer> out;
  for (const auto& rows : rows_by_draw(table.columns[roles.draw]))
    out.push_back(answer_of(table, roles, rows));
  return out;
}

} // namespace

std::vector<Answer> read_answers(const std::filesystem::path& file) {
  readers::TextFile bytes = readers::read_file(file);
  if (file.extension() != ".npy") return read_table(std::move(bytes));
  return {{file.stem().string(), file.string(), read_npy(bytes)}};
}

void require_probabilities(const Answer& answer, Eigen::Index points, int classes) {
  const core::Matrix& p = answer.p;
  const std::string where = answer.place + ": " + answer.draw;
  core::require(p.rows() == points, where + " has " + std::to_string(p.rows()) + " probabilities for " +
                                        std::to_string(points) +
                                        " test points. Write one for each row of its test file.");
  core::require(p.cols() == classes || (p.cols() == 1 && classes == 2),
                where + " has " + std::to_string(p.cols()) + " columns of probabilities for " +
                    std::to_string(classes) + " classes. Write p_1 to p_" + std::to_string(classes) + ".");
  for (Eigen::Index i = 0; i < p.rows(); ++i) {
    const std::string point = where + ", point " + std::to_string(i + 1) + ": ";
    for (Eigen::Index k = 0; k < p.cols(); ++k)
      core::require(p(i, k) >= 0 && p(i, k) <= 1, [&] {
        return point + "the probability is " + core::shortest(p(i, k)) + ". It must lie in [0, 1].";
      });
    if (p.cols() == 1) continue;
    core::require(std::abs(p.row(i).sum() - 1) <= 1e-9, [&] {
      return point + "the probabilities sum to " + core::shortest(p.row(i).sum()) + ". They must sum to 1.";
    });
  }
}

} // namespace datasets::answers
