#pragma once
#include <filesystem>
#include <string>

namespace datasets::fetch {

/// How long to wait for a server.
struct Patience {
  int tries = 4;
  double first_wait = 1; ///< seconds before the second try, doubled before each further one
  long silence = 30;     ///< seconds without a byte after which a try is given up
};

/// What became of one request.
struct Answer {
  enum class Outcome {
    complete, ///< the server says that this was all
    again,  ///< broken off, refused for the moment, or unreachable: worth another try, from where it stopped
    afresh, ///< what was there does not fit what the server has: begin with nothing
    too_large, ///< it is more than was to come; what had come is of no use
    refused    ///< another try would get the same
  } outcome;
  std::string why{};
};

/// One GET over HTTP or HTTPS, redirects followed; appends to the file `part`, asking only for what it does
/// not have, until it is `most` bytes long. The answer of a server that refuses is not written. Certificates
/// are checked.
Answer http_get(const std::string& url, const std::filesystem::path& part, std::size_t most,
                const Patience& patience);

} // namespace datasets::fetch
