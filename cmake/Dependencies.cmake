# Distribution packages only; nothing is fetched at configure time. asio, re2, cctz and xxhash ship
# no CMake config in Debian 12, so they are found by path.
find_package(spdlog REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(prometheus-cpp CONFIG REQUIRED COMPONENTS core)
find_package(CLI11 REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Boost 1.74 REQUIRED)

function(steptail_find name header)
  cmake_parse_arguments(ARG "" "LIBRARY" "" ${ARGN})
  find_path(STEPTAIL_${name}_INCLUDE ${header} REQUIRED)
  add_library(steptail::${name} INTERFACE IMPORTED)
  target_include_directories(steptail::${name} SYSTEM INTERFACE ${STEPTAIL_${name}_INCLUDE})
  if(ARG_LIBRARY)
    find_library(STEPTAIL_${name}_LIBRARY ${ARG_LIBRARY} REQUIRED)
    target_link_libraries(steptail::${name} INTERFACE ${STEPTAIL_${name}_LIBRARY})
  endif()
endfunction()

steptail_find(asio asio.hpp)
# asio looks for this by a macro that is there only after some header of the standard library: without
# it, two sources of one program could allocate and free in two ways.
target_compile_definitions(steptail::asio INTERFACE ASIO_HAS_STD_ALIGNED_ALLOC=1)
steptail_find(expected tl/expected.hpp)
steptail_find(re2 re2/re2.h LIBRARY re2)
steptail_find(cctz cctz/time_zone.h LIBRARY cctz)
steptail_find(xxhash xxhash.h)
steptail_find(robin_map tsl/robin_map.h)
steptail_find(crypt crypt.h LIBRARY crypt)
steptail_find(zstd zstd.h LIBRARY zstd)

target_link_libraries(steptail_flags INTERFACE steptail::expected)
