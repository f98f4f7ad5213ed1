"""Answers that come late, after the reader has gone on: they take away nothing, and move neither page nor focus."""
import re

from playwright.sync_api import expect

from support.browser import DESK, PHONE, POLLING, HeldRequests, stop_clock, until
from support.program import FORM, form

EDITION = "mine"


def select(page, count=1):
    for _ in range(count):
        page.keyboard.press("j")


def test_a_key_after_save_reads_on_while_the_mark_is_sent(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"))
    page.goto(own_demo.url(page.locator("main .row:not(.external, [data-saved]) > a").first.get_attribute("href")))
    held = HeldRequests(page, "**/act/set-mark")
    page.keyboard.press("s")
    held.wait().answer()
    expect(page.locator(".toast button")).to_have_count(1)
    assert page.evaluate("document.activeElement === document.body")
    page.keyboard.press("Space")
    expect(page.locator("form[data-action=set-mark][data-on] [data-toggle=saved]")).to_have_count(1)
    until(page, "scrollY > 0")


def test_an_older_answer_leaves_the_newer_offer_of_undo(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"))
    rows = page.locator("main .row")
    held = HeldRequests(page, "**/act/set-mark", 2)
    select(page, 5)
    for count in (1, 2):
        select(page)
        page.keyboard.press("s")
        held.wait(count)
    for at in (1, 0):
        held.answer(at)
    page.keyboard.press("z")
    expect(page.locator(".toast")).to_have_text("Undone")
    expect(rows.nth(5)).to_have_attribute("data-saved", "")
    expect(rows.nth(6)).not_to_have_attribute("data-saved", "")


def test_changes_of_one_mark_that_fail_show_what_the_server_has(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"))
    held = HeldRequests(page, "**/act/set-mark", 2)
    select(page, 12)
    for count in (1, 2):
        page.keyboard.press("s")
        held.wait(count)
    for route in held.routes:
        route.abort()
    expect(page.locator(".toast")).to_contain_text("Nothing")
    expect(page.locator("main .row.selected")).not_to_have_attribute("data-saved", "")
    page.errors.clear()  # the browser itself reports the requests that were cut off


def test_what_is_typed_after_enter_goes_on_in_the_search_field(own_demo, open_page):
    page = open_page(own_demo.url("/mine/keyboard-shortcuts"))
    page.clock.install()
    page.goto(own_demo.url("/mine/all"))
    page.locator("[data-search-label]").click()
    field = page.locator("dialog.search-overlay input[type=search]")
    expect(page.locator("dialog.search-overlay .search-examples")).to_be_visible()
    # The pause after which typing asks does not end.
    stop_clock(page)
    field.fill("harb")
    held = HeldRequests(page, re.compile("q=harb&.*local=1"))
    field.press("Enter")
    held.wait()
    page.keyboard.type("ou")
    # The page's clock stands still.
    held.routes[0].continue_()
    expect(page.locator("dialog.search-overlay :is(.row, .empty)").first).to_be_visible()
    page.keyboard.type("r")
    expect(field).to_have_value("harbour")


def test_more_of_a_search_that_was_closed_leaves_the_lists_address(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"))
    page.locator("[data-search-label]").click()
    page.locator("dialog.search-overlay input[type=search]").fill("the")
    page.keyboard.press("Enter")
    held = HeldRequests(page, re.compile("/mine/search.*depth="))
    page.locator("dialog.search-overlay [data-more]").click()
    held.wait()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("dialog.search-overlay")).to_have_count(0)
    held.answer()
    expect(page).to_have_url(own_demo.url("/mine/all"))
    assert not page.evaluate("history.state?.finding")


def test_stories_that_came_do_not_close_the_one_that_is_read_beside_the_list(own_demo, open_page):
    page = open_page(own_demo.url("/mine/keyboard-shortcuts"), DESK)
    page.clock.install()
    page.add_init_script(POLLING)
    news = {"arrived": 3, "updatedAt": 1_795_252_800_000, "waiting": 0, "total": 15, "failing": None, "arriving": None, "isUpdating": False, "failed": None}
    page.route("**/api/live*", lambda route: route.fulfill(json=news))
    page.goto(own_demo.url("/mine/all"))
    until(page, "window.isPolling === true")
    stop_clock(page)
    page.evaluate("document.dispatchEvent(new CustomEvent('tidings:asked', { detail: 'Updating…' })), window.same = true")
    page.locator("main .row:not(.external) > a").first.click()
    expect(page.locator("#reading-pane article.story")).to_be_visible()
    page.clock.run_for(1500)
    pill = page.get_by_role("button", name="3 new")
    expect(pill).to_be_visible()
    assert page.evaluate("window.same") and page.locator("#reading-pane article.story").is_visible()
    # What is asked for shows the list again, without the story.
    pill.click()
    expect(page).to_have_url(own_demo.url("/mine/all"))
    until(page, "!window.same")


def test_a_storys_pictures_come_into_no_other_story(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"), DESK)
    illustrated = page.locator("main .row:not(.external):has(.row-image)").nth(0).get_attribute("id")
    other = page.locator(f"main .row:not(.external, #{illustrated}) > a").first
    wish = {"part": "reading", "textSize": "2", "theme": "automatic", "face": "serif", "measure": "medium", "density": "comfortable"}
    assert own_demo.ask("/mine/act/preferences", "POST", form(**wish, hidePictures="1"), Origin=own_demo.address, **FORM).status == 303
    try:
        page.reload()
        page.locator(f"#{illustrated} > a").click()
        button = page.locator("#reading-pane button.click-to-load").first
        expect(button).to_be_visible()
        held = HeldRequests(page, re.compile(r"/story/\d+\?.*show="))
        button.click()
        held.wait()
        other.click()
        title = page.locator("#reading-pane h1")
        expect(title).to_have_text(other.locator(".headline").evaluate("node => node.lastChild.textContent"))
        text = page.locator("#reading-pane .text").inner_text()
        held.answer()
        assert page.locator("#reading-pane .text").inner_text() == text
    finally:
        own_demo.ask("/mine/act/preferences", "POST", form(**wish), Origin=own_demo.address, **FORM)


def test_the_search_is_a_page_where_its_script_does_not_come(own_demo, open_page):
    page = open_page(own_demo.url("/mine/keyboard-shortcuts"), PHONE)
    page.route(re.compile("/search-overlay.*js"), lambda route: route.abort())
    page.goto(own_demo.url("/mine/all"))
    page.locator("[data-search-label]").click()
    expect(page).to_have_url(re.compile("/mine/search"))
    expect(page.locator("main input[type=search]")).to_be_visible()
    page.errors.clear()  # the browser itself reports the request that was cut off

