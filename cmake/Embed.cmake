# steptail_embed(TARGET NAMESPACE FILES...): compiles files into TARGET as byte arrays, reachable as
#   std::span<const EmbeddedFile> NAMESPACE::embedded_files();   (declared in base/embedded.h)
function(steptail_embed target namespace)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${target}_embedded.cc)
  string(REPLACE ";" "|" files "${ARGN}")
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DNAMESPACE=${namespace} "-DFILES=${files}" -P
            ${PROJECT_SOURCE_DIR}/cmake/EmbedScript.cmake
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/cmake/EmbedScript.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${out})
endfunction()
