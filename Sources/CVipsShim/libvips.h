// libvips, loaded by `load_libvips` (docs/decisions/0031-libvips-is-loaded-with-the-first-picture.md).
#ifndef CVIPSSHIM_LIBVIPS_H
#define CVIPSSHIM_LIBVIPS_H
#include "libvips_types.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define TRUE 1
#define FALSE 0
#define FUNCTION(result, name, parameters) static result(*name) parameters;
#define CONSTANT(name, value) enum { name = value };
#include "libvips_functions.h"
#undef FUNCTION
#undef CONSTANT

#define LIBVIPS "libvips.so.42"

// 0 if it is there, else -1 and why. May be tried again.
static int load_libvips(char *why, size_t size) {
    // At once, as what is missing later would end the process.
    void *library = dlopen(LIBVIPS, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        snprintf(why, size, "%s", dlerror());
        return -1;
    }
    // POSIX has dlsym return functions as data.
#define FUNCTION(result, name, parameters)                         \
    {                                                              \
        void *found = dlsym(library, #name);                       \
        if (found == NULL) {                                       \
            snprintf(why, size, "%s has no %s", LIBVIPS, #name);   \
            dlclose(library);                                      \
            return -1;                                             \
        }                                                          \
        memcpy(&name, &found, sizeof found);                       \
    }
#define CONSTANT(name, value)
#include "libvips_functions.h"
#undef FUNCTION
#undef CONSTANT
    return 0;
}
#endif
