"""Places: choosing a town by typing or by the browser's location."""
import re
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from support.browser import SCRIPT, SIZES, assert_axe_finds_nothing_by_day_and_night

EDITION = "breakwater"
PLACES = "/breakwater/topics/places"
YORK = {"latitude": 53.9581237, "longitude": -1.0803219}


def follow_button(page, name):
    return page.get_by_role("button", name=re.compile(rf"^Follow {name}"))


@pytest.mark.mission("BREAK-38")
@SIZES
@SCRIPT
def test_a_town_is_typed_followed_and_forgotten_with_and_without_script(own_demo, open_page, viewport, script):
    page = open_page(own_demo.url(PLACES), viewport, script)
    page.get_by_role("searchbox", name="Town").fill("york, uk")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("list", name="Towns").get_by_role("listitem")).to_have_count(1)
    follow_button(page, "York, City of York, England").click()
    kept = page.locator("#followed-places li")
    expect(kept).to_have_count(1)
    expect(kept).to_contain_text("York")
    page.get_by_role("button", name="Forget York").click()
    expect(kept).to_have_count(0)
    expect(page).to_have_url(re.compile(re.escape(PLACES) + "$"))


@pytest.mark.mission("BREAK-33")
def test_the_location_is_rounded_on_the_device_and_becomes_a_town_to_follow(own_demo, open_page):
    page = open_page(own_demo.url(PLACES), geolocation=YORK, permissions=["geolocation"])
    addresses, bodies = [], []
    page.on("request", lambda request: (addresses.append(request.url), bodies.append(request.post_data or "")))
    page.get_by_role("button", name="Use my location").click()
    expect(page.locator("#location-status")).to_have_text("The nearest town is York.")
    sent = [parse_qs(body) for body in bodies if "latitude" in body]
    assert sent == [{"latitude": ["54.0"], "longitude": ["-1.1"]}]
    assert not [address for address in addresses if "54.0" in address or "53.9" in address or "latitude" in address]
    assert page.url == own_demo.url(PLACES)
    # Beneath the button that found it.
    follow = follow_button(page, "York, City of York, England")
    assert follow.bounding_box()["y"] > page.locator("#location-status").bounding_box()["y"]
    follow.click()
    expect(page.locator("#followed-places li")).to_have_count(1)
    page.get_by_role("button", name="Forget York").click()
    expect(page.locator("#followed-places li")).to_have_count(0)


@pytest.mark.mission("BREAK-33")
def test_a_denied_location_says_so_and_typing_stays(demo, open_page):
    page = open_page(demo.url(PLACES))
    page.get_by_role("button", name="Use my location").click()
    expect(page.locator("#location-status")).to_have_text("The browser does not allow it. Type a town instead.")
    page.get_by_role("searchbox", name="Town").fill("york")
    page.get_by_role("button", name="Find").click()
    expect(follow_button(page, "York, City of York")).to_be_visible()


@pytest.mark.parametrize("code, sentence", [
    (2, "This device does not know where it is. Type a town instead."),
    (3, "Finding the location took too long. Try again, or type a town."),
])
def test_a_location_that_is_not_found_says_why(demo, open_page, code, sentence):
    page = open_page(demo.url(PLACES))
    page.evaluate(f"() => {{ navigator.geolocation.getCurrentPosition = (found, failed) => failed({{ code: {code} }}) }}")
    page.get_by_role("button", name="Use my location").click()
    expect(page.locator("#location-status")).to_have_text(sentence)


def test_over_plain_http_the_location_is_not_asked_for(demo, open_page):
    page = open_page(demo.url(PLACES))
    page.evaluate("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.get_by_role("button", name="Use my location").click()
    expect(page.locator("#location-status")).to_have_text("Browsers tell a location only over HTTPS. Type a town instead.")


def test_other_pages_may_not_ask_for_the_location(demo, open_page):
    page = open_page(demo.url("/breakwater/topics"), geolocation=YORK, permissions=["geolocation"])
    allowed = "document.featurePolicy.allowsFeature('geolocation')"
    assert not page.evaluate(allowed)
    page.goto(demo.url(PLACES))
    assert page.evaluate(allowed)


def test_without_script_the_location_is_not_offered(demo, open_page):
    page = open_page(demo.url(PLACES), script=False)
    expect(page.get_by_role("searchbox", name="Town")).to_be_visible()
    expect(page.get_by_text("Use my location")).to_be_hidden()


@SIZES
def test_axe_finds_nothing_on_the_page_of_places(demo, open_page, viewport):
    page = open_page(demo.url(f"{PLACES}?q=york"), viewport)
    expect(follow_button(page, "York, City of York")).to_be_visible()
    assert_axe_finds_nothing_by_day_and_night(page, PLACES)
