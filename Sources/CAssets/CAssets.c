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
static const unsigned char icons_svg[] = {
#embed "assets/icons.svg"
};
static const unsigned char shelves_yaml[] = {
#embed "assets/shelves.yaml"
};
static const unsigned char tidings_svg[] = {
#embed "assets/tidings.svg"
};

static const struct tidings_asset assets[] = {
    {"app.css", "text/css; charset=utf-8", HELD(app_css)},
    {"app.js", "text/javascript; charset=utf-8", HELD(app_js)},
    {"time.js", "text/javascript; charset=utf-8", HELD(time_js)},
    {"marks.js", "text/javascript; charset=utf-8", HELD(marks_js)},
    {"lists.js", "text/javascript; charset=utf-8", HELD(lists_js)},
    {"sheets.js", "text/javascript; charset=utf-8", HELD(sheets_js)},
    {"keys.js", "text/javascript; charset=utf-8", HELD(keys_js)},
    {"gestures.js", "text/javascript; charset=utf-8", HELD(gestures_js)},
    {"icons.svg", "image/svg+xml", HELD(icons_svg)},
    {"shelves.yaml", "text/yaml; charset=utf-8", HELD(shelves_yaml)},
    {"tidings.svg", "image/svg+xml", HELD(tidings_svg)},
};

const struct tidings_asset *tidings_assets(size_t *count) {
    *count = sizeof assets / sizeof assets[0];
    return assets;
}
