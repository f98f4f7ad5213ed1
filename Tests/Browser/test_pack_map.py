"""The map of the demonstration's county guide: pins, callouts, its base map, and the list that is its equal."""
import math
import re

import pytest
from playwright.sync_api import expect

from support.browser import DESK, PHONE, STILL, TOUCH_OPTIONS, TouchPoints, assert_axe_finds_nothing_by_day_and_night, until
from support.guides import FELLSIDE, write_guide
from support.pictures import noise_png
from support.program import TidingsServer, run
from support.sites import SampleSite

MAP = "/fellside/map"
SIZES = pytest.mark.parametrize("viewport", [PHONE, {"width": 768, "height": 1024}, DESK], ids=["phone", "tablet", "desk"])
# How far apart the outermost pins are, in pixels: more when nearer.
SPREAD = """() => { const all = [...document.querySelectorAll('.map-pin')].map((pin) => pin.getBoundingClientRect());
  return Math.max(...all.map(({ y }) => y)) - Math.min(...all.map(({ y }) => y)); }"""
LEFT = "document.querySelector('.map-pin').getBoundingClientRect().left"
CORNER = "() => { const { x, y } = document.querySelector('.map-pin').getBoundingClientRect(); return [x, y].map(Math.round); }"
# Where pins and towns stand, in pixels, and where the list and the base map say that they are.
POINTS = """async (address) => {
  const towns = new Map((await (await fetch(address)).json()).towns.map(({ name, place }) => [name, place]));
  const shown = (of, at) => [...document.querySelectorAll(of)].map((one) => [...at(one.getBoundingClientRect()), one]);
  return {
    pins: shown('.map-pin', ({ left, top }) => [left + 22, top + 42]).map(([x, y], index) => {
      const { latitude, longitude } = document.querySelectorAll('.map-places li[data-latitude]')[index].dataset;
      return [x, y, latitude / 1e6, longitude / 1e6]; }),
    towns: shown('.map-town', ({ left, top }) => [left, top]).filter(([, , one]) => towns.has(one.textContent))
      .map(([x, y, one]) => [x, y, ...towns.get(one.textContent).map((degrees) => degrees / 1e6)]) }; }"""


def mercator(latitude, longitude):
    """In parts of the world, from its corner."""
    return longitude / 360 + .5, .5 - math.log(math.tan(math.pi / 4 + math.radians(latitude) / 2)) / (2 * math.pi)


def open_map(open_page, demo, viewport=DESK, **options):
    """Without animations, so that positions are final."""
    page = open_page(demo.url(MAP), viewport, **{"reduced_motion": "reduce", **options})
    expect(page.locator("#map[data-ready]")).to_be_visible()
    expect(page.locator(".map-area").first).to_be_attached()
    return page


def becomes(page, expression, relation):
    """Waits until a number of the page stands so to what it was; for zooms and pans."""
    until(page, f"({expression})() {relation}" if expression.startswith("()") else f"{expression} {relation}")


def canvas_middle(page):
    box = page.locator(".map-canvas").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.mission("YORK-34")
@SIZES
def test_every_place_has_a_pin_in_the_lists_order(demo, open_page, viewport):
    page = open_map(open_page, demo, viewport)
    rows = page.locator(".map-places li[data-latitude]")
    expect(page.locator(".map-places li")).to_have_count(12)
    expect(rows).to_have_count(11)
    titles = rows.locator("b").all_inner_texts()
    labels = [label.split(", ")[0] for label in page.locator(".map-pin").evaluate_all("all => all.map((pin) => pin.getAttribute('aria-label'))")]
    assert labels == [title.split(", ")[0] for title in titles]
    assert page.locator(".map-pin").all_inner_texts() == [str(number) for number in range(1, 12)]
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    # Each stands where its page is, by the towns of the base map.
    expect(page.locator(".map-town").nth(1)).to_be_attached()
    found = page.evaluate(POINTS, f"{MAP}/base.json")
    towns = [(x, y, *mercator(*place)) for x, y, *place in found["towns"]]
    first, last = min(towns), max(towns)
    scale = (last[0] - first[0]) / (last[2] - first[2])
    for x, y, *place in found["pins"]:
        east, south = mercator(*place)
        assert abs(first[0] + (east - first[2]) * scale - x) < 3 and abs(first[1] + (south - first[3]) * scale - y) < 3, (x, y, place)


