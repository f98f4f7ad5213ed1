#include "CSampleContent.h"

// Each file is closed with a zero, so that an empty one is still an array; the zero is not counted. A file that is
// missing is left out: its publication then has no stories, and the package still builds.
#pragma clang diagnostic ignored "-Wc23-extensions"

#if __has_embed("content/harbour-post.txt")
#define HAS_HARBOUR_POST
static const unsigned char harbour_post[] = {
#embed "content/harbour-post.txt" suffix(,)
    0};
#endif

#if __has_embed("content/saltmere-notices.txt")
#define HAS_SALTMERE_NOTICES
static const unsigned char saltmere_notices[] = {
#embed "content/saltmere-notices.txt" suffix(,)
    0};
#endif

#if __has_embed("content/press-box.txt")
#define HAS_PRESS_BOX
static const unsigned char press_box[] = {
#embed "content/press-box.txt" suffix(,)
    0};
#endif

#if __has_embed("content/orrery.txt")
#define HAS_ORRERY
static const unsigned char orrery[] = {
#embed "content/orrery.txt" suffix(,)
    0};
#endif

#if __has_embed("content/loom.txt")
#define HAS_LOOM
static const unsigned char loom[] = {
#embed "content/loom.txt" suffix(,)
    0};
#endif

#if __has_embed("content/field-and-hedgerow.txt")
#define HAS_FIELD_AND_HEDGEROW
static const unsigned char field_and_hedgerow[] = {
#embed "content/field-and-hedgerow.txt" suffix(,)
    0};
#endif

#if __has_embed("content/tidewater-review.txt")
#define HAS_TIDEWATER_REVIEW
static const unsigned char tidewater_review[] = {
#embed "content/tidewater-review.txt" suffix(,)
    0};
#endif

#if __has_embed("content/long-table.txt")
#define HAS_LONG_TABLE
static const unsigned char long_table[] = {
#embed "content/long-table.txt" suffix(,)
    0};
#endif

#if __has_embed("content/branch-line.txt")
#define HAS_BRANCH_LINE
static const unsigned char branch_line[] = {
#embed "content/branch-line.txt" suffix(,)
    0};
#endif

#if __has_embed("content/night-ferry.txt")
#define HAS_NIGHT_FERRY
static const unsigned char night_ferry[] = {
#embed "content/night-ferry.txt" suffix(,)
    0};
#endif

#if __has_embed("content/al-marsa.txt")
#define HAS_AL_MARSA
static const unsigned char al_marsa[] = {
#embed "content/al-marsa.txt" suffix(,)
    0};
#endif

#if __has_embed("content/chaoxi.txt")
#define HAS_CHAOXI
static const unsigned char chaoxi[] = {
#embed "content/chaoxi.txt" suffix(,)
    0};
#endif

#if __has_embed("content/marram-institute.txt")
#define HAS_MARRAM_INSTITUTE
static const unsigned char marram_institute[] = {
#embed "content/marram-institute.txt" suffix(,)
    0};
#endif

#if __has_embed("content/outland.txt")
#define HAS_OUTLAND
static const unsigned char outland[] = {
#embed "content/outland.txt" suffix(,)
    0};
#endif

#if __has_embed("content/mudlark.txt")
#define HAS_MUDLARK
static const unsigned char mudlark[] = {
#embed "content/mudlark.txt" suffix(,)
    0};
#endif

#if __has_embed("content/mudlark-comments.txt")
#define HAS_MUDLARK_COMMENTS
static const unsigned char mudlark_comments[] = {
#embed "content/mudlark-comments.txt" suffix(,)
    0};
#endif

#if __has_embed("content/news-publishers.txt")
#define HAS_NEWS_PUBLISHERS
static const unsigned char news_publishers[] = {
#embed "content/news-publishers.txt" suffix(,)
    0};
#endif

#if __has_embed("content/news-words.txt")
#define HAS_NEWS_WORDS
static const unsigned char news_words[] = {
#embed "content/news-words.txt" suffix(,)
    0};
#endif

#if __has_embed("content/news-events.txt")
#define HAS_NEWS_EVENTS
static const unsigned char news_events[] = {
#embed "content/news-events.txt" suffix(,)
    0};
#endif

#if __has_embed("content/fellside.txt")
#define HAS_FELLSIDE
static const unsigned char fellside[] = {
#embed "content/fellside.txt" suffix(,)
    0};
#endif

#if __has_embed("content/fellside-photographs.txt")
#define HAS_FELLSIDE_PHOTOGRAPHS
static const unsigned char fellside_photographs[] = {
#embed "content/fellside-photographs.txt" suffix(,)
    0};
#endif

#if __has_embed("content/fellside-map.json")
#define HAS_FELLSIDE_MAP
static const unsigned char fellside_map[] = {
#embed "content/fellside-map.json" suffix(,)
    0};
