#include "tail/match_hint.h"

namespace steptail::tail {

std::string match_hint(base::FileSystem& fs, const PathPattern& pattern) {
  std::string text = pattern.text();
  std::string hint;
  if (!text.starts_with('/')) {
    hint = "it does not begin with /, so it means the directory that steptail is started in";
  }
  const auto say = [&hint](const std::string& more) { hint += (hint.empty() ? "" : "; ") + more; };
  const auto itself = fs.stat(text);
  if (itself && itself->kind == base::FileKind::Directory) {
    while (text.ends_with('/')) text.pop_back();
    say("it is a directory: " + text + "/*.log means the files in it that end in .log, " + text +
        "/** all of them");
    return hint;
  }
  const auto below = fs.stat(pattern.fixed_prefix());
  if (!below) say(pattern.fixed_prefix() + ": " + below.error().message);
  return hint;
}

}  // namespace steptail::tail
