# A reader that is not ours judges a run directory of ours: included where test_results is made. Where Python or h5py
# is not there, the test is reported as skipped, not as passed.
find_program(MARGINLAB_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
set(example ${CMAKE_CURRENT_BINARY_DIR}/h5py_example)

add_test(NAME "results: a run directory for h5py to read" COMMAND test_results "[.h5py_example]")
set_tests_properties("results: a run directory for h5py to read" PROPERTIES
  LABELS results FIXTURES_SETUP h5py_example ENVIRONMENT MARGINLAB_EXAMPLE=${example})

if(MARGINLAB_PYTHON)
  set(reader ${MARGINLAB_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/read_with_h5py.py ${example})
else()
  set(reader ${CMAKE_COMMAND} -E echo "SKIPPED: no python3")
endif()
add_test(NAME "results: h5py and pandas read what the journal says" COMMAND ${reader})
set_tests_properties("results: h5py and pandas read what the journal says" PROPERTIES
  LABELS results FIXTURES_REQUIRED h5py_example SKIP_RETURN_CODE 77 SKIP_REGULAR_EXPRESSION "SKIPPED: ")
