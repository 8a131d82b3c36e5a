#pragma once
#include <string>
#include <vector>

#include "experiments/catalog/methods.hpp"
#include "experiments/catalog/setting.hpp"

// A model of one's own data is one setting of a study, said in words of the command line.
namespace experiments::own_data {

/// What a person asks for, as typed; empty where nothing was.
struct Words {
  std::string data{}; ///< a file, or the id of a listed data set
  std::string label{}, positive{};
  std::string method{}, classifier{};  ///< a method left open is decided by alternatives.hpp
  std::vector<std::string> settings{}; ///< key=value
  bool many_rows = false;              ///< the defaults are those for many rows (cost.hpp)
  std::string ignore{};                ///< columns that are no inputs
  std::string scores{};     ///< the columns of scores that another program has given, one or one a class
  std::string scores_are{}; ///< a word of given_scores; empty: score
  std::string weights{};    ///< the column that says how often each row counts; empty: once
};

/// Whether a list of columns may name more than one.
inline bool names_several(const std::string& columns) {
  return columns.find_first_of(",;") != std::string::npos;
}

/// The setting behind the words, a method among them, every parameter decided but the seed, and of the data
/// set only what says how it is read and coded: positive may be "auto". Reads the words by the rules of a
/// study's blocks (configs/README.md). A key is a parameter of the data set, the classifier, the method or
/// the tuning criterion, with one of the words data, classifier, method, tuning and a dot before it where two
/// of them have it. Where nothing is said: the method's usual classifier with the linear kernel, and lambda
/// by the perturbation criterion as in configs/wang2008, of many rows by cross-validation with a bandwidth in
/// sampled medians; every criterion over the 60 values there. Criteria that need a sample nobody has -
/// tuning_set, oracle - are not accepted. Throws SpecErrors that lists all mistakes.
Setting read_choices(const Words& words, const Catalogue& catalogue);

/// Throws UserError where weights are asked for and this method takes none, with the names of those that do.
void require_weights(const Words& words, const Setting& setting);

} // namespace experiments::own_data
