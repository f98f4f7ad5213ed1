"""The demonstration's guide to an invented county: what is installed at the start, and the next version, which the test publishes."""
import http.client
import pathlib
import re
import tempfile
import urllib.parse

from playwright.sync_api import expect

from support.program import wait_for

EDITION = "fellside"


def publish(demo, version):
    """Publishes a version of the guide at its site, whose address the demonstration's edition has."""
    file = pathlib.Path(tempfile.gettempdir()) / f"tidings-demo-{demo.process.pid}" / "editions/fellside.yaml"
    address = urllib.parse.urlsplit(re.search('address: "(.*)"', file.read_text())[1])
    link = http.client.HTTPConnection("127.0.0.1", address.port, timeout=30)
    link.request("POST", f"/publish/{version}", headers={"Content-Length": "0"})
    assert link.getresponse().status == 200
    link.close()


def status(demo, path):
    link = http.client.HTTPConnection("127.0.0.1", demo.port, timeout=30)
    link.request("GET", path)
    answer = link.getresponse().status
    link.close()
    return answer


def titles(page):
    return page.locator("#choices .guide-choice > span")


def test_the_demonstration_has_a_county_guide_installed(demo, open_page):
    page = open_page(demo.url("/fellside/"))
    expect(page.locator("main")).to_contain_text("Universities")
    expect(page.locator(".guide-choice-list.home a.guide-choice")).to_have_count(7)
    page.locator("a.guide-tour").click()
    expect(page.locator("article h1")).to_have_text("The Fellside Round")
    # It lies below a page of a section.
    expect(page.locator("article .guide-path a")).to_have_text(["The county's best", "Walks and rounds"])
    page.goto(demo.url("/fellside/page/voices"))
    expect(titles(page)).to_have_count(20)
    page.goto(demo.url("/fellside/photographs"))
    expect(page.locator("main a[href*='/fellside/photographs/']")).to_have_count(83)
    assert page.locator(".tabs a").all_inner_texts() == ["Home", "Photographs", "Map", "Favourites"]


def test_an_update_of_the_demonstrations_guide_keeps_favourites(own_demo, open_page):
    page = open_page(own_demo.url("/fellside/"))
    for slug in ["getting-about", "music-after-dark", "food-and-drink", "jubilee"]:
        page.goto(own_demo.url(f"/fellside/page/{slug}"))
        button = page.locator("article .guide-actions [data-toggle=saved]")
        off = button.inner_text()
        button.click()
        expect(button).not_to_have_text(off)
    assert status(own_demo, "/fellside/page/transport") == 404
    publish(own_demo, "2.0")
    # The site is asked again within forty seconds.
    wait_for(lambda: status(own_demo, "/fellside/page/transport") == 200, "the new version is installed", 120)
    page.goto(own_demo.url("/fellside/saved"))
    expect(titles(page)).to_have_text(["Food and drink", "Music after dark", "Getting about"])
    for title, slug in [("Getting about", "transport"), ("Music after dark", "live-music"), ("Food and drink", "food-and-drink")]:
        # By address, by title, by slug.
        expect(page.locator("#choices a", has_text=title)).to_have_attribute("href", re.compile(f"/page/{slug}(\\?|$)"))
    expect(page.locator(".guide-orphans li")).to_contain_text("The jubilee year")
    expect(page.locator(".guide-orphans li")).to_have_count(1)
