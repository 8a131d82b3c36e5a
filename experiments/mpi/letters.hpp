#pragma once
#include <string>

#include "experiments/plan.hpp"
#include "results/run_directory.hpp"

// Plans and groups as texts, to be sent from one rank to another.
namespace experiments::mpi {

/// What a rank must know to compute: where its journal belongs and what the settings are.
struct Assignment {
  results::RunDirectory directory;
  Plan plan; ///< without points
};

std::string write(const Assignment& assignment);
Assignment read_assignment(const std::string& text);

std::string write(const Group& group);
Group read_group(const std::string& text);

} // namespace experiments::mpi
