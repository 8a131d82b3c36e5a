#pragma once
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/sample/types.hpp"
#include "datasets/readers/raw_table.hpp"
#include "datasets/readers/text_file.hpp"

namespace datasets::real {

/// One file of a data set.
struct DataFile {
  std::string path;   ///< below a data folder, without .gz; there it may lie packed or not
  std::string url;    ///< where its publisher offers it; empty where nobody does under one address
  std::string sha256; ///< of its bytes, unpacked
  std::size_t bytes;  ///< how many these are: nobody who sends more has the file
  /// The publisher, and whoever else names the hash, has the file packed only: sha256 is of the packed bytes,
  /// and `bytes` what the unpacked ones do not reach.
  bool packed = false;
};

/// What the files say: a table, which of its columns is the class, which are inputs.
struct Reading {
  readers::RawTable table;
  std::size_t label = 0;
  std::vector<std::size_t> inputs{};
  std::vector<char> training{};     ///< [n], the publisher's own training part; empty where there is none
  std::vector<std::string> names{}; ///< [n], what the publisher calls the rows; empty where nothing
};

/// A further preparation of the inputs that papers choose, by its word in a config; the first is the default.
struct Preparation {
  std::string word, meaning;
  core::Matrix (*apply)(const core::Matrix&); ///< nullptr: as they are
};

/// A published data set: where it comes from, how it is read, and what must come out.
struct Description {
  std::string id, label, meaning;
  std::string citation, licence;
  std::string home; ///< the page to look at when there is no address, or it does not answer
  std::vector<DataFile> files;
  Reading (*read)(const std::vector<readers::TextFile>&); ///< from the files in their order

  // Asserted whenever it is read.
  std::int64_t rows, inputs; ///< inputs: columns once words are indicators of the declared values
  std::vector<std::pair<std::string, std::int64_t>> classes; ///< name, rows

  // What a config may change, and what it is unless it does.
  std::string positive, negative = "rest";
  std::string standardise = "train";
  enum class Split {
    none,
    given
  } split = Split::none; ///< whether the publisher divides it; then that is the default
  std::vector<Preparation> preparations{};
  bool has_genes = false; ///< whether its rows are arrays of genes, of which a study may choose some
  std::vector<std::string>
      encodings{}; ///< of words, where they differ: declared, occurring, integer; the first is the default
};

/// All of them, in the order of the papers.
std::span<const Description> descriptions();

/// The description of this id, or nullptr.
const Description* described(std::string_view id);

/// Whether bytes as they lie or arrive, packed or not, are the file's own; a mirror may have dropped the last
/// line end of an unpacked one. Throws UserError where they are packed and damaged.
bool are_stored_bytes_of(const DataFile& file, const std::string& stored);

/// Whether unpacked bytes are those of a file that is known unpacked.
bool are_bytes_of(const DataFile& file, const std::string& bytes);

/// The first 16 digits of the SHA-256 of the files' own: it names these bytes in the key of every result.
std::string content_of(const Description& description);

// The pages of the list.
std::vector<Description> uci_descriptions();
std::vector<Description> gene_descriptions();
std::vector<Description> image_descriptions();
std::vector<Description> other_descriptions();

} // namespace datasets::real
