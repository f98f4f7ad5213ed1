"""The pages of a guide (an edition with a pack): home, choices and pages side by side, photographs, favourites, at every size, by day
and by night, with and without script."""
import re

import pytest
from playwright.sync_api import expect

from support.browser import (
    DESK, NARROW, PHONE, SCRIPT, STILL, TABLET, TOUCH_OPTIONS, TouchGesture, assert_axe_finds_nothing_by_day_and_night, assert_fits,
    box, until)
from support.guides import FELLSIDE, write_guide
from support.program import TidingsServer, run
from support.sites import SampleSite

EDITION = "fellside"
LEVEL = {"width": 1024, "height": 768}
SIZES = pytest.mark.parametrize("size", [NARROW, PHONE, TABLET, LEVEL, DESK], ids=lambda size: f"{size['width']}x{size['height']}")
CHAPTERS = ["About Fellside", "Universities", "The county's best", "Culture and leisure", "Living in Fellside", "Student voices", "Graduates"]
TOUR = "The Fellside Round"


def page_path(slug):
    return f"/fellside/page/{slug}"


def titles(page, within=".guide-choice-list"):
    return page.locator(f"{within} .guide-choice > span").all_inner_texts()


def assert_guide_fits(page):
    """Nothing is wider than the screen, and every button and link of the page is large enough for a finger."""
    assert_fits(page)
    for one in page.locator(".guide-choice:visible, a.guide-neighbour:visible, .guide-actions :is(button, a):visible, .guide-tour:visible").all():
        target = box(one)
        assert target["height"] >= 44 and target["width"] >= 44, one.inner_text()


# ---- home

@pytest.mark.mission("YORK-04", "YORK-14", "YORK-17", "YORK-21")
@SIZES
@SCRIPT
def test_home_has_seven_buttons_and_the_tour_and_fills_the_screen(demo, open_page, size, script):
    page = open_page(demo.url("/fellside/"), size, script=script)
    assert titles(page) == CHAPTERS
    assert_guide_fits(page)
    tour = page.locator(".guide-tour")
    expect(tour).to_have_text(TOUR)
    # No start screen stands before it, and no dead strip between it and the tabs.
    assert page.locator(".guide-setup").count() == 0
    if size in (PHONE, TABLET, LEVEL, DESK):
        end = box(page.locator(".guide-home"))
        below = box(page.locator(".tabs"))["y"] if size is PHONE else size["height"]
        assert abs(end["y"] + end["height"] - below) <= 1
    columns = {box(one)["x"] for one in page.locator(".guide-choice").all()[:3]}
    assert len(columns) == (3 if size["width"] >= 1024 else 2 if size["width"] >= 768 else 1)
    tour.click()
    page.wait_for_url(re.compile("/fellside/page/fellside-round$"))
    expect(page.locator("article h1")).to_have_text(TOUR)


@pytest.mark.mission("YORK-46")
@pytest.mark.parametrize("path", ["/fellside/", page_path("universities"), page_path("open-college"), "/fellside/photographs", "/fellside/saved",
                                  "/fellside/map", "/fellside/photographs/minster-organ"])
def test_the_four_tabs_stand_on_every_screen_of_a_guide(demo, open_page, path):
    for size in (PHONE, TABLET):
        page = open_page(demo.url(path), size)
        assert page.locator(".tabs a").all_inner_texts() == ["Home", "Photographs", "Map", "Favourites"]
        assert page.locator(".tabs a[aria-current]").count() == 1


# ---- pages that lead on, and pages that inform

@pytest.mark.mission("YORK-05")
@pytest.mark.parametrize("slug,count", [("walks", 2), ("culture", 4), ("voices", 20)])
def test_few_choices_fill_a_phone_and_many_scroll(demo, open_page, slug, count):
    page = open_page(demo.url(page_path(slug)), PHONE)
    choices = page.locator(".guide-choices .guide-choice")
    assert choices.count() == count
    heights = {round(box(one)["height"]) for one in choices.all()}
    assert max(heights) - min(heights) <= 1, "evenly spaced"
    assert_guide_fits(page)
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height > 844 if count == 20 else height <= 844
    expect(page.locator(".guide-pane")).to_be_hidden()


