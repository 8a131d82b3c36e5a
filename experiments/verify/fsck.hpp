#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace experiments {

/// Something that is to be said of a run directory.
struct Finding {
  enum class Grade { sound, note, damage };
  Grade grade = Grade::sound;
  std::string sentence;
};

/// "ok    ", "note  ", "DAMAGE": what stands before the sentence.
const char* word(Finding::Grade grade);

/// Looks through a run directory and changes nothing: the study card, every journal (torn and damaged lines,
/// the format), cells stored twice with different values, results.h5 and whether it is as far as the
/// journals, leftovers, who works there, whether it can be written to and how much room there is. Throws
/// UserError where there is no such directory.
std::vector<Finding> examine(const std::filesystem::path& directory);

} // namespace experiments
