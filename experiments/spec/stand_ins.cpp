#include "experiments/spec/stand_ins.hpp"

#include <algorithm>

#include "experiments/spec/suggestion.hpp"

namespace experiments {
namespace {

/// Visits each block that stands for another name, with its axis.
template <class Visit>
void for_each_stand_in(const StudyBlocks& blocks, Visit visit) {
  const auto visit_all = [&](const std::string& axis, const std::vector<Block>& list) {
    for (const Block& block : list)
      if (block.stands_for) visit(axis, *block.stands_for);
  };
  visit_all("data", blocks.data);
  visit_all("classifier", blocks.classifiers);
  visit_all("method", blocks.methods);
}

} // namespace

void check_stand_ins(const StudyBlocks& blocks, const PublishedNames& names, Problems& problems) {
  for_each_stand_in(blocks, [&](const std::string& axis, const StandIn& stand_in) {
    const auto column = names.find(axis);
    if (column == names.end()) {
      problems.add(stand_in.place, "nothing is published for " + axis + " '" + stand_in.name +
                                       "' (the file of published numbers has no column '" + axis +
                                       "'). Add the column, or remove stands_for");
    } else if (const auto& known = column->second;
               std::find(known.begin(), known.end(), stand_in.name) == known.end()) {
      problems.add(stand_in.place, "nothing is published for " + axis + " '" + stand_in.name + "'" +
                                       accepted_and_closest(stand_in.name, known));
    }
  });
}

void refuse_stand_ins(const StudyBlocks& blocks, Problems& problems) {
  for_each_stand_in(blocks, [&](const std::string&, const StandIn& stand_in) {
    problems.add(stand_in.place,
                 "'stands_for' without published numbers (there is nothing to compare the block with). Add a "
                 "published block, or remove it");
  });
}

} // namespace experiments