@pytest.mark.mission("YORK-06", "YORK-13")
@SIZES
@SCRIPT
def test_an_informing_page_has_title_picture_and_text_wherever_it_is_put(demo, open_page, size, script):
    page = open_page(demo.url(page_path("weather")), size, script=script)
    article = page.locator("article.guide-page")
    expect(article.locator("h1")).to_have_text("The weather")
    assert_guide_fits(page)
    picture, text, head = (box(article.locator(one)) for one in (".guide-picture img", ".text", ".guide-head"))
    assert head["y"] + head["height"] <= picture["y"] + 1 and picture["y"] + picture["height"] <= text["y"] + 1
    if size["width"] < 768:
        assert (picture["x"], picture["width"]) == (0, size["width"]), "edge to edge"
    # As `sizes` tells the browser before it knows the layout (PackPictureView).
    assert picture["width"] == {320: 320, 390: 390, 768: 680, 1024: 640, 1280: 680}[size["width"]]
    # Without a picture the text follows the head at once.
    page = open_page(demo.url(page_path("money")), size, script=script)
    head, text = box(page.locator("article .guide-head")), box(page.locator("article .text"))
    assert page.locator("article .guide-picture").count() == 0 and abs(text["y"] - head["y"] - head["height"]) <= 1


@pytest.mark.mission("YORK-11")
def test_each_kind_of_page_is_shown_in_its_way(demo, open_page):
    page = open_page(demo.url(page_path("voices")), PHONE)
    first, second = (box(one) for one in page.locator(".guide-choices .guide-choice").all()[:2])
    assert first["x"] == second["x"] and first["width"] == 390, "a list is one below the other"
    page.goto(demo.url(page_path("best")))
    first, second = (box(one) for one in page.locator(".guide-choices .guide-choice").all()[:2])
    assert first["y"] == second["y"] and second["x"] > first["x"], "tiles stand side by side"
    page.goto(demo.url(page_path("weather")))
    expect(page.locator("article h1")).to_be_visible()
    page.goto(demo.url(page_path("fellminster")))
    expect(page.locator("article h1")).to_have_class("guide-name")
    assert box(page.locator("article .guide-head > img"))["width"] == 390


@pytest.mark.mission("YORK-10")
def test_pages_have_their_own_colours_or_those_of_the_page_above_by_day_and_night(demo, open_page):
    colour = "getComputedStyle(document.querySelector('article .guide-head')).backgroundColor"
    paper = "getComputedStyle(document.body).backgroundColor"
    for scheme in ("light", "dark"):
        page = open_page(demo.url(page_path("open-college")), PHONE, color_scheme=scheme)
        own = page.evaluate(colour), page.evaluate(paper)
        page.goto(demo.url(page_path("conservatoire")))
        assert (page.evaluate(colour), page.evaluate(paper)) == own, "both are the universities'"
        page.goto(demo.url(page_path("weather")))
        assert page.evaluate(colour) != own[0] and page.evaluate(paper) != own[1]
        red, green, blue = map(int, re.findall(r"\d+", page.evaluate(paper))[:3])
        assert (red + green + blue > 600) == (scheme == "light")


@pytest.mark.mission("YORK-09")
def test_links_of_a_text_lead_within_the_guide_or_out_of_it(demo, open_page):
    page = open_page(demo.url(page_path("getting-here")), PHONE)
    outside = page.locator("a.external-link").first
    assert outside.get_attribute("target") == "_blank" and "noopener" in outside.get_attribute("rel")
    expect(outside.locator(".visually-hidden")).to_have_text("(outside)")
    page.context.set_offline(True)
    until(page, "!navigator.onLine")
    outside.click()
    expect(page.locator(".toast")).to_contain_text("there is no network")
    assert page.context.pages == [page]
    page.context.set_offline(False)
    page.goto(demo.url(page_path("fellminster")))
    page.locator(".text a[href='/fellside/page/harrowthwaite']").first.click()
    page.wait_for_url(re.compile("/page/harrowthwaite$"))


