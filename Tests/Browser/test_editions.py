"""Editions from files: the Newsstand, and reopening at the last page."""
import re

import pytest
from playwright.sync_api import expect

from support.browser import DESK, PHONE, SCRIPT, SIZES


def open_newsstand(page, demo, edition):
    """Opens the Newsstand from the open edition, and returns its list."""
    page.goto(demo.url(f"/{edition}/newsstand"))
    editions = page.locator(".newsstand a[data-newspaper]")
    expect(editions).not_to_have_count(0)
    return editions


@pytest.mark.mission("MIT-04", "MIT-05")
@SIZES
@SCRIPT
def test_newsstand_to_a_story_and_back_where_it_was_left(demo, open_page, viewport, script):
    page = open_page(demo.url(), viewport, script)
    editions = open_newsstand(page, demo, "mine")
    assert editions.count() >= 3
    expect(editions.first).to_have_attribute("data-newspaper", "mine")
    editions.filter(has_text="Northwold Digest").click()
    expect(page).to_have_url(re.compile(r"/inland/"))
    if not page.url.endswith("/inland/"):
        page.goto(demo.url("/inland/"))
    expect(page.locator("html")).to_have_attribute("data-edition", "inland")
    expect(page.locator("main")).to_contain_text("Sample, invented stories")
    sections = page.locator("section.section")
    expect(sections).to_have_count(3)
    for index in range(3):
        expect(sections.nth(index).locator("article.row")).to_have_count(3)
    expect(page.locator("article.lead")).to_have_count(1)
    expect(page.locator(".dateline")).to_contain_text(re.compile(r"No\. \d+ · \w+day \d+"))
    assert page.locator(".contents a").all_inner_texts() == page.locator(".section-head h2").all_inner_texts()
    expect(page.locator(".list-end")).to_contain_text(re.compile(r"End of No\. \d+\..*\d+ unread in Unread", re.DOTALL))

    # A section, a story, back.
    page.locator(".section-head a", has_text="Machines").click()
    expect(page.locator("h1")).to_have_text("Machines")
    expect(page.locator("[data-list] .row")).to_have_count(10)
    section = page.url
    row = page.locator("[data-list] .row").nth(3)
    title = row.locator(".headline").evaluate("node => node.lastChild.textContent")
    row.locator("a").first.click()
    expect(page.locator("article.story h1")).to_have_text(title)
    story = page.url
    for way, place in ((page.go_back, section), (page.go_forward, story)):
        told = []
        page.on("requestfinished", lambda request: request.headers.get("tidings-shown-again") and told.append(request.url))
        way()
        expect(page).to_have_url(place)
        # A page that is shown again is reported once; the next step waits until the server has recorded it.
        for _ in range(100 if script else 0):
            if told:
                break
            page.wait_for_timeout(50)
    # A page that is shown again reports the last visited path.
    page.wait_for_load_state("networkidle")

    # The other edition, and back to the story where this one was left.
    open_newsstand(page, demo, "inland").filter(has_text="Estuary Weekly").click()
    expect(page).to_have_url(re.compile(r"/estuary/"))
    expect(page.locator("html")).to_have_attribute("data-edition", "estuary")
    open_newsstand(page, demo, "estuary").filter(has_text="Northwold Digest").click()
    if script and viewport is DESK:
        # Beside its list a story is a pane, which script fetches: the list is the place that opens again.
        expect(page).to_have_url(re.compile(re.escape(section)))
    else:
        expect(page).to_have_url(story)
        expect(page.locator("article.story h1")).to_have_text(title)
    if script and viewport is PHONE:
        # Back stays within the newspaper.
        page.locator(".top-bar [data-back]").click()
        expect(page).to_have_url(re.compile(re.escape(section.split("?")[0])))


def test_settings_tell_of_every_edition(demo, open_page):
    page = open_page(demo.url("/mine/settings/editions"), PHONE)
    expect(page.locator(".edition[data-edition=estuary]")).to_have_attribute("data-state", re.compile("working|updating"))
    # A demo makes no external requests: the editions that read real origins are not in it.
    editions = page.locator(".edition").evaluate_all("all => all.map((one) => one.dataset.edition)")
    assert set(editions) <= {"mine", "estuary", "inland", "marram", "mudlark", "slipway", "breakwater", "fellside"}, editions


def test_sections_that_a_source_offers(demo, open_page):
    """The sample institute's categories, in its order and with its names; In the Media links to other sites."""
    page = open_page(demo.url(), DESK)
    page.goto(demo.url("/marram/"))
    expect(page.locator("section.section")).not_to_have_count(0)
    titles = page.locator("section.section h2").all_inner_texts()
    assert titles[:3] == ["Latest News", "In the Media", "Around Campus"], titles
    sections = page.locator("section.section")
    for index in range(3):
        expect(sections.nth(index).locator("article.row")).to_have_count(3)
    expect(sections.nth(1).locator("article.row.external")).to_have_count(3)
    expect(sections.nth(0).locator("article.row.external")).to_have_count(0)


def test_the_drawer_has_the_papers_own_sections(demo, open_page):
    page = open_page(demo.url(), PHONE)
    page.goto(demo.url("/inland/sections"))
    expect(page.locator("nav.sections a:not(.version)")).to_have_count(5)
    page.locator("nav.sections a", has_text="Machines").click()
    expect(page.locator("h1")).to_have_text("Machines")