@pytest.mark.mission("YORK-36")
@SIZES
def test_the_map_begins_with_all_pins_in_view(demo, open_page, viewport):
    page = open_map(open_page, demo, viewport)
    area = page.locator(".map-canvas").bounding_box()
    for index in range(11):
        pin = page.locator(".map-pin").nth(index).bounding_box()
        assert area["x"] <= pin["x"] and pin["x"] + pin["width"] <= area["x"] + area["width"]
        assert area["y"] <= pin["y"] and pin["y"] + pin["height"] <= area["y"] + area["height"] + 4
    assert area["height"] >= viewport["height"] * .5


@pytest.mark.mission("YORK-37")
def test_a_page_without_a_place_is_listed_without_a_pin(demo, open_page):
    page = open_map(open_page, demo)
    row = page.locator(".map-places li:not([data-latitude])")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Its place is not known, so it has no pin.")
    title = row.locator("b").inner_text()
    expect(page.locator(f'.map-pin[aria-label^="{title}"]')).to_have_count(0)
    row.get_by_role("link").click()
    expect(page.locator("h1").first).to_contain_text(title)


@pytest.mark.mission("YORK-35")
def test_a_pins_callout_leads_to_its_page(demo, open_page):
    page = open_map(open_page, demo)
    link = page.locator(".map-places li a").first
    address, title = link.get_attribute("href"), link.locator("b").inner_text()
    page.locator(".map-pin").first.focus()
    page.keyboard.press("Enter")
    callout = page.locator(".map-callout")
    expect(callout.locator("a b").first).to_have_text(title)
    expect(callout.locator("a").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(callout).to_have_count(0)
    expect(page.locator(".map-pin").first).to_be_focused()
    page.locator(".map-pin").first.click(force=True)
    callout.get_by_role("link", name=re.compile(re.escape(title))).click()
    expect(page).to_have_url(demo.url(address))


def test_pins_on_one_another_share_a_callout(demo, open_page):
    page = open_map(open_page, demo, PHONE)
    page.locator(".map-canvas").focus()
    # As far away as it goes, some pins always meet.
    for _ in range(4):
        page.keyboard.press("-")
    counts = []
    for index in range(11):
        page.locator(".map-pin").nth(index).dispatch_event("keydown", {"key": "Enter", "bubbles": True})
        expect(page.locator(".map-callout")).to_have_count(1)
        counts.append(page.locator(".map-callout a").count())
    assert max(counts) > 1


def test_a_pin_that_is_open_stays_where_it_is_when_the_map_zooms(demo, open_page):
    page = open_map(open_page, demo)
    start = page.evaluate(SPREAD)
    pin = page.locator(".map-pin").nth(3)
    pin.dispatch_event("keydown", {"key": "Enter", "bubbles": True})
    expect(page.locator(".map-callout")).to_have_count(1)
    until(page, STILL)
    place = pin.bounding_box()
    page.get_by_role("button", name="Zoom in").click()
    becomes(page, SPREAD, f"> {start * 1.9}")
    until(page, STILL)
    now = pin.bounding_box()
    assert abs(now["x"] - place["x"]) <= 2 and abs(now["y"] - place["y"]) <= 2, (place, now)


@pytest.mark.mission("YORK-33")
def test_the_map_zooms_and_pans_by_pointer_touch_wheel_and_keys(demo, open_page):
    page = open_map(open_page, demo)
    start, left = page.evaluate(SPREAD), page.evaluate(LEFT)
    page.locator(".map-canvas").focus()
    page.keyboard.press("+")
    becomes(page, SPREAD, f"> {start * 1.5}")
    expect(page).to_have_url(demo.url(MAP))
    x, y = page.evaluate(CORNER)
    for key, place in [("ArrowRight", (x - 80, y)), ("ArrowDown", (x - 80, y - 80)), ("ArrowLeft", (x, y - 80)), ("ArrowUp", (x, y))]:
        page.keyboard.press(key)
        until(page, f"JSON.stringify(({CORNER})()) === '[{place[0]},{place[1]}]'")
    page.keyboard.press("0")
    becomes(page, SPREAD, f"< {start * 1.01}")
    page.get_by_role("button", name="Zoom in").click()
    becomes(page, SPREAD, f"> {start * 1.5}")
    page.get_by_role("button", name="Zoom out").click()
    becomes(page, SPREAD, f"< {start * 1.01}")
    page.get_by_role("button", name="Zoom in").click()
    becomes(page, SPREAD, f"> {start * 1.5}")
    left = page.evaluate(LEFT)
    x, y = canvas_middle(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y, steps=5)
    page.mouse.up()
    becomes(page, LEFT, f"< {left - 40}")
    # Pressed, the wheel zooms.
    near = page.evaluate(SPREAD)
    page.mouse.wheel(0, -240)
    becomes(page, SPREAD, f"> {near * 1.2}")
    touched = open_map(open_page, demo, PHONE, **TOUCH_OPTIONS)
    start = touched.evaluate(SPREAD)
    x, y = canvas_middle(touched)
    fingers = TouchPoints(touched)
    fingers.send("touchStart", (x - 30, y))
    fingers.send("touchStart", (x - 30, y), (x + 30, y))
    for by in (50, 80, 110):
        fingers.send("touchMove", (x - by, y), (x + by, y))
    fingers.send("touchEnd")
    becomes(touched, SPREAD, f"> {start * 1.5}")
    left = touched.evaluate(LEFT)
    fingers.drag(x, y, -60, 0)
    becomes(touched, LEFT, f"< {left - 30}")


def test_the_wheel_scrolls_the_page_past_a_map_that_nobody_pressed(demo, open_page):
    page = open_map(open_page, demo, {"width": 768, "height": 700})
    start = page.evaluate(SPREAD)
    page.mouse.move(*canvas_middle(page))
    page.mouse.wheel(0, 200)
    until(page, "scrollY > 50")
    assert page.evaluate(SPREAD) == start
    page.evaluate("scrollTo(0, 0)")
    page.keyboard.down("Control")
    page.mouse.wheel(0, -240)
    page.keyboard.up("Control")
    becomes(page, SPREAD, f"> {start * 1.2}")


@pytest.mark.mission("YORK-38")
def test_the_map_asks_no_other_host_and_draws_the_packs_outlines(demo, open_page):
    """The fixture fails the test for a request elsewhere; the worker's own test shows the map with the server gone."""
    page = open_page(demo.url(MAP), DESK)
    base = page.evaluate("address => fetch(address).then((answer) => answer.json())", f"{MAP}/base.json")
    expect(page.locator(".map-area")).to_have_count(len(base["areas"]))
    expect(page.locator(".map-district")).to_have_count(sum(area["kind"] == "district" for area in base["areas"]))
    expect(page.locator(".map-town").first).to_be_attached()
    for line in base["credits"]:
        expect(page.locator(".map-credit")).to_contain_text(line)
    shown = [name for name in page.locator(".map-town").all_inner_texts() if name]
    assert shown and set(shown) <= {town["name"] for town in base["towns"]}


@SIZES
def test_no_name_of_a_town_is_cut_off_by_the_maps_edge(demo, open_page, viewport):
    page = open_map(open_page, demo, viewport)
    cut = """() => { const edge = document.querySelector('.map-canvas').getBoundingClientRect();
      return [...document.querySelectorAll('.map-town')].filter((one) => { const { x, y } = one.getBoundingClientRect();
        return x >= edge.left && x <= edge.right && y >= edge.top && y <= edge.bottom; })
        .filter((one) => { const box = one.querySelector('span').getBoundingClientRect();
          return box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top - 1 || box.bottom > edge.bottom + 1; })
        .map((one) => one.textContent); }"""
    assert page.evaluate("document.querySelectorAll('.map-town').length") > 0
    assert page.evaluate(cut) == []
    page.locator(".map-canvas").focus()
    for key in ["ArrowRight", "ArrowDown", "+"]:
        page.keyboard.press(key)
        until(page, f"({cut})().length === 0")


@SIZES
def test_axe_finds_nothing_on_the_map(demo, open_page, viewport):
    page = open_map(open_page, demo, viewport)
    assert_axe_finds_nothing_by_day_and_night(page, "map")
    page.locator(".map-pin").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".map-callout")).to_be_visible()
    assert_axe_finds_nothing_by_day_and_night(page, "callout")


