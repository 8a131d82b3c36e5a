#include "datasets/encoding/genes.hpp"

#include "core/contract.hpp"
#include "datasets/readers/gene_expression.hpp"
#include "datasets/real/description.hpp"
#include "datasets/real/table_columns.hpp"

// Expression of thousands of genes in a few dozen patients.
namespace datasets::real {
namespace {

using Files = std::vector<readers::TextFile>;

/// The type of leukaemia of patients 1 to 72, by their numbers in table_ALL_AML_samples.txt: AML are 28-38,
/// 50-54, 57, 58, 60-66.
std::string leukaemia_of(int patient) {
  const auto within = [&](int from, int to) { return patient >= from && patient <= to; };
  return within(28, 38) || within(50, 54) || within(57, 58) || within(60, 66) ? "AML" : "ALL";
}

/// Patients in the order of the files, those of the first file as the training part.
Reading read_leukaemia(const Files& files) {
  const auto train = readers::read_gene_expression(files[0]), test = readers::read_gene_expression(files[1]);
  core::require(train.genes == test.genes, files[1].name + ": its genes are others than those of " +
                                               files[0].name +
                                               ". The two belong together. Get both files again.");
  core::Matrix x(train.values.rows() + test.values.rows(), train.values.cols());
  x << train.values, test.values;
  std::vector<std::string> classes, names;
  for (const auto* part : {&train, &test})
    for (const int patient : part->patients) {
      classes.push_back(leukaemia_of(patient));
      names.push_back("patient " + std::to_string(patient));
    }
  Reading reading = labelled(x, std::move(classes), files[0].name);
  reading.names = std::move(names);
  reading.training.assign(static_cast<std::size_t>(x.rows()), 0);
  std::fill_n(reading.training.begin(), train.values.rows(), 1);
  for (std::size_t g = 0; g < train.genes.size(); ++g) reading.table.columns[g + 1].name = train.genes[g];
  return reading;
}

/// The first file has a line a gene, the second the sign of each tissue: negative is a tumour.
Reading read_colon(const Files& files) {
  const core::Matrix genes = readers::read_matrix(files[0]), tissues = readers::read_matrix(files[1]);
  core::require(tissues.cols() == 1 && tissues.rows() == genes.cols(),
                files[1].name + ": it has " + std::to_string(tissues.rows()) + " tissues, but " +
                    files[0].name + " has " + std::to_string(genes.cols()) + ". Get both files again.");
  std::vector<std::string> classes;
  for (const double tissue : tissues.col(0)) classes.emplace_back(tissue < 0 ? "tumour" : "normal");
  return labelled(genes.transpose(), std::move(classes), files[0].name);
}

core::Matrix log10_of(const core::Matrix& x) {
  return x.array().log10().matrix();
}

std::string broad(const std::string& file) {
  return "https://pubs.broadinstitute.org/mpr/projects/Leukemia/" + file;
}

Description leukaemia() {
  return {
      .id = "leukaemia",
      .label = "Leukaemia",
      .meaning = "7129 genes of 72 patients, 38 for training and 34 for testing as published",
      .citation = "Golub et al. (1999), Science 286, 531-537",
      .licence = "none stated",
      .home =
          "the publication page of Golub et al. at the Broad Institute, whose address has moved several "
          "times",
      .files = {{"leukemia/data_set_ALL_AML_train.txt", broad("data_set_ALL_AML_train.txt"),
                 "e2bf57b9b078d265167c8e92b1ebe7e302afd367d8058195531fc29b3d1671e4", 2046811},
                {"leukemia/data_set_ALL_AML_independent.txt", broad("data_set_ALL_AML_independent.txt"),
                 "1c1f98eaa367468aa60bfda6c0e469f5e09d600d4288d9839f8b6b9e481c667d", 1860350}},
      .read = read_leukaemia,
      .rows = 72,
      .inputs = 7129,
      .classes = {{"ALL", 47}, {"AML", 25}},
      .positive = "AML",
      .split = Description::Split::given,
      .preparations =
          {{"none", "all genes as measured", nullptr},
           {"filtered",
            "limited to [100, 16000], genes with max/min > 5 and max - min > 500 over all patients, log10",
            encoding::filtered_genes}},
      .has_genes = true};
}

Description colon() {
  return {
      .id = "colon",
      .label = "Colon",
      .meaning = "2000 genes of 62 tissues, tumour or normal",
      .citation = "Alon et al. (1999), PNAS 96, 6745-6750",
      .licence = "none stated",
      .home =
          "http://genomics-pubs.princeton.edu/oncology/affydata/index.html (the numbers stand in web pages "
          "there)",
      .files = {{"colon/I2000.txt", "", "92a03c4b9c0e42acd1cdc0ccc10203529806364bf8fb5a769e04e03c5777c8fd",
                 1865994},
                {"colon/tissue.txt", "", "716355bf5860d959c08755e2656700bf5a5e9c2674ac18287df72a5893f00086",
                 268}},
      .read = read_colon,
      .rows = 62,
      .inputs = 2000,
      .classes = {{"normal", 22}, {"tumour", 40}},
      .positive = "tumour",
      .preparations = {{"none", "intensities as measured", nullptr},
                       {"log10", "log10 of the intensities", log10_of}},
      .has_genes = true};
}

} // namespace

std::vector<Description> gene_descriptions() {
  return {leukaemia(), colon()};
}

} // namespace datasets::real
