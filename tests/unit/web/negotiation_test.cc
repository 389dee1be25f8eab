#include "web/negotiation.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "web/gzip.h"

namespace steptail::web {
namespace {

using metrics::PageFormat;

struct Case {
  const char* accept;
  PageFormat format;
};

TEST(Negotiation, GivesOpenMetricsOnlyToWhoAsksForIt) {
  constexpr auto kText = PageFormat::Text004;
  constexpr auto kOpen = PageFormat::OpenMetrics100;
  const Case cases[] = {
      {"", kText},
      {"*/*", kText},
      {"text/plain", kText},
      {"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", kText},
      {"application/openmetrics-text", kOpen},
      {"Application/OpenMetrics-Text; Version=1.0.0", kOpen},
      {"application/openmetrics-text;version=\"1.0.0\"", kOpen},
      {"application/openmetrics-text;version=0.0.1", kText},
      {"application/openmetrics-text;version=2.0.0", kText},
      {"application/openmetrics-text;q=0", kText},
      {"application/openmetrics-text;q=nonsense", kText},
      {"application/openmetrics-text;q=2", kText},
      {"application/openmetrics-text;version=1.0.0;q=0.5,text/plain;q=0.6", kText},
      {"text/plain;q=0.5,application/openmetrics-text;version=1.0.0;q=0.5", kOpen},
      {"application/openmetrics-text;version=1.0.0;q=0.5,*/*", kText},
      {"application/openmetrics-text;version=1.0.0;q=0.5,*/*;q=0.1", kOpen},
      {"application/openmetrics-text;version=1.0.0,application/"
       "openmetrics-text;version=0.0.1;q=0.75,"
       "text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
       kOpen},
      // Prometheus 3: another text format stands before ours.
      {"application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,"
       "application/openmetrics-text;version=0.0.1;q=0.5,"
       "text/plain;version=1.0.0;escaping=allow-utf-8;q=0.9,text/plain;version=0.0.4;q=0.3,*/"
       "*;q=0.2",
       kOpen},
      {"application/json", kText},
      {",;,=,q=,;;q=1", kText},
      {"application/openmetrics-text;x=\",\"", kOpen},
      {"text/plain;x=\"application/openmetrics-text,", kText},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.accept);
    EXPECT_EQ(wanted_format(c.accept), c.format);
  }
}

TEST(Negotiation, PacksOnlyForWhoCanUnpack) {
  for (const char* yes : {"gzip", "GZIP", "deflate, gzip", "gzip;q=0.1", "*", "x-gzip",
                          "gzip, identity", "identity;q=0.5, gzip;q=0.7"}) {
    EXPECT_TRUE(wants_gzip(yes)) << yes;
  }
  for (const char* no : {"", "identity", "deflate", "gzip;q=0", "gzip;q=0.000", "*;q=0",
                         "gzip;q=0, *", "gzip;q=0.5, identity;q=0.7", "gzipped"}) {
    EXPECT_FALSE(wants_gzip(no)) << no;
  }
}

std::string unpacked(const std::string& packed, std::size_t size) {
  std::string text(size + 1, '\0');
  z_stream stream{};
  inflateInit2(&stream, 15 + 16);
  std::string in = packed;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  text.resize(stream.total_out);
  inflateEnd(&stream);
  return text;
}

TEST(Gzip, GivesBackWhatItPacked) {
  std::string noise;
  for (unsigned i = 0; i < 100'000; ++i) noise += static_cast<char>((i * 2654435761U) >> 13U);
  for (const std::string& text :
       {std::string(), std::string("x"), std::string(3'000'000, 'a'), noise}) {
    std::string packed = gzip(text);
    EXPECT_EQ(unpacked(packed, text.size()), text);
    EXPECT_EQ(gzip(text), packed);
  }
}

}  // namespace
}  // namespace steptail::web
