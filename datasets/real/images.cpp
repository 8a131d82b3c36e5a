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

/// The first 80 images of each digit, in the order of the file.
Reading read_first_80(const Files& files) {
  constexpr int most = 80;
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
           "abc9f5c75b997cabe66b5d01727d5a681c69298e1641a8d37b55433a52129dc0"}};
}

constexpr const char* usps_citation =
    "Le Cun et al. (1990); Hastie, Tibshirani & Friedman, The Elements of Statistical Learning";
constexpr const char* usps_home = "https://hastie.su.domains/ElemStatLearn/data.html";

} // namespace

std::vector<Description> image_descriptions() {
  return {{"optdigits",
           "Digits",
           "8 x 8 counts of handwritten digits; two of the ten, of the training file",
           "Alpaydin & Kaynak (1998), doi:10.24432/C50P49",
           "CC BY 4.0",
           "https://archive.ics.uci.edu/dataset/80",
           {{"optdigits/optdigits.tra",
             "https://archive.ics.uci.edu/ml/machine-learning-databases/optdigits/optdigits.tra",
             "e1b683cc211604fe8fd8c4417e6a69f31380e0c61d4af22e93cc21e9257ffedd"}},
           read_optdigits,
           3823,
           64,
           {{"0", 376},
            {"1", 389},
            {"2", 380},
            {"3", 389},
            {"4", 387},
            {"5", 376},
            {"6", 377},
            {"7", 387},
            {"8", 380},
            {"9", 382}},
           "1",
           "7"},
          {"usps",
           "USPS",
           "16 x 16 grey values of handwritten digits, the training file",
           usps_citation,
           "none stated",
           usps_home,
           usps_files(),
           read_usps,
           7291,
           256,
           {{"0", 1194},
            {"1", 1005},
            {"2", 731},
            {"3", 658},
            {"4", 652},
            {"5", 556},
            {"6", 664},
            {"7", 645},
            {"8", 542},
            {"9", 644}},
           "1,3,5,7,9",
           "0,2,4,6,8",
           "none"},
          {"usps_first80",
           "USPS",
           "the first 80 images of each digit of the training file",
           usps_citation,
           "none stated",
           usps_home,
           usps_files(),
           read_first_80,
           800,
           256,
           {{"0", 80},
            {"1", 80},
            {"2", 80},
            {"3", 80},
            {"4", 80},
            {"5", 80},
            {"6", 80},
            {"7", 80},
            {"8", 80},
            {"9", 80}},
           "1,3,5,7,9",
           "0,2,4,6,8",
           "none"}};
}

} // namespace datasets::real
