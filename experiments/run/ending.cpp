#include "experiments/run/ending.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <initializer_list>
#include <map>
#include <string_view>

#include "experiments/system/interrupt.hpp"
#include "experiments/terminal/terminal.hpp"
#include "results/answer/answer.hpp"
#include "results/record/hash.hpp"
#include "results/render/render.hpp"
#include "results/report/notes.hpp"
#include "results/report/table/tabulate.hpp"
#include "results/report/verdicts/verdicts.hpp"

namespace experiments {
namespace {

using Ending = RunResult::Ending;

/// Why it did not come to its end, and how to go on; empty where it did.
std::string stopped_sentence(const RunResult& result, const Run& run) {
  switch (result.ending) {
    case Ending::signal:
      return "interrupted: repeat the command and it goes on from here";
    case Ending::deadline:
      return "the time budget is used up: repeat the command and it goes on from here";
    case Ending::failures:
      return fmt::format(
          "stopped after {} failed cell(s), as --max-failures asks: marginlab report {} shows "
          "them; repeat the command to try them again",
          run.options.max_failures, run.directory.path.string());
    case Ending::store_full:
      return result.store_full;
    case Ending::contradiction:
      return fmt::format(
          "{} and the journals beside it hold {} cell(s) with different values, the first is {} (a result "
          "that "
          "cannot be repeated) find out which is right: marginlab replay {} {}",
          run.directory.results().string(), result.contradictions.size(), result.contradictions.front(),
          run.directory.path.string(), result.contradictions.front());
    case Ending::done:
      return result.missing > 0 ? "cells are missing: repeat the command, or run the shards they are of" : "";
  }
  return "";
}

/// As this program was called: ./marginlab.
std::string called_as(const RunOptions& options) {
  return options.command.empty() ? "marginlab" : options.command.substr(0, options.command.find(' '));
}

/// A word of a shell's command line, in quotes where it is not plain.
std::string quoted(const std::string& word) {
  const bool is_plain = std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string("_-+.,=:/").find(static_cast<char>(c)) != std::string::npos;
  });
  return is_plain ? word : "'" + word + "'";
}

/// The run once more with so many replications.
std::string run_again(const RunOptions& options, std::int64_t replications) {
  std::string out = "run " + quoted(options.config);
  for (const std::string& word : options.overrides)
    if (!word.starts_with("replications=")) out += " " + quoted(word);
  out += fmt::format(" replications={}", replications);
  return options.directory.empty() ? out : out + " --out " + quoted(options.directory.string());
}

/// With how many replications to run again: all where some are missing; else twice as many, or as many as
/// settle what is undecided, if that is at most ten times as many.
std::int64_t next_replications(const RunResult& result) {
  const std::int64_t now = result.results->card.replications;
  if (result.missing > 0) return now;
  const std::int64_t wanted = results::settling_replications(*result.results);
  return wanted <= 10 * now ? std::max(2 * now, wanted) : 2 * now;
}

/// Three commands that go on from here.
void say_next(const RunResult& result, const results::Layout& layout, const Run& run) {
  const std::string program = called_as(run.options), directory = run.directory.path.string();
  const results::StudyCard& card = result.results->card;
  const bool has_picture = layout.panel("chart") != nullptr || layout.panel("functions") != nullptr;
  log()->info("next:  {} report {} --details", program, directory);
  if (has_picture)
    log()->info("       {} figure {}", program, directory);
  else if (!card.published.empty())
    log()->info("       {} figure {} --kind forest", program, directory);
  else
    log()->info("       {} report {} --format html --out report.html", program, directory);
  if (const bool has_config = !run.options.config.empty() && !run.options.goes_on(); has_config)
    log()->info("       {} {}", program, run_again(run.options, next_replications(result)));
  else if (result.missing > 0)
    log()->info("       {} run {}", program, quoted(directory));
}

} // namespace

void say_result(const RunResult& result, const results::Layout& layout, const Run& run) {
  if (result.results)
    fmt::print("{}", run.options.details
                         ? results::render(*result.results, results::Format::text, terminal_style())
                         : results::render_answer(*result.results, terminal_style()));
  const std::string stopped = stopped_sentence(result, run);
  if (!stopped.empty())
    log()->log(
        result.store_full.empty() && result.contradictions.empty() ? spdlog::level::warn : spdlog::level::err,
        stopped);
  const results::Counts& counts = result.counts;
  log()->info("{} ok, {} not converged, {} failed, {} missing", thousands(counts.ok),
              thousands(counts.not_converged), thousands(counts.failed), thousands(result.missing));
  const std::string directory = run.directory.path.string();
  const Shard& shard = run.options.shard;
  if (shard.count > 1) {
    log()->info("shard {} of {} is in {}; once all shards are: marginlab merge {}", shard.index, shard.count,
                run.directory.journal(shard.part()).string(), directory);
  }
  if (!result.results) return;
  log()->info("{}  data_hash {}  design_hash {}", run.directory.results().string(), result.results->data_hash,
              results::design_hash(result.results->card));
  say_next(result, layout, run);
}

std::vector<std::string> blocks_off(const results::Results& stored) {
  const results::Judged study = results::judge(stored);
  const results::Table& table = study.table;
  const std::size_t all = study.counts[results::Verdict::off];
  std::vector<std::string> out;
  std::map<std::pair<std::string, std::string>, std::size_t> blocks;
  if (stored.card.published_comparable != results::Comparable::order)
    results::for_each_cell(table, [&](const auto&, const auto& column, const auto& cell) {
      if (cell.agreement.verdict != results::Verdict::off || results::is_improvement(table, column)) return;
      const std::string data = results::value_on("data", cell.at);
      ++blocks[{data.empty() ? "all data" : data, column.metric.label}];
    });
  for (const auto& [block, count] : blocks)
    out.push_back(fmt::format("{} of {}: {} off.", block.second, block.first,
                              count == 1 ? "1 number is" : std::to_string(count) + " numbers are"));
  for (const results::JudgedClaim& claim : study.claims)
    if (claim.verdict == results::Verdict::off)
      out.push_back(fmt::format("claim {} fails.", claim.claim->name));
  if (out.empty() && all > 0)
    out.push_back(fmt::format("{} pairs of methods are off. The report names them.", all));
  return out;
}

int verified(const results::Results& stored) {
  if (!stored.failures.empty()) {
    log()->warn("--verify: {} cell(s) failed. The report shows why.",
                thousands(static_cast<std::int64_t>(stored.failures.size())));
    return 3;
  }
  const std::vector<std::string> missing = results::holes(stored);
  for (const std::string& hole : missing) log()->warn("--verify: {}", hole);
  if (!missing.empty()) return 75;
  const std::vector<std::string> off = blocks_off(stored);
  for (const std::string& block : off) log()->warn("--verify: {}", block);
  return off.empty() ? 0 : 4;
}

int exit_code(const RunResult& result, const RunOptions& options) {
  switch (result.ending) {
    case Ending::signal:
      return exit_code_of_signal(result.signal);
    case Ending::store_full:
    case Ending::deadline:
      return 75;
    case Ending::failures:
    case Ending::contradiction:
      return 3;
    case Ending::done:
      break;
  }
  if (result.counts.failed > 0) return 3;
  if (result.missing > 0) return 75;
  return options.verify && result.results ? verified(*result.results) : 0;
}

} // namespace experiments