#endif

// The catalogue of pictures, the marks of publications, and the strips above pages of the guide.
static const unsigned char pictures[] = {
#embed "content/pictures.txt"
};
static const unsigned char banner_field_and_hedgerow[] = {
#embed "content/marks/banner-field-and-hedgerow.png"
};
static const unsigned char banner_harbour_post[] = {
#embed "content/marks/banner-harbour-post.png"
};
static const unsigned char banner_loom[] = {
#embed "content/marks/banner-loom.png"
};
static const unsigned char banner_orrery[] = {
#embed "content/marks/banner-orrery.png"
};
static const unsigned char cover_night_ferry[] = {
#embed "content/marks/cover-night-ferry.png"
};
static const unsigned char icon_al_marsa[] = {
#embed "content/marks/icon-al-marsa.png"
};
static const unsigned char icon_branch_line[] = {
#embed "content/marks/icon-branch-line.png"
};
static const unsigned char icon_chaoxi[] = {
#embed "content/marks/icon-chaoxi.png"
};
static const unsigned char icon_field_and_hedgerow[] = {
#embed "content/marks/icon-field-and-hedgerow.png"
};
static const unsigned char icon_harbour_post[] = {
#embed "content/marks/icon-harbour-post.png"
};
static const unsigned char icon_long_table[] = {
#embed "content/marks/icon-long-table.png"
};
static const unsigned char icon_loom[] = {
#embed "content/marks/icon-loom.png"
};
static const unsigned char icon_marram_institute[] = {
#embed "content/marks/icon-marram-institute.png"
};
static const unsigned char icon_mudlark[] = {
#embed "content/marks/icon-mudlark.png"
};
static const unsigned char icon_night_ferry[] = {
#embed "content/marks/icon-night-ferry.png"
};
static const unsigned char icon_orrery[] = {
#embed "content/marks/icon-orrery.png"
};
static const unsigned char icon_plain[] = {
#embed "content/marks/icon-plain.png"
};
static const unsigned char icon_press_box[] = {
#embed "content/marks/icon-press-box.png"
};
static const unsigned char icon_saltmere_notices[] = {
#embed "content/marks/icon-saltmere-notices.png"
};
static const unsigned char icon_tidewater_review[] = {
#embed "content/marks/icon-tidewater-review.png"
};
static const unsigned char header_brackenshaw_works[] = {
#embed "content/headers/brackenshaw-works.webp"
};
static const unsigned char header_callowick_looms[] = {
#embed "content/headers/callowick-looms.webp"
};
static const unsigned char header_gullhaven_pier[] = {
#embed "content/headers/gullhaven-pier.webp"
};
static const unsigned char header_harrow_tarn[] = {
#embed "content/headers/harrow-tarn.webp"
};
static const unsigned char header_lintmere_reeds[] = {
#embed "content/headers/lintmere-reeds.webp"
};
static const unsigned char header_minster_close[] = {
#embed "content/headers/minster-close.webp"
};
static const unsigned char header_new_quay[] = {
#embed "content/headers/new-quay.webp"
};
static const unsigned char header_night_bus[] = {
#embed "content/headers/night-bus.webp"
};
static const unsigned char header_old_quad[] = {
#embed "content/headers/old-quad.webp"
};
static const unsigned char header_orchestra_rehearsal[] = {
#embed "content/headers/orchestra-rehearsal.webp"
};
static const unsigned char header_thrushby_lambs[] = {
#embed "content/headers/thrushby-lambs.webp"
};
static const unsigned char header_tram_window[] = {
#embed "content/headers/tram-window.webp"
};

