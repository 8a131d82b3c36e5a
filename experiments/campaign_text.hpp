#pragma once
#include <string>
#include <vector>

#include "experiments/leg.hpp"

namespace experiments {

/// What is stored, what is to be computed and how long it may take; what was wrong with the journals.
void say_plan(const Leg& leg, const Course& course);

/// How it ended and what to type next.
void say_ending(const Arrival& arrival, const Job& job, const Course& course);

/// That cells are stored twice with different values, and how to look into it.
std::string conflict_sentence(const std::vector<std::string>& conflicts, const std::string& directory);

} // namespace experiments
