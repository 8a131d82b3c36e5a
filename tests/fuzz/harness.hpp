#pragma once
#include <string>
#include <string_view>

namespace results {
struct Results;
}

// One function for each reader of what a person hands to the program. It gives the bytes to the reader and
// returns where they are read, or refused by the exception the reader documents. Whatever else happens -
// another exception, a report of a sanitizer, a hang - is a finding. libfuzzer.cpp calls one of them in a
// loop, replay_test.cpp all of them over the files of the tree.
namespace fuzz {

using Harness = bool (*)(std::string_view bytes);

bool yaml(std::string_view bytes);    ///< studies: experiments/config
bool csv(std::string_view bytes);     ///< datasets/readers/csv
bool libsvm(std::string_view bytes);  ///< datasets/readers/libsvm
bool arff(std::string_view bytes);    ///< datasets/readers/arff
bool journal(std::string_view bytes); ///< results/journal
bool hdf5(std::string_view bytes);    ///< results.h5 and models: results/store/hdf5
bool card(std::string_view bytes);    ///< cards of studies: results/record, and every report of them

/// Asks for the report of a study in every format. A report may be refused as documented.
void all_reports(const results::Results& stored);

/// What the harness could not take of these bytes: the message of an exception that no reader documents; ""
/// where there was none.
std::string finding(Harness harness, std::string_view bytes);

} // namespace fuzz