def test_the_map_has_the_nights_colours_at_once(demo, open_page):
    page = open_map(open_page, demo, color_scheme="light")
    colour = "getComputedStyle(document.querySelector('.map-district')).fill"
    day = page.evaluate(colour)
    page.emulate_media(color_scheme="dark")
    until(page, f"{colour} !== '{day}'")


class BesidesEmptyPictures(list):
    """Errors, but for the empty picture that Leaflet puts in place of what it gives up, and the policy forbids."""

    def __init__(self, errors):
        super().__init__(error for error in errors if "data:image/gif" not in error)

    def append(self, error):
        if "data:image/gif" not in error:
            super().append(error)


@pytest.mark.mission("YORK-38")
def test_tiles_of_the_operators_server_come_through_the_house(open_page, tmp_path):
    tiles = SampleSite({"*": noise_png(1)})
    (tmp_path / "data/editions").mkdir(parents=True)
    (tmp_path / "data/editions/fellside.yaml").write_text(FELLSIDE)
    address = tiles.home + "/{z}/{x}/{y}.png"
    server = TidingsServer(tmp_path / "data", *tiles.allowed, "--set", f"map.tiles={address}",
                           "--set", "map.credit=Sample tiles", start=False)
    try:
        answer = run("pack", "install", write_guide(tmp_path / "v1", "1"), "--edition", "fellside", "--data", server.folder)
        assert answer.returncode == 0, answer.stderr
        server.start()
        # The fixture fails the test for a request elsewhere.
        page = open_page(f"{server.address}/fellside/map", DESK)
        page.errors = BesidesEmptyPictures(page.errors)
        until(page, "document.querySelector('.map.has-tiles') !== null")
        expect(page.locator(".map-credit")).to_contain_text("Sample tiles. This Tidings fetches it from 127.0.0.1")
        assert page.locator(".leaflet-tile").first.evaluate("(one) => new URL(one.src).pathname").startswith("/fellside/map/tiles/")
        asked = len(tiles.asked)
        assert asked > 0 and all(re.fullmatch(r"/\d+/\d+/\d+\.png", path) for path in tiles.asked)
        # Another browser gets them from here.
        again = open_page(f"{server.address}/fellside/map", DESK)
        again.errors = BesidesEmptyPictures(again.errors)
        until(again, "document.querySelector('.map.has-tiles') !== null")
        assert len(tiles.asked) == asked
        # Where one is missing, the pack's own map stays.
        tiles.fail(404)
        again.locator(".map-tools [data-map-command=in]").click()
        until(again, "document.querySelector('.map.has-tiles') === null")
        for each in [page, again]:
            each.goto("about:blank")  # An open page polls.
    finally:
        server.end()
        tiles.end()


