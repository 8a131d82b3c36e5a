#include "datasets/encoding/inputs.hpp"
#include "datasets/readers/csv.hpp"
#include "datasets/real/description.hpp"
#include "datasets/real/table_columns.hpp"

// The data sets of the UCI Machine Learning Repository that the papers use.
namespace datasets::real {
namespace {

using readers::TextFile;
using Files = std::vector<TextFile>;

constexpr const char* licence = "CC BY 4.0";

std::string uci(const std::string& path) {
  return "https://archive.ics.uci.edu/ml/machine-learning-databases/" + path;
}

std::string page(int number) {
  return "https://archive.ics.uci.edu/dataset/" + std::to_string(number);
}

Reading class_last(const Files& files) {
  return labelled(readers::read_csv(files[0], {}), Label::last);
}

Reading class_first(const Files& files) {
  return labelled(readers::read_csv(files[0], {}), Label::first);
}

Reading read_liver(const Files& files) {
  return labelled(named(readers::read_csv(files[0], {}),
                        {"mcv", "alkphos", "sgpt", "sgot", "gammagt", "drinks", "selector"}),
                  Label::last);
}

Reading read_pima(const Files& files) {
  return labelled(named(readers::read_csv(files[0], {}), {"pregnancies", "glucose", "pressure", "skin",
                                                          "insulin", "bmi", "pedigree", "age", "diabetes"}),
                  Label::last);
}

/// The values agaricus-lepiota.names declares; nine of them occur in no row. The ? of stalk-root is one of
/// them.
Reading read_mushroom(const Files& files) {
  struct Attribute {
    const char *name, *values;
  };
  static constexpr Attribute attributes[] = {{"cap-shape", "bcxfks"},
                                             {"cap-surface", "fgys"},
                                             {"cap-color", "nbcgrpuewy"},
                                             {"bruises", "tf"},
                                             {"odor", "alcyfmnps"},
                                             {"gill-attachment", "adfn"},
                                             {"gill-spacing", "cwd"},
                                             {"gill-size", "bn"},
                                             {"gill-color", "knbhgropuewy"},
                                             {"stalk-shape", "et"},
                                             {"stalk-root", "bcuezr?"},
                                             {"stalk-surface-above-ring", "fyks"},
                                             {"stalk-surface-below-ring", "fyks"},
                                             {"stalk-color-above-ring", "nbcgopewy"},
                                             {"stalk-color-below-ring", "nbcgopewy"},
                                             {"veil-type", "pu"},
                                             {"veil-color", "nowy"},
                                             {"ring-number", "not"},
                                             {"ring-type", "ceflnpsz"},
                                             {"spore-print-color", "knbhrouwy"},
                                             {"population", "acnsvy"},
                                             {"habitat", "glmpuwd"}};
  Reading reading = class_first(files);
  for (std::size_t j = 0; j < std::size(attributes); ++j) {
    readers::Column& column = reading.table.columns[j + 1];
    column.name = attributes[j].name;
    for (const char* value = attributes[j].values; *value != '\0'; ++value)
      column.declared.emplace_back(1, *value);
  }
  return reading;
}

Reading read_promoters(const Files& files) {
  Reading reading = class_first(files);
  readers::RawTable& table = reading.table;
  auto positions = encoding::positions_of(table, 2, "acgt");
  table.columns.resize(1);
  table.columns.insert(table.columns.end(), positions.begin(), positions.end());
  return labelled(std::move(table), Label::first);
}

Description liver() {
  return {.id = "liver",
          .label = "Liver",
          .meaning = "blood tests and drinks of 345 men; the class is the seventh column, the selector",
          .citation = "Forsyth, BUPA Medical Research (1990), doi:10.24432/C54G67",
          .licence = licence,
          .home = page(60),
          .files = {{"liver/bupa.data", uci("liver-disorders/bupa.data"),
                     "a166a3e7a6f4dc41aaaedc59a107e57d8adcaeb8821f0873d756982f1ea74c92", 7297}},
          .read = read_liver,
          .rows = 345,
          .inputs = 6,
          .classes = {{"1", 145}, {"2", 200}},
          .positive = "1"};
}

Description ionosphere() {
  return {.id = "ionosphere",
          .label = "Ionosphere",
          .meaning = "radar returns, good or bad; the second input is constantly 0",
          .citation = "Sigillito, Wing, Hutton & Baker (1989), doi:10.24432/C5W01B",
          .licence = licence,
          .home = page(52),
          .files = {{"ionosphere/ionosphere.data", uci("ionosphere/ionosphere.data"),
                     "46d52186b84e20be52918adb93e8fb9926b34795ff7504c24350ae0616a04bbd", 76467}},
          .read = class_last,
          .rows = 351,
          .inputs = 34,
          .classes = {{"b", 126}, {"g", 225}},
          .positive = "g"};
}

Description pima() {
  return {.id = "pima",
          .label = "Diabetes",
          .meaning = "diabetes in 768 Pima women; zeros that stand for missing values are taken as they are",
          .citation = "Smith, Everhart, Dickson, Knowler & Johannes (1988)",
          .licence = "none stated",
          .home = "https://github.com/jbrownlee/Datasets (UCI has withdrawn the file)",
          .files = {{"pima/pima-indians-diabetes.data",
                     "https://raw.githubusercontent.com/jbrownlee/Datasets/master/"
                     "pima-indians-diabetes.data.csv",
                     "06f5b7c2cd7bca686fda4f92eab5f61e7ff6426a9acefa2e3dda04fc54293cf5", 23279}},
          .read = read_pima,
          .rows = 768,
          .inputs = 8,
          .classes = {{"0", 500}, {"1", 268}},
          .positive = "1"};
}

Description mushroom() {
  return {.id = "mushroom",
          .label = "Mushroom",
          .meaning = "22 nominal attributes of gilled mushrooms, edible or poisonous",
          .citation = "Mushroom (1981), donor Schlimmer (1987), doi:10.24432/C5959T",
          .licence = licence,
          .home = page(73),
          .files = {{"mushroom/agaricus-lepiota.data", uci("mushroom/agaricus-lepiota.data"),
                     "e65d082030501a3ebcbcd7c9f7c71aa9d28fdfff463bf4cf4716a3fe13ac360e", 373704}},
          .read = read_mushroom,
          .rows = 8124,
          .inputs = 126,
          .classes = {{"e", 4208}, {"p", 3916}},
          .positive = "p",
          .standardise = "none",
          .encodings = {"declared", "occurring", "integer"}};
}

Description promoters() {
  return {
      .id = "promoters",
      .label = "Promoters",
      .meaning = "E. coli DNA of 57 nucleotides, promoter or not",
      .citation = "Harley, Reynolds & Noordewier (1990), doi:10.24432/C5S01D",
      .licence = licence,
      .home = page(67),
      .files = {{"promoters/promoters.data", uci("molecular-biology/promoter-gene-sequences/promoters.data"),
                 "9cba9e8661ab04760d69b857f62259233446f2dce5ec9b515efe0b23c315bb29", 7089}},
      .read = read_promoters,
      .rows = 106,
      .inputs = 228,
      .classes = {{"+", 53}, {"-", 53}},
      .positive = "+",
      .standardise = "none"};
}

Description wine() {
  return {.id = "wine",
          .label = "Wine",
          .meaning = "chemical analysis of wines of three cultivars",
          .citation = "Aeberhard & Forina (1991), doi:10.24432/C5PC7J",
          .licence = licence,
          .home = page(109),
          .files = {{"wine/wine.data", uci("wine/wine.data"),
                     "6be6b1203f3d51df0b553a70e57b8a723cd405683958204f96d23d7cd6aea659", 10782}},
          .read = class_first,
          .rows = 178,
          .inputs = 13,
          .classes = {{"1", 59}, {"2", 71}, {"3", 48}},
          .positive = "1"};
}

} // namespace

std::vector<Description> uci_descriptions() {
  return {liver(), ionosphere(), pima(), mushroom(), promoters(), wine()};
}

} // namespace datasets::real
