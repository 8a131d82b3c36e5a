#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace experiments {

/// Seconds of a duration as people and Slurm write it: 90s, 55m, 2h, 1d, 1.5h, 1d12h, 1h30m (each unit once,
/// the longest first), 02:00:00, 1-12, 1-12:30, 1-12:30:00 (days-hours). Nothing where the text is none of
/// these, or not above 0: neither 90 nor 2:30, which Slurm takes for minutes and most people do not.
std::optional<double> seconds_of(std::string_view text);

/// What seconds_of accepts, for a message that refuses something else.
inline constexpr const char* duration_grammar = "90s, 55m, 2h, 1d, 1h30m or HH:MM:SS";

/// The shortest of Slurm's own words for at least that long: 7200 -> "02:00:00", 129600 -> "1-12:00:00".
/// A started second counts as a whole one.
std::string slurm_time(double seconds);

double seconds_since(std::chrono::steady_clock::time_point start);

/// For a person: 75 s -> "1m15s".
std::string duration_text(double seconds);

} // namespace experiments
