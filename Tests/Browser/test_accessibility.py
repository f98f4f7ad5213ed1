"""Screens for everybody: read by a screen reader, walked by keyboard, in letters of twice the size, in colours of one's own,
without movement, beside a notch; on the screens and newspapers that the other suites do not open."""
import re

import pytest
from playwright.sync_api import expect

from support.browser import DESK, EDITIONS, PHONE, STILL, assert_axe_finds_nothing_by_day_and_night, until
from support.program import PASSWORD, TidingsServer

EDITION = "mine"


def first(page, demo, path, selector):
    page.goto(demo.url(path))
    return page.locator(selector).first.get_attribute("href")


@pytest.fixture(scope="module")
def screens(chromium, demo):
    """The addresses of every screen of a newspaper, and of one story with sound."""
    page = chromium.new_context(java_script_enabled=False).new_page()
    found = {}
    for edition in EDITIONS:
        at = f"/{edition}"
        section = first(page, demo, f"{at}/", ".section-head a, .other-lists a")
        story = first(page, demo, section, ".row:not(.external) a")
        page.goto(demo.url(story))
        menu = page.locator(".more-actions").get_attribute("href")
        mute = f"{at}/mute?story={re.search('[0-9]+', menu)[0]}&what=words&words=the"
        found[edition] = [
            f"{at}/", f"{at}/all", section, story, menu, mute, f"{at}/sections", f"{at}/unread", f"{at}/saved", f"{at}/feeds",
            f"{at}/search", f"{at}/search?q=the&everywhere=1", f"{at}/search?q=zzzqqq", f"{at}/newsstand", f"{at}/settings",
            f"{at}/settings/editions", f"{at}/settings/mutes", f"{at}/keyboard-shortcuts", f"{at}/nowhere",
            f"{at}/settings/reading", f"{at}/settings/text", f"{at}/settings/feeds", f"{at}/settings/kept-back",
            f"{at}/settings/notifications", f"{at}/settings/notifications/way?kind=mail", f"{at}/settings/digest",
            f"{at}/settings/alerts", f"{at}/settings/alerts/rule?kind=site", f"{at}/alerts",
            f"{at}/settings/tone", f"{at}/settings/suggestions", f"{at}/kept-back",
        ]
    found["mine"] += ["/mine/digest", "/mine/digest/all", "/mine/digest/now"]
    page.goto(demo.url("/mine/feeds"))
    feed = page.locator(".feed-row a.name", has_text="Night Ferry").get_attribute("href")
    found["episode"] = first(page, demo, feed, ".row > a")
    page.context.close()
    return found


def test_axe_finds_nothing_on_the_newer_screens(demo, screens, open_page):
    page = open_page(demo.url("/mine/keyboard-shortcuts"))
    wanted = [path for path in screens["mine"] + screens["marram"] if re.search(
        "menu|mute|sections|kept-back|everywhere|zzz|settings/|alerts|digest|marram/(section|story|$)", path)]
    assert len(wanted) >= 14
    for path in wanted:
        page.goto(demo.url(path))
        assert_axe_finds_nothing_by_day_and_night(page, path)


def test_axe_finds_nothing_where_something_is_open(demo, screens, open_page):
    page = open_page(demo.url("/estuary/"))
    for opener, opened in [("[data-panel=left]", ".drawer .sections a"), (".nameplate", "dialog.sheet .newspaper-row")]:
        page.locator(opener).first.click()
        expect(page.locator(opened).first).to_be_visible()
        assert_axe_finds_nothing_by_day_and_night(page, opened)
        page.goto(demo.url("/estuary/"))
    page.goto(demo.url(screens["episode"]))
    page.locator("[data-sheet=menu]").click()
    expect(page.locator("dialog[open] .menu-lines")).to_be_visible()
    assert_axe_finds_nothing_by_day_and_night(page, "story menu")
    page.locator("dialog[open]").get_by_text("Mute…").click()
    expect(page.locator("dialog[open] form[data-mute-form]")).to_be_visible()
    assert_axe_finds_nothing_by_day_and_night(page, "mute sheet")
    page.goto(demo.url(screens["episode"]))
    page.locator(".enclosure button").first.click()
    expect(page.locator(".player")).to_be_visible()
    page.locator(".player-line button").last.click()
    expect(page.locator(".player-more")).to_be_visible()
    assert_axe_finds_nothing_by_day_and_night(page, "player")


