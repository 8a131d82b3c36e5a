#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/settings/parameters.hpp"
#include "experiments/catalog/setting.hpp"
#include "experiments/workers/worker.hpp"

namespace experiments {

inline constexpr const char* external_id = "external";
inline constexpr const char* external_tuned_id = "external_tuned";

/// What stands in the place of what marginlab fills in, until it is known.
inline constexpr const char* not_yet_known = "unknown";

/// A user's program as a setting describes it.
struct ExternalProgram {
  /// Throws UserError where its files are not those of the setting, or nothing says how it is started.
  explicit ExternalProgram(const core::Parameters& parameters);

  workers::Command command;
  std::string called;     ///< its words as keys have them, in JSON
  std::string parameters; ///< what it is told, a JSON object
  std::string contents;   ///< the SHA-256 of each of its files, a JSON object, or not_yet_known
  std::string versions;   ///< what it said of itself, a JSON object, or not_yet_known
  bool is_strict;         ///< it may load no other file of its folder
};

/// What a config may say of a program.
std::vector<core::ParameterSpec> parameters_of_programs();

/// The same of a program that is a method.
std::vector<core::ParameterSpec> parameters_of_methods();

/// What becomes of a method whose program does not begin.
enum class Missing { refuse, skip };

/// Why a study goes on without this method: its program does not begin, and its block says missing: skip.
/// Empty where it stays. May start the program. Throws UserError where one of its files is not there.
std::string why_left_out(const core::Parameters& parameters);

/// What a program does for a study.
enum class Service {
  fits,     ///< a method that chooses its own parameters
  tunes,    ///< a method that answers for a grid of lambdas
  draws,    ///< a data set
  measures, ///< a metric
};

/// Fills in what a config cannot know: the bytes of the files, and what the program says of its versions, for
/// which it is started. Answers what it says of itself. Throws UserError for what cannot be started, and for
/// a program that does something else.
workers::Description complete_program(core::Parameters& parameters, Service wanted);

/// Asks this thread's worker, whose time then is this thread's. One question in a hundred is asked of a
/// second worker as well: the fact "differs" is then 1 where their bits do, else 0. Throws workers::Failure,
/// also for a worker of other versions than those of the setting.
workers::Answer asked(const ExternalProgram& program, const workers::Request& request);

/// Whether the method or the data set is a user's program.
bool is_external(const core::Choice& choice);

/// A user's program starts in the folder of its config. Does nothing to other choices.
void place_worker(core::Choice& choice, const std::filesystem::path& folder);

/// Where a program lies, how it is started and what it may use, which no key has, by what keys say of it: an
/// entry of StudyCard::paths. Nothing of other choices.
std::optional<std::pair<std::string, std::string>> place_of_worker(const core::Choice& choice);

/// The environment variable that lets programs be started that a stored file names; anything will do.
inline constexpr const char* stored_programs = "MARGINLAB_STORED_PROGRAMS";

/// Throws UserError for a program of a stored file where the environment has it not.
void require_trusted(const core::Choice& choice);

/// Puts back what place_of_worker gave, where the environment has stored_programs.
void find_worker(core::Choice& choice, const std::map<std::string, std::string>& paths);

/// "'Mine' is <marks>: the program python3 mine.py <does> (python 3.11.2)."
std::string sentence_of_worker(const core::Choice& choice, const std::string& marks, const std::string& does);

/// What a report says of the programs among the data sets and methods, a sentence for each.
std::vector<std::string> sentences_of_workers(const std::vector<Setting>& settings);

} // namespace experiments
