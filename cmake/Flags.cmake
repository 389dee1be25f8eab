# One INTERFACE target carries every compile flag of ours.
add_library(steptail_flags INTERFACE)
target_include_directories(steptail_flags INTERFACE ${PROJECT_SOURCE_DIR}/lib)
target_compile_features(steptail_flags INTERFACE cxx_std_20)
target_compile_definitions(steptail_flags INTERFACE ASIO_STANDALONE ASIO_NO_DEPRECATED)
target_compile_options(
  steptail_flags
  INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
            -Woverloaded-virtual -Wnon-virtual-dtor
            # Designated initialisers leave out what keeps its default on purpose.
            -Wno-missing-field-initializers)
if(STEPTAIL_WERROR)
  target_compile_options(steptail_flags INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_compile_options(steptail_flags INTERFACE -Wthread-safety)
endif()
if(STEPTAIL_SANITIZE)
  add_compile_options(-fsanitize=${STEPTAIL_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${STEPTAIL_SANITIZE})
endif()
if((CMAKE_INTERPROCEDURAL_OPTIMIZATION OR STEPTAIL_PROFILE STREQUAL "record")
   AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # A line goes through many small functions: with GCC's own limits those of a whole program are
  # called, not inlined, and a log of DeepSpeed takes an eighth more time. Beyond these nothing is
  # gained.
  add_compile_options(--param=early-inlining-insns=30 --param=max-inline-insns-auto=60
                      --param=inline-unit-growth=300)
  # GCC 12 takes std::filesystem's empty path, and std::string's operator+, for ones of unknown
  # length, when it links.
  add_link_options(-Wno-stringop-overread -Wno-stringop-overflow)
endif()
find_package(Threads REQUIRED)
target_link_libraries(steptail_flags INTERFACE Threads::Threads)
