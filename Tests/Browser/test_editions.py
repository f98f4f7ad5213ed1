"""Newspapers from files: the Newsstand, and opening again where one was."""
import re

import pytest
from playwright.sync_api import expect

from conftest import DESK, PHONE

SIZES = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
SCRIPT = pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])


def stand(page, house, edition):
    """Opens the Newsstand from the paper that is open, and returns its list."""
    page.goto(house.url(f"/{edition}/newsstand"))
    papers = page.locator(".stand a[data-paper]")
    expect(papers).not_to_have_count(0)
    return papers


@SIZES
@SCRIPT
def test_newsstand_to_a_story_and_back_where_it_was_left(house, open_page, viewport, script):
    page = open_page(house.url(), viewport, script)
    papers = stand(page, house, "mine")
    assert papers.count() >= 3
    expect(papers.first).to_have_attribute("data-paper", "mine")
    papers.filter(has_text="Northwold Digest").click()
    expect(page).to_have_url(re.compile(r"/inland/"))
    if not page.url.endswith("/inland/"):
        page.goto(house.url("/inland/"))
    expect(page.locator("html")).to_have_attribute("data-edition", "inland")
    expect(page.locator("main")).to_contain_text("Sample, invented stories")
    sections = page.locator("section.section")
    expect(sections).to_have_count(3)
    for index in range(3):
        expect(sections.nth(index).locator("article.row")).to_have_count(3)
    expect(page.locator("article.lead")).to_have_count(0)

    # A section, a story, back.
    page.locator(".section-head a", has_text="Machines").click()
    expect(page.locator("h1")).to_have_text("Machines")
    expect(page.locator("[data-list] .row")).to_have_count(10)
    section = page.url
    row = page.locator("[data-list] .row").nth(3)
    title = row.locator(".headline").evaluate("node => node.lastChild.textContent")
    row.locator("a").click()
    expect(page.locator("article.story h1")).to_have_text(title)
    story = page.url
    for way, place in ((page.go_back, section), (page.go_forward, story)):
        told = []
        page.on("requestfinished", lambda request: request.headers.get("tidings-shown-again") and told.append(request.url))
        way()
        expect(page).to_have_url(place)
        # Each place is told once it is shown again; the next step waits until the house knows.
        for _ in range(100 if script else 0):
            if told:
                break
            page.wait_for_timeout(50)
    # What is shown again tells the house where the reader is.
    page.wait_for_load_state("networkidle")

    # The other paper, and back to the story where this one was left.
    stand(page, house, "inland").filter(has_text="Estuary Weekly").click()
    expect(page).to_have_url(re.compile(r"/estuary/"))
    expect(page.locator("html")).to_have_attribute("data-edition", "estuary")
    stand(page, house, "estuary").filter(has_text="Northwold Digest").click()
    if script and viewport is DESK:
        # Beside its list a story is a pane, which script fetches: the list is the place that opens again.
        expect(page).to_have_url(re.compile(re.escape(section)))
    else:
        expect(page).to_have_url(story)
        expect(page.locator("article.story h1")).to_have_text(title)


def test_settings_tell_of_every_edition(house, open_page):
    page = open_page(house.url("/mine/settings/editions"), PHONE)
    expect(page.locator(".edition[data-edition=estuary]")).to_have_attribute("data-state", re.compile("working|updating"))
    # A demonstration asks nobody outside: the papers that read real origins are not in it.
    papers = page.locator(".edition").evaluate_all("all => all.map((one) => one.dataset.edition)")
    assert set(papers) <= {"mine", "estuary", "inland", "marram", "mudlark", "slipway"}, papers


def test_sections_that_a_source_offers(house, open_page):
    """The invented institute's categories, in its order and with its names; In the Media is told elsewhere."""
    page = open_page(house.url(), DESK)
    page.goto(house.url("/marram/"))
    expect(page.locator("section.section")).not_to_have_count(0)
    titles = page.locator("section.section h2").all_inner_texts()
    assert titles[:3] == ["Latest News", "In the Media", "Around Campus"], titles
    sections = page.locator("section.section")
    for index in range(3):
        expect(sections.nth(index).locator("article.row")).to_have_count(3)
    expect(sections.nth(1).locator("article.row.outside")).to_have_count(3)
    expect(sections.nth(0).locator("article.row.outside")).to_have_count(0)


def test_the_drawer_has_the_papers_own_sections(house, open_page):
    page = open_page(house.url(), PHONE)
    page.goto(house.url("/inland/sections"))
    expect(page.locator("nav.sections a:not(.version)")).to_have_count(5)
    page.locator("nav.sections a", has_text="Machines").click()
    expect(page.locator("h1")).to_have_text("Machines")
