#include "vipsshim.h"
#include "libvips.h"
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;
static gboolean is_started = FALSE;

static gboolean start(char *why, size_t size) {
    // A library must not print.
    setenv("VIPS_WARNING", "0", 0);
    if (load_libvips(why, size) != 0) return FALSE;
    if (vips_init("tidings") != 0) {
        snprintf(why, size, "%s", vips_error_buffer());
        return FALSE;
    }
    vips_block_untrusted_set(TRUE);
    // Results are cached as files: libvips' operation cache would only grow.
    vips_cache_set_max(0);
    vips_cache_set_max_mem(0);
    // Two images at a time keep two cores busy.
    vips_concurrency_set(1);
    return TRUE;
}

const char *tidings_vips_start(void) {
    static _Thread_local char why[300];
    pthread_mutex_lock(&starting);
    if (!is_started) is_started = start(why, sizeof why);
    gboolean is_there = is_started;
    pthread_mutex_unlock(&starting);
    return is_there ? NULL : why;
}

void tidings_vips_take_error(char *text, size_t size) {
    if (size == 0) return;
    const char *why = tidings_vips_start();
    snprintf(text, size, "%s", why != NULL ? why : vips_error_buffer());
    if (why == NULL) vips_error_clear();
}

void tidings_vips_free(unsigned char *bytes) {
    if (bytes != NULL) g_free(bytes);
}

// MARK: Loading

static const char *loader(tidings_vips_kind kind) {
    switch (kind) {
    case TIDINGS_VIPS_JPEG: return "VipsForeignLoadJpegBuffer";
    case TIDINGS_VIPS_PNG: return "VipsForeignLoadPngBuffer";
    case TIDINGS_VIPS_WEBP: return "VipsForeignLoadWebpBuffer";
    case TIDINGS_VIPS_GIF: return "VipsForeignLoadNsgifBuffer";
    }
    return "";
}

// libvips detects formats by itself for thumbnails. It must agree, or a polyglot file could reach another decoder.
static int check(const void *bytes, size_t length, tidings_vips_kind kind) {
    if (tidings_vips_start() != NULL) return -1;
    const char *found = vips_foreign_find_load_buffer(bytes, length);
    if (found == NULL) return -1;
    if (strcmp(found, loader(kind)) == 0) return 0;
    vips_error("tidings", "the bytes are not only of the kind that they begin like (%s)", found);
    return -1;
}

static int open_header(const void *bytes, size_t length, tidings_vips_kind kind, VipsImage **image) {
    void *buffer = (void *)bytes;
    switch (kind) {
    case TIDINGS_VIPS_JPEG: return vips_jpegload_buffer(buffer, length, image, NULL);
    case TIDINGS_VIPS_PNG: return vips_pngload_buffer(buffer, length, image, NULL);
    case TIDINGS_VIPS_WEBP: return vips_webpload_buffer(buffer, length, image, NULL);
    case TIDINGS_VIPS_GIF: return vips_gifload_buffer(buffer, length, image, NULL);
    }
    return -1;
}

int tidings_vips_measure(
    const void *bytes, size_t length, tidings_vips_kind kind, int *width, int *height, size_t *decoded) {
    VipsImage *image = NULL;
    if (check(bytes, length, kind) != 0 || open_header(bytes, length, kind, &image) != 0) return -1;
    gboolean turned = vips_image_get_orientation_swap(image);
    *width = turned ? vips_image_get_height(image) : vips_image_get_width(image);
    *height = turned ? vips_image_get_width(image) : vips_image_get_height(image);
    if (decoded != NULL) {
        size_t sample = vips_format_sizeof(vips_image_get_format(image));
        *decoded = sample * vips_image_get_bands(image) * vips_image_get_width(image) * vips_image_get_height(image);
    }
    g_object_unref(image);
    return 0;
}

int tidings_vips_count_frames(const void *bytes, size_t length, tidings_vips_kind kind, int *frames) {
    VipsImage *image = NULL;
    if (check(bytes, length, kind) != 0 || open_header(bytes, length, kind, &image) != 0) return -1;
    *frames = vips_image_get_n_pages(image);
    g_object_unref(image);
    return 0;
}

// MARK: The time limit

typedef struct {
    int64_t end;  // microseconds of the monotonic clock
    gboolean passed;
} deadline;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static void look_at_clock(VipsImage *image, VipsProgress *progress, deadline *limit) {
    (void)progress;
    if (now() <= limit->end) return;
    limit->passed = TRUE;
    vips_image_set_kill(image, TRUE);
}

