#include "experiments/run/leg.hpp"

#include "experiments/run/store.hpp"

namespace experiments {
namespace {

results::RunFacts facts(const Leg& leg, const Course& course) {
  results::RunFacts out;
  out.threads = course.executor.workers();
  out.command = course.command;
  out.config_yaml = leg.job.config_yaml;
  out.resolved_json = leg.job.resolved_json;
  out.more = course.facts;
  return out;
}

Counts counts(const results::Rows& rows) {
  Counts out;
  for (const std::int32_t outcome : rows.outcome) out.add(static_cast<results::Outcome>(outcome));
  return out;
}

std::int64_t cells_of(const std::vector<Group>& groups) {
  std::int64_t cells = 0;
  for (const Group& group : groups) cells += static_cast<std::int64_t>(group.cells.size());
  return cells;
}

Ending compute(const Leg& leg, const Course& course, Ledger& ledger, const std::function<void()>& publish) {
  results::Journal journal(course.directory.journal(course.shard.part()));
  return compute_missing(
      {leg.job.plan, leg.groups, course.executor, course.directory, course.progress, course.limits},
      {journal, ledger, *leg.times, {publish, course.snapshot_every}});
}

Arrival complete_shard(const Leg& leg, const Course& course) {
  Ledger ledger(leg.job.plan);
  Arrival out;
  if (!leg.groups.empty()) out.ending = compute(leg, course, ledger, [] {});
  out.counts = ledger.counts();
  out.missing = cells_of(leg.groups) - out.counts.finished();
  return out;
}

/// The published results, where they are what the journals give and say what is to be said of them.
std::optional<results::Results> already(const results::StudyCard& card, const Leg& leg,
                                        const Course& course) {
  auto there = published_already(card, leg.stored.cells, course.directory);
  for (const auto& [name, fact] : course.facts) {
    if (!there) break;
    const auto told = there->provenance.find(name);
    if (told == there->provenance.end() || told->second != fact) there.reset();
  }
  return there;
}

Arrival complete_whole(const Leg& leg, const Course& course, const results::StudyCard& card) {
  Publication publication(card, course.directory, facts(leg, course));
  Ledger ledger(leg.job.plan);
  read_into(ledger, course.directory);
  Arrival out;
  if (!leg.groups.empty()) out.ending = compute(leg, course, ledger, [&] { publication.publish(ledger); });
  out.counts = ledger.counts();
  if (out.ending.cause == Ending::Cause::store_full) return out;
  if (course.interim && out.ending.cause == Ending::Cause::done) {
    out.results = {card, ledger.rows(), ledger.failures(), {}, ""};
    return out;
  }
  if (!leg.groups.empty()) publication.took(out.ending.predicted, out.ending.wall_seconds);
  publication.publish(ledger);
  out.results = publication.published();
  return out;
}

/// Dealing out is for shards: it looks at every cell of the plan, also at those that are finished.
std::vector<Group> left(const Plan& plan, const Shard& shard, const Finished& finished) {
  return shard.count == 1 ? missing(plan, finished) : unfinished(of_shard(plan, shard), finished);
}

} // namespace

Leg::Leg(Job of, const Course& course)
    : job(std::move(of)),
      times(std::make_shared<CellTimes>(job.plan)),
      stored(look_up(job.plan, course.directory, *times)),
      groups(pilots_first(left(job.plan, course.shard, stored.finished), *times)) {}

Arrival complete(const Leg& leg, const Course& course) {
  results::StudyCard card = leg.job.card;
  name_observations(card, leg.job.plan);
  Arrival out;
  if (leg.groups.empty() && course.shard.count == 1 && !course.interim)
    out.results = already(card, leg, course);
  if (!out.results) {
    results::write_study(course.directory, {card, leg.job.config_yaml, leg.job.resolved_json});
    if (course.shard.count > 1) return complete_shard(leg, course);
    out = complete_whole(leg, course, card);
    if (!out.results) return out;
  }
  out.counts = counts(out.results->rows);
  out.missing = static_cast<std::int64_t>(leg.job.plan.cells()) - out.counts.finished();
  return out;
}

} // namespace experiments
