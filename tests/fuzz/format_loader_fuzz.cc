// The input is a format file. Properties: it loads or every error has a message, the file and a
// place; what loads can be matched with; a file that loads does so without its samples too.

#include <string>

#include "format/format.h"
#include "format/format_loader.h"
#include "format/format_set.h"
#include "format/rule_matcher.h"
#include "fuzz/fuzz_target.h"

namespace {

using namespace steptail;
using format::FormatSet;
using format::FormatSource;

void match_something(const std::shared_ptr<const FormatSet>& formats, const std::string& text) {
  format::RuleMatcher matcher(formats, {});
  (void)matcher.match({.text = text});
  for (const auto& form : formats->formats()) {
    for (const format::Sample& sample : form->samples) (void)matcher.match({.text = sample.line});
  }
  base::ByteWriter out;
  matcher.save(out);
  base::ByteReader in(out.bytes());
  matcher.load(in);
  FUZZ_CHECK(in.ok() && in.at_end());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 8192) return 0;
  const FormatSource source{.file = "fuzz.yaml", .text = std::string(data, data + size)};
  const auto built_in = FormatSet::load({&source, 1}, {});
  if (!built_in) {
    FUZZ_CHECK(!built_in.error().empty());
    for (const base::Error& error : built_in.error()) {
      FUZZ_CHECK(!error.message.empty() && error.file == source.file && error.line > 0);
    }
    return 0;
  }
  match_something(*built_in, source.text.substr(0, 200));
  (void)FormatSet::load({}, {&source, 1});
  (void)FormatSet::load_unproved({&source, 1});
  return 0;
}
