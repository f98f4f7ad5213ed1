"""Every theme, everywhere: what can be read is legible in it, and every part of a screen takes its colours from it."""
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from support.browser import EDITIONS, PHONE, until

EDITION = "slipway"
THEMES = ["day", "night", "sepia", "black"]

# Each part of a screen, the property that shows its colour, and the colours of the theme that it may have.
PARTS = {
    "list": {
        "html": ("backgroundColor", ["paper"]),
        ".top-bar": ("backgroundColor", ["paper"]),
        ".top-bar .icon-button": ("color", ["ink", "accent"]),
        ".row .headline": ("color", ["ink", "opened"]),
        ".row .source-line": ("color", ["second", "opened"]),
        ".row .dek": ("color", ["second", "opened"]),
    },
    "story": {
        "html": ("backgroundColor", ["paper"]),
        "article.story h1": ("color", ["ink"]),
        "article.story .text": ("color", ["ink"]),
        ".top-bar": ("backgroundColor", ["paper"]),
    },
    "settings": {
        "html": ("backgroundColor", ["paper"]),
        "legend": ("color", ["ink", "second"]),
        ".button.primary": ("backgroundColor", ["accent", "ink"]),
    },
}

COLOURS = """() => {
  const probe = document.body.appendChild(document.createElement('i'));
  const found = {};
  for (const name of ['paper', 'raised', 'ink', 'second', 'opened', 'rule', 'edge', 'accent', 'on-accent', 'named']) {
    probe.style.color = `var(--${name})`;
    found[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return found;
}"""


@pytest.fixture(scope="module")
def seen(chromium, demo):
    """The paths of a list and of a story of each edition."""
    page = chromium.new_context(java_script_enabled=False).new_page()
    found = {}
    for edition in EDITIONS:
        page.goto(demo.url(f"/{edition}/"))
        story = page.locator(".row:not(.external) a").first.get_attribute("href")
        found[edition] = {"list": f"/{edition}/all", "story": story, "settings": f"/{edition}/settings/text"}
    page.context.close()
    return found


@pytest.mark.mission("HN-66", "HN-67")
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_theme_reaches_every_part_and_is_legible(demo, seen, open_page, edition, theme):
    page = open_page(demo.url(seen[edition]["list"]), viewport=PHONE, reduced_motion="reduce")
    for screen, path in seen[edition].items():
        page.goto(demo.url(path))
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        colours = page.evaluate(COLOURS)
        scheme = page.evaluate("getComputedStyle(document.documentElement).colorScheme")
        assert scheme == ("light" if theme in ("day", "sepia") else "dark")
        for selector, (attribute, allowed) in PARTS[screen].items():
            shown = page.evaluate(
                "([selector, attribute]) => [...document.querySelectorAll(selector)].map((one) => getComputedStyle(one)[attribute])",
                [selector, attribute])
            assert shown, (edition, screen, selector)
            assert set(shown) <= {colours[name] for name in allowed}, (edition, screen, selector, shown[:3], colours)
        rules = page.evaluate("""() => [...document.querySelectorAll('.row, .section-head, .top-bar, .tabs')].flatMap((one) => {
          const style = getComputedStyle(one);
          return ['Top', 'Bottom'].filter((side) => parseFloat(style[`border${side}Width`]) && style[`border${side}Style`] !== 'none')
            .map((side) => style[`border${side}Color`]);
        })""")
        unseen = "rgba(0, 0, 0, 0)"
        assert set(rules) <= {colours["rule"], colours["edge"], unseen}, (edition, screen, set(rules))
        found = Axe().run(page, options={"runOnly": {"type": "rule", "values": ["color-contrast"]}}).response["violations"]
        assert not found, (edition, screen, [node["html"][:160] for one in found for node in one["nodes"]][:4])


@pytest.mark.parametrize("edition", EDITIONS)
def test_by_night_a_sheet_is_raised_from_the_page(demo, seen, open_page, edition):
    page = open_page(demo.url(seen[edition]["story"]), viewport=PHONE, reduced_motion="reduce")
    page.locator("[data-sheet=menu]").first.click()
    expect(page.locator("dialog.sheet .menu-lines")).to_be_visible()
    for theme in THEMES:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        ground = page.evaluate(COLOURS)["raised" if theme in ("night", "black") else "paper"]
        shown = page.locator("dialog.sheet, dialog.sheet .sheet-head").evaluate_all(
            "parts => parts.map((one) => getComputedStyle(one).backgroundColor)")
        assert shown == [ground, ground], theme
        found = Axe().run(page, context="dialog.sheet",
                          options={"runOnly": {"type": "rule", "values": ["color-contrast"]}}).response["violations"]
        assert not found, (edition, theme, [node["html"][:160] for one in found for node in one["nodes"]][:4])


CONTRAST = """([one, other]) => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/\\d+/g).map((part) => (part /= 255) <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b + .05;
  };
  return Math.max(light(one), light(other)) / Math.min(light(one), light(other));
}"""


@pytest.mark.parametrize("theme", THEMES)
def test_a_switch_that_is_off_has_edges_and_a_knob_that_are_seen(demo, open_page, theme):
    """WCAG 1.4.11. The style sheet draws both, in colours of the theme."""
    page = open_page(demo.url("/mine/settings/reading"), viewport=PHONE)
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    colours = page.evaluate(COLOURS)
    edge, knob, ground = page.locator("[role=switch]:not(:checked)").first.evaluate("""(box) => {
        const style = getComputedStyle(box);
        return [style.boxShadow, style.backgroundImage, style.backgroundColor];
    }""")
    assert colours["edge"] in edge and "inset" in edge and colours["second"] in knob and ground == "rgba(0, 0, 0, 0)"
    for name in ("edge", "second"):
        assert page.evaluate(CONTRAST, [colours[name], colours["paper"]]) >= 3, name


