#pragma once
#include <signal.h>

#include <chrono>
#include <memory>
#include <optional>

#include "core/random/stream.hpp"
#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/stress/witness.hpp"
#include "tests/reproducibility/study_files.hpp"

namespace reproducibility {

/// What happened to one study that is started and killed until enough kills hit it. Whenever it completes,
/// its data are compared with those of an undisturbed run, and it is begun anew in another directory.
class Siege {
 public:
  /// `name` also names the sequence of random moments.
  explicit Siege(const std::string& name);
  /// As many kills as MARGINLAB_KILLS asks for, 12 unless it is set.
  bool goes_on() const { return kills_ < wanted_ && starts_ < 40 * wanted_; }

  /// `marginlab run` of the study with two threads and more words.
  std::unique_ptr<Program> start(const Words& more = {});
  /// Returns once a cell more is stored than at the last look, or the program has ended: it computes, however
  /// slowly the machine starts programs.
  void await_cell(Program& program) const;
  void pause(int most_milliseconds);
  std::uint64_t below(std::uint64_t bound) { return moments_.below(bound); }

  /// Hears how a process ended - killed, or 0 - and looks at what it left. Whether it had come to its end.
  bool heard(Program& program, int answer);
  bool killed(Program& program) { return heard(program, program.signalled(SIGKILL)); }
  /// Looks at the directory; how many cells are stored.
  std::int64_t look();
  /// Starts it once more and leaves it alone: it must complete.
  void finish();
  /// results.h5 is that of the undisturbed run: the next round begins.
  void complete();

  /// Prints the summary line, and checks that the kills asked for were made.
  void conclude();

  int wanted() const { return wanted_; }
  const std::filesystem::path& directory() const { return directory_; }
  int kills_while_publishing() const { return publishing_; }

 private:
  void begin_round();

  Scratch scratch_;
  std::string name_;
  core::Stream moments_;
  int wanted_, kills_ = 0, publishing_ = 0, starts_ = 0, rounds_ = 0;
  std::int64_t cells_ = 0, cells_of_round_ = 0;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::filesystem::path config_, directory_;
  std::string undisturbed_; ///< data_hash
  std::optional<Witness> witness_;
};

} // namespace reproducibility
