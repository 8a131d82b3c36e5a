#pragma once
#include "datasets/catalog.hpp"
#include "datasets/encoding/labels.hpp"
#include "datasets/readers/text_file.hpp"

namespace datasets::real {

/// `source: file`: a CSV, LIBSVM or ARFF file of the user's own. Its path is relative to the working
/// directory, or else to one of the data folders. When a study is planned, `content`, the SHA-256 of its
/// unpacked bytes, is filled in, and the format that its name stands for: they name keys and random streams,
/// the path does not, so that results of an edited file are other results and those of a renamed, moved or
/// packed one are the same. Where a config or a stored setting has a `content`, the file must have it.
CatalogRow user_file_row();

/// Which classes of such a file are what label.
encoding::ClassCoding user_classes(const core::Parameters& parameters);

/// The bytes of such a file, its path looked up as above. Throws UserError where there is none.
readers::TextFile read_user_file(const std::string& path);

/// What `content` is of these bytes.
std::string content_of(const readers::TextFile& file);

} // namespace datasets::real
