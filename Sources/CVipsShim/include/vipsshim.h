// The calls of libvips that Tidings needs, without varargs, which Swift cannot call.
//
// Functions return 0 on success. The caller frees bytes with `tidings_vips_free`.
#pragma once
#include <stddef.h>

/// The decoded formats. The caller detects the format; the shim rejects bytes for which libvips would choose another
/// loader.
typedef enum {
    TIDINGS_VIPS_JPEG = 1,
    TIDINGS_VIPS_PNG = 2,
    TIDINGS_VIPS_WEBP = 3,
    TIDINGS_VIPS_GIF = 4,
} tidings_vips_kind;

/// An encoded image: a WebP, a progressive JPEG, or a PNG.
typedef struct {
    unsigned char *bytes;
    size_t length;
    int width;
    int height;
    tidings_vips_kind kind;
} tidings_vips_picture;

/// Loads libvips (`libvips.so.42`, 8.14 or newer) and starts it without its untrusted operations. May be called repeatedly.
/// Returns NULL, or why it is not there, until the thread's next call; the next call tries again.
const char *tidings_vips_start(void);

/// The time limit was exceeded.
enum { TIDINGS_VIPS_TOO_LONG = 1 };

/// Copies libvips' error log since the last call, cut to `size`, and clears it. All threads share it, so it does not
/// tell why one call failed.
void tidings_vips_take_error(char *text, size_t size);

/// NULL is allowed.
void tidings_vips_free(unsigned char *bytes);

/// Reads the size from the header, with orientation applied, and into `decoded` (unless NULL) the bytes of all decoded
/// pixels.
int tidings_vips_measure(
    const void *bytes, size_t length, tidings_vips_kind kind, int *width, int *height, size_t *decoded);

/// Reads the number of frames of an animation; 1 for other images.
int tidings_vips_count_frames(const void *bytes, size_t length, tidings_vips_kind kind, int *frames);

/// Scales the first frame down (never up) to `width`; crops it to `height`, unless 0, around the most interesting part.
/// Upright, in sRGB, without metadata. Encodes as `wanted`, JPEG or WebP; as JPEG if libvips cannot write this image as WebP,
/// and as PNG instead of JPEG if some pixel is not opaque. Fails after `seconds`.
int tidings_vips_resize(
    const void *bytes, size_t length, tidings_vips_kind kind, int width, int height, tidings_vips_kind wanted, int quality,
    double seconds, tidings_vips_picture *picture);

/// A size of an image in pixels; a height of 0 keeps the proportions.
typedef struct {
    int width;
    int height;
} tidings_vips_size;

/// Decodes the first frame once and scales it down (never up) to each of the sizes, of which the widest comes first; crops to
/// those with a height around the most interesting part. Upright, in sRGB, without metadata, each as a baseline JPEG, or as PNG
/// if some pixel is not opaque. Fails if the bytes are damaged or end too early, with `refuses_warnings` also if the
/// decoder only warns, and after `seconds`; then there are no pictures.
int tidings_vips_make_renditions(
    const void *bytes, size_t length, tidings_vips_kind kind, int refuses_warnings, const tidings_vips_size *sizes,
    int count, int quality, double seconds, tidings_vips_picture *pictures);

/// The mean colour; transparent parts count as white. Fails after `seconds`.
int tidings_vips_mean_colour(
    const void *bytes, size_t length, tidings_vips_kind kind, double seconds, unsigned char colour[3]);

/// Encodes raw RGBA pixels of 8 bits a channel, rows from the top without padding.
int tidings_vips_pixels_to_png(
    const void *pixels, size_t length, int width, int height, unsigned char **out, size_t *out_length);

/// Renders an SVG of our own (never an external one) on white, with film grain of a standard deviation of `grain` of
/// 256 steps (0 for none; deterministic).
int tidings_vips_svg_to_jpeg(
    const char *svg, size_t length, double grain, int quality, unsigned char **out, size_t *out_length);

/// Renders an SVG of our own with transparency.
int tidings_vips_svg_to_png(const char *svg, size_t length, unsigned char **out, size_t *out_length);

/// Renders an SVG of our own with transparency.
int tidings_vips_svg_to_webp(
    const char *svg, size_t length, int quality, unsigned char **out, size_t *out_length);
