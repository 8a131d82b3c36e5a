#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "experiments/verify/fsck.hpp"
#include "results/record/columns.hpp"

namespace experiments {

struct AuditRequest {
  std::filesystem::path folder;
  std::int64_t cells = 50;
  std::uint64_t seed = 1; ///< chooses the cells
  int threads = 0;
  /// Hears of the cells that are replayed and of how many they are of.
  std::function<void(std::size_t done, std::size_t all)> heard = [](std::size_t, std::size_t) {};
};

/// The rows of so many cells, chosen by the hash of seed and key: for one seed the same, however the rows are
/// stored. All of them where fewer are there.
std::vector<std::size_t> chosen_rows(const results::Results& all, std::vector<std::size_t> rows,
                                     std::int64_t cells, std::uint64_t seed);

/// Looks a bundle through that somebody else made, and changes nothing. First the files: each that the
/// metadata name is a regular file inside the bundle and has its size and SHA-256. Then what the files say of
/// each other: data_hash, keys of settings, config, page. Then some cells are computed again, and the last
/// finding says how many may be altered all the same. What is damaged ends the audit before anything is
/// computed. Throws UserError where the folder is no bundle or leads out of itself, or a cell cannot be
/// computed here.
std::vector<Finding> audit(const AuditRequest& request);

} // namespace experiments
