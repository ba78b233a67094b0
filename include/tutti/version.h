#ifndef TUTTI_VERSION_H
#define TUTTI_VERSION_H

/* The version of tutti, defined only here. For C and C++:
 *     #if TUTTI_VERSION_NUMBER >= 100   // 0.1.0 or later */

#define TUTTI_VERSION_MAJOR 0
#define TUTTI_VERSION_MINOR 1
#define TUTTI_VERSION_PATCH 0
#define TUTTI_VERSION_STRING "0.1.0"
#define TUTTI_VERSION_NUMBER (10000 * TUTTI_VERSION_MAJOR + 100 * TUTTI_VERSION_MINOR + TUTTI_VERSION_PATCH)

#endif
