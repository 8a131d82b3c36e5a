#pragma once
#include <optional>
#include <string>

#include "experiments/plan/plan.hpp"
#include "experiments/run/executor.hpp"
#include "results/store/run_directory.hpp"

namespace experiments::mpi {

// Plans and groups as texts, to be sent from one rank to another.

/// What a rank must know to compute: where its journal belongs and what the settings are.
struct Assignment {
  results::RunDirectory directory;
  Plan plan; ///< without points
};

std::string write(const Assignment& assignment);
Assignment read_assignment(const std::string& text);

std::string write(const Group& group);
Group read_group(const std::string& text);

// What ranks say to each other: texts, each with a tag. Every failing call ends the job (MPI's default),
// which the journals survive.

enum class Tag : int {
  computation = 1, ///< rank 0 to all: a plan to work on
  dismissal,       ///< rank 0 to all: there is nothing more to come
  ready,           ///< a rank to rank 0: give me a group
  group,           ///< rank 0 to a rank: compute these cells
  no_group,        ///< rank 0 to a rank: there are none left of this plan
  stop,            ///< rank 0 to a rank at work: no further cell
  record,          ///< a rank to rank 0: this cell is finished, and stored
  failure,         ///< a rank to rank 0: it cannot go on, and why
};

struct Message {
  int rank = 0; ///< it came from
  Tag tag = Tag::ready;
  std::string text;
};

inline constexpr int root = 0; ///< the rank that hands out

int own_rank();
int ranks();

void send(int rank, Tag tag, const std::string& text = "");

/// Waits for the next message of rank 0.
Message receive_from_root();

/// The next message of any rank, if one has arrived.
std::optional<Message> arrived();

/// Whether rank 0 has asked this rank to stop; takes the message.
bool told_to_stop();

/// Rank 0 of an MPI job: hands groups of cells out, one at a time to each of the other ranks, which keep
/// their own journals; computes nothing itself. To be made on rank 0 while the others are in `worker_loop`.
class Ranks final : public Executor {
 public:
  Ranks() = default;
  ~Ranks() override; ///< dismisses the others
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  /// Throws StoreFull where a rank could store no more, std::runtime_error where one could not go on.
  void execute(const Computation& computation) override;
  int workers() const override;
};

/// What every other rank does: computes what rank 0 hands out, stores it in journal-rank-<r>.jsonl of the run
/// directory, reports it, until it is dismissed.
void worker_loop();

} // namespace experiments::mpi
