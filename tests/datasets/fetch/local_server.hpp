#pragma once
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace tests {

/// What a server sends to one request, as bytes of the wire, and how it goes on.
struct Reply {
  std::string bytes;
  enum class After {
    close,
    silence
  } after = After::close; ///< silence: keeps the connection open and sends nothing
};

inline Reply ok(const std::string& body) {
  return {"HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) +
          "\r\nConnection: close\r\n\r\n" + body};
}

inline Reply status(const std::string& line, const std::string& headers = "") {
  return {"HTTP/1.1 " + line + "\r\n" + headers + "Content-Length: 5\r\nConnection: close\r\n\r\nsorry"};
}

/// An HTTP server on a port of its own of this machine, for as long as it lives.
class LocalServer {
 public:
  /// request: the text up to the empty line. number: how many requests came before.
  using Handler = std::function<Reply(const std::string& request, std::size_t number)>;

  explicit LocalServer(Handler handler)
      : handler_(std::move(handler)), socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (::bind(socket_, generic, size) != 0 || ::listen(socket_, 8) != 0 ||
        ::getsockname(socket_, generic, &size) != 0)
      throw std::runtime_error("no port of this machine can be listened on");
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~LocalServer() {
    ending_ = true;
    thread_.join();
    for (const int connection : silent_) ::close(connection);
    ::close(socket_);
  }
  LocalServer(const LocalServer&) = delete;
  LocalServer& operator=(const LocalServer&) = delete;

  std::string url(const std::string& path) const {
    return "http://127.0.0.1:" + std::to_string(port_) + path;
  }

  std::vector<std::string> requests() {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

 private:
  bool is_readable(int descriptor) const {
    pollfd waiting{descriptor, POLLIN, 0};
    return ::poll(&waiting, 1, 20) > 0;
  }

  void serve() {
    while (!ending_) {
      if (!is_readable(socket_)) continue;
      const int connection = ::accept(socket_, nullptr, nullptr);
      std::string request;
      char byte = 0;
      while (!request.ends_with("\r\n\r\n") && ::recv(connection, &byte, 1, 0) == 1) request += byte;
      std::size_t number = 0;
      {
        const std::lock_guard lock(mutex_);
        number = requests_.size();
        requests_.push_back(request);
      }
      const Reply reply = handler_(request, number);
      for (std::size_t sent = 0; sent < reply.bytes.size();) {
        const auto count =
            ::send(connection, reply.bytes.data() + sent, reply.bytes.size() - sent, MSG_NOSIGNAL);
        if (count <= 0) break;
        sent += static_cast<std::size_t>(count);
      }
      if (reply.after == Reply::After::silence)
        silent_.push_back(connection);
      else
        ::close(connection);
    }
  }

  Handler handler_;
  int socket_;
  int port_ = 0;
  std::atomic<bool> ending_ = false;
  std::mutex mutex_;
  std::vector<std::string> requests_;
  std::vector<int> silent_;
  std::thread thread_;
};

} // namespace tests
