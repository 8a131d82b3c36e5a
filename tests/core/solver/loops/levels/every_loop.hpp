#pragma once
#include <vector>

// The loops of core/solver/loops/vector_loops.hpp compiled for one x86-64 level each, to be compared bit
// by bit. Each function runs every loop on numbers made from n and a seed and returns all that they wrote. A
// level the machine does not have must not be called.
namespace tests {

std::vector<double> every_loop_default(int n, int seed);
std::vector<double> every_loop_v3(int n, int seed);
std::vector<double> every_loop_v4(int n, int seed);

/// As the program calls them.
std::vector<double> every_loop_dispatched(int n, int seed);

} // namespace tests
