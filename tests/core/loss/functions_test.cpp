#include "core/loss/functions.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/parameter.hpp"
#include "tests/support/catch.hpp"

using namespace core;

namespace {

/// A function at a margin, its parameters at their defaults but for those told.
double value_at(const std::string& id, double z, const std::map<std::string, Value>& told = {}) {
  Parameters parameters;
  for (const auto& [key, value] : told) parameters.set(key, value);
  const LossFunction& row = loss_function(id);
  return row.build(with_defaults(parameters, row.entry.parameters))(z);
}

} // namespace

TEST_CASE("every named loss has a formula, a source and one id", "[loss][conformance]") {
  std::set<std::string> ids;
  for (const LossFunction& row : loss_functions()) {
    CAPTURE(row.entry.id);
    CHECK(ids.insert(row.entry.id).second);
    CHECK_FALSE(row.entry.meaning.empty());
    CHECK_FALSE(row.entry.source.empty());
    const auto function = row.build(with_defaults({}, row.entry.parameters));
    for (double z = -3; z < 3; z += 0.25) {
      CHECK(function(z) >= 0);
      CHECK(function(z + 0.25) <= function(z)); // all of them fall
    }
  }
  CHECK_THROWS_AS(loss_function("hinges"), std::logic_error);
}

TEST_CASE("the named losses have the values that their formulas give by hand", "[loss][manufactured]") {
  const double log2 = std::log(2.0);
  CHECK(value_at("coherence", 1, {{"rho", 0.1}}) == Approx(0.1 * log2));
  CHECK(value_at("coherence", 0, {{"rho", 1.0}, {"u", 0.0}}) == Approx(log2));
  CHECK(value_at("coherence", -1, {{"rho", 0.01}}) == Approx(2));        // the hinge loss, but for exp(-200)
  CHECK(value_at("c_loss", 0, {{"rho", 7.0}, {"u", 3.0}}) == Approx(3)); // the cost of a misclassification
  CHECK(value_at("c_loss", 1) == Approx(log2 / std::log(1 + std::exp(1.0))));
  CHECK(value_at("l_loss", 0, {{"rho", 0.3}, {"u", 5.0}}) == Approx(1));
  CHECK(value_at("l_loss", -std::log(3.0), {{"u", 0.0}}) == Approx(2)); // log2(1 + 3)
  CHECK(value_at("l_loss", 0.7) == Approx(value_at("c_loss", 0.7)));    // u = 1
  CHECK(value_at("hinge", -0.5) == 1.5);
  CHECK(value_at("hinge", -1, {{"corner", -0.5}}) == 0.5);
  CHECK(value_at("hinge", -0.5, {{"corner", -0.5}}) == 0);
  CHECK(value_at("squared_hinge", -1) == 4);
  CHECK(value_at("squared_hinge", 2) == 0);
  CHECK(value_at("huberised_hinge", 0) == 0.25);
  CHECK(value_at("psi", -5) == 2);
  CHECK(value_at("logistic", 0) == Approx(log2));
  CHECK(value_at("exponential", -2, {{"rate", 0.5}}) == Approx(std::exp(1.0)));
}

TEST_CASE("a truncated loss is the loss up to s and from there on K / (K - 1) times its value at 0",
          "[loss][manufactured]") {
  CHECK(least_truncation(3).hinge == -0.5);
  CHECK(least_truncation(3).exponential == Approx(-0.4054651081081644));
  CHECK(least_truncation(3).logistic == Approx(-0.6034561026)); // -log(2^1.5 - 1)
  for (const std::int64_t classes : {2, 3, 5, 9}) {
    const LeastTruncation s = least_truncation(static_cast<int>(classes));
    const double share = static_cast<double>(classes) / static_cast<double>(classes - 1);
    for (const auto& [id, cut] : {std::pair("hinge", s.hinge), std::pair("exponential", s.exponential),
                                  std::pair("logistic", s.logistic)}) {
      CAPTURE(id, classes);
      const auto truncated = [&](double z) {
        return value_at(std::string("truncated_") + id, z, {{"classes", classes}});
      };
      CHECK(value_at(id, cut) == Approx(share * value_at(id, 0)));
      CHECK(truncated(cut - 3) == Approx(share * value_at(id, 0)));
      CHECK(truncated(cut + 0.1) == value_at(id, cut + 0.1));
    }
  }
}

TEST_CASE("H_Ts is H_1 less H_s", "[loss][manufactured]") {
  for (double u = -3; u <= 3; u += 0.125)
    CHECK(value_at("truncated_hinge", u) ==
          Approx(value_at("hinge", u) - value_at("hinge", u, {{"corner", -0.5}})).margin(1e-15));
}

TEST_CASE("the C-loss lies between the losses it bridges, as Proposition 4 says of the figure",
          "[loss][manufactured]") {
  for (const double rho : {0.1, 1.0, 10.0, 100.0})
    for (double z = -5; z <= 5; z += 0.1) {
      const double c = value_at("c_loss", z, {{"rho", rho}});
      const auto [least, most] = std::minmax({value_at("l_loss", z, {{"rho", rho}, {"u", 0.0}}),
                                              value_at("hinge", z), value_at("squared_hinge", z)});
      CAPTURE(rho, z);
      CHECK((z < 0 ? c <= least + 1e-12 : c >= most - 1e-12));
    }
}
