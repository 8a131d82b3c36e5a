#include "experiments/leg.hpp"

#include "experiments/publish.hpp"

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
      {journal, ledger, *leg.times, publish});
}

Arrival complete_shard(const Leg& leg, const Course& course) {
  Ledger ledger(leg.job.plan);
  Arrival out;
  if (!leg.groups.empty()) out.ending = compute(leg, course, ledger, [] {});
  out.counts = ledger.counts();
  out.missing = cells_of(leg.groups) - out.counts.finished();
  return out;
}

} // namespace

Leg::Leg(Job of, const Course& course)
    : job(std::move(of)),
      times(std::make_shared<CellTimes>(job.plan)),
      stored(look_up(job.plan, course.directory, *times)),
      groups(pilots_first(unfinished(of_shard(job.plan, course.shard), stored.finished), *times)) {}

Arrival complete(const Leg& leg, const Course& course) {
  results::StudyCard card = leg.job.card;
  name_observations(card, leg.job.plan);
  Publication publication(card, course.directory, facts(leg, course));
  Arrival out;
  if (leg.groups.empty() && course.shard.count == 1)
    out.published = published_already(card, leg.stored.cells, course.directory);
  if (!out.published) {
    results::write_study(course.directory, {card, leg.job.config_yaml, leg.job.resolved_json});
    if (course.shard.count > 1) return complete_shard(leg, course);
    Ledger ledger(leg.job.plan);
    read_into(ledger, course.directory);
    if (!leg.groups.empty()) out.ending = compute(leg, course, ledger, [&] { publication.publish(ledger); });
    out.counts = ledger.counts();
    if (out.ending.cause == Ending::Cause::store_full) return out;
    if (!leg.groups.empty()) publication.took(out.ending.predicted, out.ending.wall_seconds);
    publication.publish(ledger);
    out.published = publication.published();
  }
  out.counts = counts(out.published->rows);
  out.missing = static_cast<std::int64_t>(leg.job.plan.cells()) - out.counts.finished();
  return out;
}

} // namespace experiments
