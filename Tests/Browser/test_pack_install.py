"""The original app's own file, brought into a fresh data folder by one command, and what its readers had there."""
import datetime
import json
import re
import shutil
import sqlite3

import pytest
from playwright.sync_api import expect

from support.browser import DESK, PHONE
from support.original_store import PHOTOGRAPHS, SECTIONS, UNIVERSITIES, photograph_uid, write_store
from support.program import TidingsServer, run

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
    assert "version 1, 69 pages, 83 photographs, 11 places" in answer.stdout and "Lost" not in answer.stderr, answer.stderr
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


@pytest.mark.mission("YORK-25")
def test_every_page_and_photograph_of_the_original_file_is_there(county, open_page):
    page = open_page(at(county))
    for _, slug, _, _, children in SECTIONS:
        page.goto(at(county, f"page/{slug}"))
        # By position, then title; the tour's is the last that there is.
        expect(page.locator("#choices .guide-choice > span")).to_have_text(children)
    page.goto(at(county, "photographs"))
    links = page.locator("main a[href*='/yorkshire/photographs/']")
    expect(links).to_have_count(PHOTOGRAPHS)
    assert links.first.get_attribute("href").endswith("/" + photograph_uid(83).replace("/", "_"))
    assert links.last.get_attribute("href").endswith("/" + photograph_uid(1).replace("/", "_"))
    images = page.locator("main a[href*='/yorkshire/photographs/'] img")
    assert images.evaluate_all("all => new Set(all.map((one) => one.src)).size") == PHOTOGRAPHS
    expect(page.locator("main img.placeholder-picture")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_page_of_the_original_file_has_its_header_picture(county, open_page, size):
    page = open_page(at(county, "page/about_getting-here"), size)
    header = page.locator("article .guide-head > img")
    assert header.evaluate("image => image.decode().then(() => image.naturalWidth)") > 300
    expect(page.locator("article h1")).to_have_text("Getting here")
    page.goto(at(county, "page/universities_loom-university"))
    assert page.locator("article .guide-head > img").bounding_box()["y"] < page.locator("article h1").bounding_box()["y"]
    assert page.locator("article .guide-picture img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 300


def test_a_text_of_the_original_file_has_its_picture_and_links_and_no_script(county, open_page):
    page = open_page(at(county, "page/universities_loom-university"))
    text = page.locator("article .text")
    expect(text.locator("a", has_text="food")).to_have_attribute("href", re.compile("/yorkshire/page/living_food-and-drink$"))
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
            "select pack_page.slug, mark.at from mark join pack_page on pack_page.story_id = mark.story_id where mark.kind = 3 and mark.is_set = 1"))
    slug = re.search("/page/([a-z0-9_-]+)", food.get_attribute("href"))[1]
    assert dates == {"universities_loom-university": NEWER.timestamp() * 1000, slug: OLDER.timestamp() * 1000}
    page.goto(at(county, f"page/{slug}"))
    expect(page.locator(".guide-choices h2")).to_have_text("Living in Yorkshire")


@pytest.mark.mission("YORK-38")
def test_the_map_has_a_pin_for_each_university_with_a_place(county, open_page):
    page = open_page(at(county, "map"))
    expect(page.locator(".map-pin")).to_have_count(len([one for one in UNIVERSITIES if one[1] is not None]))
    # The one without a place is in the list all the same.
    expect(page.locator(".map-places b")).to_have_text([name for name, _, _ in UNIVERSITIES])
    # Those of the original app.
    expect(page.locator("#map")).to_have_attribute("data-centre", "53653000,-986000")
    # An imported guide has its base map.
    expect(page.locator("path.map-district").first).to_be_attached()
    expect(page.locator(".map-credit")).to_contain_text("Natural Earth")


def test_the_same_file_again_changes_nothing(county, tmp_path):
    again = write_store(tmp_path / "app", {("living", "Food and drink"): OLDER, ("universities", "Loom University"): NEWER})
    answer = run("pack", "install", again, "--edition", "yorkshire", "--data", county.folder)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "nothing was changed" in answer.stdout
    with sqlite3.connect(county.folder / "tidings.sqlite") as database:
        assert database.execute("select count(*) from mark where kind = 3 and is_set = 1").fetchone() == (2,)
        assert database.execute("select count(*) from pack_page").fetchone() == (69,)


@pytest.mark.mission("YORK-51")
def test_a_store_that_loses_pictures_is_not_imported_unless_told_to_go_on(tmp_path):
    store = write_store(tmp_path / "app")
    shutil.rmtree(store.parent / "assets/2012")
    for command, more in (("import", ("-o", tmp_path / "a.pack")), ("publish", ("-o", tmp_path / "site")),
                          ("install", ("--edition", "yorkshire", "--data", tmp_path / "data"))):
        answer = run("pack", command, store, *more)
        assert answer.returncode == 65, command
        assert "Lost: 83 of 83 photographs: no such file in the folder of pictures." in answer.stderr
        assert "Lost: 12 of 12 page pictures: no such file in the folder of pictures." in answer.stderr
        assert "header pictures" not in answer.stderr and "--allow-missing" in answer.stderr
    assert not (tmp_path / "a.pack").exists() and not (tmp_path / "site").exists()
    answer = run("pack", "import", store, "-o", tmp_path / "a.pack", "--allow-missing")
    assert answer.returncode == 0 and "69 pages, 83 photographs" in answer.stdout
    assert "Lost: 83 of 83 photographs" in answer.stderr


@pytest.mark.mission("YORK-36")
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_map_begins_at_the_county_s_middle_with_all_pins_in_view(county, open_page, size):
    page = open_page(at(county, "map"), size)
    expect(page.locator(".map-pin")).to_have_count(11)
    area = page.locator(".map-canvas").bounding_box()
    pins = [one.bounding_box() for one in page.locator(".map-pin").all()]
    for pin in pins:
        assert area["x"] <= pin["x"] and pin["x"] + pin["width"] <= area["x"] + area["width"]
        assert area["y"] <= pin["y"] and pin["y"] + pin["height"] <= area["y"] + area["height"] + 4
    # Two pins say how many pixels a degree of longitude has; a pin's point is the middle of its foot.
    known = [(longitude, pin["x"] + pin["width"] / 2) for (_, latitude, longitude), pin in
             zip([one for one in UNIVERSITIES if one[1] is not None], pins)]
    (west, left), (east, right) = min(known), max(known)
    middle = west + (area["x"] + area["width"] / 2 - left) * (east - west) / (right - left)
    assert abs(middle - -0.986) < 0.01, middle


def test_an_imported_guide_of_elsewhere_has_the_towns_around_its_places_as_its_map(tmp_path):
    store = write_store(tmp_path / "app")
    with sqlite3.connect(store) as database:
        database.execute("update ZPAGE set ZLATITUDE = 48.85, ZLONGITUDE = 2.35 where ZLATITUDE is not null")
    database.close()
    answer = run("pack", "import", store, "-o", tmp_path / "a.pack")
    assert answer.returncode == 0, answer.stderr
    assert run("pack", "export", tmp_path / "a.pack", "-o", tmp_path / "out").returncode == 0
    base = json.loads((tmp_path / "out/map.json").read_text())
    assert base["towns"][0]["name"] == "Paris" and not base["areas"] and "GeoNames" in base["credits"][0]