@pytest.mark.mission("YORK-12")
def test_a_page_is_shared_by_a_sentence_with_its_title_and_its_public_address(demo, open_page):
    page = open_page(demo.url("/fellside/"), PHONE)
    page.add_init_script("Object.defineProperty(navigator, 'share', { value: (data) => { window.shared = data; return Promise.resolve(); } });")
    page.goto(demo.url(page_path("weather")))
    page.locator("article").get_by_role("button", name="Share").click()
    until(page, "window.shared !== undefined")
    shared = page.evaluate("window.shared")
    assert shared["text"] == "Have you thought of studying in Fellside? The weather"
    assert re.fullmatch(r"https?://[^/]+/.*about/weather/", shared["url"])


# ---- sister pages

@pytest.mark.mission("YORK-24")
def test_arrows_and_keys_lead_to_the_sisters_in_the_menu_s_order(demo, open_page):
    page = open_page(demo.url(page_path("voices")), PHONE)
    order = page.locator(".guide-choices .guide-choice").evaluate_all("links => links.map((link) => link.pathname)")
    page.locator(".guide-choices .guide-choice").first.click()
    page.wait_for_url("**" + order[0])
    assert page.locator("article [data-neighbour=previous]").count() == 0
    seen = [order[0]]
    while page.locator("article [data-neighbour=next]").count():
        arrow = page.locator("article [data-neighbour=next]")
        following = arrow.get_attribute("href")
        if len(seen) % 2:
            arrow.click()
        else:
            page.keyboard.press("j")
        page.wait_for_url("**" + following)
        seen.append(following)
    assert seen == order and len(seen) == 20
    page.keyboard.press("k")
    page.wait_for_url("**" + order[-2])
    # They take one another's place in the history: back leads to the menu.
    page.locator("[data-back]").click()
    page.wait_for_url(re.compile("/page/voices$"))


@pytest.mark.mission("YORK-24")
def test_a_swipe_turns_to_the_page_beside_and_does_nothing_at_the_ends(demo, open_page):
    page = open_page(demo.url(page_path("the-county")), **TOUCH_OPTIONS)
    finger = TouchGesture(page)
    finger(100, 600, 200, 4)
    until(page, STILL)
    assert page.url.endswith("/page/the-county"), "there is none before the first"
    finger(300, 600, -200, 4)
    page.wait_for_url(re.compile("/page/getting-here$"))
    finger = TouchGesture(page)
    finger(100, 600, 200, -4)
    page.wait_for_url(re.compile("/page/the-county$"))


# ---- side by side

@pytest.mark.mission("YORK-18")
@pytest.mark.parametrize("size", [LEVEL, DESK], ids=["tablet", "desk"])
def test_choosing_at_the_left_changes_only_the_right(demo, open_page, size):
    page = open_page(demo.url(page_path("universities")), size)
    menu, pane = page.locator(".guide-choices"), page.locator(".guide-pane")
    # The first child is open at once.
    expect(pane.locator("article h1")).to_have_text("University of Fellminster")
    expect(menu.locator("[aria-current]")).to_have_text("University of Fellminster")
    page.evaluate("document.querySelector('.guide-choices').dataset.same = 'yes'")
    before = box(menu)
    menu.get_by_role("link", name="Harrowthwaite Field Institute").click()
    page.wait_for_url(re.compile("/page/harrowthwaite$"))
    expect(pane.locator("article h1")).to_have_text("Harrowthwaite Field Institute")
    assert menu.get_attribute("data-same") == "yes" and box(menu) == before
    expect(menu.locator("[aria-current]")).to_have_text("Harrowthwaite Field Institute")
    assert page.title().startswith("Harrowthwaite Field Institute")
    # A real address: loaded anew it looks the same, and Back leads to the choices.
    page.reload()
    expect(pane.locator("article h1")).to_have_text("Harrowthwaite Field Institute")
    expect(menu.locator("[aria-current]")).to_have_text("Harrowthwaite Field Institute")
    page.go_back()
    page.wait_for_url(re.compile("/page/universities$"))
    expect(pane.locator("article h1")).to_have_text("University of Fellminster")


