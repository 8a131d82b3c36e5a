#include "experiments/mpi/ranks.hpp"

#include <mpi.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <thread>

#include "experiments/run/compute.hpp"
#include "experiments/run/ending.hpp"
#include "experiments/system/interrupt.hpp"
#include "results/store/file.hpp"
#include "results/store/journal.hpp"
#include "results/store/journal_line.hpp"

namespace experiments::mpi {
namespace {

Message receive(const MPI_Status& probed) {
  int length = 0;
  MPI_Get_count(&probed, MPI_CHAR, &length);
  Message out{probed.MPI_SOURCE, static_cast<Tag>(probed.MPI_TAG),
              std::string(static_cast<std::size_t>(length), '\0')};
  MPI_Recv(out.text.data(), length, MPI_CHAR, probed.MPI_SOURCE, probed.MPI_TAG, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return out;
}

} // namespace

using nlohmann::json;

std::string write(const Assignment& assignment) {
  const Plan& plan = assignment.plan;
  json paths = json::array();
  for (const Setting& setting : plan.settings) {
    const core::Parameters& data = setting.data.parameters;
    paths.push_back(data.has("path") ? json(data.text("path")) : json());
  }
  return json{{"directory", assignment.directory.path.string()},
              {"keys", plan.keys},
              {"settings", plan.texts},
              {"paths", paths},
              {"metrics", plan.metrics},
              {"replications", plan.replications}}
      .dump(-1, ' ', false, json::error_handler_t::replace);
}

Assignment read_assignment(const std::string& text) {
  const json read = json::parse(text);
  Assignment out{{read.at("directory").get<std::string>()}, {}};
  out.plan.keys = read.at("keys").get<std::vector<std::string>>();
  out.plan.texts = read.at("settings").get<std::vector<std::string>>();
  for (const std::string& setting : out.plan.texts) out.plan.settings.push_back(parse_setting(setting));
  const json& paths = read.at("paths");
  for (std::size_t s = 0; s < paths.size(); ++s)
    if (paths[s].is_string()) out.plan.settings[s].data.parameters.set("path", paths[s].get<std::string>());
  out.plan.metrics = read.at("metrics").get<std::vector<std::string>>();
  out.plan.replications = read.at("replications").get<std::int32_t>();
  return out;
}

std::string write(const Group& group) {
  json cells = json::array();
  for (const Cell& cell : group.cells) cells.push_back({cell.setting, cell.replicate});
  return cells.dump();
}

Group read_group(const std::string& text) {
  Group out;
  for (const json& cell : json::parse(text))
    out.cells.push_back({cell.at(0).get<std::int32_t>(), cell.at(1).get<std::int32_t>()});
  return out;
}

int own_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int ranks() {
  int count = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  return count;
}

void send(int rank, Tag tag, const std::string& text) {
  MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, rank, static_cast<int>(tag), MPI_COMM_WORLD);
}

Message receive_from_root() {
  MPI_Status status;
  MPI_Probe(root, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
  return receive(status);
}

std::optional<Message> arrived() {
  int is_there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &status);
  return is_there != 0 ? std::optional(receive(status)) : std::nullopt;
}

bool told_to_stop() {
  int is_there = 0;
  MPI_Status status;
  MPI_Iprobe(root, static_cast<int>(Tag::stop), MPI_COMM_WORLD, &is_there, &status);
  if (is_there != 0) receive(status);
  return is_there != 0;
}

namespace {

constexpr auto nap =
    std::chrono::milliseconds(1); // between looks for messages: a rank that spins takes a core

/// One plan being handed out.
class HandingOut {
 public:
  explicit HandingOut(const Computation& computation) : computation_(computation) {
    for (int rank = 1; rank < ranks(); ++rank) {
      at_work_.insert(rank);
      send(rank, Tag::computation, write(Assignment{computation.directory, computation.plan}));
    }
  }

  void run() {
    while (!at_work_.empty()) {
      if (const auto message = arrived())
        answer(*message);
      else
        std::this_thread::sleep_for(nap);
      if (!stopped_ && next_ < computation_.groups.size() &&
          computation_.stop(computation_.groups[next_].cells.front()))
        stop();
    }
    if (!full_.empty()) throw results::StoreFull(full_);
    if (!failure_.empty()) throw std::runtime_error(failure_);
  }

 private:
  void answer(const Message& message) {
    switch (message.tag) {
      case Tag::ready:
        hand_out(message.rank);
        break;
      case Tag::record:
        computation_.count(results::read_record(message.text).value());
        break;
      case Tag::failure: // the rank stays ready for the next plan
        (message.text.starts_with("full:") ? full_ : failure_) =
            message.text.substr(message.text.find(':') + 1);
        at_work_.erase(message.rank);
        stop();
        break;
      default:
        throw std::logic_error("a rank says what only rank 0 says");
    }
  }

  void hand_out(int rank) {
    if (stopped_ || next_ == computation_.groups.size()) {
      at_work_.erase(rank);
      send(rank, Tag::no_group);
    } else {
      send(rank, Tag::group, write(computation_.groups[next_++]));
    }
  }

  void stop() {
    if (stopped_) return;
    stopped_ = true;
    for (const int rank : at_work_) send(rank, Tag::stop);
  }

  const Computation& computation_;
  std::size_t next_ = 0;
  std::set<int> at_work_;
  bool stopped_ = false;
  std::string full_, failure_;
};

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
void try_to_work_on(const std::string& computation) {
  try {
    work_on(read_assignment(computation));
  } catch (const results::StoreFull& error) {
    send(root, Tag::failure, std::string("full:") + error.what());
  } catch (const std::exception& error) {
    send(root, Tag::failure, std::string("failed:") + error.what());
  }
}

} // namespace

Ranks::~Ranks() {
  for (int rank = 1; rank < ranks(); ++rank) send(rank, Tag::dismissal);
}

void Ranks::execute(const Computation& computation) {
  HandingOut(computation).run();
}

int Ranks::workers() const {
  return ranks() - 1;
}

void worker_loop() {
  const InterruptWatch watch;
  while (true) {
    const Message message = receive_from_root();
    if (message.tag == Tag::dismissal) return;
    if (message.tag == Tag::computation)
      try_to_work_on(message.text); // others were on their way before a failure
  }
}

} // namespace experiments::mpi
