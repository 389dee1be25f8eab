#include "yaml/syntax_hint.h"

#include <array>
#include <utility>

namespace steptail::yaml {

std::string_view syntax_hint(std::string_view parser_message) {
  using Hint = std::pair<std::string_view, std::string_view>;
  constexpr std::string_view kFlow =
      "; close the bracket, and put texts that hold [ ] { } or , into quotes";
  constexpr std::string_view kTabs = "; indent with blanks, as deep as the lines around, no tabs";
  constexpr std::array<Hint, 13> kHints{{
      {"end of sequence flow not found", kFlow},
      {"end of map flow not found", kFlow},
      {"illegal flow end", kFlow},
      {"anchor is not defined", "; a text that begins with * needs quotes"},
      {"alias not found", "; a text that begins with * needs quotes"},
      {"illegal map value", "; a text that holds ': ' needs quotes"},
      {"illegal block entry", kTabs},
      {"illegal map key", kTabs},
      {"end of map not found", kTabs},
      {"end of sequence not found", kTabs},
      {"unknown escape character", "; a text with backslashes belongs into single quotes"},
      {"illegal EOF in scalar", "; close the quote"},
      {"unknown token", "; a text that begins with @ % ` or a tab needs quotes"},
  }};
  for (const auto& [part, hint] : kHints) {
    if (parser_message.find(part) != std::string_view::npos) return hint;
  }
  return {};
}

}  // namespace steptail::yaml
