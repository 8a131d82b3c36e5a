#include <chrono>
#include <stdexcept>

#include "experiments/compute_group.hpp"
#include "experiments/interrupt.hpp"
#include "experiments/mpi/letters.hpp"
#include "experiments/mpi/message.hpp"
#include "experiments/mpi/ranks.hpp"
#include "results/journal/journal.hpp"
#include "results/journal/line.hpp"
#include "results/storage_error.hpp"

namespace experiments::mpi {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto sync_interval = std::chrono::seconds(1);

/// This rank's journal, synced once a second.
class OwnJournal {
 public:
  explicit OwnJournal(const results::RunDirectory& directory)
      : journal_(directory.journal("rank-" + std::to_string(own_rank()))) {}

  void store(const results::Record& record) {
    journal_.append(record);
    if (Clock::now() - synced_ < sync_interval) return;
    journal_.sync();
    synced_ = Clock::now();
  }

  void sync() const { journal_.sync(); }

 private:
  results::Journal journal_;
  Clock::time_point synced_ = Clock::now();
};

/// A record's line as rank 0 reads it.
std::string letter(const results::Record& record) {
  std::string line = results::journal_line(record);
  line.pop_back(); // the end of the line
  return std::string(results::checked_json(line).value());
}

void work_on(const Assignment& assignment) {
  OwnJournal journal(assignment.directory);
  bool stopped = false;
  while (true) {
    send(root, Tag::ready);
    Message message = receive_from_root();
    while (message.tag == Tag::stop) message = receive_from_root();
    if (message.tag == Tag::no_group) break;
    compute(
        assignment.plan, read_group(message.text),
        [&](const results::Record& record) {
          journal.store(record);
          send(root, Tag::record, letter(record));
        },
        [&](const Cell&) { return stopped = stopped || told_to_stop() || InterruptWatch::signal() != 0; });
  }
  journal.sync();
}

/// Whatever goes wrong is for rank 0 to tell.
void try_to_work_on(const std::string& orders) {
  try {
    work_on(read_assignment(orders));
  } catch (const results::StoreFull& error) {
    send(root, Tag::failure, std::string("full:") + error.what());
  } catch (const std::exception& error) {
    send(root, Tag::failure, std::string("failed:") + error.what());
  }
}

} // namespace

void serve() {
  const InterruptWatch watch;
  while (true) {
    const Message message = receive_from_root();
    if (message.tag == Tag::dismissal) return;
    if (message.tag == Tag::orders) try_to_work_on(message.text); // others were on their way before a failure
  }
}

} // namespace experiments::mpi
