#pragma once
#include <stddef.h>

/// One file of the web app, embedded at build.
struct tidings_asset {
    const char *name;
    const char *type;
    const unsigned char *bytes;
    size_t length;
};

/// The embedded files. Those that are joined, of the folders app and worker, are in the order in which they are joined.
const struct tidings_asset *tidings_assets(size_t *count);
