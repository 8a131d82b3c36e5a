#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

// A research object crate (RO-Crate 1.1): a folder whose file ro-crate-metadata.json says what lies in it, in
// JSON-LD, with the size and the SHA-256 of each file.
namespace experiments {

inline constexpr const char* crate_metadata = "ro-crate-metadata.json";

struct CrateFile {
  std::string about, media_type, bytes;
};

/// What a crate says of itself as a whole.
struct CrateFacts {
  std::string name, description;
  std::string date;                             ///< 2024-05-31
  std::string licence;                          ///< by its SPDX identifier: BSD-3-Clause
  std::string citation{};                       ///< of the paper; empty = none
  std::string started{}, finished{}, command{}; ///< of the run
  std::map<std::string, std::string> hashes{};  ///< data_hash, design_hash
};

/// The text of ro-crate-metadata.json. The same facts and files give the same bytes.
std::string metadata_of(const CrateFacts& facts, const std::map<std::string, CrateFile>& files);

struct CrateEntry {
  std::string path; ///< below the crate's folder: no part of it is "..", nor empty
  std::uint64_t size = 0;
  std::string sha256;
};

/// What the metadata of a crate say, which anybody may have written.
struct Crate {
  std::vector<CrateEntry> files;
  std::string made_by; ///< the version of marginlab, as version_of_program gives it; empty = not said
};

/// Reads the metadata of the crate in a folder. Throws core::UserError in one sentence where there is none,
/// it cannot be read, or a path in it would lead out of the folder.
Crate read_crate(const std::filesystem::path& folder);

/// Whether a path names a file below the folder it starts from, on every system.
bool stays_below(const std::string& path);

/// Commit and state of this program: two of one text make the same bytes of the same results.
std::string version_of_program();

} // namespace experiments
