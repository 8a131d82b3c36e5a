#include "results/store/disk.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>

namespace results {
namespace {

std::atomic<Disk*>& instead() {
  static std::atomic<Disk*> disk = nullptr;
  return disk;
}

} // namespace

int Disk::open(const char* path, int flags, mode_t mode) {
  return ::open(path, flags, mode);
}

int Disk::close(int descriptor) {
  return ::close(descriptor);
}

ssize_t Disk::write(int descriptor, const void* bytes, std::size_t count) {
  return ::write(descriptor, bytes, count);
}

ssize_t Disk::pread(int descriptor, void* into, std::size_t count, off_t offset) {
  return ::pread(descriptor, into, count, offset);
}

int Disk::ftruncate(int descriptor, off_t size) {
  return ::ftruncate(descriptor, size);
}

int Disk::fdatasync(int descriptor) {
  return ::fdatasync(descriptor);
}

int Disk::fsync(int descriptor) {
  return ::fsync(descriptor);
}

int Disk::rename(const char* from, const char* to) {
  return ::rename(from, to);
}

Disk& Disk::in_use() {
  static Disk machine;
  Disk* const other = instead();
  return other == nullptr ? machine : *other;
}

DiskInstead::DiskInstead(Disk& other) {
  instead() = &other;
}

DiskInstead::~DiskInstead() {
  instead() = nullptr;
}

} // namespace results
