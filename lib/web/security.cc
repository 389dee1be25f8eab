#include "web/security.h"

#include <algorithm>
#include <utility>

namespace steptail::web {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20U;

std::optional<base::FileStat> look_at(base::FileSystem& fs, const std::string& path) {
  auto stat = fs.stat(path);
  if (!stat) return std::nullopt;
  return *stat;
}

bool same_file(const std::optional<base::FileStat>& a, const std::optional<base::FileStat>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return a->device == b->device && a->inode == b->inode && a->size == b->size &&
         a->modified == b->modified;
}

// Reads what a file of the configuration names.
class Reader {
 public:
  Reader(base::FileSystem& fs, std::string path) : fs_(fs), path_(std::move(path)) {}

  base::Result<std::string> read(const std::string& file) {
    // Looked at first: what is written meanwhile is seen as a change later.
    seen_.push_back({.path = file, .stat = look_at(fs_, file)});
    return fs_.read_all(file, kMostBytes);
  }

  std::string pem(const config::PemSource& source) {
    if (!source.given() || source.file.empty()) return source.text;
    auto text = read(source.file);
    if (text) return *std::move(text);
    errors_.push_back({.message = "'" + source.key + "': " + text.error().message +
                                  "; write the path of a PEM file that the daemon can read",
                       .file = path_,
                       .line = source.at.line,
                       .column = source.at.column});
    return {};
  }

  base::Errors& errors() { return errors_; }
  std::vector<Security::Seen>& seen() { return seen_; }

 private:
  base::FileSystem& fs_;
  const std::string path_;
  base::Errors errors_;
  std::vector<Security::Seen> seen_;
};

std::string header_lines(const config::WebFile& file) {
  std::string lines;
  for (const auto& [name, value] : file.headers) {
    // Stands on every answer anyhow.
    if (name != "X-Content-Type-Options") lines.append(name).append(": ").append(value) += "\r\n";
  }
  return lines;
}

}  // namespace

base::Checked<std::shared_ptr<const Security>> load_security(base::FileSystem& fs,
                                                             const std::string& path) {
  Reader reader(fs, path);
  auto text = reader.read(path);
  if (!text) return tl::unexpected(base::Errors{text.error()});
  auto file = config::load_web_file(path, *text);
  if (!file) return tl::unexpected(file.error());
  auto security = std::make_shared<Security>();
  security->file = *std::move(file);
  security->header_lines = header_lines(security->file);
  if (const auto& tls = security->file.tls) {
    TlsPem pem;
    pem.cert = reader.pem(tls->cert);
    pem.key = reader.pem(tls->key);
    pem.client_ca = reader.pem(tls->client_ca);
    if (!reader.errors().empty()) return tl::unexpected(std::move(reader.errors()));
    auto context = TlsContext::make(path, *tls, pem);
    if (!context) return tl::unexpected(context.error());
    security->tls = *std::move(context);
  }
  security->seen = std::move(reader.seen());
  return security;
}

bool has_changed(base::FileSystem& fs, const Security& security) {
  return std::any_of(security.seen.begin(), security.seen.end(), [&fs](const auto& seen) {
    return !same_file(seen.stat, look_at(fs, seen.path));
  });
}

}  // namespace steptail::web
