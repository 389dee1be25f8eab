# Writes the bytes of each file as a C++ array. Run by steptail_embed().
string(REPLACE "|" ";" FILES "${FILES}")
set(arrays "")
set(table "")
set(index 0)
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  file(READ ${file} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
  string(APPEND arrays "constexpr char kFile${index}[] = {${bytes}'\\0'};\n")
  string(APPEND table
         "    {\"${name}\", {kFile${index}, sizeof(kFile${index}) - 1}},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE ${OUT}
"#include \"base/embedded.h\"

namespace ${NAMESPACE} {
namespace {
${arrays}
constexpr steptail::base::EmbeddedFile kFiles[] = {
${table}};
}  // namespace
std::span<const steptail::base::EmbeddedFile> embedded_files() { return kFiles; }
}  // namespace ${NAMESPACE}
")
