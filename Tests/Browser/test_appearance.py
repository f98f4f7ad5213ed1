"""Appearance: the design tokens as computed, accessibility, size budgets, no overflow, all states."""
import gzip
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from support.browser import DESK, PHONE, WIDTHS, assert_axe_finds_nothing_by_day_and_night, assert_fits

EDITION = "mine"
SCREENS = ["/mine/", "/mine/unread", "/mine/saved", "/mine/feeds", "/mine/all", "/mine/search", "/mine/search?q=harbour",
           "/mine/add", "/mine/add?address=mudlark", "/mine/save", "/mine/settings", "/mine/keyboard-shortcuts", "/mine/newsstand", "story", "feed", "about"]


def path_of(page, demo, screen):
    """The address of a screen that has no fixed one."""
    if screen.startswith("/"):
        return demo.url(screen)
    page.goto(demo.url("/mine/all" if screen == "story" else "/mine/feeds"))
    link = page.locator(".row > a" if screen == "story" else ".feed-row a.name").first.get_attribute("href")
    return demo.url(link + ("/about" if screen == "about" else ""))


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing(demo, open_page, screen):
    page = open_page(demo.url("/mine/keyboard-shortcuts"))
    page.goto(path_of(page, demo, screen))
    assert_axe_finds_nothing_by_day_and_night(page, screen)


@pytest.mark.mission("MIT-17", "NEXUS-67", "HN-91")
@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_is_wider_than_the_screen(demo, open_page, screen):
    page = open_page(demo.url("/mine/keyboard-shortcuts"))
    page.goto(path_of(page, demo, screen))
    for size in ("100%", "200%"):  # the root's size doubles, as a browser's text setting does
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (size, width)


@pytest.mark.mission("MIT-17", "BREAK-03")
def test_first_screen_of_a_phone(demo, open_page):
    page = open_page(demo.url(), PHONE)
    assert page.locator(".nameplate").bounding_box()["y"] < 60
    lead = page.locator(".lead")
    picture = lead.locator("img.lead-image").bounding_box()
    assert picture["width"] == 390 and picture["height"] > 200
    limit = 844 - 49
    assert lead.locator(".headline").bounding_box()["y"] + lead.locator(".headline").bounding_box()["height"] < limit
    titles = page.locator(".row:not(.lead) .headline")
    for index in range(2):
        box = titles.nth(index).bounding_box()
        assert box["y"] + 22 < limit, (index, box)


def test_wide_front_page_is_composed(demo, open_page):
    page = open_page(demo.url(), DESK)
    picture = page.locator("img.lead-image").bounding_box()
    assert picture["width"] >= 560
    assert abs(page.locator(".section-head h2").first.bounding_box()["y"] - picture["y"]) < 2, "on one line"
    columns = page.locator(".section").evaluate_all("nodes => nodes.map(node => Math.round(node.getBoundingClientRect().left))")
    # Two beside the lead and one below it, then three side by side; those of the last row are as wide as there is room.
    assert columns[0] == columns[1] and columns[2] == round(picture["x"]) and len(set(columns[3:6])) == 3, columns
    lead, third = page.locator(".lead").bounding_box(), page.locator(".section").nth(2).bounding_box()
    assert 0 <= third["y"] - lead["y"] - lead["height"] < 48, "no hole below the lead"
    right = page.locator(".section").evaluate_all("nodes => nodes.map(node => Math.round(node.getBoundingClientRect().right))")
    assert right[-1] == max(right), right
    assert page.locator(".section").nth(1).bounding_box()["x"] > page.locator("img.lead-image").bounding_box()["x"] + 560


