# steptail_embed(TARGET NAMESPACE FILES...): compiles files into TARGET as byte arrays, reachable as
#   std::span<const EmbeddedFile> NAMESPACE::embedded_files();   (declared in base/embedded.h)
function(steptail_embed target namespace)
  string(REGEX REPLACE "[^a-z_]+" "_" part ${namespace})
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${part}.cc)
  string(REPLACE ";" "|" files "${ARGN}")
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DNAMESPACE=${namespace} "-DFILES=${files}" -P
            ${PROJECT_SOURCE_DIR}/cmake/EmbedScript.cmake
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/cmake/EmbedScript.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${out})
endfunction()

# steptail_embed_yaml(TARGET NAMESPACE LEFT_OUT FILES...): as steptail_embed, each file parsed and
# compiled for yaml::Document::from_compiled(), without what stands under its key LEFT_OUT.
function(steptail_embed_yaml target namespace left_out)
  set(compiled "")
  foreach(file IN LISTS ARGN)
    get_filename_component(name ${file} NAME)
    set(out ${CMAKE_CURRENT_BINARY_DIR}/${target}_compiled/${name})
    add_custom_command(
      OUTPUT ${out}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/${target}_compiled
      COMMAND compile_yaml ${left_out} ${file} ${out}
      DEPENDS ${file} compile_yaml
      VERBATIM)
    list(APPEND compiled ${out})
  endforeach()
  steptail_embed(${target} ${namespace} ${compiled})
endfunction()
