#include "core/contract.hpp"
#include "experiments/command_line/verbs.hpp"

namespace experiments::command_line {

std::filesystem::path results_file(const std::filesystem::path& given) {
  const auto file = std::filesystem::is_directory(given) ? given / "results.h5" : given;
  core::require(std::filesystem::exists(file),
                file.string() +
                    " does not exist (nothing has been stored there yet) run the study first, or name a "
                    "run directory or a results.h5");
  return file;
}

} // namespace experiments::command_line