def test_axe_finds_nothing_on_the_sign_in_pages(tmp_path, open_page):
    served = TidingsServer(tmp_path / "data", password=PASSWORD)
    try:
        page = open_page(served.address + "/")
        assert_axe_finds_nothing_by_day_and_night(page, "sign in")
        page.locator("input[type=password]").fill("not this")
        page.keyboard.press("Enter")
        expect(page.locator(".sign-in-error")).to_be_visible()
        assert_axe_finds_nothing_by_day_and_night(page, "wrong password")
        expect(page.locator("input[type=password]")).to_have_attribute("aria-invalid", "true")
        page.goto(served.address + "/enter/none")
        assert_axe_finds_nothing_by_day_and_night(page, "no such link")
        page.goto(served.address + "/sign-in")
        page.locator("input[type=password]").fill(PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url("**/mine/")
        assert_axe_finds_nothing_by_day_and_night(page, "first page")
        page.goto(served.address + "/mine/settings/access")
        for summary in page.locator("main summary").all():
            summary.click()
        expect(page.locator(".devices form").first).to_be_visible()
        assert_axe_finds_nothing_by_day_and_night(page, "devices")
    finally:
        page.goto("about:blank")  # An open page polls.
        page.errors.clear()
        served.end()


# Positions of an element's visible text.
LINES = """const lines = (node) => {
        const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT), boxes = [];
        while (walk.nextNode()) {
            if (walk.currentNode.parentElement.closest('.visually-hidden')) continue;
            const range = document.createRange();
            range.selectNodeContents(walk.currentNode);
            boxes.push(...range.getClientRects());
        }
        return boxes.filter((one) => one.width > 1 && one.height > 1);
    };"""
# What a button says must lie within it, and it within the screen.
CLIPPED = """() => { """ + LINES + """ return [...document.querySelectorAll('button, .button, .chip, .quiet, .tabs a, .choices span, .status, label.checkbox-label, .newsstand a, .sections a, .menu-lines a')]
    .filter((node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && node.textContent.trim() && !node.closest('.visually-hidden'))
    .map((node) => {
        const words = lines(node);
        const box = node.getBoundingClientRect();
        const isCut = words.some((one) => one.right > Math.min(box.right, innerWidth) + 1 || one.left < Math.max(box.left, 0) - 1);
        // A face's own box is taller than its line.
        const isLow = words.some((one) => one.bottom > box.bottom + one.height * .3 || one.top < box.top - one.height * .3);
        return isCut || isLow ? node.textContent.trim().slice(0, 40) : null;
    }).filter(Boolean); }"""


@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_is_wider_or_cut_off_with_large_text(demo, screens, open_page, edition):
    """Every screen of every newspaper, at 320 px, and at 390 px with letters of twice the size; none scrolls sideways on wider ones."""
    page = open_page(demo.url("/mine/keyboard-shortcuts"), {"width": 320, "height": 640})
    for path in screens[edition]:
        page.goto(demo.url(path), wait_until="domcontentloaded")
        for width, size in ((320, "100%"), (390, "200%")):
            page.set_viewport_size({"width": width, "height": 844})
            page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width, size)
            assert not page.evaluate(CLIPPED), (path, width, size, page.evaluate(CLIPPED))
        page.evaluate("document.documentElement.style.fontSize = ''")
        for width in (390, 768, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)


@pytest.mark.parametrize("viewport", [{"width": 844, "height": 390}, {"width": 667, "height": 375}], ids=["844", "667"])
def test_every_screen_in_landscape(demo, screens, open_page, viewport):
    page = open_page(demo.url("/mine/keyboard-shortcuts"), viewport)
    for path in screens["mine"] + screens["marram"][:4]:
        page.goto(demo.url(path), wait_until="domcontentloaded")
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"], path
        assert not page.evaluate(CLIPPED), (path, page.evaluate(CLIPPED))
        room = page.evaluate("""() => [...document.querySelectorAll('.top-bar, .tabs, .status-bar')]
            .filter((bar) => getComputedStyle(bar).position === 'fixed').map((bar) => bar.getBoundingClientRect())
            .reduce((room, bar) => room - (bar.top === 0 || bar.bottom === innerHeight ? bar.height : 0), innerHeight)""")
        assert room >= viewport["height"] * .7 or viewport["width"] >= 768, (path, room)


