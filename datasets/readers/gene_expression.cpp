#include "datasets/readers/gene_expression.hpp"

#include "core/contract.hpp"
#include "datasets/readers/lines.hpp"
#include "datasets/readers/raw_table.hpp"

namespace datasets::readers {
namespace {

std::string place(const Line& line) {
  return *line.file + ":" + std::to_string(line.number) + ": ";
}

double number_at(const Line& line, std::size_t field, std::string_view text) {
  const auto value = decimal(text);
  core::require(value.has_value(), [&] {
    return place(line) + "field " + std::to_string(field + 1) + " is " + shown(text) +
           ", which is no number. Is the file damaged?";
  });
  return *value;
}

/// The patients of a header "Gene Description, Gene Accession Number, 1, call, 2, call, ...".
std::vector<int> patients_of(const Line& header) {
  const auto fields = pieces_of(header.text, '\t');
  core::require(
      fields.size() >= 4 && fields[1] == "Gene Accession Number" && fields[3] == "call",
      place(header) + "the line begins with " + shown(fields.front()) +
          ". Gene Description, Gene Accession Number, a patient and call are expected. Is this the file?");
  std::vector<int> patients;
  for (std::size_t f = 2; f + 1 < fields.size() && fields[f + 1] == "call"; f += 2)
    patients.push_back(static_cast<int>(number_at(header, f, fields[f])));
  return patients;
}

Eigen::Index index(std::size_t i) {
  return static_cast<Eigen::Index>(i);
}

} // namespace

GeneExpression read_gene_expression(const TextFile& file) {
  const auto lines = lines_of(file);
  core::require(!lines.empty(),
                file.name + ": the file is empty. It has a header and a line for each gene. Get it again.");
  GeneExpression out{patients_of(lines.front()), {}, {}};
  const std::size_t n = out.patients.size();
  out.values.resize(index(n), index(lines.size() - 1));
  for (std::size_t l = 1; l < lines.size(); ++l) {
    const auto fields = pieces_of(lines[l].text, '\t');
    core::require(fields.size() >= 2 + 2 * n, [&] {
      return place(lines[l]) + "the line has " + std::to_string(fields.size()) + " fields, beginning with " +
             shown(fields.front()) + ", but the header has " + std::to_string(n) +
             " patients with two each. Is the file cut off?";
    });
    out.genes.emplace_back(fields[1]);
    for (std::size_t i = 0; i < n; ++i)
      out.values(index(i), index(l - 1)) = number_at(lines[l], 2 + 2 * i, fields[2 + 2 * i]);
  }
  return out;
}

core::Matrix read_matrix(const TextFile& file) {
  std::vector<std::vector<double>> rows;
  for (const Line& line : lines_of(file)) {
    const auto fields = words_of(line.text);
    if (fields.empty()) continue;
    core::require(rows.empty() || fields.size() == rows.front().size(), [&] {
      return place(line) + "the line has " + std::to_string(fields.size()) + " numbers, but the first has " +
             std::to_string(rows.front().size()) + ". Is the file cut off?";
    });
    std::vector<double>& row = rows.emplace_back();
    for (std::size_t f = 0; f < fields.size(); ++f) row.push_back(number_at(line, f, fields[f]));
  }
  core::require(!rows.empty(), file.name + ": there are no numbers. Get the file again.");
  core::Matrix values(index(rows.size()), index(rows.front().size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < rows[i].size(); ++j) values(index(i), index(j)) = rows[i][j];
  return values;
}

} // namespace datasets::readers
