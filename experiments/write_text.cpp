#include "experiments/write_text.hpp"

#include <fstream>

#include "core/contract.hpp"
#include "results/replace_file.hpp"

namespace experiments {

void write_text(const std::filesystem::path& file, const std::string& text) {
  results::replace_file(file, [&](const std::filesystem::path& temporary) {
    std::ofstream out(temporary, std::ios::binary);
    out << text;
    core::require(out.good(),
                  "cannot write " + file.string() + " (the file or its disk refused) choose another --out");
  });
}

} // namespace experiments
