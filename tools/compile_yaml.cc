// compile_yaml LEFT_OUT IN OUT: a YAML file as yaml::Document::from_compiled() takes it, without
// what stands under its key LEFT_OUT. A tool of the build.

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "yaml/document.h"

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  std::ifstream in(argv[2], std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto document = steptail::yaml::Document::parse(argv[2], text);
  const auto errors = document ? document->errors() : document.error();
  for (const auto& error : errors) std::fprintf(stderr, "%s\n", error.to_string().c_str());
  if (!errors.empty() || !in) return 1;
  std::ofstream out(argv[3], std::ios::binary);
  out << document->compiled(argv[1]);
  return out.flush() ? 0 : 1;
}
