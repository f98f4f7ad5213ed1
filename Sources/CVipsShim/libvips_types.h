// The types that `libvips_functions.h` needs, as libvips and GLib have them.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct _VipsImage VipsImage;
typedef struct _VipsArea VipsArea;
typedef struct _VipsArrayDouble VipsArrayDouble;
typedef struct _VipsProgress VipsProgress;
typedef int gboolean;
typedef uint64_t guint64;
typedef size_t GType;
typedef struct _GClosure GClosure;
typedef void (*GCallback)(void);
typedef void (*GClosureNotify)(void *data, GClosure *closure);

#define VIPS_META_ICC_NAME "icc-profile-data"