@pytest.mark.mission("YORK-19", "YORK-21", "YORK-22")
@pytest.mark.parametrize("chapter", ["about", "universities", "best", "culture", "living", "voices", "graduates", "walks"])
@SCRIPT
def test_the_right_pane_is_never_empty_and_no_strip_is_dead(demo, open_page, chapter, script):
    page = open_page(demo.url(page_path(chapter)), LEVEL, script=script)
    menu, pane = box(page.locator(".guide-choices")), box(page.locator(".guide-pane"))
    top = box(page.locator(".top-bar"))
    assert (menu["x"], menu["width"], menu["y"] + menu["height"]) == (0, 320, 768)
    assert abs(menu["y"] - top["height"]) <= 1 and pane["x"] == 320 and pane["x"] + pane["width"] == 1024
    assert pane["y"] + pane["height"] >= 768
    assert page.locator(".guide-pane article h1").first.inner_text()
    first = page.locator(".guide-choices .guide-choice > span").first.inner_text()
    expect(page.locator(".guide-pane article h1").first).to_have_text(first)


@pytest.mark.mission("YORK-23")
@SCRIPT
def test_upright_the_choices_are_behind_a_button(demo, open_page, script):
    page = open_page(demo.url(page_path("fellminster")), TABLET, script=script)
    menu = page.locator(".guide-choices")
    expect(menu).to_be_hidden()
    button = page.locator(".guide-menu-button")
    expect(button).to_have_text("Pages in “Universities”")
    button.click()
    expect(menu).to_be_visible()
    within = box(menu)
    assert within["y"] + within["height"] <= 1024 and within["width"] < 500
    menu.get_by_role("link", name="St Alba's College").click()
    page.wait_for_url(re.compile("/page/st-albas$"))
    expect(page.locator(".guide-pane article h1")).to_have_text("St Alba's College")
    expect(menu).to_be_hidden()


@pytest.mark.mission("YORK-13", "YORK-20", "YORK-22")
@pytest.mark.parametrize("is_open", [False, True], ids=["closed", "open"])
def test_a_turned_screen_is_right_at_once(demo, open_page, is_open):
    page = open_page(demo.url(page_path("fellminster")), TABLET)
    if is_open:
        page.locator(".guide-menu-button").click()
    page.set_viewport_size(LEVEL)
    menu, pane = box(page.locator(".guide-choices")), box(page.locator(".guide-pane"))
    assert (menu["x"], menu["width"], pane["x"], pane["width"]) == (0, 320, 320, 704)
    assert abs(menu["y"] + menu["height"] - 768) <= 1
    expect(page.locator(".guide-menu-button")).to_be_hidden()
    assert_guide_fits(page)
    page.set_viewport_size(TABLET)
    pane = box(page.locator(".guide-pane"))
    assert (pane["x"], pane["width"]) == (0, 768)
    page.set_viewport_size(PHONE)
    expect(page.locator(".guide-choices")).to_be_hidden()
    assert box(page.locator("article.guide-page"))["width"] == 390
    assert_guide_fits(page)


# ---- photographs

@pytest.mark.mission("YORK-25")
@SCRIPT
def test_photographs_are_a_grid_of_83_in_order(demo, open_page, script):
    for size, columns in ((NARROW, 4), (PHONE, 4), (TABLET, 5), (LEVEL, 6), (DESK, 8)):
        page = open_page(demo.url("/fellside/photographs"), size, script=script)
        cells = page.locator(".guide-grid li")
        assert cells.count() == 83
        row = [one for one in cells.all()[:10] if abs(box(one)["y"] - box(cells.first)["y"]) < 1]
        assert len(row) == columns
        assert_guide_fits(page)
        thumbnail = box(cells.first.locator("img"))
        assert abs(thumbnail["width"] - thumbnail["height"]) < 1 and thumbnail["width"] >= 78
    names = page.locator(".guide-grid a").evaluate_all("links => links.map((link) => link.pathname.split('/').pop())")
    assert names[:3] == ["ostrey-harbour-dawn", "fellminster-roofs", "high-seat-ridge"]


