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

std::vector<Description> of_wang2008() {
  return {{"liver",
           "Liver",
           "blood tests and drinks of 345 men; the class is the seventh column, the selector",
           "Forsyth, BUPA Medical Research (1990), doi:10.24432/C54G67",
           licence,
           page(60),
           {{"liver/bupa.data", uci("liver-disorders/bupa.data"),
             "a166a3e7a6f4dc41aaaedc59a107e57d8adcaeb8821f0873d756982f1ea74c92"}},
           read_liver,
           345,
           6,
           {{"1", 145}, {"2", 200}},
           "1"},
          {"ionosphere",
           "Ionosphere",
           "radar returns, good or bad; the second input is constantly 0",
           "Sigillito, Wing, Hutton & Baker (1989), doi:10.24432/C5W01B",
           licence,
           page(52),
           {{"ionosphere/ionosphere.data", uci("ionosphere/ionosphere.data"),
             "46d52186b84e20be52918adb93e8fb9926b34795ff7504c24350ae0616a04bbd"}},
           class_last,
           351,
           34,
           {{"b", 126}, {"g", 225}},
           "g"},
          {"pima",
           "Diabetes",
           "diabetes in 768 Pima women; zeros that stand for missing values are taken as they are",
           "Smith, Everhart, Dickson, Knowler & Johannes (1988)",
           "none stated",
           "https://www.openml.org/d/37 (values alike, other bytes; UCI has withdrawn the file)",
           {{"pima/pima-indians-diabetes.data", "",
             "06f5b7c2cd7bca686fda4f92eab5f61e7ff6426a9acefa2e3dda04fc54293cf5"}},
           read_pima,
           768,
           8,
           {{"0", 500}, {"1", 268}},
           "1"},
          {"mushroom",
           "Mushroom",
           "22 nominal attributes of gilled mushrooms, edible or poisonous",
           "Mushroom (1981), donor Schlimmer (1987), doi:10.24432/C5959T",
           licence,
           page(73),
           {{"mushroom/agaricus-lepiota.data", uci("mushroom/agaricus-lepiota.data"),
             "e65d082030501a3ebcbcd7c9f7c71aa9d28fdfff463bf4cf4716a3fe13ac360e"}},
           read_mushroom,
           8124,
           126,
           {{"e", 4208}, {"p", 3916}},
           "p",
           "rest",
           "none",
           Description::Split::none,
           {},
           {"declared", "occurring"}}};
}

std::vector<Description> of_other_papers() {
  return {{"promoters",
           "Promoters",
           "E. coli DNA of 57 nucleotides, promoter or not",
           "Harley, Reynolds & Noordewier (1990), doi:10.24432/C5S01D",
           licence,
           page(67),
           {{"promoters/promoters.data", uci("molecular-biology/promoter-gene-sequences/promoters.data"),
             "9cba9e8661ab04760d69b857f62259233446f2dce5ec9b515efe0b23c315bb29"}},
           read_promoters,
           106,
           228,
           {{"+", 53}, {"-", 53}},
           "+",
           "rest",
           "none"},
          {"wine",
           "Wine",
           "chemical analysis of wines of three cultivars",
           "Aeberhard & Forina (1991), doi:10.24432/C5PC7J",
           licence,
           page(109),
           {{"wine/wine.data", uci("wine/wine.data"),
             "6be6b1203f3d51df0b553a70e57b8a723cd405683958204f96d23d7cd6aea659"}},
           class_first,
           178,
           13,
           {{"1", 59}, {"2", 71}, {"3", 48}},
           "1"}};
}

} // namespace

std::vector<Description> uci_descriptions() {
  auto all = of_wang2008();
  for (Description& description : of_other_papers()) all.push_back(std::move(description));
  return all;
}

} // namespace datasets::real
