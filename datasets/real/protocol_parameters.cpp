#include "datasets/real/protocol_parameters.hpp"

#include <algorithm>

namespace datasets::real {
namespace {

using protocol::Sampling;
using Split = Protocol::Split;
using Standardise = Protocol::Standardise;
using Genes = Protocol::Genes;

constexpr double most_rows = 1e7;

const auto split = core::word<Split>(
    "split",
    "how a replicate is divided: at random, as published, by cross-validation, or by one the "
    "other way round",
    {{"random", Split::random},
     {"given", Split::given},
     {"folds", Split::folds},
     {"one_fold", Split::one_fold}});
const auto n_train =
    core::integer("n_train", "training rows").in(1, most_rows).or_else(100).only_with(split, Split::random);
const auto n_tune = core::integer("n_tune", "rows of a further part for the tuning_set criterion")
                        .in(0, most_rows)
                        .or_else(0)
                        .only_with(split, Split::random);
const auto n_test = core::integer("n_test", "test rows; 0 = all that are left")
                        .in(0, most_rows)
                        .or_else(0)
                        .only_with(split, Split::random);
const auto folds = core::integer("folds", "k: replicate r is fold r mod k of repetition r / k")
                       .in(2, most_rows)
                       .or_else(10)
                       .only_with(split, Split::folds);
const auto parts =
    core::integer("parts", "k: replicate r learns from fold r mod k and is tested on the others")
        .in(2, most_rows)
        .or_else(10)
        .only_with(split, Split::one_fold);
const auto sample_size =
    core::integer("sample_size", "rows the study works with, one random choice a seed; 0 = all")
        .in(0, most_rows)
        .or_else(0);
const auto sampling =
    core::word<Sampling>(
        "sampling",
        "whether parts have the classes in proportion: not, to one row, "
        "or each class rounded down",
        {{"plain", Sampling::plain}, {"stratified", Sampling::stratified}, {"floor", Sampling::floor}})
        .or_else(Sampling::plain);
const auto standardise = core::word<Standardise>(
    "standardise", "columns to mean 0 and sd 1: not, by the training part, or by all rows",
    {{"none", Standardise::none}, {"train", Standardise::train}, {"all", Standardise::all}});
const auto standardise_genes =
    core::word<Standardise>("standardise",
                            "to mean 0 and sd 1: nothing, columns by the training part, columns by all "
                            "rows, or each row (chip) across its columns",
                            {{"none", Standardise::none},
                             {"train", Standardise::train},
                             {"all", Standardise::all},
                             {"chip", Standardise::chip}});

// Which columns are inputs is no part of a data set's streams: selections are compared on the same
// partitions.
const auto genes =
    core::word<bool>("genes",
                     "which columns are inputs: all, or those with the largest |t| between the classes",
                     {{"all", false}, {"t", true}})
        .or_else(false)
        .as_reading();
const auto genes_count = core::integer("genes_count", "how many columns are inputs")
                             .in(1, most_rows)
                             .or_else(50)
                             .only_with(genes, true)
                             .as_reading();
const auto genes_on = core::word<Genes::On>("genes_on",
                                            "the rows that t is computed from: all rows, test rows included, "
                                            "or the training part",
                                            {{"all", Genes::On::all}, {"training", Genes::On::training}})
                          .or_else(Genes::On::training)
                          .only_with(genes, true)
                          .as_reading();

const auto classes = core::word<encoding::Classes>(
                         "classes", "two: positive and negative ones; each: every class of the file is one",
                         {{"two", encoding::Classes::two}, {"each", encoding::Classes::each}})
                         .or_else(encoding::Classes::two);

std::vector<std::string> first(const std::string& word, std::vector<std::string> words) {
  std::erase(words, word);
  words.insert(words.begin(), word);
  return words;
}

} // namespace

std::vector<core::ParameterSpec> protocol_parameters(const ProtocolDefaults& defaults) {
  const std::vector<std::string> ways{"none", "train", "all"}, of_genes{"none", "train", "all", "chip"};
  std::vector<core::ParameterSpec> out{split.among(first(defaults.split, defaults.splits)),
                                       n_train,
                                       n_tune,
                                       n_test,
                                       folds,
                                       parts,
                                       sample_size,
                                       sampling};
  if (!defaults.has_genes) {
    out.push_back(standardise.among(first(defaults.standardise, ways)));
    return out;
  }
  out.insert(out.end(),
             {standardise_genes.among(first(defaults.standardise, of_genes)), genes, genes_count, genes_on});
  return out;
}

Protocol protocol_of(const core::Parameters& parameters) {
  Protocol out;
  out.split = split.of(parameters);
  out.sizes = {n_train.of(parameters, 0), n_tune.of(parameters, 0), n_test.of(parameters, 0)};
  out.folds = out.split == Protocol::Split::one_fold ? parts.of(parameters, out.folds)
                                                     : folds.of(parameters, out.folds);
  out.sample_size = sample_size.of(parameters);
  out.sampling = sampling.of(parameters);
  out.standardise = standardise_of(parameters);
  const Genes::On on = genes_on.of(parameters, Genes::On::training);
  if (genes.of(parameters, false)) out.genes = {genes_count.of(parameters), on};
  return out;
}

const core::Parameter<encoding::Classes>& classes_parameter() {
  return classes;
}

Protocol::Standardise standardise_of(const core::Parameters& parameters) {
  return standardise_genes.of(parameters);
}

} // namespace datasets::real
