#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/config/read_study.hpp"
#include "experiments/run/options.hpp"

// Methods of a run that another program computed: DIR/answers/NAME has the probabilities, and method.yaml
// there what the table calls them. They belong to the run directory, whatever the config says.
namespace experiments {

/// Where the probabilities of the method of this name lie.
std::filesystem::path answers_of(const std::filesystem::path& directory, const std::string& name);

/// The block of such a method in a config, without the places. Its label says where it was computed.
std::string method_yaml(const std::string& name, const std::string& label);

/// The methods that lie in a run directory, by name. Throws UserError where one of them is damaged.
std::vector<AddedMethod> stored_answers(const std::filesystem::path& directory);

/// The study of a config with what lies in the run directory that is meant for it; of a run directory the
/// study that it holds. Throws UserError where a stored study is to be changed on the way or cannot be proved
/// by its checksum, and where the design is not the one that is asked for.
Study study_of(const RunOptions& options);

/// What a run directory holds of a study.
results::StoredStudy to_be_stored(const Study& study);

/// Throws UserError where the design of the study, which `where` holds, does not begin with this hash.
void require_design(const results::StudyCard& card, const std::string& hash,
                    const std::filesystem::path& where);

} // namespace experiments
