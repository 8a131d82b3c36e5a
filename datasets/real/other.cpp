#include "core/contract.hpp"
#include "core/settings/parameters.hpp"
#include "datasets/readers/csv.hpp"
#include "datasets/readers/mat5.hpp"
#include "datasets/real/description.hpp"
#include "datasets/real/table_columns.hpp"

// Economics, benchmarks of a book, and a sample of a large set.
namespace datasets::real {
namespace {

using Files = std::vector<readers::TextFile>;

/// quarter, PHASEN, 13 series; the quarter is the name of a row and no input.
Reading read_business(const Files& files) {
  auto table = readers::read_csv(files[0], {.header = readers::Header::first_line});
  table.columns.erase(table.columns.begin());
  return labelled(std::move(table), Label::first);
}

Reading read_g241(const Files& files) {
  const auto variables = readers::read_mat5(files[0]);
  core::require(variables.contains("X") && variables.contains("y"),
                files[0].name + ": the variables X and y are missing. Get the file again.");
  std::vector<std::string> classes;
  for (const double y : variables.at("y").reshaped()) classes.push_back(core::shortest(y));
  return labelled(variables.at("X"), std::move(classes), files[0].name);
}

/// The rows of both files; they have none in common.
Reading read_covtype_sample(const Files& files) {
  auto table = readers::read_csv(files[0], {});
  const auto more = readers::read_csv(files[1], {});
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    auto& numbers = table.columns[j].numbers;
    numbers.insert(numbers.end(), more.columns.at(j).numbers.begin(), more.columns.at(j).numbers.end());
  }
  table.lines.clear(); // of two files
  return labelled(std::move(table), Label::last);
}

Description g241(const std::string& id, const std::string& meaning, const DataFile& file) {
  return {.id = id,
          .label = id,
          .meaning = meaning,
          .citation = "Chapelle, Schoelkopf & Zien (2006), Semi-Supervised Learning, MIT Press",
          .licence = "none stated",
          .home = "http://olivier.chapelle.cc/ssl-book/benchmarks.html",
          .files = {file},
          .read = read_g241,
          .rows = 1500,
          .inputs = 241,
          .classes = {{"-1", 750}, {"1", 750}},
          .positive = "1",
          .standardise = "none"};
}

Description business() {
  return {.id = "business",
          .label = "Business",
          .meaning =
              "13 macro-economic series of 157 West German quarters; the class is the phase of the business "
              "cycle",
          .citation = "Heilemann & Muench (1996), data set B3 of the R package klaR",
          .licence = "GPL-2 or GPL-3",
          .home = "https://cran.r-project.org/package=klaR (write.csv of its B3, quarter as first column)",
          .files = {{"business/B3.csv", "",
                     "952e976156c9e25cb03a47b264469a285cdce5501464f8a6da2fef6a9384fa6c", 11844}},
          .read = read_business,
          .rows = 157,
          .inputs = 13,
          .classes = {{"1", 59}, {"2", 24}, {"3", 47}, {"4", 27}},
          .positive = "1"};
}

Reading read_covtype(const Files& files) {
  return labelled(readers::read_csv(files[0], {}), Label::last);
}

/// The whole of what covtype_sample is drawn from. Public is the hash of the packed file.
Description covtype() {
  return {
      .id = "covtype",
      .label = "Covertype",
      .meaning = "forest cover of 30 x 30 m cells, all 581012 rows",
      .citation = "Blackard (1998), doi:10.24432/C50K5N",
      .licence = "CC BY 4.0",
      .home = "https://archive.ics.uci.edu/dataset/31",
      .files = {{"covtype/covtype.data",
                 "https://archive.ics.uci.edu/ml/machine-learning-databases/covtype/covtype.data.gz",
                 "614360d0257557dd1792834a85a1cdebfadc3c4f30b011d56afee7ffb5b15771", 80'000'000, true}},
      .read = read_covtype,
      .rows = 581012,
      .inputs = 54,
      .classes =
          {{"1", 211840}, {"2", 283301}, {"3", 35754}, {"4", 2747}, {"5", 9493}, {"6", 17367}, {"7", 20510}},
      .positive = "7",
      .negative = "1"};
}

Description covtype_sample() {
  return {
      .id = "covtype_sample",
      .label = "Covertype",
      .meaning = "forest cover of 30 x 30 m cells, 105497 of the 581012 rows, drawn at random by others",
      .citation = "Blackard (1998), doi:10.24432/C50K5N",
      .licence = "CC BY 4.0",
      .home =
          "https://archive.ics.uci.edu/dataset/31 has all rows; datasets/README.md says which ones these are",
      .files = {{"covtype/covtype.sample-a.data", "",
                 "f21a68ba90b8ff3a7e3bf671bd9ff7fabb260211a8e6fba1d119c43c3988f68b", 12026701},
                {"covtype/covtype.sample-b.data", "",
                 "79e678be64936c285005e12f1c5daee5f80db98c2cbab9912ed2c1299bb89c0c", 1621755}},
      .read = read_covtype_sample,
      .rows = 105497,
      .inputs = 54,
      .classes = {{"1", 38477}, {"2", 51416}, {"3", 6502}, {"4", 494}, {"5", 1715}, {"6", 3172}, {"7", 3721}},
      .positive = "1",
      .negative = "2"};
}

} // namespace

std::vector<Description> other_descriptions() {
  auto c = g241("g241c", "two Gaussians in 241 dimensions, one a class; standardised by its authors",
                {"g241/SSL,set=5,data.mat", "",
                 "21e996d9c654ac91f32f5ba6af172b6f86034434b6cf17f059cfd2f821120e1e", 2895240});
  auto d = g241("g241d", "four Gaussians in 241 dimensions, two a class; standardised by its authors",
                {"g241/SSL,set=7,data.mat", "",
                 "e6cdd9d6d27a2eb426346bc53c20319f95a982592d14f216dd816808a16da48d", 2895240});
  d.classes = {{"-1", 752}, {"1", 748}};
  return {business(), covtype_sample(), covtype(), std::move(c), std::move(d)};
}

} // namespace datasets::real