def test_by_night_icons_of_sites_have_a_light_ground(demo, open_page):
    page = open_page(demo.url("/mine/feeds"), viewport=PHONE)
    icon = page.locator("img.site-icon").first
    icon.wait_for(state="attached")
    for theme in THEMES:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        ground, ring = icon.evaluate("(img) => [getComputedStyle(img).backgroundColor, getComputedStyle(img).boxShadow]")
        light = "rgb(228, 228, 224)"
        isNight = theme in ("night", "black")
        assert (ground == light) == (light in ring) == isNight, (theme, ground, ring)


@pytest.mark.parametrize("theme", THEMES)
def test_by_night_pictures_are_dimmed_and_not_bright_before_they_are_there(demo, open_page, theme):
    page = open_page(demo.url("/mine/"), viewport=PHONE)
    wear = "theme => { document.documentElement.dataset.theme = theme }"
    page.evaluate(wear, theme)
    image = page.locator("main img.row-image").first
    image.wait_for(state="attached")
    dims = "(img) => getComputedStyle(img).filter"
    expected = "brightness(0.9)" if theme in ("night", "black") else "none"
    assert image.evaluate(dims) == expected
    # On its way, a story's picture is its mean colour, darker by night: its light plate, for drawings, comes with it.
    page.route("**/picture/**", lambda route: None)
    page.goto(demo.url(page.locator("main .row:has(img.row-image) > a").first.get_attribute("href")), wait_until="domcontentloaded")
    page.evaluate(wear, theme)
    picture = page.locator("article.story :is(.picture, .text) img").first
    picture.wait_for(state="attached")
    until(page, "document.querySelector('article.story :is(.picture, .text) img').matches('.waiting')")
    assert picture.evaluate(dims) == ("brightness(0.45)" if theme in ("night", "black") else "none")
    assert picture.evaluate("(img) => getComputedStyle(img).opacity") == "1"
    assert picture.evaluate("(img) => !img.dataset.meanColour || getComputedStyle(img).backgroundColor.startsWith('rgb(')")


def test_where_more_contrast_is_asked_for_no_words_and_rules_are_faint(demo, open_page):
    page = open_page(demo.url("/mine/all"), viewport=PHONE, contrast="more")
    for theme in THEMES:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        colours = page.evaluate(COLOURS)
        assert (colours["second"], colours["rule"]) == (colours["ink"], colours["edge"]), theme


@pytest.mark.mission("HN-66")
def test_themes_differ(demo, open_page):
    page = open_page(demo.url("/mine/all"))
    grounds = set()
    for theme in THEMES:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        grounds.add(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
    assert len(grounds) == len(THEMES)


# What a community's screens have beside those of other editions: cells, bars, counts, comments and the lines between them.
COMMUNITY = {
    "list": {
        ".top-bar": ("backgroundColor", ["paper"]),
        ".row .headline": ("color", ["ink", "opened"]),
        ".row .source-line": ("color", ["second", "opened"]),
        ".row .headline .site-name": ("color", ["second", "opened"]),
        ".row > .comments-link": ("color", ["second"]),
        ".row + .row > a:not(.comments-link)": ("borderTopColor", ["rule"]),
    },
    "thread": {
        ".top-bar": ("backgroundColor", ["paper"]),
        ".discussion h1": ("color", ["ink"]),
        ".comment summary": ("color", ["second"]),
        ".comment .author": ("color", ["ink"]),
        # Those that the site fades are between ink and second.
        ".comment-text:not(.fade-1, .fade-2, .fade-3, .f4, .f5, .f6, .f7, .f8)": ("color", ["ink", "second"]),
        ".comment-text a": ("color", ["accent"]),
        ".thread ol ol": ("borderInlineStartColor", ["rule", "edge"]),
    },
}


@pytest.mark.mission("HN-65", "HN-66", "HN-67")
def test_a_chosen_theme_reaches_rows_bars_and_comments_and_stays(own_demo, open_page):
    """HN-65, HN-67: chosen in the settings, in every theme, and still there on the pages that follow."""
    page = open_page(own_demo.url("/slipway/"), viewport=PHONE, reduced_motion="reduce")
    listed = "/slipway/"
    thread = page.locator(".row:has(.comments-link) a").first.get_attribute("href").split("?")[0] + "/comments"
    seen = set()
    for theme in THEMES:
        page.goto(own_demo.url("/slipway/settings/text"))
        with page.expect_response(lambda answer: "/act/preferences" in answer.url):
            page.locator(f"input[name=theme][value={theme}]").check(force=True)
        for screen, path in (("list", listed), ("thread", thread)):
            page.goto(own_demo.url(path))
            expect(page.locator(".comment" if screen == "thread" else ".row").nth(3)).to_be_attached(timeout=60_000)
            expect(page.locator("html")).to_have_attribute("data-theme", theme)
            colours = page.evaluate(COLOURS)
            seen.add((screen, colours["paper"]))
            for selector, (attribute, allowed) in COMMUNITY[screen].items():
                shown = page.evaluate(
                    "([selector, attribute]) => [...document.querySelectorAll(selector)].map((one) => getComputedStyle(one)[attribute])",
                    [selector, attribute])
                assert shown, (theme, screen, selector)
                assert set(shown) <= {colours[name] for name in allowed}, (theme, screen, selector, set(shown), colours)
    assert len(seen) == 2 * len(THEMES), "each theme has a ground of its own"
