#pragma once

#include <span>
#include <string>

#include "base/posix_call.h"
#include "base/result.h"

namespace steptail::daemon {

// Where a command writes what it made: a file that appears under its name when it is whole, and
// leaves nothing behind otherwise; or standard output and what is no ordinary file (a pipe, a
// device, an open descriptor such as /dev/stdout), which get the bytes as they come. Of a link what
// it leads to is written, and a file that is replaced leaves its permissions. Thread: one.
class OutputFile {
 public:
  // `name` empty: standard output. Errors: the directory's or the file's.
  [[nodiscard]] static base::Result<OutputFile> create(const std::string& name);
  OutputFile(OutputFile&& other) noexcept = default;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  // The file that it will be; empty: it is none of its own.
  [[nodiscard]] std::string file() const { return temporary_.empty() ? std::string() : path_; }
  [[nodiscard]] base::Result<void> write(std::span<const char> bytes);
  // All is written: it gets its name. The last call.
  [[nodiscard]] base::Result<void> commit();

 private:
  OutputFile(std::string path, std::string temporary, base::Descriptor fd)
      : path_(std::move(path)), temporary_(std::move(temporary)), fd_(std::move(fd)) {}

  std::string path_;
  std::string temporary_;  // empty: it is written to directly
  base::Descriptor fd_;
};

}  // namespace steptail::daemon
