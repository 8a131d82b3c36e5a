#include "experiments/mpi/ranks.hpp"

#include <chrono>
#include <set>
#include <stdexcept>
#include <thread>

#include "experiments/mpi/letters.hpp"
#include "experiments/mpi/message.hpp"
#include "results/journal/line.hpp"
#include "results/storage_error.hpp"

namespace experiments::mpi {
namespace {

constexpr auto nap =
    std::chrono::milliseconds(1); // between looks for messages: a rank that spins takes a core

/// One plan being handed out.
class HandingOut {
 public:
  explicit HandingOut(const Orders& orders) : orders_(orders) {
    for (int rank = 1; rank < ranks(); ++rank) {
      at_work_.insert(rank);
      send(rank, Tag::orders, write(Assignment{orders.directory, orders.plan}));
    }
  }

  void run() {
    while (!at_work_.empty()) {
      if (const auto message = arrived())
        answer(*message);
      else
        std::this_thread::sleep_for(nap);
      if (!stopped_ && next_ < orders_.groups.size() && orders_.stop(orders_.groups[next_].cells.front()))
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
        orders_.count(results::read_record(message.text).value());
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
    if (stopped_ || next_ == orders_.groups.size()) {
      at_work_.erase(rank);
      send(rank, Tag::no_group);
    } else {
      send(rank, Tag::group, write(orders_.groups[next_++]));
    }
  }

  void stop() {
    if (stopped_) return;
    stopped_ = true;
    for (const int rank : at_work_) send(rank, Tag::stop);
  }

  const Orders& orders_;
  std::size_t next_ = 0;
  std::set<int> at_work_;
  bool stopped_ = false;
  std::string full_, failure_;
};

} // namespace

Ranks::~Ranks() {
  for (int rank = 1; rank < ranks(); ++rank) send(rank, Tag::dismissal);
}

void Ranks::execute(const Orders& orders) {
  HandingOut(orders).run();
}

int Ranks::workers() const {
  return ranks() - 1;
}

} // namespace experiments::mpi