static void set_deadline(VipsImage *image, deadline *limit) {
    vips_image_set_progress(image, TRUE);
    g_signal_connect_data(image, "eval", (GCallback)look_at_clock, limit, NULL, 0);
}

static deadline after(double seconds) {
    return (deadline){.end = now() + (int64_t)(seconds * 1e6)};
}

// Decodes the whole image under the deadline.
static VipsImage *settled(VipsImage *image, deadline *limit) {
    set_deadline(image, limit);
    VipsImage *memory = vips_image_copy_memory(image);
    g_object_unref(image);
    // The last tiles may have come too late.
    if (now() <= limit->end) return memory;
    limit->passed = TRUE;
    if (memory != NULL) g_object_unref(memory);
    return NULL;
}

// MARK: Making

// A step that replaces and always frees its input.
#define STEP(image, call)                     \
    do {                                      \
        VipsImage *next_ = NULL;              \
        int failed_ = (call);                 \
        g_object_unref(image);                \
        image = failed_ ? NULL : next_;       \
        if (image == NULL) return NULL;       \
    } while (0)

static VipsImage *in_plain_srgb(VipsImage *image) {
    int space = vips_image_get_interpretation(image);
    if (space != VIPS_INTERPRETATION_sRGB && space != VIPS_INTERPRETATION_B_W)
        STEP(image, vips_colourspace(image, &next_, VIPS_INTERPRETATION_sRGB, NULL));
    if (vips_image_get_format(image) != VIPS_FORMAT_UCHAR)
        STEP(image, vips_cast(image, &next_, VIPS_FORMAT_UCHAR, NULL));
    return image;
}

// Only images with a colour profile are converted to sRGB: libvips 8.14 shifts colours of those without when told to
// export to a profile.
static gboolean has_profile(const void *bytes, size_t length, tidings_vips_kind kind) {
    VipsImage *image = NULL;
    if (open_header(bytes, length, kind, &image) != 0) return FALSE;
    gboolean found = vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0;
    g_object_unref(image);
    return found;
}

static VipsImage *scaled(const void *bytes, size_t length, int width, int height, const char *profile) {
    VipsImage *image = NULL;
    int crop = height > 0 ? VIPS_INTERESTING_ATTENTION : VIPS_INTERESTING_NONE;
    if (height == 0) height = VIPS_MAX_COORD;
    int failed = profile != NULL
        ? vips_thumbnail_buffer((void *)bytes, length, &image, width, "height", height, "size", VIPS_SIZE_DOWN, "crop",
              crop, "export_profile", profile, NULL)
        : vips_thumbnail_buffer((void *)bytes, length, &image, width, "height", height, "size", VIPS_SIZE_DOWN, "crop",
              crop, NULL);
    return failed ? NULL : image;
}

static VipsImage *thumbnail(const void *bytes, size_t length, tidings_vips_kind kind, int width, int height) {
    VipsImage *image = NULL;
    if (has_profile(bytes, length, kind)) {
        image = scaled(bytes, length, width, height, "srgb");
        // A damaged profile spoils colours only a little.
        if (image == NULL) vips_error_clear();
    }
    if (image == NULL) image = scaled(bytes, length, width, height, NULL);
    return image == NULL ? NULL : in_plain_srgb(image);
}

// Drops alpha that is opaque everywhere.
static VipsImage *without_idle_alpha(VipsImage *image) {
    if (!vips_image_hasalpha(image)) return image;
    VipsImage *alpha = NULL;
    double least = 0;
    int bands = vips_image_get_bands(image);
    if (vips_extract_band(image, &alpha, bands - 1, NULL) == 0) {
        if (vips_min(alpha, &least, NULL) != 0) least = 0;
        g_object_unref(alpha);
    }
    if (least < 255) return image;
    STEP(image, vips_extract_band(image, &next_, 0, "n", bands - 1, NULL));
    return image;
}

static void box(int seen_width, int seen_height, int *width, int *height) {
    if (*height == 0) {
        if (*width > seen_width) *width = seen_width;
        return;
    }
    // The box shrinks into a smaller image, in proportion.
    double factor = fmin(1, fmin((double)seen_width / *width, (double)seen_height / *height));
    *width = (int)fmin(seen_width, fmax(1, round(*width * factor)));
    *height = (int)fmin(seen_height, fmax(1, round(*height * factor)));
}

