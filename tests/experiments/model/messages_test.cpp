#include <string>
#include <vector>

#include "experiments/model/fit.hpp"
#include "experiments/model/predict.hpp"
#include "results/store/hdf5/model_file.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/message_form.hpp"

// What fit and predict refuse is said in sentences. Settings that no method takes are said with their place,
// in the form that configs have, and are checked with these.
using experiments::own_data::FitRequest;

namespace {

/// A file, what fit is told, and where the place may hold more than a name.
struct Refused {
  std::string name, text;
  std::vector<std::string> settings{};
  std::string method = "platt";
  std::string ignore{};
  double holdout = 0;
};

const std::string whole = "x,z,y\n1,2,0\n2,1,1\n1,3,0\n3,1,1\n2,2,0\n3,3,1\n1,1,0\n4,1,1\n";
const std::string declared = "@relation r\n@attribute x real\n@attribute c {a,b}\n@attribute y {0,1}\n";

std::vector<Refused> files() {
  return {{"a.csv", ""},
          {"a.csv", "x,y\n"},
          {"a.csv", "x,y\n1,0\n2\n"},
          {"a.csv", "x,x,y\n1,1,0\n2,2,1\n"},
          {"a.csv", "x,y\n\"1,0\n2,1\n"},
          {"a.csv", "x,y\n\"1\"2,0\n2,1\n"},
          {"a.csv", std::string("x,y\n1,0\n\0,1\n", 11), {"format=csv"}},
          {"a.csv", "x,y\n1,0\ninf,1\n3,0\n4,1\n"},
          {"a.csv", "x,y\n1,0\nNA,1\n3,0\n4,1\n"},
          {"a.csv", "x,y\nNA,0\nNA,1\n", {"if_missing=omit"}},
          {"a.csv", "x,y\n1e200,0\n2,1\n3,0\n4,1\n"},
          {"a.csv", "x,y\n1,0\n2,1\n3,\n4,1\n"},
          {"a.csv", "x,y\n1,a\n2,b\n3,c\n4,a\n5,b\n6,c\n"},
          {"a.csv", "x,y\n1,a\n2,a\n3,a\n4,a\n", {"positive=a"}},
          {"a.csv", "x,y\n1,a\n2,b\n3,a\n4,b\n", {"positive=z"}},
          {"a.csv", "x,y\n1,no\n2,Yes\n3,no\n4,yes\n5,No\n6,yes\n", {"positive=\"yes\""}},
          {"a.csv", "x,y\n1,a\n2,b\n3,a\n4,b\n", {"target=none"}},
          {"a.csv", "y\n1\n2\n"},
          {"a.csv",
           "when,x,y\n2024-01-01,1,0\n2024-01-02,2,1\n2024-01-03,1,0\n2024-01-04,4,1\n",
           {"encoding=refused"}},
          {"a.csv", "name,x,y\nann,1,0\nbob,2,1\ncem,1,0\ndee,4,1\n", {"encoding=refused"}},
          {"a.csv", "c,x,y\nred,1,0\nblue,2,1\nred,1,0\nblue,4,1\n", {"encoding=refused"}},
          {"a.csv", "x,y\n1,0\n2,1\n"},
          {"a.csv", "x,z,y\n1,0,a\n2,1,a\n3,0,b\n"},
          {"a.csv", "x,y\n10%,0\n20%,1\n10%,0\n20%,1\n"},
          {"a.rds", "RDX3\nX\n"},
          {"a.json", "{\"x\": [1, 2]}"},
          {"a.libsvm", ""},
          {"a.libsvm", "1 1:x\n0 1:2\n"},
          {"a.libsvm", "1 2\n0 1:2\n"},
          {"a.libsvm", "1 x:2\n0 1:2\n"},
          {"a.libsvm", "1,3 1:2\n0 1:2\n"},
          {"a.libsvm", "1 1:2 1:3\n0 1:2\n"},
          {"a.libsvm", "1 0:2 1:3\n0 1:2\n", {"indices=from_1"}},
          {"a.libsvm", "1 18446744073709551614:1\n0 1:2\n"},
          {"a.arff", "1,2,3\n", {"format=arff"}},
          {"a.arff", "@relation r\n@data\n1\n"},
          {"a.arff", "@relation r\n@attribute x real\n"},
          {"a.arff", "@relation r\n@attribute x date\n@data\n1\n"},
          {"a.arff", "@relation r\n@attribute x {a,b\n@data\n1\n"},
          {"a.arff", "@relation r\n@attribute x real\n@attribute x real\n@data\n1,2\n"},
          {"a.arff", declared + "@data\n1,a\n"},
          {"a.arff", declared + "@data\none,a,1\n"},
          {"a.arff", declared + "@data\n1,z,1\n"},
          {"a.arff", declared + "@data\n1,'a,1\n"},
          {"a.arff", declared + "@data\n1,'a'b,1\n"},
          {"a.arff", declared + "@data\n{0 1\n"},
          {"a.arff", declared + "@data\n{9 1}\n"},
          {"a.arff", declared + "@data\n{0 1, 0 2}\n"},
          {"a.arff", declared + "@data\n"},
          {"a.arff", declared + "@data\n1,?,1\n2,a,0\n3,b,1\n4,a,0\n", {"encoding=declared"}},
          {"a.csv", std::string("\xff\xfe\x00\xd8x", 5)},
          {"a.csv.gz", "\x1f\x8b\x08 and nothing that zlib could read"}};
}

std::vector<Refused> requests() {
  return {{"a.csv", whole, {}, "svm_decision"},

          {"a.csv", whole, {"tuning.criterion=cross_validation", "folds=7"}},
          {"a.csv", whole, {}, "platt", "", 1},
          {"a.csv", whole, {}, "platt", "", 0.01},
          {"a.csv", whole, {}, "platt", "y"},
          {"a.csv", whole, {}, "platt", "none_such"},
          {"a.csv", whole, {"neighbours=99"}, "nearest_neighbours"},
          {"a.csv", whole, {"classes=each"}, "kernel_multicategory_logistic"},
          {"a.csv", whole, {"intervals=1"}, "bracket"},
          {"a.csv", whole, {}, "true_probability"},
          {"a.csv", whole, {}, "decision_comparison"},
          {"a.csv", whole, {"p_min=0.9", "p_max=0.1"}, "sparse_logistic"},
          {"a.csv", whole, {"half_width=[0.1, 0.2]"}, "sparse_logistic"},
          {"a.csv", whole, {"loss_curve=1"}, "sparse_logistic"},
          {"a.csv", whole, {"kernel=auto", "tuning.criterion=fixed"}},
          {"a.csv", "x,y\n1,0\n2,0\n3,0\n4,0\n5,1\n6,1\n", {}, "platt", "", 0.8}};
}

std::string said_of_fit(const tests::TemporaryFolder& folder, const Refused& one) {
  FitRequest request;
  request.words.data = folder.write(one.name, one.text);
  request.words.method = one.method;
  request.words.ignore = one.ignore;
  request.words.settings = one.settings;
  request.holdout = one.holdout;
  const std::string message = tests::refusal([&] { experiments::own_data::fit(request); });
  const std::string path = folder.path().string() + "/"; // which may have a blank
  std::string out = message;
  for (std::size_t at = out.find(path); at != std::string::npos; at = out.find(path))
    out.erase(at, path.size());
  return out;
}

} // namespace

