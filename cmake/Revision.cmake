# The revision that is built, and its date; -DSTEPTAIL_REVISION=... where there is no repository.
find_package(Git QUIET)
set(STEPTAIL_DATE "Thu, 01 Jan 1970 00:00:00 +0000")

function(steptail_ask_git variable)
  if(Git_FOUND)
    execute_process(COMMAND ${GIT_EXECUTABLE} ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
                    OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(answer)
      set(${variable} ${answer} PARENT_SCOPE)
    endif()
  endif()
endfunction()
if(NOT DEFINED CACHE{STEPTAIL_REVISION})
  set(STEPTAIL_REVISION unknown)
  steptail_ask_git(STEPTAIL_REVISION rev-parse --short=12 HEAD)
endif()
steptail_ask_git(STEPTAIL_DATE log -1 --format=%cD)