def test_half_a_tile_server_is_no_setting(tmp_path):
    answer = run("serve", "--data", tmp_path / "data", "--set", "map.tiles=https://tiles.example/{z}/{x}/{y}.png")
    assert answer.returncode == 78 and "map.credit" in answer.stderr


def test_without_script_the_list_says_what_the_map_shows(demo, open_page):
    page = open_page(demo.url(MAP), script=False)
    expect(page.locator("#map")).to_be_hidden()
    expect(page.locator(".map-places li")).to_have_count(12)
    expect(page.locator(".map-places small").first).to_contain_text("° N")
    title = page.locator(".map-places b").first.inner_text()
    page.locator(".map-places a").first.click()
    expect(page.locator("h1").first).to_contain_text(title)


def test_coming_back_the_map_shows_the_same_part(demo, open_page):
    page = open_map(open_page, demo)
    start = page.evaluate(SPREAD)
    # The link is followed while the map still moves.
    page.evaluate("""async () => {
        document.querySelector('.map-canvas').dispatchEvent(new KeyboardEvent('keydown', { key: '+', bubbles: true, cancelable: true }));
        for (const frame of [1, 2]) await new Promise(requestAnimationFrame);
        document.querySelector('.map-places a').click();
    }""")
    page.wait_for_url("**/fellside/page/**")
    page.go_back()
    expect(page.locator("#map[data-ready]")).to_be_visible()
    becomes(page, SPREAD, f"> {start * 1.5}")
