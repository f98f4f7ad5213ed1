// Files of the web app, held in the binary by C23's #embed (SwiftPM's own embedding costs far more compile time).
// A new file is one block here.
#include "CAssets.h"

// SwiftPM has no way to ask for C23 alone; clang embeds in every dialect and only warns.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define HELD(symbol) symbol, sizeof symbol

static const unsigned char app_tokens_css[] = {
#embed "assets/app/tokens.css"
};
static const unsigned char app_base_css[] = {
#embed "assets/app/base.css"
};
static const unsigned char app_page_css[] = {
#embed "assets/app/page.css"
};
static const unsigned char app_rows_css[] = {
#embed "assets/app/rows.css"
};
static const unsigned char app_list_head_css[] = {
#embed "assets/app/list-head.css"
};
static const unsigned char app_front_page_css[] = {
#embed "assets/app/front-page.css"
};
static const unsigned char app_panes_css[] = {
#embed "assets/app/panes.css"
};
static const unsigned char app_story_css[] = {
#embed "assets/app/story.css"
};
static const unsigned char app_forms_css[] = {
#embed "assets/app/forms.css"
};
static const unsigned char app_overlays_css[] = {
#embed "assets/app/overlays.css"
};
static const unsigned char app_menus_css[] = {
#embed "assets/app/menus.css"
};
static const unsigned char app_mean_colours_css[] = {
#embed "assets/app/mean-colours.css"
};
static const unsigned char app_transitions_css[] = {
#embed "assets/app/transitions.css"
};
static const unsigned char app_js[] = {
#embed "assets/app.js"
};
static const unsigned char page_js[] = {
#embed "assets/page.js"
};
static const unsigned char time_js[] = {
#embed "assets/time.js"
};
static const unsigned char actions_js[] = {
#embed "assets/actions.js"
};
static const unsigned char lists_js[] = {
#embed "assets/lists.js"
};
static const unsigned char sheets_js[] = {
#embed "assets/sheets.js"
};
static const unsigned char shortcuts_js[] = {
#embed "assets/shortcuts.js"
};
static const unsigned char gestures_js[] = {
#embed "assets/gestures.js"
};
static const unsigned char navigation_js[] = {
#embed "assets/navigation.js"
};
static const unsigned char panels_js[] = {
#embed "assets/panels.js"
};
static const unsigned char search_overlay_js[] = {
#embed "assets/search-overlay.js"
};
static const unsigned char reading_pane_js[] = {
#embed "assets/reading-pane.js"
};
static const unsigned char full_text_js[] = {
#embed "assets/full-text.js"
};
static const unsigned char story_js[] = {
#embed "assets/story.js"
};
static const unsigned char story_images_js[] = {
#embed "assets/story-images.js"
};
static const unsigned char mute_js[] = {
#embed "assets/mute.js"
};
static const unsigned char hiding_bar_js[] = {
#embed "assets/hiding-bar.js"
};
static const unsigned char reading_progress_js[] = {
#embed "assets/reading-progress.js"
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
static const unsigned char gallery_input_js[] = {
#embed "assets/gallery-input.js"
};
static const unsigned char gallery_css[] = {
#embed "assets/gallery.css"
};
static const unsigned char linked_page_js[] = {
#embed "assets/linked-page.js"
};
static const unsigned char linked_page_css[] = {
#embed "assets/linked-page.css"
};
static const unsigned char map_js[] = {
#embed "assets/map.js"
};
static const unsigned char map_css[] = {
#embed "assets/map.css"
};
// Debian's Leaflet, as the system has it: no code of others lies in the repository.
#if !__has_embed("/usr/share/javascript/leaflet/leaflet.min.js") || !__has_embed("/usr/share/javascript/leaflet/leaflet.css")
#error Leaflet is not installed. Run "make setup", which installs libjs-leaflet, and build again.
#endif
static const unsigned char leaflet_js[] = {
#embed "/usr/share/javascript/leaflet/leaflet.min.js"
};
static const unsigned char leaflet_css[] = {
#embed "/usr/share/javascript/leaflet/leaflet.css"
};
// Debian's KaTeX, likewise.
#if !__has_embed("/usr/share/javascript/katex/katex.min.js")
#error KaTeX is not installed. Run "make setup", which installs libjs-katex, and build again.
#endif
static const unsigned char katex_js[] = {
#embed "/usr/share/javascript/katex/katex.min.js"
};
static const unsigned char formulas_js[] = {
#embed "assets/formulas.js"
};
// ProseMirror with Tiptap around it, likewise; Debian has neither.
#if !__has_embed("../../.tools/prosemirror/editor.js")
#error ProseMirror is not here. Run "make setup", which fetches it into .tools/prosemirror, and build again.
#endif
static const unsigned char prosemirror_js[] = {
#embed "../../.tools/prosemirror/editor.js"
};
static const unsigned char text_editor_js[] = {
#embed "assets/text-editor.js"
};
static const unsigned char text_editor_dialogs_js[] = {
#embed "assets/text-editor-dialogs.js"
};
static const unsigned char text_editor_css[] = {
#embed "assets/text-editor.css"
};
static const unsigned char thread_js[] = {
#embed "assets/thread.js"
};
static const unsigned char place_picker_js[] = {
#embed "assets/place-picker.js"
};
static const unsigned char pack_editor_js[] = {
#embed "assets/pack-editor.js"
};
static const unsigned char pack_editor_css[] = {
#embed "assets/pack-editor.css"
};
static const unsigned char compose_js[] = {
#embed "assets/compose.js"
};
static const unsigned char membership_js[] = {
#embed "assets/membership.js"
};
static const unsigned char compose_css[] = {
#embed "assets/compose.css"
};
static const unsigned char thread_next_js[] = {
#embed "assets/thread-next.js"
};
static const unsigned char thread_navigation_js[] = {
#embed "assets/thread-navigation.js"
};
static const unsigned char thread_find_js[] = {
#embed "assets/thread-find.js"
};
static const unsigned char thread_css[] = {
#embed "assets/thread.css"
};
static const unsigned char comment_counts_js[] = {
#embed "assets/comment-counts.js"
};
static const unsigned char icons_svg[] = {
#embed "assets/icons.svg"
};
static const unsigned char grain_svg[] = {
#embed "assets/grain.svg"
};
static const unsigned char map_yorkshire[] = {
#embed "assets/maps/yorkshire.json"
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
static const unsigned char live_marks_js[] = {
#embed "assets/live-marks.js"
};
static const unsigned char passkeys_js[] = {
#embed "assets/passkeys.js"
};
static const unsigned char sign_in_js[] = {
#embed "assets/sign-in.js"
};
static const unsigned char columns_css[] = {
#embed "assets/columns.css"
};
static const unsigned char columns_js[] = {
#embed "assets/columns.js"
};
static const unsigned char feeds_css[] = {
#embed "assets/feeds.css"
};
static const unsigned char topics_css[] = {
#embed "assets/topics.css"
};
static const unsigned char search_field_js[] = {
#embed "assets/search-field.js"
};
static const unsigned char search_css[] = {
#embed "assets/search.css"
};
static const unsigned char search_page_js[] = {
#embed "assets/search-page.js"
};
static const unsigned char search_restored_js[] = {
#embed "assets/search-restored.js"
};
static const unsigned char places_js[] = {
#embed "assets/places.js"
};
static const unsigned char topics_js[] = {
#embed "assets/topics.js"
};
static const unsigned char alerts_css[] = {
#embed "assets/alerts.css"
};
static const unsigned char alerts_js[] = {
#embed "assets/alerts.js"
};
static const unsigned char clusters_css[] = {
#embed "assets/clusters.css"
};
static const unsigned char digest_css[] = {
#embed "assets/digest.css"
};
static const unsigned char mute_css[] = {
#embed "assets/mute.css"
};
static const unsigned char settings_css[] = {
#embed "assets/settings.css"
};
static const unsigned char settings_js[] = {
#embed "assets/settings.js"
};
static const unsigned char notifications_js[] = {
#embed "assets/notifications.js"
};
static const unsigned char access_js[] = {
#embed "assets/access.js"
};
static const unsigned char copy_buttons_js[] = {
#embed "assets/copy-buttons.js"
};
static const unsigned char preferences_js[] = {
#embed "assets/preferences.js"
};
static const unsigned char player_css[] = {
#embed "assets/player.css"
};
static const unsigned char ticks_css[] = {
#embed "assets/ticks.css"
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
static const unsigned char pack_css[] = {
#embed "assets/pack.css"
};
static const unsigned char pack_js[] = {
#embed "assets/pack.js"
};
static const unsigned char photograph_svg[] = {
#embed "assets/photograph.svg"
};
static const unsigned char outside_svg[] = {
#embed "assets/outside.svg"
};
static const unsigned char cover_harbour_svg[] = {
#embed "assets/covers/harbour.svg"
};
static const unsigned char cover_science_svg[] = {
#embed "assets/covers/science.svg"
};
static const unsigned char cover_software_svg[] = {
#embed "assets/covers/software.svg"
};
static const unsigned char cover_sunday_svg[] = {
#embed "assets/covers/sunday.svg"
};
static const unsigned char cover_workings_svg[] = {
#embed "assets/covers/workings.svg"
};
static const unsigned char cover_world_svg[] = {
#embed "assets/covers/world.svg"
};
static const unsigned char sign_in_css[] = {
#embed "assets/sign-in.css"
};
static const unsigned char worker_state_js[] = {
#embed "assets/worker/state.js"
};
static const unsigned char worker_favourites_js[] = {
#embed "assets/worker/favourites.js"
};
static const unsigned char worker_versions_js[] = {
#embed "assets/worker/versions.js"
};
static const unsigned char worker_jobs_js[] = {
#embed "assets/worker/jobs.js"
};
static const unsigned char worker_push_js[] = {
#embed "assets/worker/push.js"
};
static const unsigned char worker_requests_js[] = {
#embed "assets/worker/requests.js"
};
static const unsigned char offline_js[] = {
#embed "assets/offline.js"
};
static const unsigned char sheets_css[] = {
#embed "assets/sheets.css"
};
static const unsigned char sidebar_js[] = {
#embed "assets/sidebar.js"
};
static const unsigned char sidebar_css[] = {
#embed "assets/sidebar.css"
};
static const unsigned char keep_js[] = {
#embed "assets/keep.js"
};
static const unsigned char offline_search_js[] = {
#embed "assets/offline-search.js"
};
static const unsigned char offline_css[] = {
#embed "assets/offline.css"
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
    {"app/tokens.css", "text/css; charset=utf-8", HELD(app_tokens_css)},
    {"app/base.css", "text/css; charset=utf-8", HELD(app_base_css)},
    {"app/page.css", "text/css; charset=utf-8", HELD(app_page_css)},
    {"app/rows.css", "text/css; charset=utf-8", HELD(app_rows_css)},
    {"app/list-head.css", "text/css; charset=utf-8", HELD(app_list_head_css)},
    {"app/front-page.css", "text/css; charset=utf-8", HELD(app_front_page_css)},
    {"app/panes.css", "text/css; charset=utf-8", HELD(app_panes_css)},
    {"app/story.css", "text/css; charset=utf-8", HELD(app_story_css)},
    {"app/forms.css", "text/css; charset=utf-8", HELD(app_forms_css)},
    {"app/overlays.css", "text/css; charset=utf-8", HELD(app_overlays_css)},
    {"app/menus.css", "text/css; charset=utf-8", HELD(app_menus_css)},
    {"app/mean-colours.css", "text/css; charset=utf-8", HELD(app_mean_colours_css)},
    {"app/transitions.css", "text/css; charset=utf-8", HELD(app_transitions_css)},
    {"app.js", "text/javascript; charset=utf-8", HELD(app_js)},
    {"page.js", "text/javascript; charset=utf-8", HELD(page_js)},
    {"time.js", "text/javascript; charset=utf-8", HELD(time_js)},
    {"actions.js", "text/javascript; charset=utf-8", HELD(actions_js)},
    {"lists.js", "text/javascript; charset=utf-8", HELD(lists_js)},
    {"sheets.js", "text/javascript; charset=utf-8", HELD(sheets_js)},
    {"shortcuts.js", "text/javascript; charset=utf-8", HELD(shortcuts_js)},
    {"gestures.js", "text/javascript; charset=utf-8", HELD(gestures_js)},
    {"navigation.js", "text/javascript; charset=utf-8", HELD(navigation_js)},
    {"panels.js", "text/javascript; charset=utf-8", HELD(panels_js)},
    {"search-overlay.js", "text/javascript; charset=utf-8", HELD(search_overlay_js)},
    {"reading-pane.js", "text/javascript; charset=utf-8", HELD(reading_pane_js)},
    {"full-text.js", "text/javascript; charset=utf-8", HELD(full_text_js)},
    {"story.js", "text/javascript; charset=utf-8", HELD(story_js)},
    {"story-images.js", "text/javascript; charset=utf-8", HELD(story_images_js)},
    {"mute.js", "text/javascript; charset=utf-8", HELD(mute_js)},
    {"hiding-bar.js", "text/javascript; charset=utf-8", HELD(hiding_bar_js)},
    {"reading-progress.js", "text/javascript; charset=utf-8", HELD(reading_progress_js)},
    {"live.js", "text/javascript; charset=utf-8", HELD(live_js)},
    {"player.js", "text/javascript; charset=utf-8", HELD(player_js)},
    {"gallery.js", "text/javascript; charset=utf-8", HELD(gallery_js)},
    {"gallery-input.js", "text/javascript; charset=utf-8", HELD(gallery_input_js)},
    {"gallery.css", "text/css; charset=utf-8", HELD(gallery_css)},
    {"linked-page.js", "text/javascript; charset=utf-8", HELD(linked_page_js)},
    {"linked-page.css", "text/css; charset=utf-8", HELD(linked_page_css)},
    {"map.js", "text/javascript; charset=utf-8", HELD(map_js)},
    {"map.css", "text/css; charset=utf-8", HELD(map_css)},
    {"leaflet.min.js", "text/javascript; charset=utf-8", HELD(leaflet_js)},
    {"leaflet.css", "text/css; charset=utf-8", HELD(leaflet_css)},
    {"katex.min.js", "text/javascript; charset=utf-8", HELD(katex_js)},
    {"formulas.js", "text/javascript; charset=utf-8", HELD(formulas_js)},
    {"prosemirror.min.js", "text/javascript; charset=utf-8", HELD(prosemirror_js)},
    {"text-editor.js", "text/javascript; charset=utf-8", HELD(text_editor_js)},
    {"text-editor-dialogs.js", "text/javascript; charset=utf-8", HELD(text_editor_dialogs_js)},
    {"text-editor.css", "text/css; charset=utf-8", HELD(text_editor_css)},
    {"thread.js", "text/javascript; charset=utf-8", HELD(thread_js)},
    {"place-picker.js", "text/javascript; charset=utf-8", HELD(place_picker_js)},
    {"pack-editor.js", "text/javascript; charset=utf-8", HELD(pack_editor_js)},
    {"pack-editor.css", "text/css; charset=utf-8", HELD(pack_editor_css)},
    {"compose.js", "text/javascript; charset=utf-8", HELD(compose_js)},
    {"membership.js", "text/javascript; charset=utf-8", HELD(membership_js)},
    {"compose.css", "text/css; charset=utf-8", HELD(compose_css)},
    {"thread-next.js", "text/javascript; charset=utf-8", HELD(thread_next_js)},
    {"thread-navigation.js", "text/javascript; charset=utf-8", HELD(thread_navigation_js)},
    {"thread-find.js", "text/javascript; charset=utf-8", HELD(thread_find_js)},
    {"thread.css", "text/css; charset=utf-8", HELD(thread_css)},
    {"comment-counts.js", "text/javascript; charset=utf-8", HELD(comment_counts_js)},
    {"icons.svg", "image/svg+xml", HELD(icons_svg)},
    {"grain.svg", "image/svg+xml", HELD(grain_svg)},
    {"maps/yorkshire.json", "application/json", HELD(map_yorkshire)},
    {"cover-harbour.svg", "image/svg+xml", HELD(cover_harbour_svg)},
    {"cover-science.svg", "image/svg+xml", HELD(cover_science_svg)},
    {"cover-software.svg", "image/svg+xml", HELD(cover_software_svg)},
    {"cover-sunday.svg", "image/svg+xml", HELD(cover_sunday_svg)},
    {"cover-workings.svg", "image/svg+xml", HELD(cover_workings_svg)},
    {"cover-world.svg", "image/svg+xml", HELD(cover_world_svg)},
    {"shelves.yaml", "text/yaml; charset=utf-8", HELD(shelves_yaml)},
    {"editions/mit-news.yaml", "text/yaml; charset=utf-8", HELD(edition_mit_news)},
    {"editions/daily-nexus.yaml", "text/yaml; charset=utf-8", HELD(edition_daily_nexus)},
    {"editions/breaking-news.yaml", "text/yaml; charset=utf-8", HELD(edition_breaking_news)},
    {"editions/yorkshire.yaml", "text/yaml; charset=utf-8", HELD(edition_yorkshire)},
    {"markup/hacker-news.yaml", "text/yaml; charset=utf-8", HELD(markup_hacker_news)},
    {"editions/hacker-news.yaml", "text/yaml; charset=utf-8", HELD(edition_hacker_news)},
    {"tidings.svg", "image/svg+xml", HELD(tidings_svg)},
    {"edition.svg", "image/svg+xml", HELD(edition_svg)},
    {"sign-in.js", "text/javascript; charset=utf-8", HELD(sign_in_js)},
    {"live-marks.js", "text/javascript; charset=utf-8", HELD(live_marks_js)},
    {"passkeys.js", "text/javascript; charset=utf-8", HELD(passkeys_js)},
    {"columns.css", "text/css; charset=utf-8", HELD(columns_css)},
    {"columns.js", "text/javascript; charset=utf-8", HELD(columns_js)},
    {"feeds.css", "text/css; charset=utf-8", HELD(feeds_css)},
    {"alerts.css", "text/css; charset=utf-8", HELD(alerts_css)},
    {"alerts.js", "text/javascript; charset=utf-8", HELD(alerts_js)},
    {"clusters.css", "text/css; charset=utf-8", HELD(clusters_css)},
    {"digest.css", "text/css; charset=utf-8", HELD(digest_css)},
    {"mute.css", "text/css; charset=utf-8", HELD(mute_css)},
    {"topics.css", "text/css; charset=utf-8", HELD(topics_css)},
    {"search-field.js", "text/javascript; charset=utf-8", HELD(search_field_js)},
    {"search.css", "text/css; charset=utf-8", HELD(search_css)},
    {"search-page.js", "text/javascript; charset=utf-8", HELD(search_page_js)},
    {"search-restored.js", "text/javascript; charset=utf-8", HELD(search_restored_js)},
    {"places.js", "text/javascript; charset=utf-8", HELD(places_js)},
    {"topics.js", "text/javascript; charset=utf-8", HELD(topics_js)},
    {"settings.css", "text/css; charset=utf-8", HELD(settings_css)},
    {"settings.js", "text/javascript; charset=utf-8", HELD(settings_js)},
    {"notifications.js", "text/javascript; charset=utf-8", HELD(notifications_js)},
    {"access.js", "text/javascript; charset=utf-8", HELD(access_js)},
    {"copy-buttons.js", "text/javascript; charset=utf-8", HELD(copy_buttons_js)},
    {"preferences.js", "text/javascript; charset=utf-8", HELD(preferences_js)},
    {"player.css", "text/css; charset=utf-8", HELD(player_css)},
    {"ticks.css", "text/css; charset=utf-8", HELD(ticks_css)},
    {"grid.css", "text/css; charset=utf-8", HELD(grid_css)},
    {"rows-right.css", "text/css; charset=utf-8", HELD(rows_right_css)},
    {"rows-left.css", "text/css; charset=utf-8", HELD(rows_left_css)},
    {"rows-wide.css", "text/css; charset=utf-8", HELD(rows_wide_css)},
    {"rows-tiles.css", "text/css; charset=utf-8", HELD(rows_tiles_css)},
    {"rows-counted.css", "text/css; charset=utf-8", HELD(rows_counted_css)},
    {"pack.css", "text/css; charset=utf-8", HELD(pack_css)},
    {"pack.js", "text/javascript; charset=utf-8", HELD(pack_js)},
    {"photograph.svg", "image/svg+xml", HELD(photograph_svg)},
    {"outside.svg", "image/svg+xml", HELD(outside_svg)},
    {"sign-in.css", "text/css; charset=utf-8", HELD(sign_in_css)},
    {"worker/state.js", "text/javascript; charset=utf-8", HELD(worker_state_js)},
    {"worker/favourites.js", "text/javascript; charset=utf-8", HELD(worker_favourites_js)},
    {"worker/versions.js", "text/javascript; charset=utf-8", HELD(worker_versions_js)},
    {"worker/jobs.js", "text/javascript; charset=utf-8", HELD(worker_jobs_js)},
    {"worker/push.js", "text/javascript; charset=utf-8", HELD(worker_push_js)},
    {"worker/requests.js", "text/javascript; charset=utf-8", HELD(worker_requests_js)},
    {"offline.js", "text/javascript; charset=utf-8", HELD(offline_js)},
    {"sheets.css", "text/css; charset=utf-8", HELD(sheets_css)},
    {"sidebar.js", "text/javascript; charset=utf-8", HELD(sidebar_js)},
    {"sidebar.css", "text/css; charset=utf-8", HELD(sidebar_css)},
    {"keep.js", "text/javascript; charset=utf-8", HELD(keep_js)},
    {"offline-search.js", "text/javascript; charset=utf-8", HELD(offline_search_js)},
    {"offline.css", "text/css; charset=utf-8", HELD(offline_css)},
    {"icon-mine-180.png", "image/png", HELD(icon_mine_180_png)},
    {"icon-mine-192.png", "image/png", HELD(icon_mine_192_png)},
    {"icon-mine-512.png", "image/png", HELD(icon_mine_512_png)},
    {"icon-mine-maskable.png", "image/png", HELD(icon_mine_maskable_png)},
};

const struct tidings_asset *tidings_assets(size_t *count) {
    *count = sizeof assets / sizeof assets[0];
    return assets;
}