@pytest.mark.mission("YORK-26", "YORK-27", "YORK-28")
@pytest.mark.parametrize("size", [NARROW, PHONE, TABLET, LEVEL, DESK, {"width": 2048, "height": 1100}], ids=lambda size: str(size["width"]))
@SCRIPT
def test_a_photograph_is_as_large_as_fits_with_its_caption_at_the_foot(demo, open_page, size, script):
    page = open_page(demo.url("/fellside/photographs/fellminster-roofs"), size, script=script)
    picture = page.locator(".guide-photograph .gallery-link img")
    picture.wait_for()
    fit, width, height = picture.evaluate("async (image) => { await image.decode(); return [getComputedStyle(image).objectFit, image.naturalWidth, image.naturalHeight]; }") if script else ("contain", 3, 2)
    place, caption = box(picture), box(page.locator("figcaption"))
    assert fit == "contain" and width > 0 and height > 0
    assert place["width"] == size["width"] and place["height"] >= 200
    # Picture and caption are in sight, and nothing scrolls.
    bottom = box(page.locator(".tabs"))["y"] if size["width"] < 768 else size["height"]
    assert abs(place["y"] + place["height"] - caption["y"]) <= 1 and caption["y"] + caption["height"] <= bottom + 1
    if size is not NARROW:
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert_fits(page)
    text = page.locator("figcaption").inner_text()
    assert "–" in text and "--" not in text and "Tom Arkwright" in text


@pytest.mark.mission("YORK-31")
@pytest.mark.parametrize("size,ratio,width", [(PHONE, 1, 480), (PHONE, 2, 960), (LEVEL, 1, 1024), (LEVEL, 2, 2048)])
def test_a_photograph_s_file_fits_the_screen_s_density(demo, open_page, size, ratio, width):
    page = open_page(demo.url("/fellside/photographs/high-seat-ridge"), size, ratio=ratio)
    files = dict(reversed(one.split(" ")) for one in page.locator(".gallery-link img").get_attribute("srcset").split(", "))
    until(page, "document.querySelector('.gallery-link img').currentSrc !== ''")
    assert page.evaluate("new URL(document.querySelector('.gallery-link img').currentSrc).pathname") == files[f"{width}w"]


@pytest.mark.mission("YORK-29")
def test_photographs_turn_by_swipe_and_arrow_and_do_not_wrap(demo, open_page):
    page = open_page(demo.url("/fellside/photographs/ostrey-harbour-dawn"), **TOUCH_OPTIONS)
    assert page.locator("[data-neighbour=previous]").count() == 0
    finger = TouchGesture(page)
    finger(100, 300, 200, 4)
    until(page, STILL)
    assert page.url.endswith("/ostrey-harbour-dawn")
    finger(300, 300, -200, 4)
    page.wait_for_url(re.compile("/fellminster-roofs$"))
    page.locator("[data-neighbour=previous]").click()
    page.wait_for_url(re.compile("/ostrey-harbour-dawn$"))
    page.goto(demo.url("/fellside/photographs"))
    last = page.locator(".guide-grid a").last.get_attribute("href")
    page.goto(demo.url(last))
    assert page.locator("[data-neighbour=next]").count() == 0 and page.locator("[data-neighbour=previous]").count() == 1


def gallery_ready(page):
    """Until its script is there, a photograph opens on its page."""
    page.evaluate("import(document.querySelector('script[src]').src.replace(/app\\.js$/, 'gallery.js'))")


