#pragma once

#include <string>
#include <vector>

// OpenSSL's own name for a certificate.
using X509 = struct x509_st;

namespace steptail::web {

// The subject alternative names of a certificate as text: DNS names, addresses of mail, URIs, and
// IP addresses in their usual form.
[[nodiscard]] std::vector<std::string> subject_names(const X509* certificate);

}  // namespace steptail::web
