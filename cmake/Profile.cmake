# What a rehearsal counts (tests/bench/rehearse.cc) tells GCC which branches are taken, what to inline and
# what to keep out of the way: a line costs a sixth less.
#   record  every stage counts what it does
#   use     the stages that lines go through are built by those counts, where there are any
# Only GCC keeps such counts; built by another, nothing differs.
# The counts belong to these sources at this path; `make build` makes them anew when a source changes.
set(STEPTAIL_PROFILE "" CACHE STRING "Counts of what runs: record, use, or nothing")
set(STEPTAIL_COUNTED_STAGES base yaml lines format run pipeline)
set(counts ${PROJECT_SOURCE_DIR}/build/rehearsal/counts)

if(STEPTAIL_PROFILE STREQUAL "record" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Objects are known by their paths below the build directory: the other one has the same.
  add_compile_options(-fprofile-generate=${counts} -fprofile-prefix-path=${PROJECT_BINARY_DIR})
  add_link_options(-fprofile-generate)
endif()

function(steptail_use_counts stage)
  set(counted "${counts}/lib#${stage}#CMakeFiles#steptail_${stage}.dir#Unity#unity_0_cxx.cxx.gcda")
  if(NOT STEPTAIL_PROFILE STREQUAL "use" OR NOT stage IN_LIST STEPTAIL_COUNTED_STAGES
     OR NOT EXISTS ${counted})
    return()
  endif()
  file(SHA256 ${counted} sum)
  # Other counts are another command: the build sees that it has to compile again.
  target_compile_definitions(steptail_${stage} PRIVATE STEPTAIL_COUNTS=${sum})
  # What is embedded is another file in each build directory, and counts nothing.
  target_compile_options(
    steptail_${stage}
    PRIVATE -fprofile-use=${counts} -fprofile-prefix-path=${PROJECT_BINARY_DIR}
            -fprofile-partial-training -Wno-missing-profile -Wno-coverage-mismatch)
endfunction()
