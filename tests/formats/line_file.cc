#include "formats/line_file.h"

#include <array>
#include <fstream>
#include <utility>

#include "lines/line_cleaner.h"
#include "lines/line_splitter.h"

namespace steptail::format {
namespace {

constexpr std::string_view kGives = "  => ";
constexpr std::array<std::pair<char, char>, 7> kEscapes = {
    {{'r', '\r'}, {'b', '\b'}, {'e', '\x1b'}, {'t', '\t'}, {'s', ' '}, {'#', '#'}, {'\\', '\\'}}};

std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      for (const auto& [letter, byte] : kEscapes) {
        if (text[i + 1] != letter) continue;
        c = byte;
        ++i;
        break;
      }
    }
    plain += c;
  }
  return plain;
}

}  // namespace

std::vector<ExpectedLine> read_line_file(const std::string& path) {
  std::vector<ExpectedLine> lines;
  std::ifstream file(path, std::ios::binary);
  int number = 0;
  for (std::string text; std::getline(file, text);) {
    ++number;
    if (text.starts_with("#")) continue;
    if (text.starts_with(kGives) && !lines.empty()) {
      lines.back().gives = text.substr(kGives.size());
    } else {
      lines.push_back({.number = number, .line = unescaped(text)});
    }
  }
  return lines;
}

void rewrite_line_file(const std::string& path, const std::vector<ExpectedLine>& lines) {
  std::ifstream file(path, std::ios::binary);
  std::string whole;
  std::size_t next = 0;
  for (std::string text; std::getline(file, text);) {
    if (text.starts_with(kGives)) continue;
    whole += text + "\n";
    if (text.starts_with("#")) continue;
    if (!lines[next].gives.empty()) whole += std::string(kGives) + lines[next].gives + "\n";
    ++next;
  }
  file.close();
  std::ofstream(path, std::ios::binary) << whole;
}

std::vector<CleanLine> clean_lines(std::string_view log) {
  constexpr std::size_t kMaxLineBytes = 65536;
  std::vector<CleanLine> all;
  lines::LineSplitter splitter(kMaxLineBytes);
  lines::LineCleaner cleaner(kMaxLineBytes);
  auto keep = [&all](const lines::Line& line) {
    all.push_back({.text = std::string(line.text), .rank = std::string(line.rank)});
  };
  auto on_raw = [&](const lines::RawLine& raw) {
    for (auto line = cleaner.clean(raw); line; line = cleaner.next()) keep(*line);
  };
  splitter.feed(log, on_raw);
  splitter.finish(on_raw);
  for (auto line = cleaner.finish(); line; line = cleaner.next()) keep(*line);
  return all;
}

}  // namespace steptail::format
