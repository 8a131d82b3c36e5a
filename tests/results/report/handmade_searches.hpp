#pragma once
#include <string>
#include <vector>

#include "results/record/columns.hpp"

namespace handmade {

/// A study with a search over one convention of as many ways as there are rows: offsets[reading][data set] is
/// how far its mean is from the .500 (se .001) that the paper prints. Each reading has its own block for each
/// data set; four replicates with a standard error of .001. The choice is made on the named data sets,
/// "set_1" and so on; none: each data set is predicted by all others.
results::Results search(const std::vector<std::vector<double>>& offsets,
                        const std::vector<std::string>& choose_on = {});

/// Makes the first data set's block of one reading that of another.
void share_first_data_set(results::Results& results, std::size_t reading, std::size_t with);

} // namespace handmade
