"""Every theme, everywhere: what can be read is legible in it, and every part of a screen takes its colours from it."""
import pytest
from axe_playwright_python.sync_playwright import Axe

from conftest import PHONE
from test_accessibility import EDITIONS

THEMES = ["day", "night", "sepia", "black"]

# Each part of a screen, the property that shows its colour, and the colours of the theme that it may have.
PARTS = {
    "list": {
        "html": ("backgroundColor", ["paper"]),
        ".top": ("backgroundColor", ["paper"]),
        ".top .action": ("color", ["ink", "accent"]),
        ".row .headline": ("color", ["ink", "opened"]),
        ".row .from, .row .dek": ("color", ["second"]),
    },
    "story": {
        "html": ("backgroundColor", ["paper"]),
        "article.story h1": ("color", ["ink"]),
        "article.story .text": ("color", ["ink"]),
        ".top": ("backgroundColor", ["paper"]),
    },
    "settings": {
        "html": ("backgroundColor", ["paper"]),
        "legend": ("color", ["ink", "second"]),
        ".button.main": ("backgroundColor", ["accent", "ink"]),
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
        story = page.locator(".row:not(.outside) a").first.get_attribute("href")
        found[edition] = {"list": f"/{edition}/all", "story": story, "settings": f"/{edition}/settings"}
    page.context.close()
    return found


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
        rules = page.evaluate("""() => [...document.querySelectorAll('.row, .section-head, .top, .tabs')].flatMap((one) => {
          const style = getComputedStyle(one);
          return ['Top', 'Bottom'].filter((side) => parseFloat(style[`border${side}Width`]) && style[`border${side}Style`] !== 'none')
            .map((side) => style[`border${side}Color`]);
        })""")
        unseen = "rgba(0, 0, 0, 0)"
        assert set(rules) <= {colours["rule"], colours["edge"], unseen}, (edition, screen, set(rules))
        found = Axe().run(page, options={"runOnly": {"type": "rule", "values": ["color-contrast"]}}).response["violations"]
        assert not found, (edition, screen, [node["html"][:160] for one in found for node in one["nodes"]][:4])


def test_themes_differ(demo, open_page):
    page = open_page(demo.url("/mine/all"))
    grounds = set()
    for theme in THEMES:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        grounds.add(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
    assert len(grounds) == len(THEMES)