# Everything that can be tapped or read at the edges keeps out of the corners, the notch and the home bar.
UNSAFE = """([top, right, bottom, left]) => { """ + LINES + """ return [...document.querySelectorAll('a, button, input, .icon, .headline, h1, h2, p')]
    .filter((node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !node.closest('.visually-hidden, .skip, .search-chips, [hidden]'))
    .filter((node) => !document.querySelector('dialog:modal') || node.closest('dialog'))
    .flatMap((node) => (node.matches('.icon, input, button') ? [node.getBoundingClientRect()] : lines(node)).map((box) => [node, box]))
    .flatMap(([node, box]) => {
        if (!box.width || box.bottom < 0 || box.top > innerHeight) return [];
        const fixed = node.closest('.top-bar, .tabs, .status-bar, .story-bar, .player, .toast, .pill, .resume-button');
        const bad = box.left < left - 1 || box.right > innerWidth - right + 1
            || (fixed && (box.top < top - 1 && !node.closest('.top-bar-hidden') || box.bottom > innerHeight - bottom + 1));
        return bad ? [`${node.localName}.${node.className} ${node.textContent.trim().slice(0, 30)} ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`] : [];
    }); }"""
NOTCHES = [({"width": 390, "height": 844}, (59, 0, 34, 0)), ({"width": 844, "height": 390}, (0, 59, 21, 59)),
           ({"width": 700, "height": 390}, (0, 59, 21, 59))]


@pytest.mark.parametrize("viewport,safe", NOTCHES, ids=["upright", "lying", "lying-narrow"])
def test_a_notch_hides_nothing(demo, screens, open_page, viewport, safe):
    page = open_page(demo.url("/mine/keyboard-shortcuts"), viewport, reduced_motion="reduce")

    def go(path):
        page.goto(demo.url(path))
        page.evaluate("""(sides) => ['top', 'right', 'bottom', 'left'].forEach((side, at) =>
            document.documentElement.style.setProperty(`--safe-${side}`, `${sides[at]}px`))""", list(safe))

    def check(what):
        found = page.evaluate(UNSAFE, list(safe))
        assert not found, (what, found[:6])

    for path in screens["mine"] + screens["marram"][:4] + [screens["estuary"][0]]:
        go(path)
        check(path)
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        below = page.evaluate("""() => [...document.querySelectorAll('main a, main button')].filter((one) => one.checkVisibility())
            .reduce((low, one) => Math.max(low, one.getBoundingClientRect().bottom), 0)""")
        bar = page.evaluate("""() => [...document.querySelectorAll('.tabs, .status-bar')].map((one) => one.getBoundingClientRect())
            .filter((one) => one.bottom >= innerHeight - 1).reduce((high, one) => Math.min(high, one.top), innerHeight)""")
        assert below <= min(bar, viewport["height"] - safe[2]) + 1, (path, "its last line is under the bar", below, bar)

    go("/mine/")
    page.locator(".nameplate").click()
    expect(page.locator("dialog.sheet .newspaper-row").first).to_be_visible()
    check("newsstand")
    low = page.locator("dialog.sheet").evaluate("""(sheet) => { sheet.scrollTop = 1e6;
        return [...sheet.querySelectorAll('a, button')].at(-1).getBoundingClientRect().bottom; }""")
    assert low <= viewport["height"] - safe[2] + 1
    go("/mine/all")
    page.locator("[data-search-label]").click()
    expect(page.locator("dialog.search-overlay input[type=search]")).to_be_focused()
    check("searching")
    assert viewport["width"] >= 768 or page.locator("dialog.search-overlay input[type=search]").bounding_box()["y"] >= safe[0]
    go("/estuary/")
    page.locator("[data-panel=left]").click()
    expect(page.locator(".drawer .sections a").first).to_be_visible()
    check("drawer")
    close = page.locator(".drawer .close").bounding_box()
    assert close["y"] >= safe[0] and close["x"] >= safe[3] - 1
    go(screens["episode"])
    page.locator(".enclosure button").first.click()
    expect(page.locator(".player")).to_be_visible()
    check("player")
    go("/mine/unread")
    page.keyboard.press("j")
    page.keyboard.press("m")
    expect(page.locator(".toast")).to_be_visible()
    check("toast")


@pytest.mark.mission("HN-71")
def test_reduced_motion_disables_animations(demo, screens, open_page):
    page = open_page(demo.url("/mine/"), reduced_motion="reduce")
    moving = """() => [...document.querySelectorAll('*')].flatMap((node) => [node, '::before', '::after', '::backdrop'].map((part) => {
        const style = getComputedStyle(node, typeof part === 'string' ? part : null);
        const times = `${style.transitionDuration},${style.transitionDelay}`.split(',');
        const animates = style.animationName !== 'none' && style.animationName !== '' && !(style.animationTimingFunction.startsWith('steps') && node.matches('.toast'));
        return animates || times.some((time) => parseFloat(time) > 0) ? `${node.localName}.${node.className} ${part}` : null;
    })).filter((one) => typeof one === 'string')"""
    for path in [screens["mine"][0], screens["mine"][1], screens["mine"][3], screens["marram"][0], "/mine/settings/reading"]:
        page.goto(demo.url(path))
        assert page.evaluate(moving) == [], path
    page.goto(demo.url("/estuary/"))
    page.locator("[data-panel=left]").click()
    expect(page.locator(".drawer .sections a").first).to_be_visible()
    assert page.evaluate(moving) == [], "drawer"
    assert page.locator("dialog.drawer").bounding_box()["x"] == 0
    page.locator(".drawer .close").click()
    expect(page.locator("dialog.drawer")).to_have_count(0)
    page.locator(".nameplate").click()
    expect(page.locator("dialog.sheet .newspaper-row").first).to_be_visible()
    assert page.evaluate(moving) == [], "newsstand"
    until(page, STILL)


