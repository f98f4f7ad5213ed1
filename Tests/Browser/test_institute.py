"""The sample institute's edition: its sections, its lists to their second page, its search, its stories told elsewhere."""
import re

import pytest
from playwright.sync_api import expect

from support.browser import DESK, PHONE, SCRIPT, until

EDITION = "marram"


def paper(open_page, demo, path, *options):
    page = open_page(demo.url(), *options)
    page.goto(demo.url(path))
    return page


def rows(page):
    return page.locator("main [data-list] .row")


@pytest.mark.mission("MIT-22")
def test_load_more_waits_and_comes_back_after_a_failure(own_demo, open_page):
    """MIT-22: while it loads a second tap sends nothing; what failed can be tried again."""
    page = paper(open_page, own_demo, "/marram/", PHONE)
    page.locator(".section-head a", has_text="Latest News").click()
    expect(rows(page)).to_have_count(20)
    # Stored stories are shown without a request to the origin.
    while page.locator("main a[data-more]").count():
        before = rows(page).count()
        page.locator("main a[data-more]").click()
        expect(rows(page).nth(before)).to_be_attached()
    before = rows(page).count()
    asked, held = [], []
    page.route("**/act/load-more", lambda route: (asked.append(1), held.append(route)))
    more = page.locator("main [data-more]")
    expect(more).to_have_text("Load more…")
    with page.expect_request("**/act/load-more"):
        more.click()
    expect(more).to_have_text("Loading more…")
    expect(more).to_be_disabled()
    more.dispatch_event("click")
    assert len(asked) == 1
    held[0].fulfill(status=200, content_type="application/json", body='{"failed":true,"words":"It refused to give more."}')
    expect(page.locator(".toast")).to_contain_text("It refused to give more.")
    expect(more).to_have_text("Load more…")
    expect(more).to_be_enabled()
    page.unroute("**/act/load-more")
    more.click()
    expect(rows(page).nth(before)).to_be_attached()
    assert len(asked) == 1


@pytest.mark.mission("MIT-05", "MIT-10", "MIT-18")
@SCRIPT
def test_a_walk_through_the_institutes_paper(demo_in_state, open_page, script):
    """MIT-02, 04, 05, 10, 16, 20 … 24: three rows each, a list of twenty, forty of the origin, and its end."""
    demo = demo_in_state("lively")
    page = paper(open_page, demo, "/marram/", PHONE, script)
    sections = page.locator("section.section")
    expect(sections).to_have_count(14)
    expect(page.locator("main")).to_contain_text("Sample, invented stories")
    for index in range(14):
        assert 1 <= sections.nth(index).locator("article.row").count() <= 3
    expect(sections.nth(0).locator("article.row")).to_have_count(3)

    # A story of another site: one tap leads to its page, which is shown in the app.
    media = page.locator("section.section", has_text="In the Media")
    clipping = media.locator(".row.external").first
    expect(media.locator(".row.external")).to_have_count(3)
    link = clipping.locator("a")
    assert link.get_attribute("target") is None
    assert link.get_attribute("href").startswith("/marram/linked/")
    expect(clipping.locator(".headline")).to_contain_text("opens at")
    mark = media.locator(".source-logo")
    if mark.count():
        box = mark.first.bounding_box()
        assert box["width"] <= 133.5 and box["height"] <= 34.5
        words = mark.first.locator("xpath=..").bounding_box()
        assert abs(box["x"] + box["width"] - words["x"] - words["width"]) < 1

    # A section's header is reached by key too.
    page.locator(".section-head a", has_text="Latest News").press("Enter")
    expect(page.locator("h1")).to_have_text("Latest News")
    expect(page.locator(".section-head")).to_have_count(0)
    expect(rows(page)).to_have_count(20)
    # To the end, where there is no more to load; what is known here comes first, then what the institute gives.
    asked = []
    page.on("request", lambda request: request.url.endswith("/act/load-more") and asked.append(request.url))
    for _ in range(10):
        more = page.locator("main [data-more]")
        if not more.count():
            break
        before = rows(page).count()
        more.click()
        try:
            expect(rows(page).nth(before).or_(page.locator("main .list-end")).first).to_be_attached(timeout=15_000)
        except AssertionError:
            # The offer to mark stories on scrolling may come between the button and the finger: it is tapped again then.
            expect(page.locator(".toast")).to_be_visible()
            page.locator(".toast button").first.click()
    expect(page.locator("main [data-more]")).to_have_count(0)
    expect(page.locator("main .list-end")).to_be_visible()
    assert asked, "the institute was not asked"
    stories = rows(page).evaluate_all("rows => rows.map((row) => row.dataset.story)")
    assert len(stories) > 40 and len(set(stories)) == len(stories)
    assert "depth=" in page.url


@pytest.mark.mission("MIT-30")
@SCRIPT
def test_search_finds_what_only_the_institute_has(own_demo, open_page, script):
    """MIT-30: the Library has a section's first twenty; the rest is found at the origin, in the same list."""
    page = paper(open_page, own_demo, "/marram/search?q=the", PHONE, False)
    here = set(rows(page).evaluate_all("rows => rows.map((row) => row.dataset.story)"))
    page.goto(own_demo.url("/marram/search?q=the&local=1"))
    local = set(rows(page).evaluate_all("rows => rows.map((row) => row.dataset.story)"))
    assert local < here, "the institute found nothing that was not here"
    if not script:
        return
    page = paper(open_page, own_demo, "/marram/", DESK)
    page.locator("[data-search-label]").click()
    field = page.locator("dialog.search-overlay input[type=search]")
    field.fill("the")
    # What is here stays in sight while the institute is asked, however long that takes.
    held = []
    page.route(re.compile(r"/search\?q=the$"), lambda route: held.append(route))
    page.evaluate("window.askedAt = performance.now()")
    with page.expect_request(re.compile(r"/search\?q=the$")):
        field.press("Enter")
    found = page.locator("dialog.search-overlay .row")
    until(page, "performance.now() - window.askedAt > 400")
    expect(page.locator("dialog.search-overlay .skeleton")).to_have_count(0)
    expect(page.locator("dialog.search-overlay [data-searching-origins]")).to_have_count(1)
    expect(found).to_have_count(len(local))
    held[0].continue_()
    expect(found).to_have_count(len(here))
    expect(page.locator("dialog.search-overlay [data-list]")).to_have_count(1)
    expect(page.locator("dialog.search-overlay [data-searching-origins]")).to_have_count(0)
