#include "experiments/workers/message.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/contract.hpp"
#include "results/record/printable.hpp"

namespace experiments::workers {
namespace {

using nlohmann::json;

static_assert(std::endian::native == std::endian::little, "doubles travel as they lie in memory");

constexpr std::size_t preamble = 16, first_digit = 6, digits = 9;
constexpr std::size_t most_dimensions = 4, most_arrays = 64;
constexpr std::size_t shown = 40; // bytes of what is no message, in a sentence

std::string beginning(const std::string& bytes) {
  return results::printable(bytes.substr(0, shown));
}

std::size_t header_length(const std::string& bytes) {
  std::size_t length = 0;
  const bool is_ours = bytes.compare(0, first_digit, "MLAB1 ") == 0 && bytes[preamble - 1] == '\n';
  const auto end = bytes.begin() + first_digit + digits;
  if (!is_ours || !std::all_of(bytes.begin() + first_digit, end, [](char c) { return c >= '0' && c <= '9'; }))
    throw FramingError("its bytes are no message: '" + beginning(bytes) + "'");
  for (auto digit = bytes.begin() + first_digit; digit != end; ++digit)
    length = 10 * length + static_cast<std::size_t>(*digit - '0');
  if (length > MessageReader::most_header)
    throw FramingError(fmt::format("it announced a header of {} bytes; {} are the most", length,
                                   MessageReader::most_header));
  return length;
}

std::size_t count(const Array& array) {
  std::size_t values = 1;
  for (const std::int64_t length : array.shape) {
    if (length < 0 || static_cast<std::size_t>(length) > MessageReader::most_values)
      throw FramingError(fmt::format("its array '{}' has a side of {}", array.name, length));
    values *= static_cast<std::size_t>(length);
    if (values > MessageReader::most_values)
      throw FramingError(
          fmt::format("its array '{}' has more than {} values", array.name, MessageReader::most_values));
  }
  return values;
}

Array described(const json& node) {
  const json& shape = node.at("shape");
  Array out{results::printable(node.at("name").get<std::string>()), {}, {}};
  if (!shape.is_array() || shape.size() > most_dimensions)
    throw FramingError("the shape of its array '" + out.name + "' is no list of up to 4 numbers");
  for (const json& length : shape) {
    if (!length.is_number_integer())
      throw FramingError("the shape of its array '" + out.name + "' is no list of whole numbers");
    out.shape.push_back(length.get<std::int64_t>());
  }
  return out;
}

} // namespace

Array array(const std::string& name, const core::Vector& values) {
  return {name, {values.size()}, core::numbers(values)};
}

Array array(const std::string& name, const core::Matrix& values) {
  return {name, {values.rows(), values.cols()}, {values.data(), values.data() + values.size()}};
}

Array array(const std::string& name, const std::vector<double>& values) {
  return {name, {static_cast<std::int64_t>(values.size())}, values};
}

const Array* Message::find(const std::string& name) const {
  const auto found =
      std::find_if(arrays.begin(), arrays.end(), [&](const Array& one) { return one.name == name; });
  return found == arrays.end() ? nullptr : &*found;
}

std::string encoded(const Message& message) {
  json header = json::parse(message.header, nullptr, false);
  core::expect(header.is_object(), "the header of a message is a JSON object");
  header["arrays"] = json::array();
  for (const Array& one : message.arrays)
    header["arrays"].push_back({{"name", one.name}, {"shape", one.shape}});
  const std::string text = header.dump();
  std::string out = fmt::format("MLAB1 {:09d}\n{}", text.size(), text);
  for (const Array& one : message.arrays)
    out.append(reinterpret_cast<const char*>(one.values.data()), one.values.size() * sizeof(double));
  return out;
}

void MessageReader::read_header() {
  const std::size_t length = header_length(pending_);
  if (pending_.size() < preamble + length) return;
  Message message;
  std::size_t values = 0;
  try {
    json header = json::parse(pending_.substr(preamble, length));
    if (!header.is_object()) throw FramingError("its header is no JSON object");
    const json arrays = header.value("arrays", json::array());
    if (!arrays.is_array() || arrays.size() > most_arrays)
      throw FramingError(fmt::format("its header lists no arrays, or more than {}", most_arrays));
    for (const json& one : arrays) message.arrays.push_back(described(one));
    header.erase("arrays");
    message.header = header.dump();
  } catch (const json::exception&) {
    throw FramingError("its header cannot be read: '" + beginning(pending_.substr(preamble, length)) + "'");
  }
  for (const Array& one : message.arrays) values += count(one);
  if (values > most_values) throw FramingError("its arrays are too large");
  values_ = values;
  begin_of_values_ = preamble + length;
  begun_ = std::move(message);
}

std::optional<Message> MessageReader::next() {
  if (!begun_ && pending_.size() >= preamble) read_header();
  if (!begun_ || pending_.size() < begin_of_values_ + values_ * sizeof(double)) return std::nullopt;
  Message out = std::move(*begun_);
  begun_.reset();
  std::size_t at = begin_of_values_;
  for (Array& one : out.arrays) {
    one.values.resize(count(one));
    if (!one.values.empty())
      std::memcpy(one.values.data(), pending_.data() + at, one.values.size() * sizeof(double));
    at += one.values.size() * sizeof(double);
  }
  pending_.erase(0, at);
  return out;
}

} // namespace experiments::workers
