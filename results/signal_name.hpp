#pragma once
#include <string>

namespace results {

/// "SIGSEGV" of 11; "signal 99" where the machine has no name for it.
std::string signal_name(int signal);

} // namespace results
