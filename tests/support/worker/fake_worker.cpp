#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

// A worker that knows no library of ours, so that the protocol is what docs/workers.md says. It says how many
// positives there are among the labels, or the shares of the classes, and does what a request's parameter
// "do" names, or, when it begins, its first word.
namespace {

constexpr int requests = 3, replies = 4;

bool read_exactly(std::string& into, std::size_t count) {
  into.resize(count);
  for (std::size_t at = 0; at < count;) {
    const ssize_t taken = ::read(requests, into.data() + at, count - at);
    if (taken <= 0) return false;
    at += static_cast<std::size_t>(taken);
  }
  return true;
}

void write_all(int descriptor, const std::string& bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t written = ::write(descriptor, bytes.data() + at, bytes.size() - at);
    if (written <= 0) std::_Exit(9);
    at += static_cast<std::size_t>(written);
  }
}

std::string framed(const std::string& header) {
  char preamble[32];
  std::snprintf(preamble, sizeof preamble, "MLAB1 %09zu\n", header.size());
  return preamble + header;
}

/// The number behind "key": in a header; the headers of marginlab have no blanks.
long number(const std::string& header, const std::string& key, long otherwise) {
  const auto at = header.find("\"" + key + "\":");
  return at == std::string::npos ? otherwise : std::strtol(header.c_str() + at + key.size() + 3, nullptr, 10);
}

std::string word(const std::string& header, const std::string& key) {
  const auto at = header.find("\"" + key + "\":\"");
  if (at == std::string::npos) return "";
  const auto begin = at + key.size() + 4;
  return header.substr(begin, header.find('"', begin) - begin);
}

/// The sides of the array of this name; a vector has one, an absent array none.
std::vector<std::size_t> shape(const std::string& header, const std::string& name) {
  std::vector<std::size_t> out;
  const auto at = header.find("\"name\":\"" + name + "\",\"shape\":[");
  if (at == std::string::npos) return out;
  const char* text = std::strchr(header.c_str() + at, '[') + 1;
  while (*text != ']') {
    char* end = nullptr;
    out.push_back(std::strtoul(text, &end, 10));
    text = *end == ',' ? end + 1 : end;
  }
  return out;
}

std::size_t product(const std::vector<std::size_t>& sides) {
  std::size_t out = sides.empty() ? 0 : 1;
  for (const std::size_t side : sides) out *= side;
  return out;
}

struct Request {
  std::string header;
  std::vector<double> y{}, lambdas{}, probability{}, truth{};
  std::size_t points = 0;
  long classes = 2;
};

bool next(Request& request) {
  std::string preamble, bytes;
  if (!read_exactly(preamble, 16) ||
      !read_exactly(request.header, std::strtoul(preamble.c_str() + 6, nullptr, 10)))
    return false;
  const std::string& header = request.header;
  request.classes = number(header, "classes", 2);
  const auto points = shape(header, "points");
  request.points = points.empty() ? 0 : points.front();
  request.y.clear(), request.lambdas.clear(), request.probability.clear(), request.truth.clear();
  for (const char* name : {"x", "y", "points", "lambdas", "probability", "truth"}) {
    const std::size_t count = product(shape(header, name));
    if (!read_exactly(bytes, 8 * count)) return false;
    std::vector<double> values(count);
    if (count > 0) std::memcpy(values.data(), bytes.data(), bytes.size());
    if (name == std::string("y")) request.y = values;
    if (name == std::string("lambdas")) request.lambdas = values;
    if (name == std::string("probability")) request.probability = values;
    if (name == std::string("truth")) request.truth = values;
  }
  return true;
}

