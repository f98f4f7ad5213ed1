// Files of the web app, held in the binary by C23's #embed (SwiftPM's own embedding costs far more compile time).
// A new file is one block here.
#include "CAssets.h"

// SwiftPM has no way to ask for C23 alone; clang embeds in every dialect and only warns.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define HELD(symbol) symbol, sizeof symbol

static const unsigned char app_css[] = {
#embed "assets/app.css"
};
static const unsigned char app_js[] = {
#embed "assets/app.js"
};
static const unsigned char place_js[] = {
#embed "assets/place.js"
};
static const unsigned char time_js[] = {
#embed "assets/time.js"
};
static const unsigned char marks_js[] = {
#embed "assets/marks.js"
};
static const unsigned char lists_js[] = {
#embed "assets/lists.js"
};
static const unsigned char sheets_js[] = {
#embed "assets/sheets.js"
};
static const unsigned char keys_js[] = {
#embed "assets/keys.js"
};
static const unsigned char gestures_js[] = {
#embed "assets/gestures.js"
};
static const unsigned char going_js[] = {
#embed "assets/going.js"
};
static const unsigned char panels_js[] = {
#embed "assets/panels.js"
};
static const unsigned char finding_js[] = {
#embed "assets/finding.js"
};
static const unsigned char reader_js[] = {
#embed "assets/reader.js"
};
static const unsigned char whole_js[] = {
#embed "assets/whole.js"
};
static const unsigned char story_js[] = {
#embed "assets/story.js"
};
static const unsigned char mute_js[] = {
#embed "assets/mute.js"
};
static const unsigned char bookmark_js[] = {
#embed "assets/bookmark.js"
};
static const unsigned char live_js[] = {
#embed "assets/live.js"
};
static const unsigned char player_js[] = {
#embed "assets/player.js"
};
static const unsigned char gallery_js[] = {
#embed "assets/gallery.js"
};
static const unsigned char gallery_hand_js[] = {
#embed "assets/gallery-hand.js"
};
static const unsigned char gallery_css[] = {
#embed "assets/gallery.css"
};
static const unsigned char recent_js[] = {
#embed "assets/recent.js"
};
static const unsigned char outside_js[] = {
#embed "assets/outside.js"
};
static const unsigned char outside_css[] = {
#embed "assets/outside.css"
};
static const unsigned char thread_js[] = {
#embed "assets/thread.js"
};
static const unsigned char thread_css[] = {
#embed "assets/thread.css"
};
static const unsigned char counts_js[] = {
#embed "assets/counts.js"
};
static const unsigned char icons_svg[] = {
#embed "assets/icons.svg"
};
static const unsigned char grain_svg[] = {
#embed "assets/grain.svg"
};
static const unsigned char shelves_yaml[] = {
#embed "assets/shelves.yaml"
};
static const unsigned char edition_mit_news[] = {
#embed "assets/editions/mit-news.yaml"
};
static const unsigned char edition_daily_nexus[] = {
#embed "assets/editions/daily-nexus.yaml"
};
static const unsigned char edition_breaking_news[] = {
#embed "assets/editions/breaking-news.yaml"
};
static const unsigned char edition_yorkshire[] = {
#embed "assets/editions/yorkshire.yaml"
};
static const unsigned char markup_hacker_news[] = {
#embed "assets/markup/hacker-news.yaml"
};
static const unsigned char edition_hacker_news[] = {
#embed "assets/editions/hacker-news.yaml"
};
static const unsigned char tidings_svg[] = {
#embed "assets/tidings.svg"
};
static const unsigned char edition_svg[] = {
#embed "assets/edition.svg"
};
static const unsigned char door_js[] = {
#embed "assets/door.js"
};
static const unsigned char columns_css[] = {
#embed "assets/columns.css"
};
static const unsigned char columns_js[] = {
#embed "assets/columns.js"
};
static const unsigned char mute_css[] = {
#embed "assets/mute.css"
};
static const unsigned char player_css[] = {
#embed "assets/player.css"
};
static const unsigned char grid_css[] = {
#embed "assets/grid.css"
};
static const unsigned char rows_right_css[] = {
#embed "assets/rows-right.css"
};
static const unsigned char rows_left_css[] = {
#embed "assets/rows-left.css"
};
static const unsigned char rows_wide_css[] = {
#embed "assets/rows-wide.css"
};
static const unsigned char rows_tiles_css[] = {
#embed "assets/rows-tiles.css"
};
static const unsigned char rows_counted_css[] = {
#embed "assets/rows-counted.css"
};
static const unsigned char door_css[] = {
#embed "assets/door.css"
};
static const unsigned char icon_mine_180_png[] = {
#embed "assets/icons/icon-mine-180.png"
};
static const unsigned char icon_mine_192_png[] = {
#embed "assets/icons/icon-mine-192.png"
};
static const unsigned char icon_mine_512_png[] = {
#embed "assets/icons/icon-mine-512.png"
};
static const unsigned char icon_mine_maskable_png[] = {
#embed "assets/icons/icon-mine-maskable.png"
};

