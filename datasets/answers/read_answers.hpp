#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/sample/types.hpp"

// Probabilities that another program computed for the test points of a study's draws.
namespace datasets::answers {

/// What another program says of one draw.
struct Answer {
  std::string draw;  ///< the name by which it speaks of the draw (draw_name.hpp)
  std::string place; ///< file, and line where there are lines, for messages
  core::Matrix p;    ///< P(Y = +1) [m x 1], or P(Y = k) [m x K]
};

/// Reads a file by its ending.
///   `.npy`: a numpy array of doubles or floats, [m] or [m x K], in C or Fortran order. The file's name
///   without its ending is the draw's.
///   Any other: a CSV with the columns draw, point (from 1) and probability, or p_1 ... p_K. Each point of a
///   draw stands once; the order is free.
/// Throws UserError with file and line for what is none of these, a point that is missing or stands twice,
/// and a probability that is no number. Their range is for require_probabilities.
std::vector<Answer> read_answers(const std::filesystem::path& file);

/// Throws UserError naming the point unless there are `points` rows of probabilities in [0, 1]: one column,
/// or as many as classes, which then sum to 1 within 1e-9.
void require_probabilities(const Answer& answer, Eigen::Index points, int classes);

} // namespace datasets::answers
