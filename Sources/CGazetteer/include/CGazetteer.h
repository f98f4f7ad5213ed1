#pragma once
#include <stddef.h>

/// The towns, as `scripts/gazetteer` wrote them: the size of the text (4 bytes, big-endian), then zlib's format.
const unsigned char *tidings_gazetteer(size_t *length);
