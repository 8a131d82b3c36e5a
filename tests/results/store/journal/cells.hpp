#pragma once
#include <string>

#include "results/record/record.hpp"

namespace results {

/// A key made of one hexadecimal digit, 32 times.
inline std::string setting_key(char digit) {
  return std::string(32, digit);
}

inline Record ok_cell(char setting, std::int32_t replicate, double value = 0.5) {
  Record record{{setting_key(setting), replicate}};
  record.values = {{"cre", value}, {"gkl", 2 * value}};
  record.seconds = 0.25;
  return record;
}

inline Record failed_cell(char setting, std::int32_t replicate) {
  Record record{{setting_key(setting), replicate}, Outcome::failed};
  record.stage = "fit";
  record.error = "one class only";
  return record;
}

inline bool same(const Record& a, const Record& b) {
  return a.key == b.key && a.outcome == b.outcome && a.values == b.values && a.series == b.series &&
         a.stage == b.stage && a.error == b.error && a.signal == b.signal && a.stderr_tail == b.stderr_tail &&
         a.seconds == b.seconds;
}

} // namespace results
