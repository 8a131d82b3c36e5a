#include "datasets/readers/memory_budget.hpp"

#include <algorithm>

#include "core/contract.hpp"

namespace datasets::readers {
namespace {

constexpr std::size_t always = std::size_t{1} << 23, for_a_byte = std::size_t{1} << 11,
                      most = std::size_t{1} << 31;

} // namespace

MemoryBudget::MemoryBudget(const TextFile& file)
    : name_(file.name),
      left_(always + for_a_byte * std::min(file.bytes.size(), (most - always) / for_a_byte)) {}

void MemoryBudget::take(std::size_t bytes, std::size_t times) {
  core::require(
      bytes == 0 || times <= left_ / bytes,
      name_ + ": too large once what its rows leave out is written out (the table would take more than " +
          "2 GiB, or than 2048 times the file) use fewer rows or columns");
  left_ -= bytes * times;
}

} // namespace datasets::readers
