# The Debian package: `make package`. What only it has is the component `debian`, which installs to absolute places.
set(STEPTAIL_MAINTAINER "The steptail authors <steptail@users.noreply.github.com>")
set(debian ${PROJECT_SOURCE_DIR}/deploy/debian)
set(made ${PROJECT_BINARY_DIR}/install)
set(for_debian COMPONENT debian EXCLUDE_FROM_ALL)

configure_file(${debian}/changelog.in ${made}/changelog.Debian @ONLY)
steptail_gzip(${made}/changelog.Debian changelog.Debian ${CMAKE_INSTALL_DOCDIR} ${for_debian})

# A user that stays, where the plain unit has one that comes and goes: administrators put it into the groups of the logs.
file(READ ${PROJECT_SOURCE_DIR}/deploy/systemd/steptail.service unit)
string(REPLACE "DynamicUser=yes" "User=steptail" unit "${unit}")
file(GENERATE OUTPUT ${made}/steptail.service CONTENT "${unit}")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/deploy/systemd/steptail.service)
install(FILES ${made}/steptail.service ${PROJECT_SOURCE_DIR}/deploy/systemd/steptail.socket
        DESTINATION /lib/systemd/system ${for_debian})
install(FILES ${PROJECT_SOURCE_DIR}/deploy/systemd/user/steptail.service DESTINATION /usr/lib/systemd/user ${for_debian})
install(FILES ${debian}/steptail.yaml DESTINATION /etc/steptail ${for_debian})
install(DIRECTORY DESTINATION /etc/steptail/formats ${for_debian})
install(FILES ${debian}/steptail.default RENAME steptail DESTINATION /etc/default ${for_debian})
install(FILES ${debian}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR} ${for_debian})

set(CPACK_GENERATOR DEB)
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};steptail;ALL;/" "${PROJECT_BINARY_DIR};steptail;debian;/")
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_SET_DESTDIR ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGE_CONTACT "${STEPTAIL_MAINTAINER}")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION net)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "adduser, init-system-helpers (>= 1.54), tzdata")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "prometheus, bash-completion")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Prometheus exporter for the logs of training jobs")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "steptail reads the logs of training jobs while they are written and gives
Prometheus the run: step, loss, throughput, time per iteration and its phases,
checkpoints, restarts, failures, and whether it has stalled. It knows what the
common training frameworks print and learns a new log from a small file.")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${debian}/postinst ${debian}/prerm ${debian}/postrm ${debian}/conffiles)
include(CPack)
