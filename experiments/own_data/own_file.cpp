#include "experiments/own_data/own_file.hpp"

#include <filesystem>
#include <vector>

#include "core/contract.hpp"
#include "datasets/real/description.hpp"
#include "datasets/real/user_file.hpp"
#include "experiments/spec/suggestion.hpp"

namespace experiments::own_data {

bool names_listed_data(const std::string& word) {
  std::error_code ignored;
  return datasets::real::described(word) != nullptr && !std::filesystem::is_regular_file(word, ignored);
}

datasets::readers::TextFile read_own_file(const std::string& path) {
  try {
    return datasets::real::read_user_file(path);
  } catch (const core::UserError&) {
    std::vector<std::string> ids;
    for (const auto& description : datasets::real::descriptions()) ids.push_back(description.id);
    const auto meant = closest(path, ids);
    std::error_code ignored;
    if (!meant || std::filesystem::exists(path, ignored)) throw;
    throw core::UserError(path + ": no such file, and no such data set (those that are listed are " +
                          listed(ids) + "). Did you mean '" + *meant + "'?");
  }
}

} // namespace experiments::own_data