/// Column-major [m], [m, K], [m, L] or [m, K, L]: the same at every point and for every lambda.
std::vector<double> shares(const Request& request) {
  std::vector<double> of_class;
  for (long k = 1; k <= (request.classes == 2 ? 1 : request.classes); ++k) {
    double count = 0;
    for (const double label : request.y)
      count += request.classes == 2 ? label > 0 : label == static_cast<double>(k);
    of_class.push_back(count / static_cast<double>(request.y.size()));
  }
  std::vector<double> out;
  for (std::size_t l = 0; l < std::max<std::size_t>(1, request.lambdas.size()); ++l)
    for (const double share : of_class) out.insert(out.end(), request.points, share);
  return out;
}

std::string shape_of_shares(const Request& request) {
  std::string out = std::to_string(request.points);
  if (request.classes > 2) out += "," + std::to_string(request.classes);
  if (!request.lambdas.empty()) out += "," + std::to_string(request.lambdas.size());
  return out;
}

void answer(const std::vector<double>& values, const std::string& sides, long id,
            const std::string& facts = "{}") {
  std::string bytes = framed("{\"id\":" + std::to_string(id) + ",\"ok\":true,\"facts\":" + facts +
                             ",\"arrays\":[{\"name\":\"probability\",\"shape\":[" + sides + "]}]}");
  bytes.append(reinterpret_cast<const char*>(values.data()), 8 * values.size());
  write_all(replies, bytes);
}

void use_memory() {
  std::vector<char> all(std::size_t{3} << 30, 1);
  if (all.back() != 1) std::_Exit(8);
}

/// Holds the pipes of the worker open, as a child of a user's method may, and ends soon.
void leave_child() {
  if (::fork() == 0) {
    ::sleep(3);
    std::_Exit(0);
  }
}

