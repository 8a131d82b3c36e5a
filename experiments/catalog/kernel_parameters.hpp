#pragma once
#include "core/kernel/kernel.hpp"
#include "core/parameter.hpp"

namespace experiments {

/// What a config may say about the kernel of a classifier, or of a method that has one of its own: kernel
/// (required, unless `fallback` is its default), and of a Gaussian one sigma_unit and sigma.
std::vector<core::ParameterSpec> kernel_parameters(
    const std::optional<core::Kernel::Shape>& fallback = std::nullopt);

/// The kernel they describe.
core::KernelChoice kernel_of(const core::Parameters& parameters);

} // namespace experiments
