#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "experiments/plan/study.hpp"

// The draws of a study as files, for programs in any language.
namespace experiments {

/// One draw as a study makes it.
struct NamedDraw {
  std::string name;       ///< datasets/answers/draw_name.hpp, with the replication counted from 1
  std::string data;       ///< the name of the data set in the study
  std::int32_t replicate; ///< as in results.h5, from 0
  const Setting* setting; ///< the first of the settings that have the draw
};

/// Calls `use` with each draw of these replicates, data set by data set: once, however many settings share
/// it. One draw is in memory at a time. Throws UserError where a data set is missing.
void for_each_draw(const Study& study, const std::vector<std::int32_t>& replicates,
                   const std::function<void(const NamedDraw&, const core::Draw&)>& use);

struct DrawsRequest {
  std::string config{};
  std::vector<std::string> overrides{};
  std::string replicates{};          ///< "1-20": counted from 1; empty: all of the study
  std::filesystem::path directory{}; ///< a new or an empty folder
  bool as_npy = false;
  bool unlicensed = false; ///< write rows of published data that state no licence, too
};

/// Writes DIR/NAME/{train,tune,test}.csv for each draw, or arrays of numpy, and DIR/manifest.json last.
/// Returns the exit code. Throws UserError before anything is written.
int write_draws(const DrawsRequest& request);

/// The replicates, from 0, that a text such as "3" or "1-20" names by counting from 1. Throws UserError.
std::vector<std::int32_t> replicates_named(const std::string& text);

} // namespace experiments