def test_the_numbers_of_the_design_language(demo, open_page):
    page = open_page(demo.url(), PHONE)

    def font(selector):
        page.locator(selector).first.wait_for()
        # In one look: a story's text may be exchanged for the whole text between finding it and measuring it.
        return page.evaluate(
            """selector => {
                const style = getComputedStyle(document.querySelector(selector));
                return [style.fontSize, style.lineHeight, style.fontWeight];
            }""", selector)

    assert font(".nameplate")[:2] == ["28px", "32px"]
    assert font(".lead .headline")[:2] == ["26px", "30px"]
    assert font(".row.unread:not(.lead) .headline") == ["17px", "22px", "600"]
    assert font(".source-line")[:2] == ["13px", "18px"]
    assert font(".dateline")[:2] == ["12px", "16px"]
    # With air above the nameplate.
    assert page.locator(".top-bar").bounding_box()["height"] == 52
    assert page.locator(".tabs").bounding_box()["height"] == 49
    page.locator(".row:not(.lead) a").first.click()
    assert font(".story h1")[:2] == ["30px", "35px"]
    assert font(".text")[:2] == ["18px", "28px"]
    page.set_viewport_size(DESK)
    assert font(".story h1")[:2] == ["40px", "45px"]
    assert font(".text")[:2] == ["19px", "30px"]
    # At most about 70 characters a line; pictures are wider.
    width = page.locator(".text").evaluate("node => node.clientWidth - 2 * parseFloat(getComputedStyle(node).paddingLeft)")
    assert 600 <= width <= 620, width


# What can be hit of everything that can be tapped, in both directions from its middle. Exceptions (WCAG 2.5.8): links within
# a text, the status line, which the bar and the first row leave 24 px (pulling and `r` do the same), and *Reply* below each
# comment: five short ones stand on a phone's screen.
SMALL_TARGETS = """() => {
    const small = [];
    for (const node of document.querySelectorAll('a[href], button, summary, input:not([type=hidden]), select, label:has(input)')) {
        if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || node.closest('.visually-hidden, .skip') || node.matches('label input, .text:not(.click-to-load) a')) continue;
        node.scrollIntoView({ block: 'center', behavior: 'instant' });
        const box = [...node.getClientRects()].find((one) => one.width && one.height);
        if (!box) continue;
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const hits = (x, y) => { const found = document.elementFromPoint(x, y); return found && (node.contains(found) || found.closest('label') === node); };
        const reach = (dx, dy) => { let far = 0; while (far < 44 && hits(x + dx * (far + 1), y + dy * (far + 1))) far += 1; return far; };
        const [wide, high] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
        // A bar's hairline is within its 44 px.
        if (!hits(x, y) || wide < 43 || high < (node.matches('.larger-tap-area') ? 24 : node.matches('.reply-button') ? 32 : 43)) small.push([wide, high, node.outerHTML.slice(0, 120)]);
    }
    return small;
}"""


@pytest.mark.parametrize("width", [768, 834, 1024, 1280])
def test_the_nameplate_leaves_the_tabs_their_room(demo, open_page, width):
    """Whatever the newspaper is called."""
    for edition in ["mine", "estuary", "breakwater"]:
        page = open_page(demo.url(f"/{edition}/"), {"width": width, "height": 900})
        # A page that fills loads itself again.
        expect(page.locator("[data-loading]")).to_have_count(0, timeout=60_000)
        for title in [None, "The Saltmere and Netherquay Intelligencer with Shipping News"]:
            if title:
                page.locator(".nameplate span").evaluate("(span, title) => { span.textContent = title; }", title)
            name, tabs = page.locator(".nameplate").bounding_box(), page.locator(".tabs").bounding_box()
            right = page.locator(".top-bar .right").bounding_box()
            assert name["x"] + name["width"] <= tabs["x"] + 12, (edition, title, name, tabs)
            assert tabs["x"] + tabs["width"] <= right["x"] + 1, (edition, tabs, right)


@pytest.mark.mission("MIT-17")
def test_targets_are_large_enough(demo, open_page):
    page = open_page(demo.url("/slipway/all"), PHONE)
    talk = page.locator("main .row:has(.comments-link) a").nth(2).get_attribute("href").split("?")[0]
    # Its byline has the comments in a line of their own, above the vote.
    wrapped = page.locator("main .row", has_text="Repairing a radio").locator("> a:not(.comments-link)").get_attribute("href")
    page.goto(demo.url("/mine/feeds"))
    feed = page.locator(".feed-row a.name").first.get_attribute("href")
    page.goto(demo.url("/mine/all"))
    story = page.locator("main .row > a").nth(2).get_attribute("href")
    for path in ["/mine/", "/mine/unread", "/mine/feeds", feed, f"{feed}/about", "/mine/search?q=harbour", "/mine/add", "/mine/settings",
                 "/mine/newsstand", story, "/slipway/", talk, wrapped, f"{talk}/comments", "/slipway/sections", "/marram/"]:
        page.goto(demo.url(path))
        if path.endswith("/comments"):
            page.locator(".discussion .comment").first.wait_for()
        assert not (small := page.evaluate(SMALL_TARGETS)), (path, small)