static const tidings_sample_file files[] = {
#ifdef HAS_HARBOUR_POST
    {"harbour-post", harbour_post, sizeof harbour_post - 1},
#endif
#ifdef HAS_SALTMERE_NOTICES
    {"saltmere-notices", saltmere_notices, sizeof saltmere_notices - 1},
#endif
#ifdef HAS_PRESS_BOX
    {"press-box", press_box, sizeof press_box - 1},
#endif
#ifdef HAS_ORRERY
    {"orrery", orrery, sizeof orrery - 1},
#endif
#ifdef HAS_LOOM
    {"loom", loom, sizeof loom - 1},
#endif
#ifdef HAS_FIELD_AND_HEDGEROW
    {"field-and-hedgerow", field_and_hedgerow, sizeof field_and_hedgerow - 1},
#endif
#ifdef HAS_TIDEWATER_REVIEW
    {"tidewater-review", tidewater_review, sizeof tidewater_review - 1},
#endif
#ifdef HAS_LONG_TABLE
    {"long-table", long_table, sizeof long_table - 1},
#endif
#ifdef HAS_BRANCH_LINE
    {"branch-line", branch_line, sizeof branch_line - 1},
#endif
#ifdef HAS_NIGHT_FERRY
    {"night-ferry", night_ferry, sizeof night_ferry - 1},
#endif
#ifdef HAS_AL_MARSA
    {"al-marsa", al_marsa, sizeof al_marsa - 1},
#endif
#ifdef HAS_CHAOXI
    {"chaoxi", chaoxi, sizeof chaoxi - 1},
#endif
#ifdef HAS_MARRAM_INSTITUTE
    {"marram-institute", marram_institute, sizeof marram_institute - 1},
#endif
#ifdef HAS_OUTLAND
    {"outland", outland, sizeof outland - 1},
#endif
#ifdef HAS_MUDLARK
    {"mudlark", mudlark, sizeof mudlark - 1},
#endif
#ifdef HAS_MUDLARK_COMMENTS
    {"mudlark-comments", mudlark_comments, sizeof mudlark_comments - 1},
#endif
#ifdef HAS_NEWS_PUBLISHERS
    {"news-publishers", news_publishers, sizeof news_publishers - 1},
#endif
#ifdef HAS_NEWS_WORDS
    {"news-words", news_words, sizeof news_words - 1},
#endif
#ifdef HAS_NEWS_EVENTS
    {"news-events", news_events, sizeof news_events - 1},
#endif
#ifdef HAS_FELLSIDE
    {"fellside", fellside, sizeof fellside - 1},
#endif
#ifdef HAS_FELLSIDE_PHOTOGRAPHS
    {"fellside-photographs", fellside_photographs, sizeof fellside_photographs - 1},
#endif
#ifdef HAS_FELLSIDE_MAP
    {"fellside-map", fellside_map, sizeof fellside_map - 1},
#endif
    {"pictures", pictures, sizeof pictures},
    {"banner-field-and-hedgerow", banner_field_and_hedgerow, sizeof banner_field_and_hedgerow},
    {"banner-harbour-post", banner_harbour_post, sizeof banner_harbour_post},
    {"banner-loom", banner_loom, sizeof banner_loom},
    {"banner-orrery", banner_orrery, sizeof banner_orrery},
    {"cover-night-ferry", cover_night_ferry, sizeof cover_night_ferry},
    {"icon-al-marsa", icon_al_marsa, sizeof icon_al_marsa},
    {"icon-branch-line", icon_branch_line, sizeof icon_branch_line},
    {"icon-chaoxi", icon_chaoxi, sizeof icon_chaoxi},
    {"icon-field-and-hedgerow", icon_field_and_hedgerow, sizeof icon_field_and_hedgerow},
    {"icon-harbour-post", icon_harbour_post, sizeof icon_harbour_post},
    {"icon-long-table", icon_long_table, sizeof icon_long_table},
    {"icon-loom", icon_loom, sizeof icon_loom},
    {"icon-marram-institute", icon_marram_institute, sizeof icon_marram_institute},
    {"icon-mudlark", icon_mudlark, sizeof icon_mudlark},
    {"icon-night-ferry", icon_night_ferry, sizeof icon_night_ferry},
    {"icon-orrery", icon_orrery, sizeof icon_orrery},
    {"icon-plain", icon_plain, sizeof icon_plain},
    {"icon-press-box", icon_press_box, sizeof icon_press_box},
    {"icon-saltmere-notices", icon_saltmere_notices, sizeof icon_saltmere_notices},
    {"icon-tidewater-review", icon_tidewater_review, sizeof icon_tidewater_review},
    {"header-brackenshaw-works", header_brackenshaw_works, sizeof header_brackenshaw_works},
    {"header-callowick-looms", header_callowick_looms, sizeof header_callowick_looms},
    {"header-gullhaven-pier", header_gullhaven_pier, sizeof header_gullhaven_pier},
    {"header-harrow-tarn", header_harrow_tarn, sizeof header_harrow_tarn},
    {"header-lintmere-reeds", header_lintmere_reeds, sizeof header_lintmere_reeds},
    {"header-minster-close", header_minster_close, sizeof header_minster_close},
    {"header-new-quay", header_new_quay, sizeof header_new_quay},
    {"header-night-bus", header_night_bus, sizeof header_night_bus},
    {"header-old-quad", header_old_quad, sizeof header_old_quad},
    {"header-orchestra-rehearsal", header_orchestra_rehearsal, sizeof header_orchestra_rehearsal},
    {"header-thrushby-lambs", header_thrushby_lambs, sizeof header_thrushby_lambs},
    {"header-tram-window", header_tram_window, sizeof header_tram_window},
    {"", (const unsigned char *)"", 0},
};

size_t tidings_sample_file_count(void) { return sizeof files / sizeof files[0] - 1; }

tidings_sample_file tidings_sample_file_at(size_t index) {
    size_t count = tidings_sample_file_count();
    return files[index < count ? index : count];
}
