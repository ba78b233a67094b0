#pragma once

/// Another exported name of a function that is defined above.
#define TUTTI_ALIAS(symbol, of) \
  extern "C" decltype(of) symbol __attribute__((alias(#of), visibility("default")));
