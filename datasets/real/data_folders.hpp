#pragma once
#include <filesystem>
#include <optional>
#include <vector>

#include "datasets/readers/text_file.hpp"
#include "datasets/real/description.hpp"

namespace datasets::real {

/// Where data files are looked for, in this order: the folder in the environment variable MARGINLAB_DATA; of
/// a checkout, a folder of data sets that lies beside it or beside a folder above it; the cache.
std::vector<std::filesystem::path> data_folders();

/// Where fetched files go: MARGINLAB_DATA where it is set, else marginlab below XDG_CACHE_HOME, else below
/// ~/.cache.
std::filesystem::path fetched_folder();

/// The file, packed or not, in the first folder that has it.
std::optional<std::filesystem::path> find_file(const DataFile& file);

/// Whether all its files are on this machine.
bool is_present(const Description& description);

/// "marginlab data fetch liver", or where a person gets it who has to do it by hand.
std::string how_to_get(const Description& description);

/// Reads the files and checks their SHA-256. Throws UserError naming what is missing and how to get it, or
/// which file has other bytes than it should.
std::vector<readers::TextFile> read_files(const Description& description);

} // namespace datasets::real
