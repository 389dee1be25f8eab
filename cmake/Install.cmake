# What `cmake --install` puts below its prefix. Units, users and files in /etc are the package's: Package.cmake.
set(STEPTAIL_EXAMPLES ${CMAKE_INSTALL_DOCDIR}/examples)
install(TARGETS steptail RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/config/formats DESTINATION ${CMAKE_INSTALL_DATADIR}/steptail)
install(FILES ${PROJECT_SOURCE_DIR}/config/format.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/steptail)
install(FILES ${PROJECT_SOURCE_DIR}/deploy/completion.bash RENAME steptail
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${PROJECT_SOURCE_DIR}/config/steptail.yaml DESTINATION ${STEPTAIL_EXAMPLES})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/deploy/prometheus ${PROJECT_SOURCE_DIR}/deploy/alertmanager
                  ${PROJECT_SOURCE_DIR}/deploy/grafana DESTINATION ${STEPTAIL_EXAMPLES})

# Compressed without name and time, so that the same tree gives the same bytes.
function(steptail_gzip source name destination)
  set(made ${PROJECT_BINARY_DIR}/install/${name}.gz)
  add_custom_command(OUTPUT ${made} DEPENDS ${source}
                     COMMAND sh -c "gzip -9nc '${source}' >'${made}'" VERBATIM)
  set_property(GLOBAL APPEND PROPERTY STEPTAIL_COMPRESSED ${made})
  install(FILES ${made} DESTINATION ${destination} ${ARGN})
endfunction()
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/install)
steptail_gzip(${PROJECT_SOURCE_DIR}/docs/man/steptail.1 steptail.1 ${CMAKE_INSTALL_MANDIR}/man1)
steptail_gzip(${PROJECT_SOURCE_DIR}/docs/man/steptail.yaml.5 steptail.yaml.5 ${CMAKE_INSTALL_MANDIR}/man5)
steptail_gzip(${PROJECT_SOURCE_DIR}/CHANGELOG.md changelog ${CMAKE_INSTALL_DOCDIR})

include(Package)
get_property(compressed GLOBAL PROPERTY STEPTAIL_COMPRESSED)
add_custom_target(steptail_compressed ALL DEPENDS ${compressed})
