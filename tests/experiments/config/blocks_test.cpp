#include "tests/experiments/config/support/config_folder.hpp"
#include "tests/support/catch.hpp"

using namespace experiments;

TEST_CASE("blocks: name is the last part of the id and label the entry's where a block gives none",
          "[spec]") {
  const Study study = study_of(small_study);
  CHECK(study.data[0].choice.id == "wang2008/example1");
  CHECK(study.data[0].choice.name == "example1");
  CHECK(study.data[0].choice.label == "Example 1");
  CHECK(study.methods[0].method.name == "platt");
  CHECK(study.methods[0].method.label == "Platt's");
  CHECK(study.methods[0].tuning.name == "fixed");
}

TEST_CASE("blocks: defaults fill what a config leaves out, at the top level too", "[spec]") {
  const Study study = study_of(small_study);
  CHECK(study.seed == 1);
  CHECK(study.replications == 100);
  CHECK(study.paper.empty());
  CHECK(study.layout.decimals == 3);
  CHECK(study.published.empty());
  CHECK(study.published_replications == 0);
  CHECK(study.data[0].choice.parameters.integer("n_train") == 100);
  CHECK(study.data[0].choice.parameters.integer("n_test") == 900);
}

TEST_CASE("blocks: a default of a parameter that does not matter is left out, one that matters is filled in",
          "[spec]") {
  const Study gaussian = study_of(replaced(small_study, "kernel: linear", "kernel: gaussian"));
  CHECK(gaussian.classifiers[0].choice.parameters.text("sigma_unit") == "median");
  CHECK(gaussian.classifiers[0].choice.parameters.real("sigma") == 1.0);
  const Study linear = study_of(small_study);
  CHECK(linear.classifiers[0].choice.parameters.values().size() == 1);
}

TEST_CASE("blocks: a given value that does not matter changes nothing about the setting", "[spec]") {
  const Study with = study_of(replaced(small_study, "kernel: linear", "kernel: linear\n    sigma: 7"));
  CHECK(core::canonical(with.classifiers[0].choice) ==
        core::canonical(study_of(small_study).classifiers[0].choice));
}

TEST_CASE("blocks: a parameter is required only where it matters", "[spec]") {
  CHECK(report_of(replaced(small_study, "    kernel: linear\n", "")) ==
        "study.yaml:5:5: missing key 'kernel' in classifier 'weighted_svm' (the kernel of the classifier)\n");
  CHECK(mistakes_of(replaced(small_study, "weighted_svm\n    kernel: linear", "lda")).empty());
}

TEST_CASE("blocks: name and label are the block's own where it gives them", "[spec]") {
  const Study study =
      study_of(replaced(small_study, "example1\n", "example1\n    name: ex-1_A\n    label: Beispiel Ä\n"));
  CHECK(study.data[0].choice.name == "ex-1_A");
  CHECK(study.data[0].choice.label == "Beispiel Ä");
  CHECK(study.axes[0].values[0].name == "ex-1_A");
  CHECK(study.axes[0].values[0].label == "Beispiel Ä");
}

TEST_CASE("numbers: a list and a range of lambda are read to the last bit, in their order", "[spec]") {
  const auto lambda = [](const std::string& written) {
    const Study study = study_of(replaced(small_study, "lambda: 1", "lambda: " + written));
    return study.methods[0].tuning.parameters.reals("lambda");
  };
  CHECK(lambda("[10, 0.1, 1e-3, +2.5]") == std::vector{10.0, 0.1, 0.001, 2.5});
  CHECK(lambda("{from: 0.01, to: 100, per_decade: 1}") == std::vector{0.01, 0.1, 1.0, 10.0, 100.0});
  CHECK(lambda("{from: 0.1, to: 1, per_decade: 3, spacing: linear}") == std::vector{0.4, 0.7, 1.0});
  CHECK(lambda("{from: 1, to: 10}").size() == 11);
}

TEST_CASE("text: long titles may be folded, quoted or plain, and mean the same", "[spec]") {
  const std::string title = study_of(small_study).title;
  CHECK(study_of(replaced(small_study, "A small study", ">-\n  A small\n  study")).title == title);
  CHECK(study_of(replaced(small_study, "A small study", ">\n  A small\n  study")).title == title);
  CHECK(study_of(replaced(small_study, "A small study", "'A small study'")).title == title);
  CHECK(study_of(replaced(small_study, "A small study", "A small\n  study")).title == title);
}

TEST_CASE("text: a quoted yes is text, and comments, line ends and a byte-order mark do not matter",
          "[spec]") {
  CHECK(study_of(replaced(small_study, "A small study", "'Yes'")).title == "Yes");
  CHECK(study_of("\xEF\xBB\xBF" + small_study).title == "A small study");
  std::string windows;
  for (const char c : "# head\n" + small_study) windows += c == '\n' ? "\r\n" : std::string(1, c);
  CHECK(study_of(windows).layout.rows == study_of(small_study).layout.rows);
}

TEST_CASE("one slip is one message: what was meant is used for the checks that follow", "[spec]") {
  CHECK(mistakes_of(replaced(small_study, "lambda: 1", "lamda: 1")).size() == 1);
  CHECK(mistakes_of(replaced(small_study, "wang2008/example1", "example1")).size() == 1);
  CHECK(mistakes_of(replaced(small_study, "metrics: [gkl, cre]", "metrics: [glk, cre]")).size() == 1);
  CHECK(mistakes_of(replaced(small_study, "rows: [data, classifier]", "rows: [dta, classifier]")).size() ==
        1);
}
