# Rebuilds are quick where ccache is installed; nothing depends on it.
find_program(STEPTAIL_CCACHE ccache)
if(STEPTAIL_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${STEPTAIL_CCACHE})
endif()
