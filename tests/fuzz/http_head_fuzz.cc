#include <string>
#include <string_view>

#include "fuzz/fuzz_target.h"
#include "web/head_scanner.h"
#include "web/host_check.h"
#include "web/negotiation.h"
#include "web/request_head.h"

using steptail::web::HeadScanner;

namespace {

// Where a head ends must not depend on how its bytes came in.
void check_chunking(std::string_view bytes, const HeadScanner& whole, HeadScanner::State state) {
  HeadScanner scanner;
  auto fed = HeadScanner::State::Incomplete;
  for (std::size_t size = 1; size <= bytes.size() && fed == HeadScanner::State::Incomplete;
       ++size) {
    fed = scanner.feed(bytes.substr(0, size));
  }
  FUZZ_CHECK(fed == state);
  if (state == HeadScanner::State::Complete) {
    FUZZ_CHECK(scanner.begin() == whole.begin() && scanner.end() == whole.end());
  }
}

void check_head(std::string_view bytes) {
  auto head = steptail::web::parse_request_head(bytes);
  if (!head) {
    FUZZ_CHECK(head.error().status == 400);
    return;
  }
  FUZZ_CHECK(!head->http_1_1 || head->has_host);
  if (head->method != steptail::web::Method::Other) FUZZ_CHECK(head->path.starts_with('/'));
  FUZZ_CHECK(head->path.size() + head->query.size() < bytes.size());
  static const steptail::web::HostCheck hosts({"login1.example"});
  (void)hosts.judge(head->host);
  (void)steptail::web::wanted_format(head->accept);
  (void)steptail::web::wants_gzip(head->accept_encoding);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // An exact copy, so that a read past its end is found.
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  HeadScanner scanner;
  const auto state = scanner.feed(bytes);
  check_chunking(bytes, scanner, state);
  if (state == HeadScanner::State::Complete) {
    check_head(std::string_view(bytes).substr(scanner.begin(), scanner.end() - scanner.begin()));
  }
  return 0;
}
