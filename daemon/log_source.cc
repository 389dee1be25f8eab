#include "daemon/log_source.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "base/posix_call.h"
#include "base/posix_file_system.h"
#include "lines/foreign_bytes.h"

namespace steptail::daemon {

base::Result<base::FileStat> stat_of_log(const std::string& path) {
  base::PosixFileSystem fs;
  auto stat = fs.stat(path);
  if (stat && stat->kind == base::FileKind::Directory) {
    return base::fail(path + " is a directory; name the log files in it");
  }
  if (!stat && path.find_first_of("*{") != std::string::npos) {
    stat.error().message += "; patterns are for serve, here name the log files";
  }
  return stat;
}

base::Error shrunk(const std::string& path) {
  return {.message = "it became shorter while it was read; try again once nothing changes it",
          .file = path};
}

namespace {

constexpr std::size_t kInputBytes = std::size_t{128} * 1024;
constexpr std::string_view kGzip = "\x1f\x8b";
constexpr std::string_view kZstd = "\x28\xb5\x2f\xfd";

// The bytes of a descriptor, the first of which may be looked at before they are read.
class Input {
 public:
  Input(std::string path, base::Descriptor fd) : path_(std::move(path)), fd_(std::move(fd)) {}

  [[nodiscard]] const std::string& path() const { return path_; }

  // What comes next, without taking it; empty: the end.
  base::Result<std::string_view> peek() {
    if (at_ < filled_) return rest();
    if (block_.empty()) block_.resize(kInputBytes);
    auto count = read_some(block_);
    if (!count) return tl::unexpected(count.error());
    at_ = 0;
    filled_ = *count;
    return rest();
  }
  void take(std::size_t bytes) { at_ += bytes; }

  base::Result<std::size_t> read(std::span<char> out) {
    if (at_ == filled_) return read_some(out);
    const std::size_t count = std::min(out.size(), filled_ - at_);
    std::memcpy(out.data(), block_.data() + at_, count);
    at_ += count;
    return count;
  }

  // False: it cannot be moved through, such as a pipe.
  bool seek(std::uint64_t offset) {
    if (::lseek(fd_.get(), static_cast<off_t>(offset), SEEK_SET) < 0) return false;
    at_ = filled_ = 0;
    return true;
  }

  [[nodiscard]] tl::unexpected<base::Error> damaged(const std::string& what) const {
    return tl::unexpected(base::Error{.message = what, .file = path_});
  }

 private:
  [[nodiscard]] std::string_view rest() const {
    return std::string_view(block_).substr(at_, filled_ - at_);
  }
  base::Result<std::size_t> read_some(std::span<char> out) {
    const ssize_t count =
        base::uninterrupted([&] { return ::read(fd_.get(), out.data(), out.size()); });
    if (count < 0) return base::system_failure("read", path_, errno);
    return static_cast<std::size_t>(count);
  }

  std::string path_;
  base::Descriptor fd_;
  std::string block_;
  std::size_t at_ = 0;
  std::size_t filled_ = 0;
};

class Gunzip {
 public:
  explicit Gunzip(std::shared_ptr<Input> input) : input_(std::move(input)) {
    constexpr int kGzipWindow = 15 + 16;
    ready_ = inflateInit2(&stream_, kGzipWindow) == Z_OK;
  }
  ~Gunzip() { inflateEnd(&stream_); }
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  base::Result<std::size_t> read(std::span<char> out) {
    if (!ready_) return input_->damaged("no memory to unpack it");
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = static_cast<uInt>(out.size());
    while (stream_.avail_out == out.size()) {
      auto packed = input_->peek();
      if (!packed) return tl::unexpected(packed.error());
      if (packed->empty()) {
        if (inside_) return input_->damaged("it ends in the middle of its gzip data");
        return 0;
      }
      // Between and behind the parts there may be zeros, of a tape's blocks.
      const std::size_t padding = std::min(packed->find_first_not_of('\0'), packed->size());
      if (!inside_ && padding > 0) {
        input_->take(padding);
        continue;
      }
      if (auto unpacked = unpack(*packed); !unpacked) return tl::unexpected(unpacked.error());
    }
    return out.size() - stream_.avail_out;
  }

 private:
  base::Result<void> unpack(std::string_view packed) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream_.avail_in = static_cast<uInt>(packed.size());
    inside_ = true;
    const int status = inflate(&stream_, Z_NO_FLUSH);
    input_->take(packed.size() - stream_.avail_in);
    if (status == Z_STREAM_END) {
      inside_ = false;
      inflateReset(&stream_);
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      return input_->damaged("its gzip data is damaged");
    }
    return {};
  }

