"""A list's short head and its menu; the text set over a story; the settings, searched and switched."""
import re

import pytest
from playwright.sync_api import expect

from support.browser import DESK, EDITIONS, PHONE, SCRIPT, SIZES, STILL, until

EDITION = "mine"


def dates(page):
    return page.locator("main .row").evaluate_all("rows => rows.map((row) => Date.parse(row.querySelector('time').dateTime))")


def section_and_feed(page, demo):
    page.goto(demo.url("/mine/"))
    section = page.locator(".section-head a").first.get_attribute("href")
    page.goto(demo.url("/mine/feeds"))
    return section, page.locator(".feed-row a.name", has_text="Harbour Post").get_attribute("href")


def test_at_most_100_px_of_a_phone_stand_before_a_lists_first_row(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"))
    page.keyboard.press("j")
    with page.expect_response(re.compile("act/set-mark")):
        page.keyboard.press("s")
    section, feed = section_and_feed(page, own_demo)
    for path in ["/mine/unread", feed, section, "/mine/saved", "/mine/all", "/mine/search?q=the"]:
        page.goto(own_demo.url(path))
        # A search has its words, its chips and its order before them.
        assert page.locator("main .row").first.bounding_box()["y"] <= (220 if "search" in path else 100), path
        if "search" not in path:
            line = page.locator(".list-title")
            expect(line.locator("h1")).to_be_visible()
            expect(line.locator(".list-tools")).to_contain_text(re.compile(r"^\d+"))


@pytest.mark.parametrize("path", ["/mine/all", "/mine/search?q=the"])
def test_no_line_of_a_row_begins_or_ends_with_a_separator(demo, open_page, path):
    """The dot before a part is left of the edge at which its line is cut off, where the part begins a line."""
    page = open_page(demo.url(path), {"width": 320, "height": 640})
    wrapped, wrong = page.locator("main .row:not([dir=rtl]) .source-line").evaluate_all(r"""lines => {
        document.documentElement.style.fontSize = '125%';
        let wrapped = 0;
        const wrong = [];
        for (const line of lines) {
            const edge = line.getBoundingClientRect().left + Number(getComputedStyle(line).clipPath.match(/([\d.]+)px\)$/)?.[1]);
            let end = Infinity;
            for (const part of line.children) {
                const box = part.getBoundingClientRect();
                if (box.left < end) {
                    if (end !== Infinity) wrapped += 1;
                    const dot = getComputedStyle(part, '::before');
                    const start = box.left + (dot.content.includes('·') ? parseFloat(dot.width) : 0);
                    if (!(Math.abs(start - edge) < 1)) wrong.push(line.textContent);
                }
                end = box.right;
                if (part.textContent.trim() === '·') wrong.push(line.textContent);
            }
        }
        return [wrapped, wrong];
    }""")
    assert wrapped > 0 and wrong == []


@SIZES
def test_the_dot_of_an_unread_row_is_beside_the_first_line_of_its_title(demo, open_page, viewport):
    """However many lines stand above the title."""
    page = open_page(demo.url("/mine/all"), viewport)
    heights = set()
    for path in ["/mine/all", *(f"/{edition}/" for edition in EDITIONS)]:
        page.goto(demo.url(path))
        rows = page.locator("main .row.unread").evaluate_all("""rows => {
            document.documentElement.style.fontSize = '125%';
            return rows.map(row => {
                const title = row.querySelector('.headline'), dot = getComputedStyle(title, '::before');
                const middle = title.offsetParent.getBoundingClientRect().top + parseFloat(dot.top) + parseFloat(dot.marginTop) + parseFloat(dot.height) / 2;
                const box = title.getBoundingClientRect();
                return [title.textContent, middle - box.top - parseFloat(getComputedStyle(title).lineHeight) / 2, row.querySelector('.source-line').offsetHeight];
            }); }""")
        assert [row for row in rows if not abs(row[1]) < 3] == [], path
        heights |= {row[2] for row in rows}
    assert len(heights) > 1, "one line stands above all titles"


def test_a_lists_head_and_its_menu_say_one_number(own_demo, open_page):
    page = open_page(own_demo.url("/mine/unread"))
    head, button = page.locator(".list-tools [data-unread-list]"), page.locator("[data-mark-all]")
    page.locator(".list-menu summary").click()
    before = int(head.inner_text().split()[0])
    expect(button).to_have_text(f"Mark all {before} read")
    page.keyboard.press("Escape")
    for key, count in [("j", before), ("m", before - 1), ("z", before)]:
        page.keyboard.press(key)
        expect(head).to_have_text(f"{count} unread")
        expect(button).to_have_text(f"Mark all {count} read")


@SCRIPT
def test_a_lists_menu_narrows_turns_and_marks_it(own_demo, open_page, script):
    page = open_page(own_demo.url("/mine/all"), script=script)
    _, feed = section_and_feed(page, own_demo)
    page.goto(own_demo.url(feed))
    menu, opener = page.locator(".list-menu"), page.locator(".list-menu summary")
    newest = dates(page)
    assert len(newest) > 3 and newest == sorted(newest, reverse=True)
    opener.click()
    for line in menu.locator("li > *, li button").all():
        if line.is_visible():
            assert line.bounding_box()["height"] >= 44
    page.get_by_role("switch", name="Oldest first").click()
    expect(page.locator(".active-option")).to_have_text("Oldest first")
    oldest = dates(page)
    assert oldest == sorted(oldest) and oldest[0] < newest[0]
    opener.click()
    page.get_by_role("switch", name="Oldest first").click()
    expect(page.locator(".active-option")).to_have_count(0)
    assert dates(page) == newest
    # What is older than a day is marked, and can be taken back.
    count = page.locator(".list-tools > span").first
    unread = count.inner_text()
    opener.click()
    page.get_by_role("button", name="Mark stories older than a day as read").click()
    expect(count).not_to_have_text(unread)
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(count).to_have_text(unread)
    opener.click()
    page.get_by_role("switch", name="Unread only").click()
    expect(page.locator(".active-option")).to_have_text("Unread only")
    expect(page.locator("main .row.unread").first).to_be_visible()
    assert page.locator("main .row:not(.unread)").count() == 0
    opener.click()
    page.get_by_role("switch", name="Unread only").click()
    expect(page.locator(".active-option")).to_have_count(0)


def test_a_lists_menu_is_used_by_keyboard(demo, open_page):
    page = open_page(demo.url("/mine/all"))
    page.keyboard.press(".")
    menu = page.locator(".list-menu > ul")
    expect(menu).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    page.locator(".list-menu summary").focus()
    page.keyboard.press("Enter")
    expect(menu).to_be_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "switch"
    page.locator(".list-title h1").click(position={"x": 8, "y": 8})
    expect(menu).to_be_hidden()


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_the_text_stays_in_sight_while_it_is_set(own_demo, open_page, viewport):
    page = open_page(own_demo.url("/mine/all"), viewport)
    story = page.locator(".row:has(.row-image) a").first.get_attribute("href")
    page.goto(own_demo.url(story))
    before = page.evaluate("scrollY")
    page.locator("[data-sheet=reading]").first.click()
    sheet = page.locator("dialog.sheet")
    expect(page.locator("dialog.sheet[open] fieldset")).to_have_count(4)
    until(page, STILL)
    box, text = sheet.bounding_box(), page.locator("main .story .text").bounding_box()
    if viewport is PHONE:
        assert box["y"] >= viewport["height"] / 2
        assert text["y"] <= box["y"] - 60 and text["y"] + text["height"] >= 104, "two lines of the text are in sight"
    else:
        # Below its button, beside most of the text.
        button = page.locator("[data-sheet=reading]").first.bounding_box()
        assert 0 <= box["y"] - button["y"] - button["height"] <= 12, (box, button)
        assert box["x"] >= text["x"] + text["width"] / 2, (box, text)
    assert page.evaluate("getComputedStyle(document.querySelector('dialog.sheet'), '::backdrop').backgroundColor") == "rgba(0, 0, 0, 0)"
    line = "parseFloat(getComputedStyle(document.querySelector('main .text')).lineHeight)"
    wide = page.evaluate(line)
    with page.expect_response(re.compile("act/preferences")):
        sheet.locator("label", has_text="Compact").click()
    assert page.evaluate(line) < wide
    # The sheet's head stays when there is less room than it needs.
    page.set_viewport_size({"width": 320, "height": 320})
    sheet.evaluate("sheet => sheet.scrollTo(0, 999)")
    assert sheet.get_by_role("button", name="Done").bounding_box()["y"] >= sheet.bounding_box()["y"] - 1
    page.set_viewport_size(viewport)
    with page.expect_response(re.compile("act/preferences")):
        sheet.locator("label", has_text="Comfortable").click()
    sheet.get_by_role("button", name="Done").click()
    expect(sheet).to_have_count(0)
    until(page, f"Math.abs(scrollY - {before}) < 2")


def test_a_short_text_below_a_picture_stays_in_sight_too(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"))
    page.goto(own_demo.url(page.locator(".row:has(.row-image) a").first.get_attribute("href")))
    page.evaluate("""() => {
        // A copy: a full text that comes now has no place any more.
        const story = document.querySelector('main .story');
        story.replaceWith(story.cloneNode(true));
        const text = document.querySelector('main .story .text');
        const [picture, line] = [document.createElement('figure'), document.createElement('p')];
        picture.style.height = '700px';
        line.textContent = 'The only line.';
        text.replaceChildren(picture, line);
        document.querySelector('main .story footer').remove();
    }""")
    sheet, line = page.locator("dialog.sheet"), page.locator("main .story .text p")
    page.locator("[data-sheet=reading]").first.click()
    expect(page.locator("dialog.sheet[open] fieldset")).to_have_count(4)
    for size in ("5", "2"):
        with page.expect_response(re.compile("act/preferences")):
            sheet.locator(f"input[name=textSize][value='{size}']").check(force=True)
        box = line.bounding_box()
        assert 44 <= box["y"] and box["y"] + box["height"] <= sheet.bounding_box()["y"], size
    sheet.get_by_role("button", name="Done").click()
    expect(sheet).to_have_count(0)
    assert page.evaluate("document.body.style.paddingBottom") == ""


@SCRIPT
def test_settings_are_found_and_switched(own_demo, open_page, script):
    page = open_page(own_demo.url("/mine/settings"), script=script)
    page.locator("input[type=search]").fill("scroll past")
    if not script:
        page.get_by_role("button", name="Search").click()
    result = page.locator("[data-settings-entries] a:visible")
    expect(result).to_have_count(1)
    expect(page.locator("[data-settings-index]")).to_be_hidden()
    result.click()
    setting = page.get_by_role("switch", name="Mark stories read as they scroll past")
    expect(setting).to_be_in_viewport()
    if script:
        page.go_back()
        expect(page.locator("input[type=search]")).to_have_value("scroll past")
        expect(page.locator("[data-settings-index]")).to_be_hidden()
        result.click()
        expect(setting).to_be_in_viewport()
    box = setting.bounding_box()
    assert box["width"] >= 44 and page.locator("#set-markOnScroll").bounding_box()["height"] >= 44
    for isOn in (True, False):
        setting.focus()
        if script:
            with page.expect_response(re.compile("act/preferences")):
                page.keyboard.press("Space")
        else:
            page.keyboard.press("Space")
            page.get_by_role("button", name="Save").click()
        page.goto(own_demo.url("/mine/settings/reading"))
        assert setting.is_checked() == isOn
    expect(page.get_by_role("button", name="Save")).to_have_count(0 if script else 1)


def test_a_setting_is_saved_alone_and_shown_as_it_was_where_that_fails(own_demo, open_page):
    page = open_page(own_demo.url("/mine/settings/reading"))
    other = open_page(own_demo.url("/mine/settings/reading"))
    columns, minutes = "Show stories in columns on wide screens", "Show how long a story takes to read"
    with other.expect_response(re.compile("act/preferences")):
        other.get_by_role("switch", name=columns).press("Space")
    # This page does not know of the other's change, and leaves it.
    switch = page.get_by_role("switch", name=minutes)
    with page.expect_response(re.compile("act/preferences")):
        switch.press("Space")
    page.reload()
    assert switch.is_checked() and page.get_by_role("switch", name=columns).is_checked()
    page.route("**/act/preferences", lambda route: route.abort())
    switch.press("Space")
    expect(page.locator(".toast")).to_contain_text("Nothing was changed")
    expect(switch).to_be_checked()
    page.errors.clear()
    # The last change counts, however late the one before is.
    page.unroute("**/act/preferences")
    held, answered = [], []
    page.route("**/act/preferences", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request(re.compile("act/preferences")):
        switch.press("Space")
    switch.press("Space")
    with page.expect_response(lambda response: "act/preferences" in response.url and (answered.append(1) or len(answered) == 2)):
        held[0].continue_()
    page.reload()
    assert switch.is_checked()


@SCRIPT
def test_a_feed_is_unfollowed_in_its_menu_and_comes_back(own_demo, open_page, script):
    page = open_page(own_demo.url("/mine/feeds"), PHONE, script)
    row = page.locator(".feed-row a.name").first
    title = row.locator("b").inner_text()
    row.click()
    page.locator(".list-menu > summary").click()
    page.locator(".list-menu").get_by_role("button", name="Unfollow").click()
    expect(page).to_have_url(own_demo.url("/mine/feeds"))
    expect(page.locator(".feed-row b", has_text=title)).to_have_count(0)
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.locator(".feed-row b", has_text=title)).to_have_count(1)


@SCRIPT
def test_settings_are_in_sight_wherever_the_newsstand_opens(demo, open_page, script):
    page = open_page(demo.url("/mine/"), PHONE, script)
    page.locator(".nameplate").click()
    way = page.locator(".newsstand-links").get_by_role("link", name="Settings")
    expect(way).to_be_visible()
    if script:
        until(page, STILL)
        # Nothing shows below them.
        assert page.evaluate("Math.abs(document.querySelector('.newsstand-links').getBoundingClientRect().bottom - innerHeight) < 1")
    expect(way).to_be_in_viewport(ratio=1)
    assert page.evaluate("""([x, y]) => document.elementFromPoint(x, y)?.closest('a')?.textContent.trim()""",
                         [way.bounding_box()["x"] + 20, way.bounding_box()["y"] + 20]) == "Settings"
    way.click()
    expect(page).to_have_url(demo.url("/mine/settings"))