// Encodes without metadata; transparent images without loss. Sets `wanted` to the kind that was made.
static int encoded(
    VipsImage *image, tidings_vips_kind *wanted, int quality, gboolean progressive, void **out, size_t *length) {
    gboolean opaque = !vips_image_hasalpha(image);
    if (*wanted == TIDINGS_VIPS_WEBP) {
        if (vips_webpsave_buffer(image, out, length, "Q", quality, "lossless", !opaque, "strip", TRUE, NULL) == 0) return 0;
        // libvips may be built without WebP, which also has at most 16,383 rows.
        vips_error_clear();
    }
    *wanted = opaque ? TIDINGS_VIPS_JPEG : TIDINGS_VIPS_PNG;
    return opaque
        ? vips_jpegsave_buffer(
              image, out, length, "Q", quality, "strip", TRUE, "interlace", progressive, "optimize_coding", TRUE, NULL)
        : vips_pngsave_buffer(image, out, length, "strip", TRUE, "compression", 7, NULL);
}

int tidings_vips_resize(
    const void *bytes, size_t length, tidings_vips_kind kind, int width, int height, tidings_vips_kind wanted, int quality,
    double seconds, tidings_vips_picture *picture) {
    int seen_width, seen_height;
    if (tidings_vips_measure(bytes, length, kind, &seen_width, &seen_height, NULL) != 0) return -1;
    box(seen_width, seen_height, &width, &height);
    deadline limit = after(seconds);
    VipsImage *image = thumbnail(bytes, length, kind, width, height);
    if (image != NULL) image = settled(image, &limit);
    if (image != NULL) image = without_idle_alpha(image);
    if (image == NULL) return limit.passed ? TIDINGS_VIPS_TOO_LONG : -1;

    void *out = NULL;
    size_t out_length = 0;
    int failed = encoded(image, &wanted, quality, TRUE, &out, &out_length);
    picture->width = vips_image_get_width(image);
    picture->height = vips_image_get_height(image);
    g_object_unref(image);
    if (failed) return -1;
    picture->bytes = out;
    picture->length = out_length;
    picture->kind = wanted;
    return 0;
}

// MARK: Renditions

// Fails when the pixels are read if the bytes are damaged or end too early; `vips_thumbnail_buffer` of libvips 8.14 ignores it.
static int open_strictly(
    const void *bytes, size_t length, tidings_vips_kind kind, int refuses_warnings, VipsImage **image) {
    void *buffer = (void *)bytes;
    const int strict = refuses_warnings ? VIPS_FAIL_ON_WARNING : VIPS_FAIL_ON_ERROR, access = VIPS_ACCESS_SEQUENTIAL;
    switch (kind) {
    case TIDINGS_VIPS_JPEG: return vips_jpegload_buffer(buffer, length, image, "fail_on", strict, "access", access, NULL);
    case TIDINGS_VIPS_PNG: return vips_pngload_buffer(buffer, length, image, "fail_on", strict, "access", access, NULL);
    case TIDINGS_VIPS_WEBP: return vips_webpload_buffer(buffer, length, image, "fail_on", strict, "access", access, NULL);
    case TIDINGS_VIPS_GIF: return vips_gifload_buffer(buffer, length, image, "fail_on", strict, "access", access, NULL);
    }
    return -1;
}

static VipsImage *reduced(VipsImage *image, tidings_vips_size size, const char *profile) {
    VipsImage *made = NULL;
    int crop = size.height > 0 ? VIPS_INTERESTING_ATTENTION : VIPS_INTERESTING_NONE;
    int height = size.height > 0 ? size.height : VIPS_MAX_COORD;
    int failed = profile != NULL
        ? vips_thumbnail_image(image, &made, size.width, "height", height, "size", VIPS_SIZE_DOWN, "crop", crop,
              "export_profile", profile, NULL)
        : vips_thumbnail_image(
              image, &made, size.width, "height", height, "size", VIPS_SIZE_DOWN, "crop", crop, NULL);
    return failed ? NULL : made;
}

static VipsImage *decoded(
    const void *bytes, size_t length, tidings_vips_kind kind, int refuses_warnings, tidings_vips_size size,
    deadline *limit) {
    VipsImage *image = NULL;
    if (open_strictly(bytes, length, kind, refuses_warnings, &image) != 0) return NULL;
    VipsImage *made = NULL;
    if (vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0) {
        made = reduced(image, size, "srgb");
        // A damaged profile spoils colours only a little.
        if (made == NULL) vips_error_clear();
    }
    if (made == NULL) made = reduced(image, size, NULL);
    g_object_unref(image);
    if (made != NULL) made = in_plain_srgb(made);
    return made == NULL ? NULL : settled(made, limit);
}

