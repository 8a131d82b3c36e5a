#include "results/answer/verdict_sentence.hpp"

#include <algorithm>

#include "results/record/text.hpp"

namespace results {
namespace {

std::string verb(std::size_t count, const char* one, const char* many) {
  return count == 1 ? one : many;
}

/// "; 2 cannot be told"; empty for none.
std::string untold(std::size_t count) {
  return count == 0 ? "" : "; " + std::to_string(count) + " cannot be told";
}

std::string of_blocks(const BlockCounts& counts, const std::string& source) {
  return std::to_string(counts.agree) + " of " + counted(counts.all(), "block") + " " +
         verb(counts.all(), "agrees", "agree") + " with " + source + untold(counts.cannot_tell);
}

std::string of_order(const VerdictCounts& counts, const std::string& source) {
  return std::to_string(counts[Verdict::match]) + " of " + counted(counts.published(), "pair") +
         " of methods stand in the order of " + source + "; " + std::to_string(counts[Verdict::off]) + " " +
         verb(counts[Verdict::off], "does", "do") + " not" + untold(counts[Verdict::cannot_tell]);
}

std::string of_claims(const VerdictCounts& counts, const std::string& source) {
  const std::size_t all = counts.published();
  return std::to_string(counts[Verdict::match]) + " of " + counted(all, "claim") + " of " + source + " " +
         verb(all, "holds", "hold") +
         (counts[Verdict::off] == 0 ? ""
                                    : "; " + std::to_string(counts[Verdict::off]) + " " +
                                          verb(counts[Verdict::off], "fails", "fail")) +
         untold(counts[Verdict::cannot_tell]);
}

std::string of_cells(const VerdictCounts& counts, const std::string& source) {
  return std::to_string(counts[Verdict::match]) + " of " + counted(counts.published(), "published number") +
         " " + verb(counts.published(), "agrees", "agree") + " with " + source +
         untold(counts[Verdict::cannot_tell]);
}

std::string compared(const Judged& study) {
  const std::string source = source_of(study.results.card);
  if (const BlockCounts counts = block_counts(study.blocks); counts.all() > 0)
    return of_blocks(counts, source);
  if (const VerdictCounts pairs = study.orders.counts(); pairs.published() > 0)
    return of_order(pairs, source);
  if (!study.claims.empty()) return of_claims(verdicts_of(study.claims), source);
  if (const VerdictCounts counts = verdict_counts(study.table); counts.published() > 0)
    return of_cells(counts, source);
  return "no published numbers to compare with";
}

/// The fewest and the most finished replicates of a setting.
std::pair<std::int32_t, std::int32_t> finished(const Results& results) {
  std::vector<std::int32_t> counts(results.card.settings.size(), 0);
  for (const std::int32_t setting : results.rows.setting) ++counts[static_cast<std::size_t>(setting)];
  if (counts.empty()) return {0, 0};
  const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
  return {*least, *most};
}

/// "40 of 100 replications": ours of the paper's.
std::string replications(const Results& results) {
  const auto [least, most] = finished(results);
  const std::int32_t published = results.card.published_replications;
  const std::string own = (least < most ? std::to_string(least) + " to " : "") + std::to_string(most);
  const std::string noun = most == 1 && least == most ? " replication" : " replications";
  if (published <= 0) return own + noun;
  if (least == published && most == published) return own + noun + ", as in the paper";
  return most <= published ? own + " of " + std::to_string(published) + " replications"
                           : own + noun + ", " + std::to_string(published) + " in the paper";
}

std::string p_phrase(double p) {
  return p < 0.001 ? "p < 0.001" : "p = " + decimal(p, 3);
}

std::string cause_phrase(Cause cause) {
  switch (cause) {
    case Cause::reading:
      return ", explained by a reading";
    case Cause::paper:
      return ", the paper's own";
    case Cause::unexplained:
      break;
  }
  return ", unexplained";
}

} // namespace

std::string source_of(const StudyCard& card) {
  if (!card.published_source.empty()) return card.published_source;
  return card.paper.empty() ? "the paper" : card.paper;
}

std::string verdict_phrase(const Block& block) {
  const std::string cause = block.verdict == BlockVerdict::differs ? cause_phrase(block.cause) : "";
  const std::string p = block.cells == 0 ? "" : " (" + p_phrase(block.adjusted) + ")";
  return word(block.verdict) + (block.is_reading ? ", a reading" : cause) + p;
}

std::string timeless_sentence(const Judged& study) {
  const Results& results = study.results;
  const std::string name = results.card.study + ": ";
  if (results.card.points.empty()) return name + compared(study) + ".";
  if (results.rows.size() == 0) return name + "nothing is computed yet.";
  return name + compared(study) + ". " + replications(results) + ".";
}

std::string verdict_sentence(const Judged& study) {
  std::string out = timeless_sentence(study);
  const auto took = study.results.provenance.find("took");
  if (took == study.results.provenance.end() || study.results.rows.size() == 0) return out;
  out.back() = ',';
  return out + " " + took->second + ".";
}

} // namespace results