TEST_CASE("what fit refuses is said in short sentences behind a place", "[own_data][checker]") {
  const tests::TemporaryFolder folder;
  std::vector<Refused> all = files();
  for (const Refused& each : requests()) all.push_back(each);
  for (const Refused& one : all) {
    const std::string message = said_of_fit(folder, one);
    CAPTURE(one.name, one.text, one.settings, one.method, message);
    CHECK(message != "accepted");
    CHECK(tests::flaw_of(message) == "");
  }
}

TEST_CASE("what predict refuses and marks is said in short sentences", "[own_data][checker]") {
  const tests::TemporaryFolder folder;
  FitRequest request;
  request.words.data = folder.write("a.csv", "c,x,y\nred,1,0\nblue,2,1\nred,1,0\nblue,4,1\n");
  request.words.method = "penalised_logistic";
  request.words.settings = {"encoding=occurring", "tuning.criterion=fixed", "lambda=1"};
  request.holdout = 0;
  const auto path = folder.path() / "m.h5";
  results::write_model(path, experiments::own_data::fit(request));
  const results::Model model = results::read_model(path);
  using experiments::own_data::Unseen;
  const auto said = [&](const std::string& text, const std::vector<std::string>& settings, Unseen unseen) {
    const std::string file = folder.write("new.csv", text);
    const std::string message =
        tests::refusal([&] { experiments::own_data::predict(model, file, settings, unseen); });
    return message.starts_with(file) ? "new.csv" + message.substr(file.size()) : message;
  };
  for (const auto& message :
       {said("c\nred\n", {}, Unseen::skip), said("x\n1\n", {}, Unseen::skip), said("", {}, Unseen::skip),
        said("c,x\ngreen,1\n", {}, Unseen::error), said("c,x\nred\n", {}, Unseen::skip),
        said("red,1,2,3\n", {"header=none"}, Unseen::skip),
        said("c,x\nred,1\n", {"if_missing=median"}, Unseen::skip)}) {
    CAPTURE(message);
    CHECK(message != "accepted");
    CHECK(tests::flaw_of(message) == "");
  }
}

TEST_CASE("the form of messages tells a sentence from what is none", "[checker]") {
  CHECK(tests::flaw_of("a.csv:3: column 'x' is 'inf', which is no number. Correct the row.").empty());
  CHECK(tests::flaw_of("There are 2 rows. Add some?").empty());
  CHECK(tests::flaw_of("if_missing=omit leaves nothing. Say if_missing=median.").empty());
  CHECK_FALSE(tests::flaw_of("fit with svm_decision (it says which class) choose another").empty());
  CHECK_FALSE(tests::flaw_of("a.csv: no rows").empty());
  CHECK_FALSE(tests::flaw_of("there are 2 rows.").empty());
  CHECK_FALSE(tests::flaw_of("There are 2 rows. add some.").empty());
  std::string longer = "It";
  for (int i = 0; i < 25; ++i) longer += " goes";
  CHECK_FALSE(tests::flaw_of(longer + ".").empty());
}