@pytest.mark.parametrize("width", [768, 820, 1023])
def test_a_guides_tabs_keep_clear_of_the_icons(demo, open_page, width):
    page = open_page(demo.url("/fellside/"), {"width": width, "height": 900})
    tab, icon = page.locator(".tabs a").last.bounding_box(), page.locator(".top-bar a.icon-button").first.bounding_box()
    assert tab["x"] + tab["width"] <= icon["x"]


def test_a_message_stands_in_the_middle_and_its_button_in_one_line(demo, open_page):
    page = open_page(demo.url("/mine/all"), PHONE)
    show = "([words, label]) => import(document.querySelector('script[src]').src.replace(/app\\.js$/, 'page.js')).then(({ toast }) => { toast(words, label); })"
    page.evaluate(show, ["Link copied", None])
    gaps = page.evaluate("""(() => {
        const [box, words] = ['.toast', '.toast span'].map(one => document.querySelector(one).getBoundingClientRect());
        return [words.left - box.left, box.right - words.right];
    })()""")
    assert abs(gaps[0] - gaps[1]) < 1.5, gaps
    page.evaluate(show, ["Mark stories read as they scroll past, and more words than one line has?", "Undo"])
    button = page.locator(".toast button")
    assert button.evaluate("node => node.getClientRects().length === 1 && node.scrollWidth <= node.clientWidth")
    assert button.bounding_box()["height"] <= 60


def test_the_front_page_leads_to_all_that_is_unread(demo, open_page):
    page = open_page(demo.url("/mine/"), PHONE)
    page.get_by_role("link", name=re.compile("unread in Unread$")).click()
    expect(page).to_have_url(demo.url("/mine/unread"))


def test_the_newsstand_offers_the_keyboard_where_there_is_one(demo, open_page):
    for viewport, options, is_there in ((PHONE, {"has_touch": True, "is_mobile": True}, False), (DESK, {}, True)):
        page = open_page(demo.url("/mine/newsstand"), viewport, **options)
        expect(page.locator(".newsstand-links a", has_text="Settings")).to_be_visible()
        assert page.locator(".newsstand-links a", has_text="Keyboard").is_visible() == is_there


def test_the_tools_of_a_thread_stay_together_when_something_is_new(demo, open_page):
    page = open_page(demo.url("/slipway/all"), PHONE)
    talk = page.locator("main .row:has(.comments-link) > a").first.get_attribute("href").split("?")[0]
    page.goto(demo.url(f"{talk}/comments"))
    expect(page.locator(".comment").first).to_be_visible()
    tops = page.evaluate("""(() => {
        document.querySelector('.thread-tools .is-new') ?? document.querySelector('.thread-tools h2')
            .insertAdjacentHTML('afterend', '<a class="quiet is-new" href="#c1">12 new</a>');
        return [...document.querySelectorAll('.thread-actions .quiet')].filter(one => one.offsetParent).map(one => one.getBoundingClientRect())
            .map(box => Math.round(box.top + box.height / 2));
    })()""")
    assert len(tops) >= 3 and max(tops) - min(tops) <= 2, tops
    assert_fits(page)


