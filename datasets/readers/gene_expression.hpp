#pragma once
#include <string>
#include <vector>

#include "core/sample/types.hpp"
#include "datasets/readers/text_file.hpp"

namespace datasets::readers {

/// Expression values of one file, patients as rows.
struct GeneExpression {
  std::vector<int> patients;      ///< [n], as numbered in the header
  std::vector<std::string> genes; ///< [p], accession numbers in the order of the file
  core::Matrix values;            ///< [n x p]
};

/// The text files of Golub et al. (1999): tab-separated, one line a gene: description, accession number, then
/// a value and a call (A, P or M) for each patient. Patients stand in no order; the header names them.
/// Descriptions may hold single quotes of a pair, so tabs alone divide a line. Further fields at the end of a
/// line are left alone as long as they belong to no patient. Throws UserError with file, line and text.
GeneExpression read_gene_expression(const TextFile& file);

/// Numbers between blanks, a row a line, blank lines left out. Throws UserError for rows of different length
/// and what is no number.
core::Matrix read_matrix(const TextFile& file);

} // namespace datasets::readers
