#pragma once
#include <filesystem>
#include <string>

#include "experiments/slurm/sbatch_script.hpp"

namespace experiments {

/// What holds for every job of a person on his cluster, so that it is said once:
///
///   partition: short            # as --partition, and so on
///   account: a123
///   cpus: 4
///   memory: 2G
///   throttle: 20
///   sbatch: [--qos=long]        # before the options of the command line
///   before: |                   # lines of the shell before the program, in every job
///     module load hdf5
///   mpi: srun --mpi=pmix        # how marginlab-mpi is started
///
/// Every key may be left out. What the command line says counts more. Throws UserError where the file cannot
/// be read, SpecErrors with file, line and column for what is wrong in it.
Resources read_site(const std::filesystem::path& file);

/// The file that holds where none is named: MARGINLAB_SITE, else marginlab/slurm.yaml in the folder of
/// settings (XDG_CONFIG_HOME, else ~/.config). Empty where there is none.
std::filesystem::path own_site();

/// The resources of a submission: what was said, and for the rest what the site says.
Resources with_site(const Resources& said, const Resources& site);

} // namespace experiments
