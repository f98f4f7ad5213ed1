// The few calls of libvips that Tidings needs, without varargs, which Swift cannot call.
//
// Every function returns 0 when it succeeded and another number when not. Bytes handed out belong to the caller until
// given to `tidings_vips_free`.
#pragma once
#include <stddef.h>

/// The kinds of picture that are ever decoded. The caller has sniffed the kind; the shim makes sure that libvips
/// would choose the loader of exactly that kind, and refuses the bytes when it would not.
typedef enum {
    TIDINGS_VIPS_JPEG = 1,
    TIDINGS_VIPS_PNG = 2,
    TIDINGS_VIPS_WEBP = 3,
    TIDINGS_VIPS_GIF = 4,
} tidings_vips_kind;

/// A picture made anew: a progressive JPEG, or a PNG where some pixel is not opaque.
typedef struct {
    unsigned char *bytes;
    size_t length;
    int width;
    int height;
    tidings_vips_kind kind;
} tidings_vips_picture;

/// Starts libvips and shuts every operation that it calls untrusted. May be called any number of times.
int tidings_vips_start(void);

/// Returned by what has a time limit when that is why it failed.
enum { TIDINGS_VIPS_TOO_LONG = 1 };

/// Copies what libvips noted about failures since the last call, cut to `size`, and forgets it. The notes are shared
/// by all threads: they are good for a log, not for telling why one call failed.
void tidings_vips_take_error(char *text, size_t size);

/// Frees bytes made by any function here. NULL is allowed.
void tidings_vips_free(unsigned char *bytes);

/// Reads the width and height from the header only, as the picture is seen: turned by its orientation tag. `decoded`,
/// unless it is NULL, is how many bytes all its pixels take once decoded.
int tidings_vips_measure(
    const void *bytes, size_t length, tidings_vips_kind kind, int *width, int *height, size_t *decoded);

/// Scales the first frame down (never up) to `width`, and crops it to `width` x `height` around what draws the eye
/// when `height` is not 0. Turned upright, in sRGB, without any metadata. Stops with an error after `seconds`.
int tidings_vips_resize(
    const void *bytes, size_t length, tidings_vips_kind kind, int width, int height, int quality, double seconds,
    tidings_vips_picture *picture);

/// The mean colour, transparent parts counted as white. Stops with an error after `seconds`.
int tidings_vips_mean_colour(
    const void *bytes, size_t length, tidings_vips_kind kind, double seconds, unsigned char colour[3]);

/// A PNG of raw pixels: 8 bits each of red, green, blue and alpha, rows from the top without padding.
int tidings_vips_pixels_to_png(
    const void *pixels, size_t length, int width, int height, unsigned char **out, size_t *out_length);

/// Draws an SVG of our own (never one from outside) on white, adds film grain of the given strength (standard
/// deviation in steps of 256; 0 for none; the same SVG always gets the same grain) and saves it as JPEG.
int tidings_vips_svg_to_jpeg(
    const char *svg, size_t length, double grain, int quality, unsigned char **out, size_t *out_length);

/// Draws an SVG of our own, transparent where it draws nothing, and saves it as PNG.
int tidings_vips_svg_to_png(const char *svg, size_t length, unsigned char **out, size_t *out_length);

/// Draws an SVG of our own, transparent where it draws nothing, and saves it as WebP.
int tidings_vips_svg_to_webp(
    const char *svg, size_t length, int quality, unsigned char **out, size_t *out_length);
