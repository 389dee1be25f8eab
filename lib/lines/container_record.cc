#include "lines/container_record.h"

#include <algorithm>

#include "lines/civil_time.h"
#include "lines/scanner.h"

namespace steptail::lines {
namespace {

constexpr std::string_view kDockerBegin = "{\"log\":\"";
constexpr std::uint32_t kReplacement = 0xFFFD;

void append_utf8(std::uint32_t code, std::string& out) {
  const auto put = [&out](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  const auto put_rest = [&put, code](int shift) { put(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80U) return put(code);
  if (code < 0x800U) {
    put(0xC0U | (code >> 6));
  } else {
    if (code < 0x10000U) {
      put(0xE0U | (code >> 12));
    } else {
      put(0xF0U | (code >> 18));
      put_rest(12);
    }
    put_rest(6);
  }
  put_rest(0);
}

bool take_hex4(Scanner& scan, std::uint32_t& out) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const char c = scan.peek(i);
    const char lower = static_cast<char>(c | 0x20);
    if (!base::is_digit(c) && (lower < 'a' || lower > 'f')) return false;
    value = value * 16 + static_cast<std::uint32_t>(base::is_digit(c) ? c - '0' : lower - 'a' + 10);
  }
  scan.skip(4);
  out = value;
  return true;
}

// \uXXXX behind the u, or a pair of them; half a pair is no character.
std::uint32_t take_code_unit(Scanner& scan, std::uint32_t first) {
  if (first < 0xD800U || first > 0xDFFFU) return first;
  Scanner ahead = scan;
  std::uint32_t second = 0;
  if (first > 0xDBFFU || !ahead.take("\\u") || !take_hex4(ahead, second) || second < 0xDC00U ||
      second > 0xDFFFU) {
    return kReplacement;
  }
  scan = ahead;
  return 0x10000U + ((first - 0xD800U) << 10) + (second - 0xDC00U);
}

// The escape behind a backslash; false where there is none.
bool append_escape(Scanner& scan, std::string& out) {
  static constexpr std::string_view kNames = "nrtbf\"\\/";
  static constexpr std::string_view kMeanings = "\n\r\t\b\f\"\\/";
  const auto simple = kNames.find(scan.peek());
  if (!scan.at_end() && simple != std::string_view::npos) {
    out.push_back(kMeanings[simple]);
    scan.skip(1);
    return true;
  }
  Scanner ahead = scan;
  std::uint32_t unit = 0;
  if (!ahead.take('u') || !take_hex4(ahead, unit)) return false;
  append_utf8(take_code_unit(ahead, unit), out);
  scan = ahead;
  return true;
}

// Where the JSON string that begins at `begin` ends; npos where it does not.
std::size_t end_of_string(std::string_view text, std::size_t begin) {
  std::size_t at = begin;
  while (at < text.size()) {
    at = text.find_first_of("\"\\", at);
    if (at == std::string_view::npos || text[at] == '"') return at;
    at += 2;
  }
  return std::string_view::npos;
}

std::string_view after(std::string_view text, std::string_view key) {
  const auto at = text.find(key);
  return at == std::string_view::npos ? std::string_view{} : text.substr(at + key.size());
}

}  // namespace

std::optional<CriRecord> parse_cri(std::string_view line) {
  constexpr std::size_t kDateBytes = 10;
  if (line.size() <= kDateBytes || line[kDateBytes] != 'T') return {};
  Scanner scan(line);
  CriRecord record;
  const auto time = take_rfc3339(scan);
  if (!time) return {};
  record.time = *time;
  if (scan.take(" stderr ")) {
    record.stream = OutputStream::Stderr;
  } else if (!scan.take(" stdout ")) {
    return {};
  }
  record.partial = scan.peek() == 'P';
  if (!scan.take('P') && !scan.take('F')) return {};
  // Further tags may follow after colons.
  while (scan.peek() == ':' || base::is_alnum(scan.peek())) scan.skip(1);
  if (!scan.at_end() && !scan.take(' ')) return {};
  record.text = scan.rest();
  return record;
}

std::optional<DockerRecord> parse_docker(std::string_view line) {
  if (!line.starts_with(kDockerBegin) || !line.ends_with('}')) return {};
  const std::size_t end = end_of_string(line, kDockerBegin.size());
  if (end == std::string_view::npos) return {};
  const std::string_view rest = line.substr(end + 1);
  const std::string_view stream = after(rest, "\"stream\":\"");
  if (stream.empty()) return {};
  Scanner time(after(rest, "\"time\":\""));
  return DockerRecord{
      .stream = stream.starts_with("stderr") ? OutputStream::Stderr : OutputStream::Stdout,
      .time = take_rfc3339(time),
      .escaped = line.substr(kDockerBegin.size(), end - kDockerBegin.size())};
}

void append_unescaped(std::string_view escaped, std::string& out) {
  std::size_t at = 0;
  while (at < escaped.size()) {
    const std::size_t stop = std::min(escaped.find('\\', at), escaped.size());
    out.append(escaped.substr(at, stop - at));
    if (stop == escaped.size()) return;
    Scanner scan(escaped, stop + 1);
    if (!append_escape(scan, out)) out.push_back('\\');
    at = scan.at();
  }
}

}  // namespace steptail::lines