/// Whether the request is answered as it should be afterwards.
bool behave(const std::string& what, const Request& request, std::vector<double>& values, std::string& sides,
            long& id) {
  if (what == "crash") std::raise(SIGSEGV);
  if (what == "sleep") ::sleep(1000);
  if (what == "exit") std::fputs("I leave\n", stderr), std::exit(3);
  if (what == "leave a child and exit") leave_child(), std::exit(0);
  if (what == "nan") values[1] = std::numeric_limits<double>::quiet_NaN();
  if (what == "one and a half") values[2] = 1.5;
  if (what == "one more") values.push_back(0.5), sides = std::to_string(request.points + 1);
  if (what == "print") write_all(1, std::string(300'000, 'x') + "\n"), write_all(2, "the last words\n");
  if (what == "print bytes") write_all(2, std::string(1'000'000, '\xff'));
  if (what == "leave a child") leave_child();
  if (what == "other id") ++id;
  if (what == "long header") write_all(replies, "MLAB1 002097152\n");
  if (what == "no message") write_all(replies, "hello from printf\n");
  if (what == "no json") write_all(replies, framed("{\"id\": oh"));
  if (what == "close replies") ::close(replies), ::sleep(1000);
  if (what == "memory") use_memory();
  if (what == "object") {
    write_all(replies, framed("{\"id\":" + std::to_string(id) +
                              ",\"ok\":false,\"error\":\"ValueError: I do not like it\"}"));
    return false;
  }
  if (what == "remember") {
    static double asked = 0;
    values.assign(values.size(), 1 / ++asked);
  }
  return true;
}

/// Draws n rows: a normal-looking input that follows from the seed, labels in turn, the label's truth.
void draw(const Request& request) {
  const std::string what = word(request.header, "do");
  long n = 0;
  for (const char* part : {"train", "tune", "test"}) n += number(request.header, part, 0);
  if (what == "crash") std::raise(SIGSEGV);
  if (what == "too few") --n;
  const auto rows = static_cast<std::size_t>(n);
  const double seed = static_cast<double>(number(request.header, "seed", 0));
  std::vector<double> x(2 * rows), y(rows), truth(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    y[i] = request.classes == 2 ? (i % 2 == 0 ? 1 : -1)
                                : static_cast<double>(i % static_cast<std::size_t>(request.classes) + 1);
    x[i] = std::sin(seed + static_cast<double>(i * i)) + y[i];
    x[rows + i] = std::cos(seed * static_cast<double>(i + 1));
    truth[i] = y[i] > 0 ? 0.75 : 0.25;
  }
  if (what == "label") y[1] = 7;
  if (what == "infinite") x[2] = std::numeric_limits<double>::infinity();
  if (what == "truth") truth[3] = 1.5;
  const std::string count = std::to_string(rows), id = std::to_string(number(request.header, "id", 0));
  std::string bytes = framed(
      "{\"id\":" + id + ",\"ok\":true,\"arrays\":[{\"name\":\"x\",\"shape\":[" + count +
      ",2]},{\"name\":\"y\",\"shape\":[" + count + "]}" +
      (what == "no truth" || request.classes > 2 ? "" : ",{\"name\":\"truth\",\"shape\":[" + count + "]}") +
      "]}");
  for (const auto* values : {&x, &y, &truth})
    if (values != &truth || (what != "no truth" && request.classes == 2))
      bytes.append(reinterpret_cast<const char*>(values->data()), 8 * values->size());
  write_all(replies, bytes);
}

/// Says the mean of the probabilities, the share of positives, and the mean truth where it is told one.
void measure(const Request& request) {
  const std::string what = word(request.header, "do");
  const auto mean = [](const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return std::to_string(sum / static_cast<double>(values.size()));
  };
  double positives = 0;
  for (const double label : request.y) positives += label > 0;
  if (what == "crash") std::fputs("I fall\n", stderr), std::raise(SIGSEGV);
  std::string facts = "\"centre\":" + (what == "nan"   ? "\"nan\""
                                       : what == "inf" ? "\"inf\""
                                                       : mean(request.probability));
  if (what != "one")
    facts += ",\"share\":" + std::to_string(positives / static_cast<double>(request.y.size()));
  if (!request.truth.empty()) facts += ",\"truth\":" + mean(request.truth);
  write_all(replies, framed("{\"id\":" + std::to_string(number(request.header, "id", 0)) +
                            ",\"ok\":true,\"facts\":{" + facts + "}}"));
}

/// Writes its number into a file, so that a test can see what becomes of it.
void sign(const char* path) {
  std::ofstream(path, std::ios::app) << ::getpid() << "\n";
}

} // namespace

int main(int count, char** words) {
  const std::string how = count > 1 ? words[1] : "";
  if (how == "never") std::fputs("ModuleNotFoundError: No module named 'sklearn'\n", stderr), std::exit(1);
  if (how == "other") write_all(replies, framed("{\"protocol\":2}"));
  if (how == "sign" && count > 2) sign(words[2]);
  const char* const tunes = how == "tunes" ? "true" : "false";
  write_all(replies,
            framed(std::string("{\"protocol\":1,\"ready\":true,\"name\":\"fake\",\"tunes\":") + tunes +
                   (how == "draws"            ? ",\"op\":\"draw\",\"truth\":true"
                    : how == "draws_labels"   ? ",\"op\":\"draw\""
                    : how == "measures"       ? ",\"op\":\"measure\""
                    : how == "measures_truth" ? ",\"op\":\"measure\",\"truth\":true"
                    : how == "loads"          ? ",\"files\":[\"more.txt\"]"
                                              : "") +
                   ",\"classes\":[2,9],\"versions\":{\"fake\":\"1.0\"}}"));
  for (Request request; next(request);) {
    if (how.starts_with("draws")) {
      draw(request);
      continue;
    }
    if (how.starts_with("measures")) {
      measure(request);
      continue;
    }
    std::vector<double> values = shares(request);
    std::string sides = shape_of_shares(request);
    long id = number(request.header, "id", 0);
    if (how == "sign") ::usleep(20'000);
    if (behave(word(request.header, "do"), request, values, sides, id))
      answer(values, sides, id, R"({"size":)" + std::to_string(request.y.size()) + "}");
  }
}