// Also takes the resolution of the original, which JPEG and PNG would name: 72 dots per inch says nothing.
static VipsImage *without_resolution(VipsImage *image) {
    const double dots = 72 / 25.4;
    STEP(image, vips_copy(image, &next_, "xres", dots, "yres", dots, NULL));
    return image;
}

static int encoded_rendition(VipsImage *image, int quality, tidings_vips_picture *picture) {
    image = without_idle_alpha(image);
    if (image != NULL) image = without_resolution(image);
    if (image == NULL) return -1;
    void *out = NULL;
    size_t length = 0;
    picture->kind = TIDINGS_VIPS_JPEG;
    int failed = encoded(image, &picture->kind, quality, FALSE, &out, &length);
    picture->width = vips_image_get_width(image);
    picture->height = vips_image_get_height(image);
    g_object_unref(image);
    if (failed) return -1;
    picture->bytes = out;
    picture->length = length;
    return 0;
}

int tidings_vips_make_renditions(
    const void *bytes, size_t length, tidings_vips_kind kind, int refuses_warnings, const tidings_vips_size *sizes,
    int count, int quality, double seconds, tidings_vips_picture *pictures) {
    memset(pictures, 0, (size_t)count * sizeof *pictures);
    int seen_width, seen_height;
    if (tidings_vips_measure(bytes, length, kind, &seen_width, &seen_height, NULL) != 0) return -1;
    deadline limit = after(seconds);
    VipsImage *widest = decoded(bytes, length, kind, refuses_warnings, (tidings_vips_size){sizes[0].width, 0}, &limit);
    int made = 0;
    for (; widest != NULL && made < count; made++) {
        tidings_vips_size size = sizes[made];
        box(seen_width, seen_height, &size.width, &size.height);
        // A crop of a wide image needs more rows than the widest size has left.
        VipsImage *image = size.height > vips_image_get_height(widest)
            ? decoded(bytes, length, kind, refuses_warnings, size, &limit)
            : reduced(widest, size, NULL);
        if (image != NULL) image = settled(image, &limit);
        if (image == NULL || encoded_rendition(image, quality, &pictures[made]) != 0) break;
    }
    if (widest != NULL) g_object_unref(widest);
    if (made == count) return 0;
    for (int at = 0; at < made; at++) tidings_vips_free(pictures[at].bytes);
    memset(pictures, 0, (size_t)count * sizeof *pictures);
    return limit.passed ? TIDINGS_VIPS_TOO_LONG : -1;
}

static VipsImage *on_white(VipsImage *image) {
    VipsArrayDouble *white = vips_array_double_newv(1, 255.0);
    VipsImage *flat = NULL;
    int failed = vips_flatten(image, &flat, "background", white, NULL);
    vips_area_unref((VipsArea *)white);
    g_object_unref(image);
    return failed ? NULL : flat;
}

int tidings_vips_mean_colour(
    const void *bytes, size_t length, tidings_vips_kind kind, double seconds, unsigned char colour[3]) {
    if (check(bytes, length, kind) != 0) return -1;
    deadline limit = after(seconds);
    VipsImage *image = thumbnail(bytes, length, kind, 48, 0);
    if (image != NULL) image = settled(image, &limit);
    if (image != NULL && vips_image_hasalpha(image)) image = on_white(image);
    if (image == NULL) return limit.passed ? TIDINGS_VIPS_TOO_LONG : -1;
    int bands = vips_image_get_bands(image);
    size_t size = 0;
    unsigned char *pixels = vips_image_write_to_memory(image, &size);
    g_object_unref(image);
    if (pixels == NULL) return -1;
    unsigned long sums[3] = {0, 0, 0};
    size_t count = size / (size_t)bands;
    for (size_t at = 0; at < count; at++)
        for (int band = 0; band < 3; band++) sums[band] += pixels[at * bands + (bands >= 3 ? band : 0)];
    for (int band = 0; band < 3; band++) colour[band] = count ? (unsigned char)(sums[band] / count) : 255;
    g_free(pixels);
    return 0;
}