static const struct tidings_asset assets[] = {
    {"app.css", "text/css; charset=utf-8", HELD(app_css)},
    {"app.js", "text/javascript; charset=utf-8", HELD(app_js)},
    {"place.js", "text/javascript; charset=utf-8", HELD(place_js)},
    {"time.js", "text/javascript; charset=utf-8", HELD(time_js)},
    {"marks.js", "text/javascript; charset=utf-8", HELD(marks_js)},
    {"lists.js", "text/javascript; charset=utf-8", HELD(lists_js)},
    {"sheets.js", "text/javascript; charset=utf-8", HELD(sheets_js)},
    {"keys.js", "text/javascript; charset=utf-8", HELD(keys_js)},
    {"gestures.js", "text/javascript; charset=utf-8", HELD(gestures_js)},
    {"going.js", "text/javascript; charset=utf-8", HELD(going_js)},
    {"panels.js", "text/javascript; charset=utf-8", HELD(panels_js)},
    {"finding.js", "text/javascript; charset=utf-8", HELD(finding_js)},
    {"reader.js", "text/javascript; charset=utf-8", HELD(reader_js)},
    {"whole.js", "text/javascript; charset=utf-8", HELD(whole_js)},
    {"story.js", "text/javascript; charset=utf-8", HELD(story_js)},
    {"mute.js", "text/javascript; charset=utf-8", HELD(mute_js)},
    {"bookmark.js", "text/javascript; charset=utf-8", HELD(bookmark_js)},
    {"live.js", "text/javascript; charset=utf-8", HELD(live_js)},
    {"player.js", "text/javascript; charset=utf-8", HELD(player_js)},
    {"gallery.js", "text/javascript; charset=utf-8", HELD(gallery_js)},
    {"gallery-hand.js", "text/javascript; charset=utf-8", HELD(gallery_hand_js)},
    {"gallery.css", "text/css; charset=utf-8", HELD(gallery_css)},
    {"recent.js", "text/javascript; charset=utf-8", HELD(recent_js)},
    {"outside.js", "text/javascript; charset=utf-8", HELD(outside_js)},
    {"outside.css", "text/css; charset=utf-8", HELD(outside_css)},
    {"thread.js", "text/javascript; charset=utf-8", HELD(thread_js)},
    {"thread.css", "text/css; charset=utf-8", HELD(thread_css)},
    {"counts.js", "text/javascript; charset=utf-8", HELD(counts_js)},
    {"icons.svg", "image/svg+xml", HELD(icons_svg)},
    {"grain.svg", "image/svg+xml", HELD(grain_svg)},
    {"shelves.yaml", "text/yaml; charset=utf-8", HELD(shelves_yaml)},
    {"editions/mit-news.yaml", "text/yaml; charset=utf-8", HELD(edition_mit_news)},
    {"editions/daily-nexus.yaml", "text/yaml; charset=utf-8", HELD(edition_daily_nexus)},
    {"editions/breaking-news.yaml", "text/yaml; charset=utf-8", HELD(edition_breaking_news)},
    {"editions/yorkshire.yaml", "text/yaml; charset=utf-8", HELD(edition_yorkshire)},
    {"markup/hacker-news.yaml", "text/yaml; charset=utf-8", HELD(markup_hacker_news)},
    {"editions/hacker-news.yaml", "text/yaml; charset=utf-8", HELD(edition_hacker_news)},
    {"tidings.svg", "image/svg+xml", HELD(tidings_svg)},
    {"edition.svg", "image/svg+xml", HELD(edition_svg)},
    {"door.js", "text/javascript; charset=utf-8", HELD(door_js)},
    {"columns.css", "text/css; charset=utf-8", HELD(columns_css)},
    {"columns.js", "text/javascript; charset=utf-8", HELD(columns_js)},
    {"mute.css", "text/css; charset=utf-8", HELD(mute_css)},
    {"player.css", "text/css; charset=utf-8", HELD(player_css)},
    {"grid.css", "text/css; charset=utf-8", HELD(grid_css)},
    {"rows-right.css", "text/css; charset=utf-8", HELD(rows_right_css)},
    {"rows-left.css", "text/css; charset=utf-8", HELD(rows_left_css)},
    {"rows-wide.css", "text/css; charset=utf-8", HELD(rows_wide_css)},
    {"rows-tiles.css", "text/css; charset=utf-8", HELD(rows_tiles_css)},
    {"rows-counted.css", "text/css; charset=utf-8", HELD(rows_counted_css)},
    {"door.css", "text/css; charset=utf-8", HELD(door_css)},
    {"icon-mine-180.png", "image/png", HELD(icon_mine_180_png)},
    {"icon-mine-192.png", "image/png", HELD(icon_mine_192_png)},
    {"icon-mine-512.png", "image/png", HELD(icon_mine_512_png)},
    {"icon-mine-maskable.png", "image/png", HELD(icon_mine_maskable_png)},
};

const struct tidings_asset *tidings_assets(size_t *count) {
    *count = sizeof assets / sizeof assets[0];
    return assets;
}
