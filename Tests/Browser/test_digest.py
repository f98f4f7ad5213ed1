"""The digest: found on the front page in the morning, read to its end, set up, printed, and read without a network."""
import re

import pytest
from playwright.sync_api import expect

from support.browser import DESK, NARROW, PHONE, SCRIPT, SIZES, assert_axe_finds_nothing_by_day_and_night, assert_fits
from support.program import DemoServer


@pytest.fixture
def fresh_demo():
    """A demo server whose issues nobody has opened."""
    running = DemoServer("--still", "--edition", "mine")
    yield running
    running.end()


@pytest.mark.mission("BREAK-34")
@SIZES
@SCRIPT
def test_a_digest_is_found_read_to_its_end_and_its_hours_are_chosen(fresh_demo, open_page, viewport, script):
    page = open_page(fresh_demo.url("/mine/"), viewport, script)
    page.locator(".digest-notice a").click()
    expect(page.locator(".digest-head h1")).to_have_text(re.compile(r"^\w+day \d+ \w+ \d{4}$"))
    assert_fits(page)
    topics = page.locator(".digest-topic")
    assert 6 <= topics.count() <= 12
    expect(page.locator(".digest-contents a")).to_have_count(topics.count())
    expect(page.locator(".digest-end-words")).to_have_text("That was the day.")
    # Targets are large enough for a thumb.
    for link in page.locator(".digest-contents a, .digest-briefs a, .digest-neighbours a").all():
        assert link.bounding_box()["height"] >= 43.5, link.inner_text()
    if script:
        assert_axe_finds_nothing_by_day_and_night(page, "digest")
    title = page.locator(".digest-lead h2").inner_text()
    page.locator(".digest-lead .digest-title").click()
    expect(page.locator("article.story h1")).to_have_text(title)
    page.goto(fresh_demo.url("/mine/"))
    expect(page.locator(".digest-notice")).to_have_count(0)
    page.goto(fresh_demo.url("/mine/digest"))
    page.locator(".digest-neighbours a", has_text="All issues").click()
    expect(page.locator(".digest-archive li")).not_to_have_count(0)
    assert page.locator(".digest-archive li").count() >= 2
    page.locator(".digest-archive li a").last.click()
    expect(page.locator(".digest-folio")).to_contain_text("No. 1")
    # The hours
    page.goto(fresh_demo.url("/mine/settings/digest"))
    assert_fits(page)
    page.locator("input[name=hour][value='18']").check()
    page.locator("select[name=zone]").select_option("Europe/Berlin")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("[role=status]", has_text="hours are saved")).to_be_visible()
    expect(page.locator("select[name=zone]")).to_have_value("Europe/Berlin")
    assert page.locator("input[name=hour]:checked").count() == 2
    page.get_by_role("button", name="Make a secret address").click()
    address = page.locator(".digest-address code").inner_text()
    answer = page.request.get(address)
    assert answer.headers["content-type"].startswith("application/atom+xml") and "<entry>" in answer.text()
    page.get_by_role("button", name="Turn off").click()
    expect(page.locator(".digest-address")).to_have_count(0)
    assert page.request.get(address).status == 404
    page.goto(fresh_demo.url("/mine/settings/digest"))
    page.get_by_role("link", name=re.compile("Make one now")).click()
    expect(page.locator(".digest-preview")).to_be_visible()


def test_an_issue_fits_a_narrow_screen_and_paper(demo, open_page):
    page = open_page(demo.url("/mine/digest/all"), NARROW)
    for path in ["/mine/digest/all", "/mine/digest", "/mine/digest/now", "/mine/settings/digest"]:
        page.goto(demo.url(path))
        assert_fits(page)
    page = open_page(demo.url("/mine/digest"), DESK)
    page.emulate_media(media="print", color_scheme="dark")
    for hidden in [".top-bar", ".digest-contents", ".digest-neighbours"]:
        expect(page.locator(hidden)).to_be_hidden()
    colours = page.evaluate("""() => [document.body, document.querySelector('.digest-topic h2')].map((one) => {
        const { color, backgroundColor } = getComputedStyle(one); return [color, backgroundColor]; })""")
    assert colours[1][0] == "rgb(0, 0, 0)" and colours[0][1] in ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"), colours
    assert page.evaluate("[...document.querySelectorAll('.digest a')].every((a) => !/url|attr/.test("
                         "getComputedStyle(a, '::after').content))")


def test_the_newest_issue_and_its_stories_are_on_the_list_for_the_device(demo, open_page):
    page = open_page(demo.url("/mine/digest"), PHONE)
    stories = {link.get_attribute("href").removeprefix("/mine/") for link in page.locator(".digest-topic .digest-title").all()}
    listed = page.evaluate("fetch('/mine/front.json').then((answer) => answer.json())")
    assert "digest" in listed["pages"] and stories <= set(listed["pages"]), stories - set(listed["pages"])
    assert len(listed["pages"]) == len(listed["pageVersions"]) == len(set(listed["pages"]))
