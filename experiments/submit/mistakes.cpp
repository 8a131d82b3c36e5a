#include <fmt/format.h>

#include <algorithm>

#include "experiments/duration.hpp"
#include "experiments/submit/submit.hpp"

namespace experiments {
namespace {

constexpr int most_shards = 1000;        // MaxArraySize is 1001 unless a cluster says otherwise
constexpr double least_seconds = 3 * 60; // the signal may come two minutes before the end

/// Slurm's size: digits and a unit.
bool is_memory(std::string text) {
  if (!text.empty() && std::string_view("KMGT").find(text.back()) != std::string_view::npos) text.pop_back();
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

} // namespace

std::vector<std::string> mistakes(const SubmitRequest& request) {
  std::vector<std::string> out;
  if (request.shards < 1 || request.shards > most_shards)
    out.push_back(fmt::format("--shards {} (a Slurm array has at most {} tasks) write a number from 1 to {}",
                              request.shards, most_shards, most_shards));
  const auto seconds = seconds_of(request.time);
  if (!seconds)
    out.push_back(
        fmt::format("--time '{}' is no duration (a bare number or minutes:seconds can be misread) write {}",
                    request.time, duration_grammar));
  else if (*seconds < least_seconds)
    out.push_back(
        fmt::format("--time {} (Slurm may tell a task two minutes before that its time is up) give it at "
                    "least 3m",
                    request.time));
  const Resources& resources = request.resources;
  if (!resources.memory.empty() && !is_memory(resources.memory))
    out.push_back(
        fmt::format("--memory '{}' is no size (digits and K, M, G or T) write 2G", resources.memory));
  for (const std::string& option : resources.options)
    if (!option.starts_with("--"))
      out.push_back(
          fmt::format("--sbatch '{}' is no long option (it is passed on as one word) write "
                      "--sbatch=--qos=long",
                      option));
  return out;
}

} // namespace experiments
