"""Layout and navigation: themes by edition, panels, gestures, transitions, search as a state, scroll restoration, two panes."""
import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from support.browser import DESK, PHONE, STILL, TOUCH_OPTIONS, TouchGesture, middle, stop_clock, until
from support.program import ROOT

EDITION = "mine"


# ---- looks

def test_the_tokens_of_the_edition_reach_the_page(demo, open_page):
    """The design language's colours, read back from the browser, by day and by night."""
    wanted = {
        "light": {"--paper": "#FFFFFF", "--raised": "#F6F6F4", "--ink": "#1A1A1C", "--second": "#5C5C61", "--opened": "#6A6A70",
                  "--rule": "#E2E2DF", "--edge": "#8A8A90", "--accent": "#1F5A96"},
        "dark": {"--paper": "#121214", "--raised": "#1C1C1F", "--ink": "#ECECEE", "--second": "#A1A1A8", "--opened": "#8E8E95",
                 "--rule": "#2C2C30", "--edge": "#77777E", "--accent": "#8AB8EC"},
    }
    for scheme, tokens in wanted.items():
        page = open_page(demo.url(), color_scheme=scheme)
        found = page.evaluate("""names => Object.fromEntries(names.map(name =>
            [name, getComputedStyle(document.documentElement).getPropertyValue(name).trim()]))""", list(tokens))
        assert found == tokens, scheme
        times = page.evaluate("""['--press', '--push', '--back', '--sheet', '--drawer', '--fade'].map(name =>
            getComputedStyle(document.documentElement).getPropertyValue(name).trim())""")
        assert times == ["80ms", "320ms", "280ms", "300ms", "260ms", "150ms"]
        # Lining figures of one width in headings and counts; pictures dimmed by night.
        figures = page.evaluate("""[...document.querySelectorAll('.headline, .list-count, .source-line time, .status')].map(one => getComputedStyle(one).fontVariantNumeric)""")
        assert set(figures) == {"lining-nums tabular-nums"}, scheme
        dimmed = page.evaluate("[...document.querySelectorAll(':is(.row-image, .lead-image):not(.waiting)')].map(one => getComputedStyle(one).filter)")
        assert set(dimmed) == {"none" if scheme == "light" else "brightness(0.9)"}, scheme


def test_a_page_has_one_style_sheet_and_no_style_of_its_own(demo, open_page):
    page = open_page(demo.url(), user_agent="Mozilla/5.0 (Android 15; Mobile; rv:140.0)")
    page.goto(demo.url())
    assert page.locator("link[rel=stylesheet]").count() == 1
    assert page.locator("[style]").count() == 0


ROWS = ["sourced", "right", "left", "wide", "tiles", "counted"]


@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("viewport", [{"width": 320, "height": 640}, PHONE, DESK], ids=["320", "390", "1280"])
def test_every_row_style_contains_its_text(demo, open_page, rows, viewport):
    """Row styles are only CSS: each is applied to the same page."""
    page = open_page(demo.url(), viewport)
    page.evaluate("rows => { document.documentElement.dataset.rowStyle = rows; }", rows)
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    squeezed = page.evaluate("""[...document.querySelectorAll('.row .headline')].filter(line => line.clientWidth < 96).length""")
    assert not squeezed
    cut = page.evaluate("""[...document.querySelectorAll('.row .row-text')].filter(words => words.scrollWidth > words.clientWidth + 1).length""")
    assert not cut


def test_an_external_row_keeps_its_logo_in_its_box(demo, open_page):
    page = open_page(demo.url("/mine/all"))
    box = page.evaluate("""() => {
        const row = document.querySelector('.row');
        row.classList.add('external');
        const mark = document.createElement('img');
        mark.className = 'source-logo';
        mark.src = document.querySelector('img.site-icon, img.row-image').src;
        row.querySelector('.row-text').append(mark);
        const [one, words] = [mark.getBoundingClientRect(), row.querySelector('.row-text').getBoundingClientRect()];
        return {width: one.width, height: one.height, right: words.right - one.right};
    }""")
    assert box["width"] <= 133 and box["height"] <= 34 and abs(box["right"]) < 1


# ---- a story's bar

@pytest.mark.mission("NEXUS-50")
def test_a_storys_bar_is_at_the_thumb_and_a_swipe_leads_to_the_next_story(own_demo, open_page):
    """Where a story has no comments; the line at the top bar shows how far it is read, and Back leads to the list."""
    page = open_page(own_demo.url("/mine/all?depth=60"), **TOUCH_OPTIONS)
    finger = TouchGesture(page)
    page.locator("main .row:not(.external)", has_text="Sunday libraries").locator("a").first.click()
    expect(page.locator("article.story h1")).to_be_visible()
    bar = page.locator(".story-bar")
    box = bar.bounding_box()
    assert box["y"] + box["height"] == PHONE["height"] and box["width"] == PHONE["width"]
    for target in bar.locator(".icon-button:visible").all():
        size = target.bounding_box()
        assert size["width"] >= 44 and size["height"] >= 44
    assert page.locator("[data-panel='right']").count() == 0
    line = page.locator(".reading-progress")
    assert line.evaluate("line => new DOMMatrix(getComputedStyle(line).transform).a") == 0
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    until(page, "new DOMMatrix(getComputedStyle(document.querySelector('.reading-progress')).transform).a === 1")
    last = page.locator("article.story footer").bounding_box()
    assert last["y"] + last["height"] <= box["y"] + 1, "the bar hides nothing of the end"
    page.evaluate("scrollTo(0, 0)")
    story = page.url
    after = page.locator("article.story").get_attribute("data-next")
    finger(300, 500, -20, 2)
    assert page.url == story, "too short a swipe"
    finger(300, 500, -140, 4)
    expect(page).to_have_url(own_demo.url(after))
    page.locator(".next [data-neighbour=previous]").click()
    expect(page).to_have_url(story)
    page.go_back()
    expect(page).to_have_url(own_demo.url("/mine/all?depth=60"))


# ---- headers

@pytest.mark.mission("MIT-06")
@pytest.mark.parametrize("edition", ["marram", "mine"])
def test_section_headers_are_sticky_and_translucent(demo, open_page, edition):
    """See-through where MIT's paper has them so; opaque elsewhere."""
    page = open_page(demo.url(f"/{edition}/"))
    head = page.locator(".section-head").nth(1)
    page.evaluate("node => scrollTo(0, node.getBoundingClientRect().top + scrollY)", head.element_handle())
    page.evaluate("scrollBy(0, 60)")
    assert abs(head.bounding_box()["y"] - page.locator(".top-bar").bounding_box()["height"]) < 1.5
    style = head.evaluate("node => { const s = getComputedStyle(node); return [s.backdropFilter, s.backgroundColor]; }")
    if edition == "mine":
        assert style[0] == "none" and style[1] == page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        return
    assert "blur" in style[0]
    assert re.search(r"/ 0\.\d+\)|, 0\.\d+\)", style[1]), style


