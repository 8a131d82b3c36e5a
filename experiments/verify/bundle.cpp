#include "experiments/verify/bundle.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

#include "core/contract.hpp"
#include "experiments/published/printed_places.hpp"
#include "experiments/verify/crate.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "experiments/yaml/text.hpp"
#include "experiments/yaml/yaml.hpp"
#include "results/page/report_page.hpp"
#include "results/record/hash.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/results_file.hpp"

namespace experiments {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::string fact(const results::Results& all, const std::string& name) {
  const auto found = all.provenance.find(name);
  return found == all.provenance.end() ? "" : found->second;
}

/// Whether a path leads to a place below a folder, through whatever links.
bool lies_below(const fs::path& path, const fs::path& folder) {
  const fs::path from_there = fs::weakly_canonical(path).lexically_relative(fs::weakly_canonical(folder));
  return !from_there.empty() && *from_there.begin() != "..";
}

/// The printed numbers that the config names below its own folder, by path. The config is not read as a
/// study, which could start a program of a user's: somebody else may have made the run.
std::map<std::string, std::string> printed_beside(const std::string& config, const fs::path& folder) {
  Problems problems;
  const int source = problems.add_source({"config.yaml", SourceText::Origin::file, split_lines(config)});
  const std::optional<Node> root = parse_yaml(config, source, problems);
  if (!root) return {};
  std::map<std::string, std::string> out = printed_files(*root, folder);
  std::erase_if(out, [&](const auto& file) {
    return !stays_below(file.first) || file.first == crate_metadata ||
           !lies_below(folder / file.first, folder);
  });
  return out;
}

std::map<std::string, CrateFile> files_of(const results::Results& all, const fs::path& file) {
  std::map<std::string, CrateFile> out;
  out["results.h5"] = {"every cell, with the card of the study and the provenance", "application/x-hdf5",
                       bytes_of(file)};
  out["report.html"] = {"the report", "text/html", results::report_page(all, "results.h5")};
  if (const std::string text = fact(all, "config_yaml"); !text.empty())
    out["config.yaml"] = {"the study as it was read", "application/yaml", text};
  if (const std::string text = fact(all, "resolved_json"); !text.empty())
    out["config.json"] = {"the study with every default filled in", "application/json", text};
  for (const auto& [path, text] : printed_beside(fact(all, "config_yaml"), fs::absolute(file).parent_path()))
    out.try_emplace(path, CrateFile{"numbers that the paper prints", "text/csv", text});
  return out;
}

/// "2024-05-31" of what utc_now wrote; today's where the file does not say.
std::string day_of(const std::string& finished) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const std::string day = finished.substr(0, 10);
  const bool is_date = day.size() == 10 && day[4] == '-' && day[7] == '-' &&
                       std::count_if(day.begin(), day.end(), is_digit) == 8;
  return is_date ? day : results::utc_now().substr(0, 10);
}

CrateFacts facts_of(const results::Results& all, const std::string& licence) {
  const results::StudyCard& card = all.card;
  return {.name = card.title.empty() ? card.study : card.title,
          .description = "The study " + card.study + ", " + std::to_string(all.rows.size()) +
                         " cells. marginlab audit checks it and computes cells of it again.",
          .date = day_of(fact(all, "finished")),
          .licence = licence,
          .citation = card.published_source,
          .started = fact(all, "started"),
          .finished = fact(all, "finished"),
          .command = fact(all, "command"),
          .hashes = {{"data_hash", all.data_hash}, {"design_hash", results::design_hash(card)}}};
}

void require_licence(const std::string& licence) {
  const bool is_one = !licence.empty() && std::all_of(licence.begin(), licence.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == '+';
  });
  core::require(is_one, "--licence " + licence +
                            " is no SPDX identifier. It has letters, digits, '.', '-' and '+'. Write "
                            "CC-BY-4.0, or leave it out for BSD-3-Clause.");
}

void require_free(const fs::path& out) {
  const std::string ending = out.extension().string();
  core::require(
      ending != ".zip" && ending != ".tar" && ending != ".gz" && ending != ".tgz",
      "--out " + out.string() +
          " is an archive. A bundle is a folder. Write the folder, and pack it with tar czf or zip -r.");
  core::require(
      !fs::exists(out) || (fs::is_directory(out) && fs::is_empty(out)),
      out.string() + " is there already. A bundle replaces nothing. Name another folder with --out.");
}

} // namespace

void bundle(const BundleRequest& request) {
  require_licence(request.licence);
  require_free(request.out);
  const results::Results all = results::read_results(request.file);
  core::require(results::data_hash(all.card, all.rows, all.failures) == all.data_hash,
                request.file.string() +
                    ": its numbers cannot be proved by its data_hash. An older marginlab made it, or it was "
                    "changed. Repeat the run command, which makes it anew from the journal.");
  const std::map<std::string, CrateFile> files = files_of(all, request.file);
  for (const auto& [path, content] : files) {
    fs::create_directories((request.out / path).parent_path());
    results::replace_file(request.out / path, content.bytes);
  }
  results::replace_file(request.out / crate_metadata, metadata_of(facts_of(all, request.licence), files));
}

} // namespace experiments
