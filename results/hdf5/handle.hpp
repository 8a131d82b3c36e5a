#pragma once
#include <hdf5.h>

#include <stdexcept>
#include <string>
#include <utility>

// A thin layer over the C interface of HDF5: identifiers that close themselves, and exceptions for negative
// returns.
namespace results::hdf5 {

/// What HDF5 said when a call failed: "<doing> (<the innermost message of its error stack>)".
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Returns `result` unless it is negative; then throws Error. `doing` is a participle: "reading 'x'".
hid_t check(hid_t result, const std::string& doing);

/// An identifier that closes itself. Only movable.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Handle(hid_t id, Close close, const std::string& doing) : id_(check(id, doing)), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }

  operator hid_t() const { return id_; }

  /// Closes now and reports what the destructor could not.
  void close(const std::string& doing) { check(close_(std::exchange(id_, H5I_INVALID_HID)), doing); }

 private:
  hid_t id_;
  Close close_;
};

/// Keeps HDF5 from printing its error stack in this thread while it lives.
class QuietErrors {
 public:
  QuietErrors();
  ~QuietErrors();
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

} // namespace results::hdf5
