#include "datasets/fetch/http_get.hpp"

#ifdef MARGINLAB_CURL
#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#endif

#include "core/contract.hpp"

#ifdef MARGINLAB_CURL
namespace datasets::fetch {
namespace {

using Handle = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;

Handle new_handle() {
  static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
  core::expect(ready == CURLE_OK, "libcurl begins");
  Handle handle(curl_easy_init(), &curl_easy_cleanup);
  core::expect(handle != nullptr, "libcurl gives a handle");
  return handle;
}

/// Where bytes go, and how many may.
struct Sink {
  std::ofstream out;
  std::size_t left;
  bool is_too_small = false;
};

/// libcurl's callback: a smaller answer than `count` ends the transfer.
std::size_t append(char* bytes, std::size_t, std::size_t count, void* target) {
  auto& sink = *static_cast<Sink*>(target);
  sink.is_too_small = count > sink.left;
  if (sink.is_too_small) return 0;
  sink.left -= count;
  sink.out.write(bytes, static_cast<std::streamsize>(count));
  return sink.out.good() ? count : 0;
}

bool is_passing(long status) {
  return status == 408 || status == 429 || status >= 500;
}

Answer judged(CURLcode code, long status, const char* detail) {
  using enum Answer::Outcome;
  const std::string why = detail[0] != '\0' ? detail : curl_easy_strerror(code);
  switch (code) {
    case CURLE_OK:
      // To a request for what lies behind the end of its file a server says 416.
      return status == 416 ? Answer{afresh, "the server's file is shorter than what was there"}
                           : Answer{complete};
    case CURLE_HTTP_RETURNED_ERROR:
      return {is_passing(status) ? again : refused, "the server answers " + std::to_string(status)};
    case CURLE_RANGE_ERROR:
      return {afresh, "the server only sends whole files"};
    case CURLE_WRITE_ERROR:
      throw core::UserError("The download cannot be written. Is the disk full? Make room and fetch again.");
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT:
    case CURLE_TOO_MANY_REDIRECTS:
    case CURLE_PEER_FAILED_VERIFICATION:
      return {refused, why};
    default:
      return {again, why};
  }
}

} // namespace

Answer http_get(const std::string& url, const std::filesystem::path& part, std::size_t most,
                const Patience& patience) {
  std::error_code none;
  const std::size_t had = std::filesystem::exists(part, none) ? std::filesystem::file_size(part) : 0;
  Sink sink{std::ofstream(part, std::ios::binary | std::ios::app), most - std::min(most, had)};
  core::require(sink.out.is_open(),
                part.string() + ": it cannot be written. Set MARGINLAB_DATA to a folder of your own.");
  const Handle handle = new_handle();
  std::array<char, CURL_ERROR_SIZE> detail{};
  const auto set = [&](CURLoption option, auto value) {
    core::expect(curl_easy_setopt(handle.get(), option, value) == CURLE_OK, "libcurl knows the option");
  };
  set(CURLOPT_URL, url.c_str());
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  set(CURLOPT_FOLLOWLOCATION, 1L);
  set(CURLOPT_MAXREDIRS, 10L);
  set(CURLOPT_FAILONERROR, 1L);
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_CONNECTTIMEOUT, patience.silence);
  set(CURLOPT_LOW_SPEED_LIMIT, 1L);
  set(CURLOPT_LOW_SPEED_TIME, patience.silence);
  set(CURLOPT_USERAGENT, "marginlab");
  set(CURLOPT_ERRORBUFFER, detail.data());
  set(CURLOPT_WRITEFUNCTION, &append);
  set(CURLOPT_WRITEDATA, &sink);
  if (had > 0) set(CURLOPT_RESUME_FROM_LARGE, static_cast<curl_off_t>(had));
  const CURLcode code = curl_easy_perform(handle.get());
  long status = 0;
  curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
  if (sink.is_too_small)
    return {Answer::Outcome::too_large, "the server sends more than " + std::to_string(most) + " bytes"};
  return judged(code, status, detail.data());
}

} // namespace datasets::fetch
#else
namespace datasets::fetch {

Answer http_get(const std::string& url, const std::filesystem::path&, std::size_t, const Patience&) {
  throw core::UserError(url +
                        ": it cannot be fetched. This marginlab was built without libcurl. Get the file by "
                        "other means, or build again where libcurl is.");
}

} // namespace datasets::fetch
#endif
