#include "web/response_head.h"

#include <spdlog/fmt/fmt.h>

#include <array>
#include <chrono>

namespace steptail::web {
namespace {

// No script, style, frame or request of another origin, nothing inline; and no page of another
// origin may read an answer (there are no CORS headers).
constexpr std::string_view kSecurityHeaders =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Cache-Control: no-cache\r\n";

void append(std::string& head, std::string_view name, std::string_view value) {
  head.append(name).append(": ");
  for (char c : value) head += c == '\r' || c == '\n' ? ' ' : c;
  head += "\r\n";
}

// The form of dates that HTTP asks for, whatever the locale.
std::string http_date(base::WallTime time) {
  constexpr std::array<std::string_view, 7> kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  auto day = std::chrono::floor<std::chrono::days>(time);
  std::chrono::year_month_day date(day);
  std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::seconds>(time - day));
  return fmt::format(
      "{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT", kDays[std::chrono::weekday(day).c_encoding()],
      static_cast<unsigned>(date.day()), kMonths[static_cast<unsigned>(date.month()) - 1],
      static_cast<int>(date.year()), clock.hours().count(), clock.minutes().count(),
      clock.seconds().count());
}

}  // namespace

std::string_view reason_phrase(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 421:
      return "Misdirected Request";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    default:
      return "Unknown";
  }
}

std::string render_head(const Response& response, const Framing& framing) {
  std::string head = "HTTP/1.1 " + std::to_string(response.status) + " ";
  head.append(reason_phrase(response.status)).append("\r\n");
  if (framing.date) append(head, "Date", http_date(*framing.date));
  if (response.status != 304) {
    append(head, "Content-Type", response.content_type);
    append(head, "Content-Length", std::to_string(response.body ? response.body->size() : 0));
    if (response.gzip) append(head, "Content-Encoding", "gzip");
  }
  if (!response.etag.empty()) append(head, "ETag", "\"" + response.etag + "\"");
  if (!response.vary.empty()) append(head, "Vary", response.vary);
  for (const auto& [name, value] : response.headers) append(head, name, value);
  head += kSecurityHeaders;
  head += framing.more_lines;
  if (framing.close) {
    append(head, "Connection", "close");
  } else if (framing.say_keep_alive) {
    append(head, "Connection", "keep-alive");
  }
  return head + "\r\n";
}

bool not_modified(const Response& response, std::string_view if_none_match) {
  if (response.status != 200 || response.etag.empty() || if_none_match.empty()) return false;
  if (if_none_match == "*") return true;
  // Our tags hold neither quotes nor commas, so that a quoted one stands for itself wherever it is.
  return if_none_match.find("\"" + response.etag + "\"") != std::string_view::npos;
}

Response as_not_modified(Response response) {
  response.status = 304;
  response.body = nullptr;
  return response;
}

}  // namespace steptail::web
