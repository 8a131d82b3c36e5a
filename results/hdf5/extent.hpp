#pragma once
#include "results/hdf5/dataset.hpp"
#include "results/hdf5/tables.hpp"

namespace results::hdf5 {

/// The most entries a cube or a curve may have; one that needs more is left out, and an attribute of its
/// group says so.
constexpr std::size_t kLargestCube = 50'000'000;

/// The dimensions all cubes and curves begin with: the axes with more than one value, in the card's order,
/// and then the replicate.
struct Extent {
  std::vector<std::size_t> axes; ///< their numbers on the card
  Shape shape;                   ///< the axes' lengths, then the replicates
  std::size_t entries = 1;       ///< kLargestCube + 1 stands for any larger number
};

Extent extent_of(const Results& results);

/// For each setting, where the replicates of its points begin in a cube.
std::vector<std::vector<std::size_t>> offsets(const Design& design, const Extent& extent);

/// Makes the scale of each dimension in the group of a cube.
std::vector<Handle> write_scales(hid_t group, const Contents& contents, const Extent& extent);

} // namespace results::hdf5