def test_forced_colours_hide_nothing(demo, screens, open_page):
    """Forced colours: what a background or border shows otherwise is still shown."""
    page = open_page(demo.url("/mine/all"), forced_colors="active")
    look = """([selector, part]) => { const node = document.querySelector(selector), style = getComputedStyle(node, part || null);
        const ground = getComputedStyle(document.documentElement).backgroundColor;
        return [style.backgroundColor, ground, style.color, style.borderTopColor]; }"""
    dot = page.evaluate(look, [".row.unread .headline", "::before"])
    assert dot[0] != dot[1], "an unread row cannot be told from a read one"
    tabs = page.evaluate("""() => [...document.querySelectorAll('.tabs a')].map((tab) => getComputedStyle(tab).color)""")
    page.goto(demo.url("/mine/unread"))
    tabs = page.evaluate("""() => [...document.querySelectorAll('.tabs a')].map((tab) => [tab.hasAttribute('aria-current'), getComputedStyle(tab).color])""")
    [here] = [colour for isHere, colour in tabs if isHere]
    assert all(colour != here for isHere, colour in tabs if not isHere), tabs
    page.goto(demo.url("/mine/settings/text"))
    chosen, other = page.evaluate("""() => ['input:checked', 'input:not(:checked)'].map((which) =>
        getComputedStyle(document.querySelector(`.choices ${which} + span`)).backgroundColor)""")
    assert chosen != other
    page.goto(demo.url("/mine/settings/reading"))
    # The browser draws the boxes, in the system's colours.
    assert page.evaluate("""() => [...document.querySelectorAll('[role=switch]')].every((box) => getComputedStyle(box).appearance !== 'none')""")
    for path in screens["mine"][:4]:
        page.goto(demo.url(path))
        edges = page.evaluate("""() => [...document.querySelectorAll('.button, .input')].filter((one) => one.checkVisibility())
            .filter((one) => getComputedStyle(one).borderTopWidth === '0px').map((one) => one.outerHTML.slice(0, 80))""")
        assert not edges, (path, edges)


# ---- by keyboard

STOP = """() => {
    const node = document.activeElement;
    if (!node || node === document.body) return null;
    const box = node.getBoundingClientRect();
    const marked = node.matches('.choices input, #sidebar-fold') ? node.nextElementSibling : node;
    const style = getComputedStyle(marked);
    const seen = marked.getBoundingClientRect();
    // The middle of what is in sight of it, between the bars unless it is in one.
    const within = marked.closest('.top-bar, .tabs, .status-bar, .story-bar, .skip, .sidebar-fold, .sidebar') ? [0, innerHeight] : [50, innerHeight - 56];
    const y = (Math.max(seen.top, within[0]) + Math.min(seen.bottom, within[1])) / 2;
    const x = seen.left + Math.min(seen.width / 2, 60);
    const hit = document.elementFromPoint(Math.min(Math.max(x, 1), innerWidth - 2), Math.min(Math.max(y, 1), innerHeight - 2));
    const all = [...document.querySelectorAll('*')];
    return {
        what: `${node.localName}.${node.className} ${(node.getAttribute('aria-label') ?? node.textContent).trim().slice(0, 40)}`,
        place: all.indexOf(node), index: node.tabIndex, bar: !!node.closest('.top-bar, .tabs, .status-bar, .skip'),
        top: Math.round(box.top + scrollY), left: Math.round(box.left),
        ring: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
        shown: seen.width > 1 && seen.bottom > 0 && seen.top < innerHeight && !!hit && (node.contains(hit) || hit.contains(node) || marked.contains(hit)),
    };
}"""


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_every_screen_can_be_walked_by_keyboard(demo, screens, open_page, viewport):
    """Each stop is marked, in sight and in the page's order; nothing that can be clicked is left out."""
    page = open_page(demo.url("/mine/keyboard-shortcuts"), viewport, reduced_motion="reduce")
    for path in screens["mine"][:6] + screens["mine"][13:17] + screens["mine"][19:22] + [screens["marram"][0], screens["marram"][3], screens["inland"][6]]:
        page.goto(demo.url(path))
        # Modules that come after the page take controls away that are there for readers without script.
        page.wait_for_load_state("networkidle")
        until(page, "[...document.querySelectorAll('[data-no-script]')].every((one) => !one.checkVisibility())")
        # Rows are alike: eight of them will do, which keeps the walk short.
        page.evaluate("document.querySelectorAll('main .row').forEach((row, at) => at > 7 && row.remove())")
        page.evaluate("document.activeElement.blur()")
        wanted = page.evaluate("""() => { const groups = new Set(); return [...document.querySelectorAll('a[href], button, input, select, textarea, summary, audio')]
            .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.type !== 'hidden' && one.tabIndex >= 0)
            .filter((one) => one.type !== 'radio' || (!groups.has(one.name) && groups.add(one.name))).length; }""")
        stops = []
        for _ in range(wanted + 5):
            page.keyboard.press("Tab")
            stop = page.evaluate(STOP)
            if not stop or (stops and stop["place"] == stops[0]["place"]):
                break
            stops.append(stop)
        assert "Skip to content" in stops[0]["what"], (path, stops[0])
        assert len(stops) >= wanted, (path, len(stops), wanted, [stop["what"] for stop in stops])
        for stop in stops:
            assert stop["index"] == 0 and stop["ring"] and stop["shown"], (path, stop)
        places = [stop["place"] for stop in stops]
        assert places == sorted(places), (path, "out of order")
        # Down the page as the eye goes, on a phone, where there is one column.
        if viewport is PHONE:
            tops = [stop["top"] for stop in stops if not stop["bar"]]
            assert all(later >= earlier - 60 for earlier, later in zip(tops, tops[1:])), (path, stops)


