#pragma once
#include <stddef.h>

/// One file of the web app, embedded at build.
struct tidings_asset {
    const char *name;
    const char *type;
    const unsigned char *bytes;
    size_t length;
};

/// The embedded files, in no particular order.
const struct tidings_asset *tidings_assets(size_t *count);
