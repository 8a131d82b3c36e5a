#include "datasets/readers/csv.hpp"
#include "datasets/real/description.hpp"
#include "datasets/real/table_columns.hpp"

// Handwritten digits.
namespace datasets::real {
namespace {

using Files = std::vector<readers::TextFile>;

Reading read_optdigits(const Files& files) {
  return labelled(readers::read_csv(files[0], {}), Label::last);
}

Reading read_usps(const Files& files) {
  return labelled(readers::read_csv(files[0], {.delimiter = ' '}), Label::first);
}

/// The first images of each digit, so many, in the order of the file.
template <int most>
Reading read_first(const Files& files) {
  const Reading all = read_usps(files);
  std::vector<std::size_t> kept;
  std::vector<int> taken(10, 0);
  const auto& digits = all.table.columns[all.label].numbers;
  for (std::size_t i = 0; i < digits.size(); ++i)
    if (taken.at(static_cast<std::size_t>(digits[i]))++ < most) kept.push_back(i);
  return rows_of(all, kept);
}

std::string esl(const std::string& file) {
  return "https://hastie.su.domains/ElemStatLearn/datasets/" + file;
}

std::vector<DataFile> usps_files() {
  return {{"usps/zip.train", esl("zip.train.gz"),
           "abc9f5c75b997cabe66b5d01727d5a681c69298e1641a8d37b55433a52129dc0", 14512253}};
}

constexpr const char* usps_citation =
    "Le Cun et al. (1990); Hastie, Tibshirani & Friedman, The Elements of Statistical Learning";
constexpr const char* usps_home = "https://hastie.su.domains/ElemStatLearn/data.html";

Description optdigits() {
  return {.id = "optdigits",
          .label = "Digits",
          .meaning = "8 x 8 counts of handwritten digits; two of the ten, of the training file",
          .citation = "Alpaydin & Kaynak (1998), doi:10.24432/C50P49",
          .licence = "CC BY 4.0",
          .home = "https://archive.ics.uci.edu/dataset/80",
          .files = {{"optdigits/optdigits.tra",
                     "https://archive.ics.uci.edu/ml/machine-learning-databases/optdigits/optdigits.tra",
                     "e1b683cc211604fe8fd8c4417e6a69f31380e0c61d4af22e93cc21e9257ffedd", 563639}},
          .read = read_optdigits,
          .rows = 3823,
          .inputs = 64,
          .classes = {{"0", 376},
                      {"1", 389},
                      {"2", 380},
                      {"3", 389},
                      {"4", 387},
                      {"5", 376},
                      {"6", 377},
                      {"7", 387},
                      {"8", 380},
                      {"9", 382}},
          .positive = "1",
          .negative = "7"};
}

Description usps() {
  return {.id = "usps",
          .label = "USPS",
          .meaning = "16 x 16 grey values of handwritten digits, the training file",
          .citation = usps_citation,
          .licence = "none stated",
          .home = usps_home,
          .files = usps_files(),
          .read = read_usps,
          .rows = 7291,
          .inputs = 256,
          .classes = {{"0", 1194},
                      {"1", 1005},
                      {"2", 731},
                      {"3", 658},
                      {"4", 652},
                      {"5", 556},
                      {"6", 664},
                      {"7", 645},
                      {"8", 542},
                      {"9", 644}},
          .positive = "1,3,5,7,9",
          .negative = "0,2,4,6,8",
          .standardise = "none"};
}

template <int most>
Description usps_first() {
  const std::string count = std::to_string(most);
  Description some = usps();
  some.id = "usps_first" + count;
  some.meaning = "the first " + count + " images of each digit of the training file";
  some.read = read_first<most>;
  some.rows = 10 * most;
  for (auto& [digit, rows] : some.classes) rows = most;
  return some;
}

} // namespace

std::vector<Description> image_descriptions() {
  return {optdigits(), usps(), usps_first<80>(), usps_first<200>()};
}

} // namespace datasets::real
