#pragma once
#include <filesystem>
#include <string>

namespace experiments {

struct BundleRequest {
  std::filesystem::path file;           ///< the results.h5
  std::filesystem::path out;            ///< a folder that is not there yet, or is empty
  std::string licence = "BSD-3-Clause"; ///< by its SPDX identifier
};

/// Packs a stored study as a folder that somebody else can check without the run: results.h5, its config and
/// the printed numbers that it reads, the report as a page, and the metadata of an RO-Crate with their
/// checksums, which are written last. The same results give the same bytes. A folder it is because tar and
/// zip pack one as it is, and nobody then has to trust our reader of archives. Throws UserError where the
/// results are damaged, or something lies in the folder.
void bundle(const BundleRequest& request);

} // namespace experiments