@pytest.mark.mission("YORK-27", "YORK-29")
def test_the_gallery_shows_photographs_over_the_grid(demo, open_page):
    page = open_page(demo.url("/fellside/photographs"), DESK)
    gallery_ready(page)
    page.locator(".guide-grid a").nth(1).click()
    heading = page.locator("dialog.gallery h2")
    expect(heading).to_have_text("2 of 83")
    expect(page.locator(".gallery-caption")).to_contain_text("–")
    expect(page.locator(".gallery-caption .credit")).to_have_text("Tom Arkwright")
    # The whole picture, not the square of its thumbnail, as large as fits.
    frame = page.locator(".gallery-slide:not([inert]) .gallery-frame")
    until(page, "document.querySelector('.gallery-slide:not([inert]) img.loaded')?.naturalWidth > 900")
    place, shown = box(frame), page.evaluate("(({ naturalWidth, naturalHeight }) => naturalWidth / naturalHeight)(document.querySelector('.gallery-slide:not([inert]) img.loaded'))")
    assert abs(place["width"] / place["height"] - shown) < 0.02
    assert abs(place["height"] - 800) <= 2 or abs(place["width"] - 1280) <= 2
    # A picture larger than the screen moves by itself; the page does not.
    page.keyboard.press("+")
    expect(page.locator(".gallery-stage[data-zoomed]")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(heading).to_have_text("2 of 83")
    assert_fits(page)
    page.keyboard.press("0")
    page.keyboard.press("Home")
    expect(heading).to_have_text("1 of 83")
    page.keyboard.press("ArrowLeft")
    expect(heading).to_have_text("1 of 83")
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    expect(heading).to_have_text("83 of 83")
    page.keyboard.press("Escape")
    expect(page.locator("dialog.gallery")).to_have_count(0)


def test_the_gallery_counts_the_photographs_before_and_after_a_page_of_many(demo, open_page):
    page = open_page(demo.url("/fellside/"), DESK)
    # As the page of the second 240 of 500 says it.
    page.route("**/fellside/photographs", lambda route: route.fulfill(
        response=(answer := route.fetch()), body=answer.text().replace('data-first-index="0" data-picture-count="83"', 'data-first-index="240" data-picture-count="500"')))
    page.goto(demo.url("/fellside/photographs"))
    gallery_ready(page)
    page.locator(".guide-grid a").nth(1).click()
    expect(page.locator("dialog.gallery h2")).to_have_text("242 of 500")
    expect(page.locator(".gallery-slide:not([inert])")).to_have_attribute("aria-label", "242 of 500")


@pytest.mark.mission("YORK-32")
def test_a_missing_photograph_has_a_stand_in(demo, open_page):
    page = open_page(demo.url("/fellside/photographs"), PHONE)
    missing = page.locator(".guide-grid a[href$='/wall-of-names'] img")
    missing.scroll_into_view_if_needed()
    until(page, "document.querySelector(\"a[href$='/wall-of-names'] img\").naturalWidth > 0")
    assert missing.get_attribute("alt").startswith("Missing photograph: The wall of names")
    page.goto(demo.url("/fellside/photographs/wall-of-names"))
    until(page, "document.querySelector('.placeholder-picture').naturalWidth > 0")
    expect(page.locator("figcaption")).to_contain_text("The wall of names")


# ---- favourites

def favour(page, server, slug):
    page.goto(server.url(page_path(slug)))
    page.locator("article").get_by_role("button", name="Add to favourites").click()
    expect(page.locator("article").get_by_role("button", name="Remove from favourites")).to_be_visible()


def clear(page, server):
    page.goto(server.url("/fellside/saved"))
    for path in page.locator(".guide-choices .guide-choice").evaluate_all("links => links.map((link) => link.pathname)"):
        page.goto(server.url(path))
        page.locator("article").get_by_role("button", name="Remove from favourites").click()
        expect(page.locator("article").get_by_role("button", name="Add to favourites")).to_be_visible()


@pytest.mark.mission("YORK-41")
def test_no_favourites_is_said_on_a_phone_and_on_a_tablet(own_demo, open_page):
    page = open_page(own_demo.url("/fellside/saved"), PHONE)
    clear(page, own_demo)
    page.goto(own_demo.url("/fellside/saved"))
    expect(page.get_by_text("No favourites yet. Add a page to find it here again.")).to_be_visible()
    expect(page.get_by_text("Your favourites will be here")).to_be_hidden()
    heading = page.locator(".guide-empty > h1")
    expect(heading).to_have_text("Favourites")
    assert box(heading)["width"] > 100
    page.set_viewport_size(TABLET)
    assert box(heading)["width"] <= 1
    expect(page.get_by_text("Your favourites will be here")).to_be_visible()
    expect(page.get_by_text("No favourites yet. Add a page to find it here again.")).to_be_hidden()


@pytest.mark.mission("YORK-40", "YORK-42", "YORK-43")
@pytest.mark.parametrize("size", [{"width": 320, "height": 480}, PHONE, TABLET, LEVEL, {"width": 1366, "height": 1024}], ids=lambda size: str(size["width"]))
def test_favourites_fit_any_size(own_demo, open_page, size):
    page = open_page(own_demo.url("/fellside/"), PHONE)
    clear(page, own_demo)
    for slug in ("money", "conservatoire", "fellside-round"):
        favour(page, own_demo, slug)
    page.set_viewport_size(size)
    page.goto(own_demo.url("/fellside/saved"))
    assert_guide_fits(page)
    if size["width"] < 768:
        assert titles(page, ".guide-choices") == [TOUR, "Fellside Conservatoire", "Money"]
        page.locator(".guide-choices .guide-choice").nth(1).click()
        page.wait_for_url(re.compile("/page/conservatoire"))
        page.locator("[data-back]").click()
        page.wait_for_url(re.compile("/fellside/saved$"))
    else:
        expect(page.locator(".guide-pane article h1")).to_have_text(TOUR)


@pytest.mark.mission("YORK-45")
@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_removing_the_open_favourite_renews_list_and_page(own_demo, open_page, script):
    page = open_page(own_demo.url("/fellside/"), LEVEL)
    clear(page, own_demo)
    for slug in ("money", "conservatoire", "fellside-round"):
        favour(page, own_demo, slug)
    page = open_page(own_demo.url("/fellside/saved"), LEVEL, script=script)
    expect(page.locator(".guide-pane article h1")).to_have_text(TOUR)
    page.locator(".guide-choices").get_by_role("link", name="Fellside Conservatoire").click()
    page.wait_for_url(re.compile(r"/page/conservatoire\?in=saved$"))
    # The address changes before the pane does.
    expect(page.locator(".guide-pane article h1")).to_have_text("Fellside Conservatoire")
    page.locator("article").get_by_role("button", name="Remove from favourites").click()
    page.wait_for_url(re.compile("/fellside/saved$"))
    expect(page.locator(".guide-choices .guide-choice")).to_have_count(2)
    assert titles(page, ".guide-choices") == [TOUR, "Money"]
    expect(page.locator(".guide-pane article h1")).to_have_text(TOUR)


@pytest.mark.mission("YORK-44")
def test_the_favourite_button_says_what_it_will_do_at_once(own_demo, open_page):
    page = open_page(own_demo.url("/fellside/"), PHONE)
    clear(page, own_demo)
    page.goto(own_demo.url(page_path("levels")))
    article = page.locator("article")
    article.get_by_role("button", name="Add to favourites").click()
    expect(article.get_by_role("button", name="Remove from favourites")).to_be_visible()
    expect(page.locator(".toast")).to_contain_text("Added to Favourites")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(article.get_by_role("button", name="Add to favourites")).to_be_visible()
    # Without script the page comes again with the other words.
    page = open_page(own_demo.url(page_path("levels")), PHONE, script=False)
    page.locator("article").get_by_role("button", name="Add to favourites").click()
    page.locator("article").get_by_role("button", name="Remove from favourites").click()
    expect(page.locator("article").get_by_role("button", name="Add to favourites")).to_be_visible()


@pytest.mark.mission("YORK-44")
@pytest.mark.parametrize("size", [NARROW, PHONE, LEVEL, DESK], ids=lambda size: str(size["width"]))
def test_the_bars_favourite_button_is_that_of_the_open_page(own_demo, open_page, size):
    page = open_page(own_demo.url("/fellside/"), size)
    clear(page, own_demo)
    page.goto(own_demo.url(page_path("levels")))
    bar = page.locator(".top-bar .guide-favourite button")
    assert_guide_fits(page)
    target = box(bar)
    assert target["width"] >= 44 and target["height"] >= 44 and target["y"] < 60
    expect(bar.locator("[title]:has(svg:visible)")).to_have_attribute("title", "Add to favourites")
    bar.click()
    # Both buttons are one state.
    expect(page.locator(".top-bar").get_by_role("button", name="Remove from favourites")).to_be_visible()
    expect(page.locator("article").get_by_role("button", name="Remove from favourites")).to_be_visible()
    if size["width"] < 768:
        return
    # The page that is opened beside the choices has its own.
    page.goto(own_demo.url(page_path("universities")))
    choice = page.locator(".guide-choices .guide-choice").nth(1)
    slug = re.search(r"/page/([^?]+)", choice.get_attribute("href"))[1]
    choice.click()
    expect(page.locator(".top-bar .guide-favourite [name=slug]")).to_have_value(slug)
    # Among the favourites, taking the open one off by the bar renews list and page.
    page.goto(own_demo.url(page_path("levels") + "?in=saved"))
    page.locator(".top-bar").get_by_role("button", name="Remove from favourites").click()
    page.wait_for_url(re.compile("/fellside/saved$"))
    expect(page.locator(".guide-empty")).to_be_attached()


def test_a_university_says_its_name_below_its_picture_and_its_way_up(demo, open_page):
    page = open_page(demo.url(page_path("fellminster")), TABLET)
    head = page.locator(".guide-head.pictured")
    for size in (TABLET, LEVEL, DESK, PHONE):
        page.set_viewport_size(size)
        assert box(head.locator("h1"))["height"] > 20, size
        assert head.locator(".guide-path").is_visible(), size
        # One picture, a title of 28 px at the text's left edge, and the text in sight; the other picture follows it.
        title, text = head.locator("h1"), page.locator("article > .text")
        assert title.evaluate("node => getComputedStyle(node).fontSize") == "28px"
        assert box(title)["x"] == box(text.locator("p").first)["x"]
        assert box(text)["y"] < size["height"] - 150, size
        assert box(page.locator("article .guide-picture"))["y"] >= box(text)["y"] + box(text)["height"]
        assert_guide_fits(page)


@pytest.mark.mission("YORK-32")
@pytest.mark.parametrize("place", ["/fellside/photographs", "/fellside/photographs/wall-of-names"])
def test_a_missing_photograph_is_dark_by_night(demo, open_page, place):
    for scheme, is_dark in (("dark", True), ("light", False)):
        page = open_page(demo.url(place), PHONE, color_scheme=scheme)
        light = page.locator("main img.placeholder-picture").first.evaluate("(one) => getComputedStyle(one).filter")
        assert ("brightness" in light) == is_dark, (scheme, light)


# ---- before a pack is there

@pytest.mark.mission("YORK-57")
def test_the_start_screen_stands_only_while_a_guide_is_loading(open_page, tmp_path):
    answer = run("pack", "publish", write_guide(tmp_path / "v1", "1"), "-o", tmp_path / "site")
    assert answer.returncode == 0, answer.stderr
    published = tmp_path / "site"
    site = SampleSite({f"/{file.relative_to(published)}": file.read_bytes() for file in published.rglob("*") if file.is_file()})
    site.hold()
    (tmp_path / "data/editions").mkdir(parents=True)
    (tmp_path / "data/editions/fellside.yaml").write_text(FELLSIDE.replace("fellside-guide,", f"fellside-guide, address: '{site.home}/pack.json',"))
    server = TidingsServer(tmp_path / "data", *site.allowed)
    try:
        page = open_page(f"{server.address}/fellside/", PHONE)
        start = page.locator(".guide-setup")
        expect(start.get_by_role("heading", name="Fellside")).to_be_visible()
        expect(start.get_by_role("progressbar")).to_be_visible()
        end = box(start)
        assert abs(end["y"] + end["height"] - box(page.locator(".tabs"))["y"]) <= 1, "it fills the screen"
        # Without script it comes again by itself.
        assert '<meta http-equiv="refresh" content="2">' in page.content()
        site.release()
        expect(page.locator(".guide-home .guide-choice")).to_have_count(3, timeout=60_000)
        assert start.count() == 0 and 'http-equiv="refresh"' not in page.content()
        page.goto("about:blank")  # An open page polls.
    finally:
        site.release()
        server.end()
        site.end()


# ---- for everybody

@pytest.mark.parametrize("size", [PHONE, TABLET, DESK], ids=["phone", "upright", "desk"])
def test_axe_finds_nothing_on_a_guide_s_screens(demo, open_page, size):
    page = open_page(demo.url("/fellside/"), size)
    for path in ["/fellside/", page_path("universities"), page_path("best"), page_path("voices"), page_path("fellminster"), page_path("weather"),
                 page_path("getting-here"), "/fellside/photographs", "/fellside/photographs/minster-organ", "/fellside/photographs/wall-of-names",
                 "/fellside/saved"]:
        page.goto(demo.url(path))
        assert_axe_finds_nothing_by_day_and_night(page, path)
    if size is TABLET:
        page.goto(demo.url(page_path("weather")))
        page.locator(".guide-menu-button").click()
        assert_axe_finds_nothing_by_day_and_night(page, "menu")
