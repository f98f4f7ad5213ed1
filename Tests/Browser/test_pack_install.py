"""The original app's own file, brought into a fresh data folder by one command, and what its readers had there."""
import datetime
import re
import sqlite3

import pytest
from playwright.sync_api import expect

from original_store import PHOTOGRAPHS, SECTIONS, UNIVERSITIES, write_store
from served import TidingsServer, run

OLDER = datetime.datetime(2014, 7, 5, 10, 30, tzinfo=datetime.timezone.utc)
NEWER = datetime.datetime(2015, 2, 1, 18, 0, tzinfo=datetime.timezone.utc)


@pytest.fixture(scope="module")
def county(tmp_path_factory):
    """The edition as it ships, with the store of an app that had two favourites."""
    folder = tmp_path_factory.mktemp("yorkshire")
    store = write_store(folder / "app", {("living", "Food and drink"): OLDER, ("universities", "Loom University"): NEWER})
    server = TidingsServer(folder / "data", start=False)
    answer = run("pack", "install", store, "--edition", "yorkshire", "--data", server.folder)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    server.start()
    yield server
    server.end()


def at(county, path=""):
    return f"{county.address}/yorkshire/{path}"


def choices(page):
    return page.locator(".guide-choice-list.home a.guide-choice")


def test_the_original_file_gives_home_its_seven_buttons(county, open_page):
    page = open_page(at(county))
    expect(choices(page)).to_have_text([title for title, *_ in SECTIONS])
    tour = page.locator("a.guide-tour")
    expect(tour).to_contain_text("Tour de Yorkshire")
    tour.click()
    expect(page).to_have_url(re.compile("/yorkshire/page/tour_de_yorkshire$"))
    expect(page.locator("article h1")).to_have_text("Tour de Yorkshire")


def test_every_page_and_photograph_of_the_original_file_is_there(county, open_page):
    page = open_page(at(county))
    for title, slug, _, _, children in SECTIONS:
        page.goto(at(county, f"page/{slug}"))
        # By position, then title; the tour's is the last that there is.
        expect(page.locator("#choices .guide-choice > span")).to_have_text(children)
    page.goto(at(county, "photographs"))
    links = page.locator("main a[href*='/yorkshire/photographs/']")
    expect(links).to_have_count(PHOTOGRAPHS)
    assert links.first.get_attribute("href").endswith("/photo_83")
    assert links.last.get_attribute("href").endswith("/photo_01")


def test_a_text_of_the_original_file_has_its_picture_and_links_and_no_script(county, open_page):
    page = open_page(at(county, "page/loom-university"))
    text = page.locator("article .text")
    expect(text.locator("a", has_text="food")).to_have_attribute("href", re.compile("/yorkshire/page/food-and-drink"))
    expect(text.locator("a", has_text="loom.example")).to_have_attribute("href", "http://loom.example/")
    assert text.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 300
    assert "taken" not in page.content()


def test_favourites_of_the_original_file_keep_their_dates(county, open_page):
    page = open_page(at(county, "saved"))
    # Newest first.
    expect(page.locator("#choices .guide-choice > span")).to_have_text(["Loom University", "Food and drink"])
    food = page.locator("#choices .guide-choice", has_text="Food and drink")
    # Two pages have this title; it is the one of the section where it was marked.
    with sqlite3.connect(county.folder / "tidings.sqlite") as database:
        dates = dict(database.execute(
            "select pack_page.slug, mark.at from mark join pack_page on pack_page.story_id = mark.story_id where mark.kind = 3 and mark.value = 1"))
    slug = re.search("/page/([a-z0-9-]+)", food.get_attribute("href"))[1]
    assert dates == {"loom-university": NEWER.timestamp() * 1000, slug: OLDER.timestamp() * 1000}
    page.goto(at(county, f"page/{slug}"))
    expect(page.locator(".guide-choices h2")).to_have_text("Living in Yorkshire")


def test_the_map_has_a_pin_for_each_university_with_a_place(county, open_page):
    page = open_page(at(county, "map"))
    expect(page.locator(".map-pin")).to_have_count(len([one for one in UNIVERSITIES if one[1] is not None]))
    # The one without a place is in the list all the same.
    expect(page.locator(".map-places b")).to_have_text([name for name, _, _ in UNIVERSITIES])


def test_the_same_file_again_changes_nothing(county, tmp_path):
    again = write_store(tmp_path / "app", {("living", "Food and drink"): OLDER, ("universities", "Loom University"): NEWER})
    answer = run("pack", "install", again, "--edition", "yorkshire", "--data", county.folder)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "nothing was changed" in answer.stdout
    with sqlite3.connect(county.folder / "tidings.sqlite") as database:
        assert database.execute("select count(*) from mark where kind = 3 and value = 1").fetchone() == (2,)
        assert database.execute("select count(*) from pack_page").fetchone() == (69,)
