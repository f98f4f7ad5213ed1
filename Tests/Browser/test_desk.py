"""The desk: the sidebar, popovers at their buttons, the keys in two columns, and the Newsstand's covers."""
import json
import re

from playwright.sync_api import expect

from support.browser import DESK, PHONE, until


def test_the_settings_stay_in_sight_below_the_sidebars_lists(own_demo, open_page):
    page = open_page(own_demo.url("/mine/"), DESK)
    sidebar, link = page.locator(".sidebar"), page.locator(".sidebar").get_by_role("link", name="Settings")
    assert sidebar.evaluate("one => one.scrollHeight > one.clientHeight"), "the lists are longer than the window"
    for part in (0, 0.5, 1):
        sidebar.evaluate("(one, part) => { one.scrollTop = part * one.scrollHeight; }", part)
        expect(link).to_be_in_viewport(ratio=1)
    # The last feed is not hidden behind it.
    last = sidebar.locator(".side-row:visible").nth(-2)
    assert last.bounding_box()["y"] + last.bounding_box()["height"] <= link.bounding_box()["y"]
    link.click()
    page.wait_for_url("**/mine/settings")


def test_the_sidebar_folds_and_keeps_its_order(own_demo, open_page):
    page = open_page(own_demo.url("/mine/"), DESK)
    sidebar = page.locator(".sidebar")
    expect(sidebar).to_be_visible()
    # It stands beside the page, not over it.
    assert page.locator("main").bounding_box()["x"] >= sidebar.bounding_box()["width"] - 1
    expect(sidebar.locator("[aria-current]")).to_have_count(1)
    titles = sidebar.locator(".side-folder > .side-row > span:first-child").all_inner_texts()
    assert len(titles) > 2
    # With the keyboard, and by dragging.
    sidebar.get_by_role("link", name=titles[0]).first.focus()
    with page.expect_response(re.compile("/act/order-folders")):
        page.keyboard.press("Alt+ArrowDown")
    # The focus comes back once the order is stored.
    expect(page.locator("#live")).to_contain_text(titles[0])
    with page.expect_response(re.compile("/act/order-folders")):
        page.locator(".side-folder > .side-row").nth(2).drag_to(page.locator(".side-folder > .side-row").nth(0), target_position={"x": 60, "y": 4})
    expect(sidebar.locator(".side-folder > .side-row > span:first-child").first).to_have_text(titles[2])
    page.reload()
    expect(sidebar.locator(".side-folder > .side-row > span:first-child").first).to_have_text(titles[2])
    # What is folded stays so, each folder for itself.
    first = sidebar.locator("details").first
    was_open = first.evaluate("one => one.open")
    cookies = page.evaluate("document.cookie")
    first.locator("summary").click()
    # Browsers tell of an opened folder a moment later.
    until(page, f"document.cookie !== {json.dumps(cookies)}")
    page.reload()
    assert first.evaluate("one => one.open") != was_open
    page.locator(".sidebar-fold").click()
    expect(sidebar).to_be_hidden()
    page.reload()
    expect(sidebar).to_be_hidden()
    page.set_viewport_size(PHONE)
    expect(page.locator(".sidebar-fold")).to_be_hidden()


def test_the_sidebar_counts_what_is_read(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"), DESK)
    counter = page.locator(".sidebar .newspaper [data-unread-list=unread]")
    before = int(re.match(r"\d+", counter.inner_text())[0])
    page.keyboard.press("j")
    page.keyboard.press("m")
    expect(counter).to_have_text(re.compile(rf"^{before - 1}\b"))


def test_sheets_open_below_their_buttons(demo, open_page):
    page = open_page(demo.url("/mine/all"), DESK)
    story = page.locator("main .row > a").first.get_attribute("href")
    page.goto(demo.url(story))
    button = page.locator("[data-sheet=reading]:visible").first
    at = button.bounding_box()
    button.click()
    sheet = page.locator("dialog.sheet[data-name=reading]")
    expect(sheet.locator("form, fieldset").first).to_be_visible()
    # Where it comes to rest, not where it is on its way.
    box = sheet.evaluate("one => ({ top: one.offsetTop, left: one.offsetLeft, right: one.offsetLeft + one.offsetWidth })")
    assert abs(box["top"] - at["y"] - at["height"]) < 12
    assert box["left"] < at["x"] + at["width"] and box["right"] > at["x"] and box["right"] <= DESK["width"]


def test_all_keys_are_seen_at_once(demo, open_page):
    page = open_page(demo.url("/mine/"), DESK)
    page.keyboard.press("?")
    sheet = page.locator("dialog.sheet[data-name=keys][open]")
    expect(sheet.locator("section")).to_have_count(5)
    assert sheet.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    lefts = sheet.locator("section").evaluate_all("all => new Set(all.map((one) => Math.round(one.getBoundingClientRect().left))).size")
    assert lefts == 2


def test_the_newsstand_has_covers(demo, open_page):
    for viewport, columns in ((PHONE, 2), (DESK, 4)):
        page = open_page(demo.url("/mine/"), viewport)
        page.locator(".nameplate").click()
        covers = page.locator("dialog.sheet .newspaper-row")
        expect(covers.first).to_be_visible()
        expect(covers.first.locator(".cover-title")).not_to_be_empty()
        lefts = covers.evaluate_all("all => new Set(all.map((one) => Math.round(one.getBoundingClientRect().left))).size")
        assert lefts == columns, viewport
