#pragma once
#include <map>
#include <string>
#include <string_view>

// One function for each reader of what a person hands to the program. It gives the bytes to the reader and
// returns where they are read, or refused by the exception the reader documents. Whatever else happens -
// another exception, a report of a sanitizer, a hang - is a finding. libfuzzer.cpp calls one of them in a
// loop, replay_test.cpp all of them over the files of the tree.
namespace fuzz {

using Harness = void (*)(std::string_view bytes);

void yaml(std::string_view bytes);    ///< studies: experiments/spec
void csv(std::string_view bytes);     ///< datasets/readers/csv
void libsvm(std::string_view bytes);  ///< datasets/readers/libsvm
void arff(std::string_view bytes);    ///< datasets/readers/arff
void journal(std::string_view bytes); ///< results/journal
void hdf5(std::string_view bytes);    ///< results.h5 and models: results/hdf5

/// By the name of their folders below corpus/ and crashes/.
inline const std::map<std::string, Harness> harnesses{
    {"yaml", yaml}, {"csv", csv}, {"libsvm", libsvm}, {"arff", arff}, {"journal", journal}, {"hdf5", hdf5}};

/// What the harness could not take of these bytes: the message of an exception that no reader documents; ""
/// where there was none.
std::string finding(Harness harness, std::string_view bytes);

} // namespace fuzz
