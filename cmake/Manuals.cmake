# SPDX-License-Identifier: Apache-2.0
# Manual pages and completions, rendered by the program itself: cmake -DPROGRAM=… -DOUTPUT=DIR -P Manuals.cmake
function(render file)
  execute_process(COMMAND ${PROGRAM} ${ARGN} OUTPUT_FILE ${OUTPUT}/${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(MAKE_DIRECTORY ${OUTPUT})
render(rjinterp.1 help --man)
execute_process(COMMAND ${PROGRAM} help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE ".*\nCommands:\n" "\n" help "${help}")
string(REGEX MATCHALL "\n  [a-z]+ +" lines "${help}")
foreach(line ${lines})
  string(STRIP "${line}" command)
  render(rjinterp-${command}.1 help --man ${command})
endforeach()
render(rjinterp completion bash)
render(_rjinterp completion zsh)
render(rjinterp.fish completion fish)