def test_a_feeds_row_is_whole_and_the_last_one_clear_of_the_tabs(demo, open_page):
    page = open_page(demo.url("/mine/feeds"), {"width": 320, "height": 640})
    cut = page.locator(".feed-row .name > *").evaluate_all(
        "lines => lines.filter((line) => line.scrollHeight > line.clientHeight + 1 || line.scrollWidth > line.clientWidth + 1).map((line) => line.textContent)")
    assert not cut
    page.evaluate("scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
    row, tabs = page.locator(".feed-row").last.bounding_box(), page.locator(".tabs").bounding_box()
    assert row["y"] + row["height"] <= tabs["y"] - 12


@pytest.mark.parametrize("viewport,is_named", [(PHONE, False), (DESK, True)], ids=["phone", "desk"])
def test_the_way_to_the_front_page_is_named_where_there_is_room(demo, open_page, viewport, is_named):
    page = open_page(demo.url("/marram/settings"), viewport)
    link = page.locator(".top-bar").get_by_role("link", name="Front page")
    expect(link).to_have_attribute("title", re.compile("^Front page of "))
    assert (link.bounding_box()["width"] > 90) == is_named


def test_an_error_does_not_look_like_a_field(demo, open_page):
    page = open_page(demo.url("/mine/add?address=nowhere%20post"))
    error, field = (page.locator(selector).evaluate(
        "node => { const { backgroundColor, borderTopWidth } = getComputedStyle(node); return { backgroundColor, borderTopWidth }; }")
        for selector in (".error-note", "input[name=address]"))
    assert error["borderTopWidth"] == "0px" and error["backgroundColor"] != field["backgroundColor"], (error, field)


@pytest.mark.mission("BREAK-03")
def test_pictures_reserve_their_space_before_loading(demo, open_page):
    page = open_page(demo.url(), PHONE)
    page.locator("img.row-image").first.wait_for()
    shifts = page.evaluate("""new Promise(done => { let sum = 0; new PerformanceObserver(list => { for (const entry of list.getEntries()) sum += entry.value; })
        .observe({type: 'layout-shift', buffered: true}); requestAnimationFrame(() => requestAnimationFrame(() => done(sum))); })""")
    assert shifts < 0.02, shifts


@pytest.mark.mission("BREAK-21")
def test_budgets(demo):
    def size(path):
        request = urllib.request.Request(demo.url(path), headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request) as response:
            return len(response.read()), response

    for path in ["/mine/", "/mine/all?depth=40", "/mine/unread"]:
        assert size(path)[0] <= 18_000, path
    request = urllib.request.Request(demo.url("/mine/"), headers={"Accept-Encoding": "gzip"})
    html = gzip.decompress(urllib.request.urlopen(request).read()).decode()
    mark = html.split("/assets/")[1].split("/")[0]
    assert size(f"/assets/{mark}/edition-mine.css")[0] <= 13_000
    # What every page loads; then what only some need: keys, the recogniser where there is touch, search, the second pane.
    script = sum(size(f"/assets/{mark}/{name}.js")[0] for name in ["app", "page"])
    assert script <= 14_700, script
    assert size(f"/assets/{mark}/live.js")[0] <= 2_000
    assert size(f"/assets/{mark}/shortcuts.js")[0] <= 1_800
    assert size(f"/assets/{mark}/panels.js")[0] <= 4_100
    assert sum(size(f"/assets/{mark}/{name}.js")[0] for name in ["search-overlay", "reading-pane"]) <= 3_450
    # What a search's field loads once it is opened.
    assert size(f"/assets/{mark}/search-field.js")[0] <= 2_100
    assert size(f"/assets/{mark}/search.css")[0] <= 1_300


def test_an_unchanged_page_is_answered_304(demo):
    def ask(**headers):
        try:
            with urllib.request.urlopen(urllib.request.Request(demo.url("/mine/feeds"), headers=headers)) as response:
                return response.status, response.headers["ETag"]
        except urllib.error.HTTPError as unchanged:
            return unchanged.code, None
    # A minute may pass between two questions: then the page is another, and says so by another tag.
    tag, status = ask()[1], 200
    for _ in range(3):
        status, fresh = ask(**{"If-None-Match": tag})
        if status == 304:
            break
        assert status == 200 and fresh != tag
        tag = fresh
    assert status == 304


@pytest.mark.parametrize("state,words", [
    ("first-run", "A newspaper of your own"),
    ("empty", None),
    ("failing", None), ("offline", None), ("slow", None), ("huge", None),
])
def test_every_demo_state_shows_something(demo_in_state, open_page, state, words):
    running = demo_in_state(state)
    page = open_page(running.url(), wait_until="domcontentloaded")
    if words:
        expect(page.locator("h1", has_text=words)).to_be_visible()
    else:
        expect(page.locator(".row, .empty").first).to_be_visible()
    page.goto(running.url("/mine/feeds"), wait_until="domcontentloaded")
    expect(page.locator("h1", has_text="Feeds")).to_be_visible()
    if state in ("failing", "offline"):
        expect(page.locator(".feed-row small").first).to_be_visible()
