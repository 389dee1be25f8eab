#include "web/subject_names.h"

#include <openssl/x509v3.h>

#include <algorithm>
#include <asio/ip/address_v4.hpp>
#include <asio/ip/address_v6.hpp>
#include <memory>

namespace steptail::web {
namespace {

std::string text_of(const ASN1_STRING* value) {
  const unsigned char* bytes = ASN1_STRING_get0_data(value);
  return {bytes, bytes + ASN1_STRING_length(value)};
}

// Four or sixteen bytes; anything else is no address.
std::string address_of(const ASN1_STRING* value) {
  const std::string bytes = text_of(value);
  const auto fill = [&bytes](auto octets) {
    std::transform(bytes.begin(), bytes.end(), octets.begin(),
                   [](char c) { return static_cast<unsigned char>(c); });
    return octets;
  };
  if (bytes.size() == 4) {
    return asio::ip::address_v4(fill(asio::ip::address_v4::bytes_type{})).to_string();
  }
  if (bytes.size() == 16) {
    return asio::ip::address_v6(fill(asio::ip::address_v6::bytes_type{})).to_string();
  }
  return {};
}

}  // namespace

std::vector<std::string> subject_names(const X509* certificate) {
  std::vector<std::string> names;
  std::unique_ptr<GENERAL_NAMES, void (*)(GENERAL_NAMES*)> all(
      static_cast<GENERAL_NAMES*>(
          X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)),
      GENERAL_NAMES_free);
  for (int i = 0; all && i < sk_GENERAL_NAME_num(all.get()); ++i) {
    int type = 0;
    const auto* value = static_cast<const ASN1_STRING*>(
        GENERAL_NAME_get0_value(sk_GENERAL_NAME_value(all.get(), i), &type));
    if (type == GEN_DNS || type == GEN_EMAIL || type == GEN_URI) names.push_back(text_of(value));
    if (type == GEN_IPADD) names.push_back(address_of(value));
  }
  return names;
}

}  // namespace steptail::web
