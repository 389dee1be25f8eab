#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "config/web_file.h"
#include "web/tls_context.h"

namespace steptail::web {

// A web configuration file with all that it names, read and found good. Immutable.
struct Security {
  config::WebFile file;
  std::shared_ptr<TlsContext> tls;  // null: plain HTTP
  std::string header_lines;         // for every answer, each with its line end

  // The files that it was made of, as they were just before.
  struct Seen {
    std::string path;
    std::optional<base::FileStat> stat;
  };
  std::vector<Seen> seen;
};

// Errors: all of them, with line and column in `path`; nothing is half loaded. Blocks as files do.
[[nodiscard]] base::Checked<std::shared_ptr<const Security>> load_security(base::FileSystem& fs,
                                                                           const std::string& path);
// Whether any of its files is another one now, or was written to. Blocks as files do.
[[nodiscard]] bool has_changed(base::FileSystem& fs, const Security& security);

}  // namespace steptail::web
