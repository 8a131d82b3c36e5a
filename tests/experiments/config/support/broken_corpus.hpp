#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/yaml/diagnostics.hpp"

namespace experiments {

/// The folder of broken configs; while this lives it is the working directory, so that reports name bare
/// files.
class BrokenCorpus {
 public:
  BrokenCorpus();
  ~BrokenCorpus();
  BrokenCorpus(const BrokenCorpus&) = delete;
  BrokenCorpus& operator=(const BrokenCorpus&) = delete;

  /// Names without .yaml, sorted. Throws where most are gone: a loop over none would be green.
  std::vector<std::string> names() const;

 private:
  std::filesystem::path before_;
};

/// What reading this file of the working directory complains of; nothing if it does not complain.
std::optional<SpecErrors> errors_of(const std::string& file);

/// The bytes of a file of the working directory.
std::string bytes_of(const std::string& file);

/// What is to be said of the config of this name: the comment at its end, behind a line of its own, or the file
/// NAME.expected where a comment would be part of the mistake. Empty where there is neither.
std::string expected_of(const std::string& name);

} // namespace experiments
