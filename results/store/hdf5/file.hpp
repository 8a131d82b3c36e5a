#pragma once
#include <hdf5.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/contract.hpp"

namespace results::hdf5 {

// A thin layer over the C interface of HDF5: identifiers that close themselves, and exceptions for negative
// returns.

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

// Files and groups with the properties every results.h5 has: readable by every HDF5 1.10, no modification
// times (the same data give the same bytes), links kept in the order of their making.

/// Makes a file in memory that never touches the disk: HDF5 1.10 crashes at exit when a write fails for want
/// of room, so the bytes of a finished file are looked at by image_of and written by us.
Handle create_in_memory();

/// All bytes of a file in memory, as they would be on disk: its own, no copy, good until it is changed or
/// closed. Nothing in it may be open.
std::string_view image_of(const Handle& file);

/// Opens for reading. HDF5's own locks are off: a results.h5 is never written in place. Whoever made the
/// file chose what is in it, so nothing outside it is read: Error if it has a link that is not a plain one,
/// a dataset whose values lie in another file or are put together from others, or one packed by a filter
/// that HDF5 would have to load. Cost: one look at each link and dataset.
Handle open_file(const std::filesystem::path& path);

Handle create_group(hid_t parent, const std::string& name);
Handle open_group(hid_t parent, const std::string& name);

bool has(hid_t group, const char* name);

/// The names in a group, in the order of their making.
std::vector<std::string> names_in(hid_t group);

} // namespace results::hdf5

namespace results {

// HDF5 checks some of its bytes and trusts the others: of 11 433 copies of a small file with one flipped bit
// each, 165 made the library 1.10.8 crash or hang. So a results.h5 ends in a line of its own, after the end
// that HDF5 knows,
//
//   marginlab crc32 xxxxxxxx\n
//
// with the CRC-32 of all bytes before it. HDF5 and every reader built on it leave such a tail alone; our
// reader opens no file without it. Cost: one pass over the file, about 1 GB a second.

enum class Seal { sound, broken, missing };

/// The line that belongs after these bytes.
std::string seal_of(std::string_view bytes);

/// Is the line there, and is it right? Throws core::UserError if the file cannot be read at all.
Seal check_seal(const std::filesystem::path& path);

/// The sentence for a file that cannot be read, with the reason and what to do.
core::UserError damaged(const std::filesystem::path& path, const std::string& reason);

} // namespace results
