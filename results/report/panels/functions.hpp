#pragma once
#include "core/settings/parameters.hpp"
#include "results/report/panel.hpp"

namespace results {

/// Functions of one argument that have a name (core/loss/functions.hpp), drawn over an interval: a picture of
/// lines for each title, and a grid of their values. It needs no cells.
///
/// In a request the lines of all pictures follow one another: `title` has each one's picture, `function` what
/// is drawn, `label` what it is called.
PanelEntry functions_panel();

/// "coherence rho=0.01 u=1": how a request names a function with its parameters.
std::string function_word(const core::Choice& function);

} // namespace results
