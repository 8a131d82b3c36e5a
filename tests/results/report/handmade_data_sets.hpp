#pragma once
#include <string>
#include <vector>

#include "results/record/columns.hpp"

namespace handmade {

/// Three data sets x two classifiers x four methods, 4 replicates, metrics mse and mcre = mse / 10, averaged
/// over the data sets, with ranks among the methods by both and paired tests of mse. What is published is
/// over other data sets. A mean has the standard error .001 (klr, beta), .002 (platt) or .004 (bins) in every
/// setting, and the replicates of all methods go up and down together. Of beta one replicate is infinite in
/// Wine x Linear, and in every data set x RBF.
///
///   Linear  klr     platt   bins  beta       RBF  klr  platt  bins  beta
///   Liver   .10000  .10004  .13   .40             .10  .20    .30   inf
///   Wine    .20     .19     .22   inf             .10  .20    .30   inf
///   Colon   .30     .31     .30   .50             .10  .20    .30   inf
results::Results data_sets();

/// The setting of a data set, classifier and method of it.
std::int32_t setting_at(const results::Results& results, const std::string& data,
                        const std::string& classifier, const std::string& method);

/// Takes one setting's replicates from this one on away.
void drop_replicates(results::Results& results, std::int32_t setting, std::int32_t from);

/// A study with a search over one convention of as many ways as there are rows: offsets[reading][data set] is
/// how far its mean is from the .500 (se .001) that the paper prints. Each reading has its own block for each
/// data set; four replicates with a standard error of .001. The choice is made on the named data sets,
/// "set_1" and so on; none: each data set is predicted by all others.
results::Results search(const std::vector<std::vector<double>>& offsets,
                        const std::vector<std::string>& choose_on = {});

/// Makes the first data set's block of one reading that of another.
void share_first_data_set(results::Results& results, std::size_t reading, std::size_t with);

} // namespace handmade