@pytest.mark.mission("MIT-76")
def test_where_blur_is_not_supported_headers_are_solid(demo, open_page):
    """The translucent background is in an @supports block; without it the background is opaque."""
    page = open_page(demo.url("/marram/"))
    found = page.evaluate("""() => {
        let taken = 0;
        const groups = [...document.styleSheets].flatMap((sheet) => [sheet, ...sheet.cssRules]).filter((group) => group.deleteRule && group.cssRules);
        for (const group of groups) for (let at = group.cssRules.length - 1; at >= 0; at -= 1) {
            const rule = group.cssRules[at];
            if (rule instanceof CSSSupportsRule && rule.conditionText.includes('backdrop-filter')) { group.deleteRule(at); taken += 1; }
        }
        const style = getComputedStyle(document.querySelector('.section-head'));
        const paper = getComputedStyle(document.documentElement).backgroundColor;
        return [taken, style.backgroundColor === paper, style.backdropFilter];
    }""")
    assert found[0] >= 1 and found[1] is True and found[2] == "none", found


def test_a_bar_takes_the_title_once_it_has_scrolled_away(demo, open_page):
    page = open_page(demo.url("/mine/all"), reduced_motion="reduce")
    story = page.locator("main .row > a").nth(2).get_attribute("href")
    for path in ("/mine/all", story):
        page.goto(demo.url(path))
        title, bar = page.locator(".top-bar .title"), page.locator(".top-bar").bounding_box()
        expect(title).to_have_text(page.locator("main h1").inner_text())
        expect(title).to_have_css("opacity", "0")
        page.evaluate("scrollTo(0, 700)")
        expect(title).to_have_css("opacity", "1")
        assert page.locator(".top-bar").bounding_box() == bar
        assert page.locator("[data-back]").bounding_box()["width"] == 44, "however long the title"
        page.evaluate("scrollTo(0, 0)")
        expect(title).to_have_css("opacity", "0")
    page = open_page(demo.url("/mine/all"), script=False)
    expect(page.locator(".top-bar .title")).to_have_css("opacity", "1")


def test_separators_begin_where_the_text_does(demo, open_page):
    for viewport in (PHONE, {"width": 768, "height": 900}, DESK):
        page = open_page(demo.url("/mine/feeds"), viewport)
        line, name = page.evaluate("""() => { const row = document.querySelector('.feed-row + .feed-row');
            return [parseFloat(getComputedStyle(row, '::before').left), row.querySelector('.name').getBoundingClientRect().left - row.getBoundingClientRect().left]; }""")
        assert abs(line - name) < 1, (viewport, line, name)


def test_each_newspaper_is_named_in_its_own_face_in_the_newsstand(demo, open_page):
    faces = []
    for edition in ("mine", "inland", "estuary"):
        page = open_page(demo.url(f"/{edition}/newsstand"))
        faces.append(page.evaluate("""() => [...document.querySelectorAll('.newspaper-row')].map((line) => { const style = getComputedStyle(line.querySelector('b'));
            return [line.dataset.newspaper, style.fontFamily, style.fontWeight, style.letterSpacing]; })"""))
    assert faces[0] == faces[1] == faces[2]
    own = {name: face for name, face, *_ in faces[0]}
    assert len({own["mine"], own["inland"], own["estuary"]}) == 3


# ---- gestures

def test_the_page_of_gestures_is_the_recogniser_s_own_table(demo, open_page):
    page = open_page(demo.url())
    count, gallery = page.evaluate("""async () => {
        const address = document.querySelector('script[src]').src.replace(/app\\.js$/, 'panels.js');
        const gallery = await import(address.replace('panels.js', 'gallery.js'));
        return [(await import(address)).table.length, gallery.table.map(({ does, gesture, button, key }) => [does, gesture, button, key])];
    }""")
    # Words that no page shows are comments, each before its entry.
    source = (ROOT / "Sources/CAssets/assets/gestures.js").read_text()
    entries = [list(cells) for cells in re.findall(r"^  // (.+?) \| (.+?) \| (.+?) \| (.+)\n  \{ ", source, re.MULTILINE)]
    assert len(entries) == count
    table = entries + gallery
    lines = [[cell.strip() for cell in line.strip().strip("|").split("|")]
             for line in (ROOT / "docs/gestures.md").read_text().splitlines() if line.startswith("|")]
    written = [line for line in lines[2:] if re.search(r"swipe|pull", line[1])]
    assert sorted(written) == sorted(table)
    for does, gesture, button, key in table:
        assert button not in ("", "–") and key.startswith("`"), does


