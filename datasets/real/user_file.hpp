#pragma once
#include "datasets/encoding/labels.hpp"
#include "datasets/readers/text_file.hpp"
#include "datasets/real/user_table.hpp"
#include "datasets/source/catalog_row.hpp"

namespace datasets::real {

/// `source: file`: a CSV, LIBSVM or ARFF file of the user's own. Its path is relative to the working
/// directory, or else to one of the data folders. When a study is planned, `content`, the SHA-256 of its
/// table, is filled in, and the form that was found. Random streams are named by the content alone: the same
/// rows give the same numbers under any name, packed or not, as CSV or as LIBSVM. Where a config or a stored
/// setting has a `content`, the file must have it; older programs named it by the bytes, which is read too.
CatalogRow user_file_row();

/// Which classes of such a file are what label.
encoding::ClassCoding user_classes(const core::Parameters& parameters);

/// The parameters of such a file as a planned study has them: with the content of its table, and its form.
core::Parameters completed_by(const UserTable& table, core::Parameters parameters);

/// The bytes of such a file, its path looked up as above. Throws UserError where there is none.
readers::TextFile read_user_file(const std::string& path);

/// What `content` was of these bytes before it was named by the table.
std::string content_of(const readers::TextFile& file);

} // namespace datasets::real
