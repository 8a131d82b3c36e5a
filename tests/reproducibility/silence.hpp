#pragma once

namespace reproducibility {

/// Standard output and error go to /dev/null while it lives.
class Silence {
 public:
  Silence();
  ~Silence();
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  int out_, err_;
};

} // namespace reproducibility
