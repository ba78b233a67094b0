// AddressSanitizer asks the first object that defines this function for its options. Its runtime, if it is a
// shared object, ends a program whose first object is another one, since that object may define functions
// that the runtime has to intercept. This object defines functions of MPI alone.

extern "C" {
[[gnu::visibility("default")]] const char* __asan_default_options();
}

const char* __asan_default_options() { return "verify_asan_link_order=0"; }