def test_rows_are_swiped(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"), **TOUCH_OPTIONS)
    finger = TouchGesture(page)
    row = page.locator(".row.unread").nth(1)
    name = row.get_attribute("id")
    x, y = middle(row)
    # A row under the finger makes the page no wider.
    finger(60, y, 140, 4, lift=False)
    until(page, "document.querySelector('[data-swipe]') !== null")
    assert page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [390, 390]
    finger.lift()
    expect(page.locator(f"#{name}")).not_to_have_class(re.compile("unread"))
    expect(page.locator(".toast")).to_be_visible()
    finger(60, y, 140, 4)
    expect(page.locator(f"#{name}")).to_have_class(re.compile("unread"))
    finger(300, y, -140, -4)
    expect(page.locator(f"#{name}")).to_have_attribute("data-saved", "")
    finger(300, y, -140, -4)
    expect(page.locator(f"#{name}")).not_to_have_attribute("data-saved", "")


@pytest.mark.parametrize("start,move", [
    ((10, None), (140, 0)),    # the system's edge
    ((60, None), (140, 100)),  # steeper than 30°
    ((60, None), (60, 0)),     # let go too early
], ids=["edge", "steep", "early"])
def test_what_is_no_swipe_does_nothing(own_demo, open_page, start, move):
    page = open_page(own_demo.url("/mine/all"), **TOUCH_OPTIONS)
    sent = []
    page.on("request", lambda request: "/act/" in request.url and sent.append(request.url))
    y = middle(page.locator(".row.unread").nth(1))[1]
    TouchGesture(page)(start[0], y, *move)
    page.evaluate("new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)))")
    assert not sent
    assert page.locator("[data-swipe]").count() == 0


def test_code_and_selected_text_are_not_swiped(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"), **TOUCH_OPTIONS)
    finger = TouchGesture(page)
    y = middle(page.locator(".row.unread").nth(1))[1]
    page.evaluate("getSelection().selectAllChildren(document.querySelector('.row .headline'))")
    finger(60, y, 140, 0, lift=False)
    assert page.locator("[data-swipe]").count() == 0
    finger.lift()
    page.evaluate("getSelection().removeAllRanges(); document.querySelectorAll('.row')[1].dataset.ownGestures = ''")
    y = middle(page.locator(".row").nth(1))[1]
    finger(60, y, 140, 0, lift=False)
    assert page.locator("[data-swipe]").count() == 0
    finger.lift()


@pytest.mark.mission("HN-72")
def test_pulling_down_refreshes_with_growing_resistance(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"), **TOUCH_OPTIONS)
    finger = TouchGesture(page)
    page.evaluate("addEventListener('touchmove', (event) => { document.body.dataset.at = event.touches[0].clientY; })")
    moved = []
    for pull in (40, 80, 160, 320):
        finger(195, 200, 0, pull, lift=False)
        # On a busy machine the last touch may still be on its way.
        until(page, f"document.body.dataset.at == {200 + pull}")
        moved.append(page.evaluate("new DOMMatrix(getComputedStyle(document.querySelector('main')).transform).m42"))
        finger.send("touchCancel")
        until(page, "!document.querySelector('main').style.transform")
    assert 0 < moved[0] < moved[1] < moved[2] < moved[3] < 320 * .55
    assert moved[3] - moved[2] < 2 * (moved[1] - moved[0]) * 2 and moved[3] / 320 < moved[0] / 40, moved
    with page.expect_request(re.compile("act/refresh")):
        finger(195, 200, 0, 160)
    expect(page.locator("#live")).not_to_be_empty()
    until(page, "!document.querySelector('main').style.transform")


def test_a_list_that_is_scrolled_is_not_pulled(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"), **TOUCH_OPTIONS)
    page.evaluate("scrollTo(0, 300)")
    sent = []
    page.on("request", lambda request: "act/refresh" in request.url and sent.append(request.url))
    page.evaluate("""() => { for (const [type, y] of [['touchstart', 200], ['touchmove', 260], ['touchmove', 420], ['touchend', 420]]) {
        const touch = new Touch({identifier: 1, target: document.querySelector('.row'), clientX: 195, clientY: y});
        document.querySelector('.row').dispatchEvent(new TouchEvent(type, {bubbles: true, touches: type === 'touchend' ? [] : [touch], changedTouches: [touch]}));
    } }""")
    assert page.locator(".pull-indicator").count() == 0 and not sent
    assert page.evaluate("getComputedStyle(document.documentElement).overscrollBehaviorY") == "contain"


# ---- moving between pages

RECORD_TRANSITIONS = """addEventListener('pagereveal', (event) => { sessionStorage.moved = JSON.stringify([...JSON.parse(sessionStorage.moved ?? '[]'),
    [location.pathname, Boolean(event.viewTransition)]]); });"""


def transitions(page):
    return json.loads(page.evaluate("sessionStorage.moved ?? '[]'"))


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_transitions_run_inward_and_back_but_not_between_tabs(demo, open_page, motion):
    page = open_page(demo.url("/mine/keyboard-shortcuts"), reduced_motion=motion)
    page.add_init_script(RECORD_TRANSITIONS)
    page.goto(demo.url())
    page.locator(".section-head a").first.click()
    expect(page.locator("h1")).not_to_be_empty()
    page.wait_for_url(re.compile("/section/"))
    section = page.evaluate("location.pathname")
    until(page, "JSON.parse(sessionStorage.moved).length === 2")
    assert transitions(page)[1] == [section, motion == "no-preference"]
    page.locator("[data-back]").click()
    page.wait_for_url(demo.url())
    page.locator(".tabs a", has_text="Unread").click()
    page.wait_for_url(demo.url("/mine/unread"))
    until(page, "JSON.parse(sessionStorage.moved).at(-1)[0] === '/mine/unread'")
    assert transitions(page)[-1] == ["/mine/unread", False]


def test_the_browsers_own_back_has_no_transition(demo, open_page):
    page = open_page(demo.url("/mine/keyboard-shortcuts"))
    page.add_init_script(RECORD_TRANSITIONS)
    page.goto(demo.url())
    page.locator(".section-head a").first.click()
    page.wait_for_url(re.compile("/section/"))
    until(page, "JSON.parse(sessionStorage.moved).length === 2")
    page.go_back()
    page.wait_for_url(demo.url())
    until(page, "JSON.parse(sessionStorage.moved).length === 3")
    assert transitions(page)[-1] == ["/mine/", False]


# ---- search

@pytest.mark.mission("MIT-28", "MIT-29")
def test_search_is_a_state_of_the_list(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"))
    page.evaluate("scrollTo(0, 700)")
    rows = page.locator("main .row").evaluate_all("rows => rows.map(row => row.id)")
    at = page.evaluate("scrollY")
    for words in ("harbour", "bridge", "harbour"):
        page.locator("[data-search-label]").click()
        page.locator("dialog.search-overlay input[type=search]").fill(words)
        page.keyboard.press("Enter")
        expect(page.locator("dialog.search-overlay .row, dialog.search-overlay .empty").first).to_be_visible()
        expect(page).to_have_url(re.compile(f"/mine/search\\?q={words}"))
        page.get_by_role("button", name="Cancel").click()
        expect(page.locator("dialog.search-overlay")).to_have_count(0)
        expect(page).to_have_url(own_demo.url("/mine/all"))
        assert page.locator("main .row").evaluate_all("rows => rows.map(row => row.id)") == rows
        assert abs(page.evaluate("scrollY") - at) <= 1
    # Recent: newest first, once each; typing narrows, whatever case and accents.
    page.locator("[data-search-label]").click()
    lately = page.locator("dialog.search-overlay .recent-searches li:not([hidden])")
    expect(lately.first).to_have_text("harbour")
    assert lately.all_inner_texts()[:2] == ["harbour", "bridge"]
    page.locator("dialog.search-overlay input[type=search]").press_sequentially("BRÍ")
    expect(lately).to_have_count(1)
    expect(lately).to_have_text("bridge")
    # Escape is Cancel.
    page.keyboard.press("Escape")
    expect(page.locator("dialog.search-overlay")).to_have_count(0)
    # Clearing asks first.
    page.locator("[data-search-label]").click()
    page.locator("dialog.search-overlay summary").click()
    expect(page.locator("dialog.search-overlay .confirmation")).to_contain_text("Delete recent searches?")
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.locator("dialog.search-overlay .recent-searches")).to_have_count(0)


@pytest.mark.mission("MIT-34")
def test_a_search_that_failed_reads_differently_from_none_found(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"))
    page.locator("[data-search-label]").click()
    page.locator("dialog.search-overlay input[type=search]").fill("zzyzx")
    page.keyboard.press("Enter")
    expect(page.locator("dialog.search-overlay")).to_contain_text("No story has the words “zzyzx”.")
    page.route("**/search?**", lambda route: route.abort())
    page.locator("dialog.search-overlay input[type=search]").fill("harbour")
    page.keyboard.press("Enter")
    expect(page.locator("dialog.search-overlay [role=alert]")).to_contain_text("The search failed")
    page.unroute("**/search?**")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("dialog.search-overlay .row").first).to_be_visible()
    page.errors.clear()  # the browser itself reports the request that was cut off


def test_search_results_load_more_and_a_story_leads_back_to_them(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"))
    page.locator("[data-search-label]").click()
    page.locator("dialog.search-overlay input[type=search]").fill("the")
    page.keyboard.press("Enter")
    rows = page.locator("dialog.search-overlay .row")
    expect(rows).to_have_count(20)
    page.locator("dialog.search-overlay [data-more]").click()
    expect(rows).to_have_count(40)
    identities = rows.evaluate_all("rows => rows.map(row => row.dataset.story)")
    assert len(set(identities)) == 40
    rows.nth(30).locator("a").first.click()
    expect(page.locator("article.story")).to_be_visible()
    page.go_back()
    expect(page.locator(".row[data-story]").first).to_be_visible()
    expect(page.locator(f".row[data-story='{identities[30]}']").last).to_be_in_viewport()
    expect(page).to_have_url(re.compile("depth=40"))


def test_search_answers_while_typing_and_is_walked_by_keys(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"))
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/search?" in request.url else None)
    page.locator("[data-search-label]").click()
    overlay = page.locator("dialog.search-overlay")
    field = overlay.locator("input[type=search]")
    expect(overlay.locator(".search-examples")).to_contain_text("is:unread")
    # Typing sends one request at its first pause, and what is shown is that one's.
    page.clock.install()
    stop_clock(page)
    field.press_sequentially("harbour", delay=20)
    page.clock.run_for(150)
    page.clock.resume()
    expect(overlay.locator(".search-count")).to_contain_text("stor")
    assert overlay.locator("mark").first.inner_text().lower().startswith("harbour")
    assert len(asked) == 1 and "typing=1" in asked[0], asked
    expect(page).to_have_url(re.compile(r"\?q=harbour$"))
    for row in overlay.locator(".row").all():
        assert row.locator("mark").count() > 0
    # A late answer to earlier words is dropped.
    held = []
    page.route(re.compile("q=harb&"), lambda route: held.append(route))
    field.fill("harb")
    until(page, "performance.now() > 0")
    page.wait_for_timeout(300)
    overlay.locator(".search-count").evaluate("count => { count.dataset.isOld = ''; }")
    field.fill("harbour")
    expect(overlay.locator(".search-count:not([data-is-old])")).to_contain_text("stor")
    # Arrows and Enter.
    field.press("ArrowDown")
    expect(overlay.locator(".recent-searches a, .row > a").first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    # The chips write words; marks and their undo work as in a list.
    field.press("Enter")
    expect(overlay).to_be_focused()
    overlay.locator(".search-chips a", has_text="Unread").click()
    expect(field).to_have_value("harbour is:unread")
    expect(overlay.locator(".search-chips a[aria-current]", has_text="Unread")).to_be_focused()
    page.keyboard.press("j")
    page.keyboard.press("s")
    expect(overlay.locator(".row.selected .saved")).to_have_count(1)
    overlay.locator(".toast button").click()
    expect(overlay.locator(".row .saved")).to_have_count(0)
    # A saved search is offered at the start.
    overlay.locator(".list-menu summary").click()
    overlay.get_by_role("button", name="Save this search").click()
    expect(overlay.locator(".toast")).to_contain_text("Search saved")
    field.fill("")
    overlay.locator(".recent-searches a", has_text="harbour is:unread").first.click()
    expect(field).to_have_value("harbour is:unread")
    overlay.locator(".row > a").first.click()
    expect(page.locator("article.story")).to_be_visible()
    page.go_back()
    expect(field).to_have_value("harbour is:unread")
    until(page, "document.querySelector('dialog.search-overlay form').onsubmit === null")
    # It can be removed again.
    field.fill("")
    saved = overlay.locator(".recent-searches:not(.recent-group *) li")
    expect(saved).to_have_count(1)
    saved.get_by_role("button").click()
    expect(overlay.locator(".recent-searches:not(.recent-group *) li")).to_have_count(0)


@pytest.mark.parametrize("place", [0, 12])
def test_the_way_back_from_a_story_shows_the_same_search_and_then_its_list(own_demo, open_page, place):
    page = open_page(own_demo.url("/mine/all"))
    page.locator("[data-search-label]").click()
    overlay = page.locator("dialog.search-overlay")
    overlay.locator("input[type=search]").fill("the")
    page.keyboard.press("Enter")
    rows = overlay.locator(".row")
    expect(rows).to_have_count(20)
    shown = rows.evaluate_all("rows => rows.map((row) => row.dataset.story)")
    row = rows.nth(place)
    row.scroll_into_view_if_needed()
    top = row.bounding_box()["y"]
    row.locator("a").first.click()
    expect(page.locator("article.story")).to_be_visible()
    page.go_back()
    expect(overlay).to_be_visible()
    expect(overlay.locator("input[type=search]")).to_have_value("the")
    assert rows.evaluate_all("rows => rows.map((row) => row.dataset.story)") == shown
    until(page, f"Math.abs(document.querySelectorAll('.search-overlay .row')[{place}].getBoundingClientRect().y - {top}) < 3")
    # Nothing was opened over a page of results, and the step back shows the list, not only its address.
    expect(page.locator("main .row")).to_have_count(0)
    page.get_by_role("button", name="Cancel").click()
    expect(page).to_have_url(own_demo.url("/mine/all"))
    expect(overlay).to_have_count(0)
    expect(page.locator("main .row").first).to_be_visible()
    expect(page.locator("main .search-bar")).to_have_count(0)


def test_search_without_script_is_a_page(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"), script=False)
    page.locator("[data-search-label]").click()
    page.locator("input[type=search]").fill("harbour")
    page.keyboard.press("Enter")
    expect(page.locator(".row").first).to_be_visible()
    page.goto(own_demo.url("/mine/search"))
    expect(page.get_by_role("button", name="Delete", exact=True)).to_be_hidden()
    page.locator(".confirmation summary").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.locator(".recent-searches")).to_have_count(0)


# ---- back to the very place

def open_deep_list(page, demo, rows=60):
    """Opens the list of all stories, sixty rows deep, at its 47th row."""
    page.goto(demo.url("/mine/all"))
    while page.locator("main [data-list] .row").count() < rows:
        count = page.locator("main [data-list] .row").count()
        page.locator("[data-more]").click()
        expect(page.locator("main [data-list] .row")).to_have_count(count + 20)
    row = page.locator("main [data-list] .row").nth(46)
    row.scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, 90)")
    until(page, "history.state?.place")
    return row


@pytest.mark.mission("NEXUS-22")
def test_back_to_the_47th_row_after_the_page_was_discarded(own_demo, open_page):
    """This Chromium has no back/forward cache: going back loads the page again from its URL."""
    page = open_page(own_demo.url("/mine/keyboard-shortcuts"))
    row = open_deep_list(page, own_demo)
    name = row.get_attribute("id")
    row.locator("a").first.click()
    expect(page.locator("article.story")).to_be_visible()
    # Where it stood when it was left: the address and the history know.
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    page.go_back()
    expect(page.locator("main [data-list] .row")).to_have_count(60)
    place = {f"s{story}": top for story, top in page.evaluate("history.state.place")}
    assert name in place
    until(page, f"Math.abs(document.getElementById('{name}').getBoundingClientRect().top - {place[name]}) < 3")
    expect(page.locator(f"#{name}")).not_to_have_class(re.compile("unread"))
    assert page.evaluate("performance.getEntriesByType('navigation')[0].type") == "back_forward"


def test_back_to_the_same_row_after_rows_have_changed(own_demo, open_page):
    """On Unread the story just read is gone and others have moved up: the rows around it keep their positions."""
    page = open_page(own_demo.url("/mine/keyboard-shortcuts"))
    page.goto(own_demo.url("/mine/unread"))
    rows = page.locator("main .row")
    rows.nth(12).scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, 120)")
    until(page, "history.state?.place")
    rows.nth(3).evaluate("row => { fetch('/mine/act/set-mark', {method: 'POST', body: new URLSearchParams({story: row.dataset.story, kind: 'read', value: 1})}); }")
    opened = rows.nth(12).get_attribute("id")
    rows.nth(12).locator("a").first.click()
    expect(page.locator("article.story")).to_be_visible()
    # Nothing at all of the page is left in the browser but its place in the history.
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    page.go_back()
    expect(page.locator("main .row").first).to_be_visible()
    expect(page.locator(f"#{opened}")).to_have_count(0)
    place = [(f"s{story}", top) for story, top in page.evaluate("history.state.place")]
    name, top = next((name, top) for name, top in place if page.locator(f"#{name}").count())
    until(page, f"Math.abs(document.getElementById('{name}').getBoundingClientRect().top - {top}) < 3")


def back(page):
    """By the arrow, not by the browser's own button. The page answers before it leaves: one from the back/forward cache
    takes its place at once."""
    page.evaluate("setTimeout(() => document.querySelector('[data-back]').click())")


@pytest.mark.mission("NEXUS-22")
def test_back_leads_to_where_one_came_from_at_that_place(own_demo, open_page):
    """NEXUS-22: the front page, another story, a search, the saved ones; after a reload, a form and by key."""
    page = open_page(own_demo.url("/mine/"))

    def leave(row):
        """Opens the story of a row; gives the row, and where it stood."""
        row.scroll_into_view_if_needed()
        found = row.get_attribute("data-story"), row.bounding_box()["y"]
        row.locator("> a").click()
        page.wait_for_url(re.compile(f"/story/{found[0]}"))
        return found

    def expect_place(path, found):
        page.wait_for_url(own_demo.url(path))
        until(page, f"Math.abs(document.querySelector('main .row[data-story=\"{found[0]}\"]').getBoundingClientRect().y - {found[1]}) < 3")

    page.evaluate("scrollTo(0, 900)")
    place = leave(page.locator("main .row").nth(9))
    page.reload()
    back(page)
    expect_place("/mine/", place)
    # The link has the focus again; a pointer's step shows no ring.
    until(page, f"document.activeElement.closest('.row')?.dataset.story === '{place[0]}'")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "none"
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("j")
    chosen = page.locator(".row.selected").get_attribute("data-story")
    page.keyboard.press("o")
    page.wait_for_url(re.compile("/story/"))
    page.keyboard.press("u")
    page.wait_for_url(own_demo.url("/mine/"))
    expect(page.locator(".row.selected")).to_have_attribute("data-story", chosen)
    assert page.evaluate("document.activeElement.matches(':focus-visible')")
    # From a story to the next, by its link and by a key: neither leaves a step of its own.
    leave(page.locator("main .row").nth(9))
    first = page.url
    page.locator(".next .row > a").click()
    page.wait_for_url(lambda url: "/story/" in url and url != first)
    second = page.url
    page.keyboard.press("j")
    page.wait_for_url(lambda url: "/story/" in url and url not in (first, second))
    back(page)
    page.wait_for_url(own_demo.url("/mine/"))
    # A form shows the story again, which is passed over.
    page.goto(own_demo.url("/mine/settings"))
    page.goto(own_demo.url("/mine/search?q=harbour"))
    place = leave(page.locator("main .row").nth(3))
    with page.expect_navigation():
        page.evaluate("document.querySelector('.story-bar form[data-action=set-mark]').submit()")
    back(page)
    expect_place("/mine/search?q=harbour", place)
    back(page)
    page.wait_for_url(own_demo.url("/mine/settings"))


def test_without_a_place_back_leads_to_the_parent_in_its_stead(own_demo, open_page):
    """A new tab, a link from elsewhere, no script: the list of the story, and from there not down again."""
    page = open_page(own_demo.url("/mine/all"))
    story = page.locator("main .row > a").nth(2).get_attribute("href")
    with page.context.expect_page() as opened:
        page.locator("main .row > a").nth(2).click(modifiers=["ControlOrMeta"])
    opened.value.wait_for_url(own_demo.url(story))
    before = opened.value.evaluate("history.length")
    back(opened.value)
    opened.value.wait_for_url(own_demo.url("/mine/all"))
    assert opened.value.evaluate("history.length") == before
    back(opened.value)
    opened.value.wait_for_url(own_demo.url("/mine/"))
    opened.value.close()
    page.goto(f"data:text/html,<a href='{own_demo.url(story)}'>A link</a>")
    page.locator("a").click()
    page.wait_for_url(own_demo.url(story))
    back(page)
    page.wait_for_url(own_demo.url("/mine/all"))
    # Engines without the Navigation API go one step, or to the parent.
    page.add_init_script("Object.defineProperty(window, 'navigation', { value: undefined })")
    page.goto(own_demo.url("/mine/"))
    page.locator("main .row > a").nth(9).click()
    page.wait_for_url(re.compile("/story/"))
    back(page)
    page.wait_for_url(own_demo.url("/mine/"))
    page = open_page(own_demo.url(story), script=False)
    page.locator("[data-back]").click()
    expect(page).to_have_url(own_demo.url("/mine/all"))


@pytest.fixture(scope="module")
def caching_browser(chromium):
    """A Chromium with the back/forward cache, as people's browsers have; the usual one has none."""
    browser = chromium.browser_type.launch(
        executable_path="/usr/bin/chromium", args=["--no-sandbox"], ignore_default_args=["--disable-back-forward-cache"])
    yield browser
    browser.close()


# The list's answer comes when it is let in. (Playwright's own routes keep pages out of the back/forward cache.)
HOLDS_THE_LIST = """() => { const load = window.fetch; window.fetch = async (address, ...more) => {
    const answer = await load(address, ...more);
    if (String(address).endsWith('/mine/all?depth=60')) await new Promise((resolve) => { window.letIn = resolve; });
    return answer;
}; }"""


@pytest.mark.mission("NEXUS-22")
@pytest.mark.parametrize("is_slow", [False, True], ids=["fast", "slow"])
def test_back_to_the_47th_row_of_a_cached_page_which_is_updated(own_demo, caching_browser, is_slow):
    page = caching_browser.new_context(viewport=PHONE).new_page()
    page.add_init_script("addEventListener('pageshow', (event) => { window.kept = event.persisted; });")
    page.goto(own_demo.url("/mine/keyboard-shortcuts"))
    row = open_deep_list(page, own_demo)
    name = row.get_attribute("id")
    top = row.bounding_box()["y"]
    other = page.locator("main [data-list] .row.unread").nth(2)
    name_of_other = other.get_attribute("id")
    page.evaluate("window.same = true")
    if is_slow:
        page.evaluate(HOLDS_THE_LIST)
    with page.expect_navigation(wait_until="commit"):
        row.locator("a").first.click()
    # Meanwhile something else is read and saved, elsewhere.
    page.wait_for_url(re.compile("/story/"))
    for kind in ("read", "saved"):
        page.request.post(own_demo.url("/mine/act/set-mark"), form={"story": name_of_other[1:], "kind": kind, "value": "1"})
    with page.expect_request(lambda request: request.url.endswith("/mine/all?depth=60") and not request.is_navigation_request()) as asked:
        back(page)
    assert asked.value.resource_type == "fetch"
    until(page, "window.kept === true && window.same === true")
    if is_slow:
        # The marks then come first from what follows other devices, which says nothing.
        expect(page.locator(f"#{name_of_other}")).to_have_attribute("data-saved", "")
        expect(page.locator("#live")).not_to_contain_text("unread")
        until(page, "'letIn' in window")
        page.evaluate("window.letIn()")
    assert abs(page.locator(f"#{name}").bounding_box()["y"] - top) < 3
    expect(page.locator(f"#{name}")).not_to_have_class(re.compile("unread"))
    expect(page.locator(f"#{name_of_other}")).not_to_have_class(re.compile("unread"))
    expect(page.locator(f"#{name_of_other}")).to_have_attribute("data-saved", "")
    expect(page.locator("#live")).to_contain_text("unread")
    page.request.post(own_demo.url("/mine/act/set-mark"), form={"story": name_of_other[1:], "kind": "saved", "value": "0"})
    page.context.close()


def test_a_page_that_is_left_writes_no_more_history(own_demo, open_page):
    """One that does once the next page has its place is not kept by the back/forward cache."""
    page = open_page(own_demo.url("/mine/all"))
    row = open_deep_list(page, own_demo)
    written = page.evaluate("""async name => {
      const write = history.replaceState.bind(history);
      let count = 0;
      history.replaceState = (...state) => { count += 1; write(...state); };
      scrollBy(0, 40);
      await new Promise(resolve => addEventListener('scroll', resolve, { once: true }));
      // That scroll has put off what an earlier one would have saved.
      count = 0;
      // The way to the next page is long: it is not there yet when the scrolling's place would be saved.
      addEventListener('click', event => event.preventDefault(), { once: true });
      document.querySelector(`#${name} a`).click();
      const before = count;
      await new Promise(resolve => setTimeout(resolve, 500));
      return [before, count];
    }""", row.get_attribute("id"))
    assert written == [1, 1]
    assert page.evaluate("history.state.place.length") == 12


@pytest.mark.parametrize("is_cached", [True, False], ids=["kept", "rendered"])
def test_the_undo_offer_follows_to_no_other_list_and_is_gone_on_the_way_back(own_demo, open_page, caching_browser, is_cached):
    start = own_demo.url("/mine/all")
    page = caching_browser.new_context(viewport=PHONE).new_page() if is_cached else open_page(start)
    page.goto(start)
    page.keyboard.press("j")
    page.keyboard.press("s")
    expect(page.locator(".toast[data-undo-id]")).to_have_count(1)
    # The newspaper is that of several tests, and the key took the mark off if it was set.
    saved = page.locator(".row[data-saved]").count()
    for path in ("/mine/unread", "/mine/"):
        page.goto(own_demo.url(path))
        expect(page.locator("main")).to_be_visible()
        expect(page.locator(".toast")).to_have_count(0)
    page.evaluate("history.go(-2)")
    expect(page).to_have_url(start)
    expect(page.locator("main .row[data-story]").first).to_be_visible()
    expect(page.locator(".row[data-saved]")).to_have_count(saved)
    expect(page.locator(".toast")).to_have_count(0)
    if is_cached:
        page.context.close()


@pytest.mark.parametrize("is_cached", [True, False], ids=["kept", "rendered"])
def test_a_settings_page_is_shown_anew_on_the_way_back(own_demo, open_page, caching_browser, is_cached):
    feeds, muted = own_demo.url("/mine/settings/feeds"), own_demo.url("/mine/settings/mutes")
    page = caching_browser.new_context(viewport=PHONE).new_page() if is_cached else open_page(feeds)
    page.goto(feeds)
    page.evaluate("window.isOld = true")
    page.goto(muted)
    expect(page.locator("main")).to_contain_text("No muted words.")
    page.get_by_role("link", name="Add one").click()
    expect(page.locator("form[data-mute-form]")).to_be_visible()
    page.request.post(own_demo.url("/mine/act/mute"), form={"what": "words", "words": "zeppelin"})
    back(page)
    expect(page.locator(".mute-row").first).to_contain_text("zeppelin")
    page.get_by_role("button", name="Unmute zeppelin").click()
    expect(page.locator("main")).to_contain_text("No muted words.")
    # A new one is named in the list, can be undone there, and leaves no form on the way back.
    page.get_by_role("link", name="Add one").click()
    page.locator("input[name=words]").fill("airship")
    page.get_by_role("button", name="Mute “airship”").click()
    expect(page).to_have_url(muted)
    expect(page.locator(".mute-row").first).to_contain_text("airship")
    expect(page.locator(".toast")).to_contain_text("“airship” is muted")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.locator("main")).to_contain_text("No muted words.")
    back(page)
    expect(page).to_have_url(feeds)
    until(page, "!window.isOld")
    if is_cached:
        # A context that is closed while a page of it is loaded may never be closed (Chromium 156).
        page.wait_for_load_state()
        page.context.close()


# ---- two panes, grid, bottom, states

def test_a_story_opens_beside_its_list(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"), DESK)
    expect(page.locator("#reading-pane")).to_contain_text("Choose a story")
    row = page.locator("main .row", has_text="A third of a gram of light").first  # a long one
    # The tests run in any order, and another may have read it.
    page.request.post(own_demo.url("/mine/act/set-mark"), form={"story": row.get_attribute("data-story"), "kind": "read", "value": "0"},
                      headers={"Accept": "application/json"})
    page.reload()
    row = page.locator("main .row.unread", has_text="A third of a gram of light").first
    name, href = row.get_attribute("id"), row.locator("a").first.get_attribute("href")
    row = page.locator(f"#{name}")
    row.scroll_into_view_if_needed()
    at = page.evaluate("scrollY")
    row.locator("a").first.click()
    expect(page.locator("#reading-pane article.story h1")).to_be_visible()
    expect(page).to_have_url(own_demo.url(href))
    assert page.evaluate("scrollY") == at
    left, right = page.locator("main").bounding_box(), page.locator("#reading-pane").bounding_box()
    assert left["x"] + left["width"] <= right["x"] + 1 and right["width"] >= 600
    expect(row).not_to_have_class(re.compile("unread"))
    # The lines between the rows are as wide as the ground of the open one.
    edges = "node => { const box = node.getBoundingClientRect(); return [box.left, box.right]; }"
    assert row.evaluate(edges) == page.locator("main .row:not(.open, .selected) > a").first.evaluate(edges)
    # What is done in the pane shows in its row.
    page.keyboard.press("m")
    expect(row).to_have_class(re.compile("unread"))
    page.keyboard.press(".")
    page.get_by_role("button", name="Mark everything above as read").click()
    expect(page.locator(f"main .row.unread:has(~ #{name})")).to_have_count(0)
    expect(page.locator(f"#{name} ~ .row.unread")).not_to_have_count(0)
    # Its bar takes the title, and closes it.
    page.locator("#reading-pane").evaluate("pane => pane.scrollTo(0, 0)")
    expect(page.locator(".pane-bar .title")).to_have_css("opacity", "0")
    page.locator("#reading-pane").evaluate("pane => pane.scrollTo(0, 400)")
    expect(page.locator(".pane-bar .title")).to_have_css("opacity", "1")
    page.locator(".pane-bar").get_by_role("button", name="Close the story").click()
    expect(page.locator("#reading-pane article.story")).to_have_count(0)
    expect(row.locator("a").first).to_be_focused()
    row.locator("a").first.click()
    expect(page.locator("#reading-pane article.story")).to_have_count(1)
    # The next one takes its place, and the way back leads to the bare list.
    page.keyboard.press("j")
    another = page.locator("main .row").nth(8)
    another.locator("a").first.click()
    # Going back before it is there would have it open after the list's return.
    expect(page.locator("#reading-pane article.story")).to_have_attribute("data-story", another.get_attribute("data-story"))
    expect(page.locator("#reading-pane article.story")).to_have_count(1)
    page.go_back()
    expect(page.locator("#reading-pane article.story")).to_have_count(0)
    expect(page).to_have_url(own_demo.url("/mine/all"))
    # The address is true: loaded by itself it is the story's own page.
    page.goto(own_demo.url(href))
    expect(page.locator("main article.story")).to_be_visible()
    assert page.locator("#reading-pane").count() == 0


def test_without_script_or_width_a_row_leads_to_the_story_s_page(own_demo, open_page):
    for options in ({"viewport": DESK, "script": False}, {"viewport": PHONE}):
        page = open_page(own_demo.url("/mine/all"), **options)
        page.locator("main .row > a").first.click()
        expect(page.locator("main article.story")).to_be_visible()


def test_a_story_that_fails_to_load_says_so_beside_the_list(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"), DESK)
    page.route("**/story/**", lambda route: route.abort())
    page.locator("main .row > a").nth(2).click()
    expect(page.locator("#reading-pane [role=alert]")).to_contain_text("could not be shown")
    page.unroute("**/story/**")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#reading-pane article.story")).to_be_visible()
    page.errors.clear()


def test_only_a_late_response_shows_a_skeleton(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"), DESK)
    page.evaluate("""() => { window.bones = 0; new MutationObserver(() => { window.bones += document.querySelectorAll('.skeleton').length; })
        .observe(document.getElementById('reading-pane'), {childList: true, subtree: true}); }""")
    page.locator("main .row > a").nth(2).click()
    expect(page.locator("#reading-pane article.story")).to_be_visible()
    held = []
    page.route("**/story/**", lambda route: held.append(route))
    page.locator("main .row > a").nth(3).click()
    expect(page.locator("#reading-pane .skeleton")).to_be_visible()
    held[0].continue_()
    expect(page.locator("#reading-pane .skeleton")).to_have_count(0)
    expect(page.locator("#reading-pane article.story")).to_be_visible()
    # A story that is late shows none over the one that was chosen after it.
    page.unroute("**/story/**")
    held.clear()
    page.route("**/story/**", lambda route: route.continue_() if held else held.append(route))
    late, chosen = page.locator("main .row").nth(4), page.locator("main .row").nth(5)
    late.locator("a").first.click()
    page.evaluate("window.chosenAt = performance.now()")
    chosen.locator("a").first.click()
    expect(page.locator("#reading-pane article.story")).to_have_attribute("data-story", chosen.get_attribute("data-story"))
    until(page, "performance.now() - window.chosenAt > 400")
    expect(page.locator("#reading-pane .skeleton")).to_have_count(0)
    expect(page.locator("#reading-pane article.story")).to_be_visible()
    held[0].continue_()


def test_a_sheet_opens_once_and_after_a_failure(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"))
    page.goto(own_demo.url(page.locator(".row:has(.row-image) a").first.get_attribute("href")))
    before = page.evaluate("scrollY")
    # Two taps while it is loading show one sheet; one that is closed while it is loading moves nothing.
    held = []
    page.route("**/settings/text**", lambda route: held.append(route))
    opener = page.locator("[data-sheet=reading]").first
    opener.evaluate("link => { link.click(); link.click(); }")
    expect(page.locator("dialog.sheet[open]")).to_have_count(1)
    expect(page.locator("dialog.sheet")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("dialog.sheet")).to_have_count(0)
    with page.expect_response(re.compile("settings/text")):
        for route in held:
            route.continue_()
    page.unroute("**/settings/text**")
    until(page, STILL)
    assert page.evaluate("scrollY") == before
    # What is loaded at the second try works like any other: changes are shown and saved.
    page.route("**/settings/text**", lambda route: route.abort())
    opener.click()
    sheet = page.locator("dialog.sheet")
    retry = sheet.get_by_role("button", name="Try again")
    expect(sheet.get_by_role("alert")).to_be_visible()
    # The focus stays on the button when it fails again, and goes to what was loaded.
    retry.evaluate("button => { button.dataset.pressed = ''; }")
    retry.press("Enter")
    expect(sheet.locator(".button:not([data-pressed])")).to_be_focused()
    page.unroute("**/settings/text**")
    retry.press("Enter")
    expect(sheet.locator("fieldset")).to_have_count(4)
    assert page.evaluate("document.activeElement.id") == "sheet-reading"
    expect(sheet.get_by_role("button", name="Apply")).to_have_count(0)
    with page.expect_response(re.compile("act/preferences")):
        sheet.locator("label", has_text="Sepia").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "sepia")
    page.errors.clear()


def test_axe_finds_nothing_in_dialogs_and_panes(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"), DESK)
    page.locator("main .row > a").nth(2).click()
    expect(page.locator("#reading-pane article.story")).to_be_visible()

    def assert_axe_finds_nothing(what):
        found = [(violation["id"], [node["html"][:160] for node in violation["nodes"]][:4])
                 for violation in Axe().run(page).response["violations"]]
        assert not found, (what, found)

    assert_axe_finds_nothing("two panes")
    page.set_viewport_size(PHONE)
    page.goto(own_demo.url("/mine/all"))
    page.locator("[data-search-label]").click()
    expect(page.locator("dialog.search-overlay input[type=search]")).to_be_focused()
    until(page, STILL)
    assert_axe_finds_nothing("search")
    page.keyboard.press("Escape")
    page.locator(".nameplate").or_(page.locator("[data-back]")).first.click()
    page.goto(own_demo.url("/mine/"))
    page.locator(".nameplate").click()
    expect(page.locator("dialog.sheet .newspaper-row")).not_to_have_count(0)
    until(page, STILL)
    assert_axe_finds_nothing("newsstand")


def test_a_newspaper_reopens_where_it_was_left(own_demo, open_page):
    page = open_page(own_demo.url("/mine/unread"))
    page.goto(own_demo.url("/mine/settings"))
    page.goto(own_demo.url("/mine/newsstand"))
    expect(page.locator("[data-newspaper=mine]")).to_have_attribute("href", "/mine/unread")


@pytest.mark.mission("HN-91")
@pytest.mark.parametrize("viewport", [{"width": 844, "height": 390}, {"width": 568, "height": 320}], ids=["844", "568"])
def test_landscape(demo, open_page, viewport):
    """HN-91: front page, list, story and comments with the phone on its side: the bars leave most of it, a line of text fits,
    and what opens over the page can be closed again."""
    page = open_page(demo.url(), viewport)
    page.goto(demo.url("/slipway/"))
    listed = page.locator(".other-lists a").first.get_attribute("href")
    story = page.locator(".row:has(.comments-link) a").first.get_attribute("href")
    for path, text in (("/mine/", ".row .headline"), ("/slipway/", ".row .headline"), (listed, ".row .headline"), (story, "article.story h1"),
                       (story.split("?")[0] + "/comments", ".comment-text")):
        page.goto(demo.url(path))
        expect(page.locator(text).first).to_be_visible(timeout=60_000)
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"], path
        bars = page.locator(".top-bar, .tabs, .status-bar").evaluate_all("""all => all.map(one => one.getBoundingClientRect())
            .filter((one) => one.bottom > 0 && one.top < innerHeight).map((one) => [one.top, one.height])""")
        assert viewport["height"] - sum({round(top): height for top, height in bars}.values()) >= viewport["height"] * .7, (path, bars)
        assert page.locator(text).first.bounding_box()["width"] >= 280, path
    page.goto(demo.url("/slipway/"))
    page.locator("[data-panel=left]").click()
    drawer = page.locator("dialog.drawer.left")
    drawer.locator(".sections a", has_text="Jobs").scroll_into_view_if_needed()
    expect(drawer.locator(".sections a", has_text="Jobs")).to_be_in_viewport()
    drawer.get_by_role("button", name="Close sections").click()
    expect(drawer).to_have_count(0)


def test_nothing_shifts_while_a_page_loads(demo, open_page):
    for path in ["/mine/", "/mine/all", "/mine/feeds"]:
        for viewport in (PHONE, DESK):
            page = open_page(demo.url(path), viewport)
            page.wait_for_load_state("networkidle")
            shifts = page.evaluate("""new Promise(done => { let sum = 0; new PerformanceObserver(list => { for (const entry of list.getEntries()) sum += entry.value; })
                .observe({type: 'layout-shift', buffered: true}); requestAnimationFrame(() => requestAnimationFrame(() => done(sum))); })""")
            assert shifts < 0.01, (path, viewport, shifts)


def test_no_script_blocks_the_first_paint(demo, open_page):
    page = open_page(demo.url())
    holding = page.evaluate("""[...document.querySelectorAll('script')].filter(script => script.type !== 'module' && !script.async && !script.defer).length""")
    assert holding == 0


# ---- panels and bars of newspapers that have them

@pytest.mark.mission("NEXUS-02", "NEXUS-42", "HN-60", "HN-75")
@pytest.mark.parametrize("way", ["button", "key", "finger"])
def test_the_drawer_opens_and_closes(demo, open_page, way):
    """NEXUS-02, NEXUS-42, HN-75: in an edition with `drawer: true`, on its first screen and on a section's own."""
    page = open_page(demo.url("/inland/"), **TOUCH_OPTIONS)
    if way != "key":
        page.goto(demo.url(page.locator(".section-head a").first.get_attribute("href")))
    finger = TouchGesture(page)
    if way == "button":
        page.locator("[data-panel=left]").click()
    elif way == "key":
        page.keyboard.press("g")
        page.keyboard.press("l")
    else:
        finger(60, 400, 220, 10)
    drawer = page.locator("dialog.drawer.left")
    expect(drawer.locator(".sections a", has_text="Machines")).to_be_visible()
    until(page, "document.querySelector('dialog.drawer').getBoundingClientRect().x === 0")
    assert abs(drawer.bounding_box()["width"] - 390 * .85) < 1
    assert page.evaluate("document.querySelector('dialog.drawer').matches(':modal')")
    # Rows are not swiped in a newspaper with a drawer.
    assert page.locator("[data-swipe]").count() == 0
    if way == "button":
        drawer.get_by_role("button", name="Close sections").click()
    elif way == "key":
        page.keyboard.press("Escape")
    else:
        finger(280, 400, -220, 10)
    expect(drawer).to_have_count(0)


def test_a_drawer_released_too_early_goes_back(demo, open_page):
    page = open_page(demo.url("/inland/"), **TOUCH_OPTIONS)
    finger = TouchGesture(page)
    finger(60, 400, 60, 2, steps=6, lift=False)
    # The last move leaves its edge at 60.
    until(page, "document.querySelector('dialog.drawer')?.getBoundingClientRect().right > 50")
    assert page.evaluate("document.querySelector('dialog.drawer').getBoundingClientRect().right") < 80
    finger.send("touchCancel")
    expect(page.locator("dialog.drawer")).to_have_count(0)


def test_on_wide_screens_the_drawer_is_a_pane(demo, open_page):
    page = open_page(demo.url("/inland/"), {"width": 900, "height": 700})
    expect(page.locator("main .row")).not_to_have_count(0)
    page.locator("[data-panel=left]").click()
    pane = page.locator("dialog.drawer.left")
    expect(pane.locator(".sections a", has_text="Machines")).to_be_visible()
    assert not page.evaluate("document.querySelector('dialog.drawer').matches(':modal')")
    box, paper = pane.bounding_box(), page.locator("main").bounding_box()
    assert box["x"] + box["width"] <= paper["x"] + 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 900
    # The page beside it can be used.
    page.locator("main .row > a").nth(3).click()
    expect(page.locator("article.story")).to_be_visible()


@pytest.mark.mission("HN-71")
def test_bars_hide_and_reappear_while_scrolling(demo, open_page):
    """HN-71: in an edition with `bars: retreat`, and in no other."""
    page = open_page(demo.url("/mine/all"))
    page.mouse.move(200, 400)
    page.mouse.wheel(0, 700)
    until(page, "scrollY > 600")
    page.evaluate("new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)))")
    assert page.locator(".top-bar").bounding_box()["y"] == 0
    page.goto(demo.url("/slipway/"))
    page.goto(demo.url(page.locator(".other-lists a").first.get_attribute("href")))
    expect(page.locator("main .row").nth(19)).to_be_attached()
    page.mouse.wheel(0, 700)
    expect(page.locator("body")).to_have_class(re.compile("top-bar-hidden"))
    until(page, "document.querySelector('.top-bar').getBoundingClientRect().bottom <= 0")
    page.mouse.wheel(0, -60)
    until(page, "document.querySelector('.top-bar').getBoundingClientRect().y === 0")
    # It slides, except for who wants no motion.
    slide = "parseFloat(getComputedStyle(document.querySelector('.top-bar')).transitionDuration)"
    assert page.evaluate(slide) > 0
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(slide) == 0
    page.mouse.wheel(0, 700)
    until(page, "document.querySelector('.top-bar').getBoundingClientRect().bottom <= 0")


@pytest.mark.parametrize("width", [320, 768])
def test_the_status_line_below_is_centred(demo, open_page, width):
    page = open_page(demo.url("/mine/"), {"width": width, "height": 700})
    page.evaluate("""() => { document.querySelector('.tabs').remove(); const bar = document.createElement('footer'); bar.className = 'status-bar';
        bar.append(document.querySelector('[data-status]').closest('form')); document.body.append(bar); }""")
    box = page.locator("[data-status]").bounding_box()
    assert abs(box["x"] + box["width"] / 2 - width / 2) < 1
    assert page.locator("[data-status]").evaluate("node => getComputedStyle(node).fontSize") == "12px"
    bar = page.locator(".status-bar").bounding_box()
    assert bar["y"] + bar["height"] == 700


def test_an_error_goes_from_a_page_that_came_during_a_refresh(own_demo, open_page):
    def busy(route):
        html = route.fetch().text()
        html = re.sub(r'(data-status[^>]*?) data-updated-at="[^"]*"([^>]*>)[^<]*', r'\1 data-busy\2Updating…', html)
        route.fulfill(body=html, content_type="text/html; charset=utf-8")
    page = open_page(own_demo.url("/mine/keyboard-shortcuts"))
    page.route("**/api/live*", lambda route: route.abort())
    page.route("**/mine/all", busy)
    page.goto(own_demo.url("/mine/all"))
    expect(page.locator("[data-status]")).to_have_text("Updating…")
    expect(page.locator("[data-status]")).to_have_text("No connection to Tidings")
    expect(page.locator("[data-status]")).to_have_text("Updating…")
    page.errors.clear()


@pytest.mark.mission("MIT-66")
def test_a_refresh_that_cannot_be_requested_says_so_briefly(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"))
    # Not while the demonstration refreshes by itself.
    expect(page.locator("[data-status]")).to_have_text(re.compile("^Updated"))
    rows = page.locator("main .row").count()
    page.context.set_offline(True)
    page.keyboard.press("r")
    expect(page.locator("[data-status]")).to_have_text("No Internet connection")
    expect(page.locator("#live")).to_have_text("No Internet connection")
    expect(page.locator("[data-status]")).to_have_text(re.compile("^Updated"))
    assert page.locator("main .row").count() == rows
    page.context.set_offline(False)
    page.errors.clear()
