"""Formulas in stories: MathML as it is, TeX by KaTeX where there is script, each within its column."""
import re

import pytest
from playwright.sync_api import expect

from support.browser import DESK, PHONE, assert_fits
from support.program import TidingsServer, run, wait_for
from support.sites import SampleSite, rss

WIDE = "x = " + " + ".join(rf"\frac{{a_{{{n}}}}}{{b_{{{n}}} + \sqrt{{c}}}}" for n in range(1, 16))
TERMS = "<mo>+</mo>".join(f"<msub><mi>a</mi><mn>{n}</mn></msub>" for n in range(1, 40))
STORY = rf"""
<p>The energy is <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi>
<mn>2</mn></msup></mrow><annotation encoding="application/x-tex">E=mc^2</annotation></semantics></math></span><span class="katex-html"
aria-hidden="true">E=mc2</span></span>, and <script type="math/tex">\sqrt{{x+1}}</script> is a root.</p>
<script type="math/tex; mode=display">{WIDE}</script><p>A sum:</p><math display="block"><mrow>{TERMS}</mrow></math>
<p>No command: <script type="math/tex">\unknown{{x}}</script>, and none of these: <script type="math/tex">\href{{javascript:alert(1)}}{{x}}
\fcolorbox{{red}}{{blue}}{{y}}</script>.</p>
"""


def feed():
    content = STORY.replace("&", "&amp;").replace("<", "&lt;")
    words = "&lt;p>The energy is &lt;math>&lt;mi>E&lt;/mi>&lt;/math>, in words.&lt;/p>"
    date = "<pubDate>Sat, 21 Nov 2026 09:00:00 GMT</pubDate>"
    return rss("Heron", (
        f"<item><title>On formulas</title><guid>1</guid>{date}<content:encoded>{content}</content:encoded></item>"
        f"<item><title>On words</title><guid>2</guid>{date}<content:encoded>{words}</content:encoded></item>"),
        content="http://purl.org/rss/1.0/modules/content/")


@pytest.fixture(scope="module")
def stories(tmp_path_factory):
    """The addresses of a story with TeX and of one without, by their titles."""
    site = SampleSite({"/feed": feed()})
    folder = tmp_path_factory.mktemp("formulas")
    server = TidingsServer(folder, *site.allowed, start=False)
    added = run("add", site.home + "/feed", "--data", folder, *site.allowed)
    assert added.returncode == 0, added.stderr
    server.start()
    paths = wait_for(lambda: set(re.findall(r"/mine/story/\d+", server.ask("/mine/all").text)), "the stories", 60)
    yield {re.search("<h1[^>]*>([^<]+)", server.ask(path).text)[1]: server.address + path for path in paths}
    server.end()
    site.end()


def loaded(page):
    """The names of the files that the page has loaded."""
    return page.evaluate("performance.getEntriesByType('resource').map((one) => one.name.split('/').at(-1))")


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_formulas_are_drawn_and_stay_in_their_column(stories, open_page, viewport):
    page = open_page(stories["On formulas"], viewport)
    expect(page.locator(".text math")).to_have_count(5)
    assert page.locator(".text math").first.evaluate("(one) => one.textContent.replace(/\\s/g, '')") == "E=mc2"
    assert page.locator(".text msqrt").first.evaluate("(one) => one.namespaceURI") == "http://www.w3.org/1998/Math/MathML"
    # What KaTeX does not know, and what it must not draw, stays TeX.
    assert page.locator(".text code.tex").first.text_content() == r"\unknown{x}"
    assert page.locator(".text :is([href], [style], annotation, script)").count() == 0
    assert_fits(page)
    expect(page.locator(".text .formula > math[display=block]")).to_have_count(2)
    for formula in page.locator(".text .formula").all():
        width, full, right = formula.evaluate("(one) => [one.clientWidth, one.scrollWidth, one.getBoundingClientRect().right]")
        assert full > width and right <= viewport["width"], (width, full, right)
    assert page.locator(".text math[display=block] mfrac").first.evaluate("(one) => one.getBoundingClientRect().height") > 20
    assert "katex.min.js" in loaded(page)


def test_without_script_tex_is_shown_as_it_is(stories, open_page):
    page = open_page(stories["On formulas"], script=False)
    expect(page.locator(".text code.tex").first).to_have_text(r"\sqrt{x+1}")
    expect(page.locator(".text code.tex-block")).to_contain_text(r"\frac{a_{1}}{b_{1} + \sqrt{c}}")
    expect(page.locator(".text math")).to_have_count(2)
    assert_fits(page)


def test_a_story_without_tex_loads_no_script_for_it(stories, open_page):
    page = open_page(stories["On words"])
    expect(page.locator(".text math")).to_have_count(1)
    page.wait_for_load_state("networkidle")
    assert "app.js" in loaded(page)
    assert not {"katex.min.js", "formulas.js"} & set(loaded(page))
