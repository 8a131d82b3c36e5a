#pragma once
#include "experiments/executor/executor.hpp"

namespace experiments {

/// Each group on one of so many threads of this process.
class Threads final : public Executor {
 public:
  explicit Threads(int count) : count_(count) {}
  void execute(const Orders& orders) override;
  int workers() const override { return count_; }

 private:
  int count_;
};

} // namespace experiments