def test_the_first_tab_stop_skips_the_bar(demo, open_page):
    page = open_page(demo.url("/mine/"))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    until(page, "document.activeElement.id === 'main'")
    page.keyboard.press("Tab")
    assert page.evaluate("!!document.activeElement.closest('main')")


def test_dialogs_hold_the_focus_and_give_it_back(demo, screens, open_page):
    page = open_page(demo.url("/estuary/"), reduced_motion="reduce")
    for path, opener, inside in [
            ("/estuary/", "[data-panel=left]", ".drawer .sections a"), ("/mine/", ".nameplate", "dialog.sheet .newspaper-row"),
            (screens["episode"], "[data-sheet=menu]", "dialog.sheet .menu-lines"), (screens["episode"], "[data-sheet=reading]", "dialog.sheet .choices"),
            ("/mine/all", "[data-search-label]", "dialog.search-overlay input")]:
        page.goto(demo.url(path))
        page.locator(opener).first.focus()
        page.keyboard.press("Enter")
        expect(page.locator(inside).first).to_be_visible()
        for _ in range(4):
            page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')"), opener
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
        assert page.evaluate("selector => document.activeElement.matches(selector)", opener), (opener, page.evaluate("document.activeElement.outerHTML.slice(0, 100)"))


# ---- announcements

def test_actions_are_announced_to_screen_readers(own_demo, open_page):
    page = open_page(own_demo.url("/mine/unread"))
    told = page.locator("#live")
    expect(told).to_have_attribute("aria-live", "polite")
    page.keyboard.press("j")
    page.keyboard.press("m")
    # What the toast shows is read out, with the key that takes it back.
    expect(page.locator(".toast[data-undo-id] span")).not_to_be_empty()
    expect(told).to_have_text(page.locator(".toast span").inner_text() + ". Press z to undo.")
    page.keyboard.press("s")
    expect(told).to_contain_text("aved")
    page.keyboard.press(".")
    page.get_by_role("button", name=re.compile("^Mark all")).click()
    expect(told).to_contain_text("read")
    page.locator(".toast").get_by_role("button", name="Undo").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(told).not_to_contain_text("Marked")
    # Rows say that they are unread, and a story opened elsewhere says where it opens.
    expect(page.locator(".row.unread .headline .visually-hidden").first).to_have_text("Unread: ")
    page.goto(own_demo.url("/mine/search"))
    expect(page.locator("input[type=search]")).to_have_accessible_name(re.compile("earch"))
    # A page's title names its content before the edition.
    page.goto(own_demo.url("/mine/all"))
    title = page.locator("main .row h2").nth(0).evaluate("node => node.lastChild.textContent")
    page.locator("main .row > a").nth(0).click()
    expect(page).to_have_title(re.compile("^" + re.escape(title[:20])))