int tidings_vips_pixels_to_png(
    const void *pixels, size_t length, int width, int height, unsigned char **out, size_t *out_length) {
    if (tidings_vips_start() != NULL) return -1;
    VipsImage *raw = vips_image_new_from_memory(pixels, length, width, height, 4, VIPS_FORMAT_UCHAR);
    if (raw == NULL) return -1;
    VipsImage *image = NULL;
    int failed = vips_copy(raw, &image, "interpretation", VIPS_INTERPRETATION_sRGB, NULL);
    g_object_unref(raw);
    if (failed) return -1;
    void *bytes = NULL;
    failed = vips_pngsave_buffer(image, &bytes, out_length, "strip", TRUE, NULL);
    g_object_unref(image);
    *out = bytes;
    return failed;
}

// MARK: Drawing

static pthread_once_t drawing = PTHREAD_ONCE_INIT;

// Opened only when drawing. External bytes never reach the SVG loader even then, because `check` rejects SVG.
static void open_drawing(void) { vips_operation_block_set("VipsForeignLoadSvg", FALSE); }

static VipsImage *draw(const char *svg, size_t length) {
    if (tidings_vips_start() != NULL) return NULL;
    pthread_once(&drawing, open_drawing);
    VipsImage *image = NULL;
    return vips_svgload_buffer((void *)svg, length, &image, "unlimited", TRUE, NULL) ? NULL : image;
}

static int seed(const char *svg, size_t length) {
    unsigned int hash = 2166136261u;
    for (size_t at = 0; at < length; at++) hash = (hash ^ (unsigned char)svg[at]) * 16777619u;
    return (int)(hash & 0x7fffffff);
}

// Whole steps of noise, the same in each square: for each pixel of its own it took half of a drawing's time (2026-11-28).
static VipsImage *noise_of_size(int width, int height, double sigma, int seed) {
    const int side = 512;
    VipsImage *noise = NULL;
    if (vips_gaussnoise(&noise, side, side, "mean", 0.0, "sigma", sigma, "seed", seed, NULL)) return NULL;
    STEP(noise, vips_rint(noise, &next_, NULL));
    STEP(noise, vips_cast(noise, &next_, VIPS_FORMAT_CHAR, NULL));
    VipsImage *square = vips_image_copy_memory(noise);
    g_object_unref(noise);
    if (square == NULL) return NULL;
    STEP(square, vips_replicate(square, &next_, width / side + 1, height / side + 1, NULL));
    STEP(square, vips_extract_area(square, &next_, 0, 0, width, height, NULL));
    return square;
}

static VipsImage *with_grain(VipsImage *image, double grain, int seed) {
    if (grain <= 0) return image;
    VipsImage *noise = noise_of_size(vips_image_get_width(image), vips_image_get_height(image), grain, seed);
    int failed = noise == NULL;
    VipsImage *sum = NULL;
    if (!failed) failed = vips_add(image, noise, &sum, NULL);
    if (noise != NULL) g_object_unref(noise);
    g_object_unref(image);
    if (failed) return NULL;
    STEP(sum, vips_cast(sum, &next_, VIPS_FORMAT_UCHAR, NULL));
    // Adding noise loses the interpretation.
    STEP(sum, vips_copy(sum, &next_, "interpretation", VIPS_INTERPRETATION_sRGB, NULL));
    return sum;
}

int tidings_vips_svg_to_jpeg(
    const char *svg, size_t length, double grain, int quality, unsigned char **out, size_t *out_length) {
    VipsImage *image = draw(svg, length);
    if (image != NULL) image = on_white(image);
    if (image != NULL) image = with_grain(image, grain, seed(svg, length));
    if (image == NULL) return -1;
    void *bytes = NULL;
    int failed = vips_jpegsave_buffer(
        image, &bytes, out_length, "Q", quality, "strip", TRUE, "optimize_coding", TRUE, NULL);
    g_object_unref(image);
    *out = bytes;
    return failed;
}

int tidings_vips_svg_to_png(const char *svg, size_t length, unsigned char **out, size_t *out_length) {
    VipsImage *image = draw(svg, length);
    if (image == NULL) return -1;
    void *bytes = NULL;
    int failed = vips_pngsave_buffer(image, &bytes, out_length, "strip", TRUE, NULL);
    g_object_unref(image);
    *out = bytes;
    return failed;
}

int tidings_vips_svg_to_webp(
    const char *svg, size_t length, int quality, unsigned char **out, size_t *out_length) {
    VipsImage *image = draw(svg, length);
    if (image == NULL) return -1;
    void *bytes = NULL;
    int failed = vips_webpsave_buffer(image, &bytes, out_length, "Q", quality, "strip", TRUE, NULL);
    g_object_unref(image);
    *out = bytes;
    return failed;
}
