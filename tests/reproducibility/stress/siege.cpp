#include "tests/reproducibility/stress/siege.hpp"

#include <signal.h>

#include <cstdlib>
#include <iostream>
#include <thread>

#include "tests/support/catch.hpp"

namespace reproducibility {
namespace {

int wanted_kills() {
  const char* const text = std::getenv("MARGINLAB_KILLS");
  const int kills = text == nullptr ? 12 : std::atoi(text);
  if (kills < 1) throw std::runtime_error("MARGINLAB_KILLS is how many kills a scenario makes, such as 200");
  return kills;
}

} // namespace

Siege::Siege(const std::string& name)
    : name_(name), moments_(name), wanted_(wanted_kills()), config_(scratch_.write("s.yaml", long_study())) {
  REQUIRE(answer_to(run_of(config_, scratch_ / "undisturbed")).code == 0);
  undisturbed_ = stored(scratch_ / "undisturbed").data_hash;
  begin_round();
}

void Siege::begin_round() {
  cells_ += cells_of_round_;
  cells_of_round_ = 0;
  directory_ = scratch_ / ("round" + std::to_string(++rounds_));
  witness_.emplace(directory_);
}

std::unique_ptr<Program> Siege::start(const Words& more) {
  ++starts_;
  return std::make_unique<Program>(run_of(config_, directory_, more));
}

void Siege::await_cell(Program& program) const {
  while (Witness(directory_).look() <= cells_of_round_ && program.runs())
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

void Siege::pause(int most_milliseconds) {
  const auto microseconds = below(1000 * static_cast<std::uint64_t>(most_milliseconds));
  std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
}

bool Siege::heard(Program& program, int answer) {
  CAPTURE(program.said());
  if (answer == -SIGKILL) {
    ++kills_;
    publishing_ += std::filesystem::exists(unfinished_results(directory_, program.id())) ? 1 : 0;
  } else {
    REQUIRE(answer == 0);
  }
  look();
  return answer == 0;
}

std::int64_t Siege::look() {
  return cells_of_round_ = witness_->look();
}

void Siege::complete() {
  CHECK(stored(directory_).data_hash == undisturbed_);
  CHECK(cells_of_round_ == static_cast<std::int64_t>(stored(directory_).rows.size()));
  begin_round();
}

void Siege::finish() {
  const auto run = start();
  REQUIRE(heard(*run, run->ended()));
  complete();
}

void Siege::conclude() {
  using Seconds = std::chrono::duration<double>;
  const double seconds = Seconds(std::chrono::steady_clock::now() - began_).count();
  std::cout << name_ << ": " << kills_ << " kills, " << publishing_ << " of them during a snapshot, "
            << starts_ << " starts, " << cells_ + cells_of_round_ << " cells, "
            << static_cast<int>(seconds + 0.5) << " s\n";
  CHECK(kills_ >= wanted_);
}

} // namespace reproducibility