  std::shared_ptr<Input> input_;
  z_stream stream_{};
  bool ready_ = false;
  bool inside_ = false;  // of a packed part
};

class Unzstd {
 public:
  explicit Unzstd(std::shared_ptr<Input> input)
      : input_(std::move(input)), stream_(ZSTD_createDStream(), ZSTD_freeDStream) {}

  base::Result<std::size_t> read(std::span<char> out) {
    if (!stream_) return input_->damaged("no memory to unpack it");
    ZSTD_outBuffer unpacked{out.data(), out.size(), 0};
    while (unpacked.pos == 0) {
      auto packed = input_->peek();
      if (!packed) return tl::unexpected(packed.error());
      if (packed->empty() && !inside_) return 0;
      ZSTD_inBuffer in{packed->data(), packed->size(), 0};
      const std::size_t status = ZSTD_decompressStream(stream_.get(), &unpacked, &in);
      if (ZSTD_isError(status) != 0U) {
        return input_->damaged(trouble(status));
      }
      input_->take(in.pos);
      inside_ = status != 0;
      if (packed->empty() && unpacked.pos == 0) {
        return input_->damaged("it ends in the middle of its zstd data");
      }
    }
    return unpacked.pos;
  }

 private:
  [[nodiscard]] static std::string trouble(std::size_t status) {
    if (ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge) {
      return "to unpack its zstd data takes more memory than is allowed; use zstd -d --long=31";
    }
    return std::string("its zstd data is damaged: ") + ZSTD_getErrorName(status);
  }

  std::shared_ptr<Input> input_;
  std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream_;
  bool inside_ = false;
};

base::Result<void> skip(const ReadAhead::Read& read, const std::string& path, std::uint64_t bytes) {
  std::string passed(kInputBytes, '\0');
  while (bytes > 0) {
    const auto wanted = std::min<std::uint64_t>(passed.size(), bytes);
    auto count = read({passed.data(), static_cast<std::size_t>(wanted)});
    if (!count) return tl::unexpected(count.error());
    if (*count == 0) {
      return tl::unexpected(shrunk(path));
    }
    bytes -= *count;
  }
  return {};
}

template <typename Unpacker>
OpenedLog packed_log(const std::shared_ptr<Input>& input) {
  auto unpacker = std::make_shared<Unpacker>(input);
  return {.read = [unpacker](std::span<char> out) { return unpacker->read(out); }, .packed = true};
}

}  // namespace

base::Result<OpenedLog> open_log(const std::string& path, std::uint64_t offset) {
  base::Descriptor fd(path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
                                  : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (!fd.valid()) return base::system_failure("open", path, errno);
  auto input = std::make_shared<Input>(path, std::move(fd));
  auto head = input->peek();
  if (!head) return tl::unexpected(head.error());
  OpenedLog log;
  if (head->starts_with(kGzip)) {
    log = packed_log<Gunzip>(input);
  } else if (head->starts_with(kZstd)) {
    log = packed_log<Unzstd>(input);
  } else if (const auto* foreign = lines::foreign_kind(*head)) {
    const std::string program(foreign->program);
    return input->damaged("it is " + std::string(foreign->what) +
                          ", which is not read here; make text of it: `" + program +
                          " FILE > NEW`, or `" + program + " FILE | steptail inspect -`");
  } else {
    log.read = [input](std::span<char> out) { return input->read(out); };
    if (offset == 0 || input->seek(offset)) return log;
  }
  if (auto skipped = skip(log.read, path, offset); !skipped) {
    return tl::unexpected(skipped.error());
  }
  return log;
}

base::Result<pipeline::Inspection::Source> read_ahead(OpenedLog log) {
  auto started = ReadAhead::start(std::move(log.read));
  if (!started) return tl::unexpected(started.error());
  return [ahead = std::shared_ptr<ReadAhead>(*std::move(started))] { return ahead->next(); };
}

namespace {

// Plain text is read where it is used: carrying it from one processor to another costs more than
// the copy out of the system's cache.
base::Result<pipeline::Inspection::Source> read_cheaply(OpenedLog log) {
  if (log.packed) return read_ahead(std::move(log));
  return [read = std::move(log.read),
          block = std::string(kInputBytes, '\0')]() mutable -> base::Result<std::string_view> {
    auto count = read(block);
    if (!count) return tl::unexpected(count.error());
    return std::string_view(block).substr(0, *count);
  };
}

}  // namespace

base::Result<NamedLog> open_named_log(const std::string& path) {
  NamedLog named;
  if (path != "-") {
    auto stat = stat_of_log(path);
    if (!stat) return tl::unexpected(stat.error());
    named.stat = *stat;
  }
  auto log = open_log(path);
  if (!log) return tl::unexpected(log.error());
  named.packed = log->packed;
  auto source = read_cheaply(*std::move(log));
  if (!source) return tl::unexpected(source.error());
  named.source = *std::move(source);
  return named;
}

}  // namespace steptail::daemon
