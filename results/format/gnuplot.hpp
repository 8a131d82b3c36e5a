#pragma once
#include <string>

#include "results/report/panels/chart.hpp"

namespace results {

/// A chart as a script of gnuplot 5.4 or later that carries its numbers, every one with all its digits, and
/// draws <stem>.svg and <stem>.pdf where it is run: gnuplot -d <stem>.gp. A function of its arguments, byte
/// for byte.
std::string gnuplot_script(const Chart& chart, const std::string& stem);

} // namespace results
