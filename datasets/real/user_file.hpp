#pragma once
#include "datasets/catalog.hpp"
#include "datasets/readers/text_file.hpp"

namespace datasets::real {

/// `source: file`: a CSV, LIBSVM or ARFF file of the user's own. Its path is relative to the working
/// directory, or else to one of the data folders. `content`, the SHA-256 of its bytes, is filled in when a
/// study is planned, so that results of an edited file are other results; where a config or a stored setting
/// names it, the file must have it.
CatalogRow user_file_row();

/// The bytes of such a file, its path looked up as above. Throws UserError where there is none.
readers::TextFile read_user_file(const std::string& path);

/// What `content` is of these bytes.
std::string content_of(const readers::TextFile& file);

} // namespace datasets::real
