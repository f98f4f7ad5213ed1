"""The main walk in WebKitGTK, the engine nearest to an iPhone's. Its window is no narrower than 447 px, and it has no
touch: layout by width and gestures are judged in Chromium."""
import pathlib
import subprocess

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from support import hostile
from support.program import BINARY
from support.webkit import Page

# Selenium's own, about itself (4.51).
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def test_the_walk_in_webkit(own_demo, webkit):
    page = Page(webkit)
    webkit.get(own_demo.url())
    page.script("addEventListener('error', (event) => { (window.trouble ||= []).push(event.message) })")
    assert "Tidings" in webkit.title
    assert len(page.all("section.section")) >= 4
    page.wait("document.querySelector('img.lead-image, img.row-image').naturalWidth > 0")
    assert page.script("return document.documentElement.scrollWidth <= innerWidth")

    # A section, deeper, and a story of its second step.
    page.script("[...document.querySelectorAll('.section-head a')].find((a) => a.textContent.includes('Local')).click()")
    page.until(lambda: page.text("h1") == "Local")
    page.until(lambda: len(page.all("[data-list] .row")) == 20)
    page.click("[data-more]")
    page.until(lambda: len(page.all("[data-list] .row")) == 40)
    assert "depth=40" in webkit.current_url
    row = page.all("[data-list] .row")[24]
    story = row.get_attribute("id")
    page.script("arguments[0].scrollIntoView({ block: 'center' })", row)
    page.script("scrollBy(0, 0)")
    at = page.script("return scrollY")
    page.tap(row.find_element(By.CSS_SELECTOR, "a"))
    page.one("article.story h1")

    # Saved, and back at the same place with the row read.
    page.click("[data-toggle=saved]")
    page.wait("document.querySelector('[data-toggle=saved]').getAttribute('aria-pressed') === 'true'")
    page.click("[data-back]")
    page.until(lambda: len(page.all("[data-list] .row")) == 40)
    page.wait(f"!document.getElementById('{story}').classList.contains('unread')")
    page.wait(f"Math.abs(scrollY - {at}) < 60")
    webkit.get(own_demo.url("/mine/saved"))
    assert page.one(f"#{story}")

    # Searching, by keyboard.
    webkit.get(own_demo.url("/mine/search"))
    field = page.one("input[type=search]")
    field.send_keys("harbour" + Keys.ENTER)
    page.until(lambda: len(page.all(".row mark")) >= 1)
    assert not page.script("return window.trouble || null")


def test_a_linked_page_in_webkit(own_demo, webkit):
    """A link opens in the app with its title, back and forward work, and its web page opens outside."""
    page = Page(webkit)
    webkit.get(own_demo.url("/mine/feeds"))
    page.script("[...document.querySelectorAll('.feed-row a.name')].find((a) => a.textContent.includes('Harbour Post')).click()")
    page.until(lambda: page.text("h1") == "Harbour Post")
    page.script("location.href = [...document.querySelectorAll('.row[data-story] a')].find((a) => a.textContent.includes('Sunday libraries')).href")
    page.until(lambda: "Sunday libraries" in page.text("article.story h1"))
    page.script("[...document.querySelectorAll('.text a')].find((a) => a.textContent === 'a viaduct hums').click()")
    page.until(lambda: webkit.title.startswith("The viaduct that hums"))
    page.wait("document.querySelector('[data-history-step=\"-1\"]').disabled")
    page.script("[...document.querySelectorAll('.external .text a')].find((a) => a.textContent.includes('notebook')).click()")
    page.until(lambda: webkit.title.startswith("What I learned"))
    page.wait("!document.querySelector('[data-history-step=\"-1\"]').disabled")
    page.click("[data-history-step='-1']")
    page.until(lambda: webkit.title.startswith("The viaduct that hums"))
    page.wait("!document.querySelector('[data-history-step=\"1\"]').disabled")
    way = page.one(".form-actions [data-original-link]")
    assert "/news/viaduct" in way.get_attribute("href") and way.get_attribute("target") == "_blank"


def test_the_institutes_paper_in_webkit(own_demo, webkit):
    """A section, deeper, a story of its second step, and back to the very place; then the Newsstand, and back in this paper."""
    page = Page(webkit)
    webkit.get(own_demo.url("/marram/"))
    page.script("addEventListener('error', (event) => { (window.trouble ||= []).push(event.message) })")
    page.until(lambda: len(page.all("section.section")) >= 3)
    assert page.script("return document.documentElement.scrollWidth <= innerWidth")
    # The status line is at the foot, as this edition has no tabs.
    assert not page.all("nav.tabs")
    foot = page.script("return innerHeight - document.querySelector('.status-bar').getBoundingClientRect().bottom")
    assert abs(foot) < 1
    page.script("[...document.querySelectorAll('.section-head a')].find((a) => a.textContent.includes('Latest News')).click()")
    page.until(lambda: page.text("h1") == "Latest News")
    page.until(lambda: len(page.all("[data-list] .row")) == 20)
    section = webkit.current_url
    page.click("main [data-more]")
    page.until(lambda: len(page.all("[data-list] .row")) > 20)
    count = len(page.all("[data-list] .row"))
    row = page.all("[data-list] .row:not(.external)")[22]
    story, title = row.get_attribute("id"), page.script("return arguments[0].querySelector('.headline').lastChild.textContent", row)
    page.script("arguments[0].scrollIntoView({ block: 'center' })", row)
    at = page.script("return scrollY")
    page.tap(row.find_element(By.CSS_SELECTOR, "a"))
    page.until(lambda: page.text("article.story h1") == title)
    assert page.script("return document.documentElement.scrollWidth <= innerWidth")
    page.click("[data-back]")
    page.until(lambda: len(page.all("[data-list] .row")) == count)
    page.wait(f"!document.getElementById('{story}').classList.contains('unread')")
    page.wait(f"Math.abs(scrollY - {at}) < 60")
    assert webkit.current_url.split("?")[0] == section.split("?")[0]

    # The edition reopens where it was left.
    def reopens():
        webkit.get(own_demo.url("/mine/newsstand"))
        return page.one("[data-newspaper=marram]").get_attribute("href")
    page.until(lambda: "/section/" in reopens())
    webkit.get(own_demo.url("/marram/"))
    page.click(".nameplate")
    page.until(lambda: [line for line in page.all("dialog.sheet .newspaper-row") if line.is_displayed()])
    page.press(Keys.ESCAPE)
    page.until(lambda: not page.all("dialog.sheet[open]"))
    assert not page.script("return window.trouble || null")


def test_an_action_is_undone_in_webkit(own_demo, webkit):
    page = Page(webkit)
    webkit.get(own_demo.url("/mine/unread"))
    count = len(page.all(".row.unread"))
    assert count > 0
    page.script("[...document.querySelectorAll('button')].find((b) => /^Mark all/.test(b.textContent)).click()")
    page.until(lambda: not page.all(".row.unread"))
    page.until(lambda: [b for b in page.all(".toast button") if b.is_displayed() and b.text == "Undo"])
    page.script("[...document.querySelectorAll('.toast button')].find((b) => b.textContent.trim() === 'Undo').click()")
    page.until(lambda: len(page.all(".row.unread")) == count)


@pytest.mark.parametrize("path", ["/mine/", "/mine/all", "/mine/feeds", "/mine/settings", "/mine/newsstand", "/mine/add", "/marram/", "/estuary/",
                                  "/inland/sections"])
def test_pages_are_complete_in_webkit(own_demo, webkit, path):
    page = Page(webkit)
    webkit.get(own_demo.url(path))
    page.one("main")
    assert page.script("return document.documentElement.scrollWidth <= innerWidth"), "wider than the window"
    # The style sheet was understood: its tokens are there, and the bars lie where they should.
    assert page.script("return getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()")
    top = page.script("return document.querySelector('header.top-bar').getBoundingClientRect().top")
    assert top == 0
    tabs = page.script(
        "const bar = document.querySelector('nav.tabs'); return bar && innerHeight - bar.getBoundingClientRect().bottom")
    assert tabs is None or abs(tabs) < 1


@pytest.mark.mission("MIT-55")
def test_the_gallery_in_webkit(own_demo, webkit):
    page = Page(webkit)
    webkit.get(own_demo.url("/mine/search?q=five+plates+cold+kitchen"))
    page.click("main .row > a")
    page.one("article.story h1")
    story = webkit.current_url
    page.wait("document.querySelector('.hero img').naturalWidth > 0")
    page.click(".hero a[data-picture]")
    title = "document.querySelector('dialog.gallery[open] h2')?.textContent"
    page.wait(f"{title} === '1 of 5'")
    page.wait("document.querySelector('.gallery-slide:not([inert]) img.loaded') !== null")
    page.wait("document.querySelector('.gallery-root').getAnimations().length === 0")
    assert page.script("return document.activeElement.textContent") == "Done"
    page.press(Keys.ARROW_LEFT)
    page.press(Keys.ARROW_RIGHT)
    page.wait(f"{title} === '2 of 5'")
    page.wait("document.querySelector('.gallery-slide:not([inert]) img.loaded') !== null")
    page.press("+")
    page.wait("new DOMMatrix(getComputedStyle(document.querySelector('.gallery-slide:not([inert]) .gallery-layer')).transform).a > 1.4")
    page.press("0")
    words = page.one(".gallery-caption").rect
    assert abs(words["y"] + words["height"] - page.script("return innerHeight")) < 24
    assert "celeriac" in page.text(".gallery-caption")
    # The browser's Back closes it, and the story is as it was; Forward reopens it.
    webkit.back()
    page.until(lambda: not page.all("dialog.gallery"))
    assert webkit.current_url == story
    webkit.forward()
    page.wait(f"{title} === '2 of 5'")
    page.press(Keys.ESCAPE)
    page.until(lambda: not page.all("dialog.gallery"))
    page.one("article.story h1")


def test_comments_in_webkit(own_demo, webkit):
    """The student paper's comments: a page of them, folding, ways by key, finding; and the panel over the story."""
    page = Page(webkit)

    def opened():
        webkit.get(own_demo.url("/mudlark/all"))
        return page.all(".row .comments-link")
    page.until(opened)
    page.script("document.querySelector('.row:has(.comments-link) a').click()")
    page.one("article.story h1")
    way = page.one("[data-panel='right']").get_attribute("href")
    webkit.get(way)
    page.wait("document.querySelectorAll('.discussion .comment').length > 3")
    page.wait("(box => box.dataset.loadAction === 'none' && !box.dataset.busy)(document.querySelector('.discussion'))")
    assert page.script("return document.documentElement.scrollWidth <= innerWidth")
    page.click(".comment summary")
    page.wait("!document.querySelector('.comment details').open")
    page.script("document.querySelector('.comment summary').focus()")
    page.press("x")
    page.wait("document.querySelector('.comment details').open")
    page.press("J")
    page.wait("document.activeElement.closest('.comment') === document.querySelectorAll('.thread > .comment')[1]")
    page.press("/")
    page.wait("document.activeElement.matches('.thread-find input')")
    page.press("the")
    page.wait("/^1 of \\d+$/.test(document.querySelector('.thread-find output').textContent)")
    page.press(Keys.ESCAPE)
    page.until(lambda: not page.all(".thread-find"))
    page.script("document.querySelector('[data-level-toggle]').click()")
    page.wait("document.querySelector('.thread ol .comment').offsetParent === null")
    webkit.get(way.replace("/comments", ""))
    page.one("article.story h1")
    # Without its script the button leads to the page of comments.
    page.wait("document.readyState === 'complete'")
    page.script("document.querySelector('[data-panel=\"right\"]').click()")
    page.wait("document.querySelector('dialog.drawer.right .comment') !== null")
    page.script("document.querySelector('dialog.drawer.right .close').click()")
    page.until(lambda: not page.all("dialog.drawer"))


def test_composing_in_webkit(own_demo, webkit):
    """A comment at the student paper: opened under what it answers, counted, kept, previewed, sent, and found."""
    page = Page(webkit)

    def opened():
        webkit.get(own_demo.url("/mudlark/all"))
        return page.all(".row .comments-link")
    page.until(opened)
    story = page.script("return document.querySelector('.row:has(.comments-link)').dataset.story")
    webkit.get(own_demo.url(f"/mudlark/story/{story}/comments"))
    page.wait("document.querySelector('.comment .reply-button') !== null")
    page.wait("(box => box.dataset.loadAction === 'none' && !box.dataset.busy)(document.querySelector('.discussion'))")
    page.script("document.querySelector('.comment .reply-button').click()")
    page.wait("document.activeElement.matches('.composer [name=text]')")
    page.press("The *quay* is quiet.")
    page.wait("document.querySelector('[data-counted-field=text]').textContent === '20 of 65525 bytes'")
    assert page.script("return document.querySelector('[data-counted-field=text]').hidden")
    page.wait("document.querySelector('.draft-saved').textContent.startsWith('Draft kept')")
    page.script("document.querySelector('[data-command=preview]').click()")
    page.wait("document.querySelector('.composer-preview').textContent.includes('quay')")
    # Not without a name: the browser leads there.
    page.script("document.querySelector('[data-sends-draft]').click()")
    page.wait("document.activeElement.name === 'name'")
    page.script("""for (const [name, value] of [['name', 'Ann Quay'], ['email', 'ann@harbour.example']]) {
        const field = document.querySelector(`.composer-form [name=${name}]`); field.value = value;
        field.dispatchEvent(new Event('input', { bubbles: true })); }""")
    page.script("document.querySelector('[data-sends-draft]').click()")
    page.wait("location.search.startsWith('?sent=') && document.querySelector('.own-comment') !== null")
    page.wait("document.querySelector('.own-comment').textContent.includes('quay* is quiet')")


def test_webkit_reads_sanitized_formulas_as_they_were_written(webkit):
    """A mutation would show as another tree after a round, or as an element that the normal form does not have."""
    documents = [document for document in hostile.handwritten() if "math" in document.lower() or "tex" in document]
    assert len(documents) >= 25
    documents.append(
        '<p>a <math display=block><mtable><mtr><mtd><mmultiscripts><mi>X</mi><mn>1</mn><none/><mprescripts/><mn>2</mn><mn>3</mn>'
        '</mmultiscripts></mtd><mtd><mfenced><mi>a</mi><mtext>if &lt;b&gt;</mtext></mfenced></mtd></mtr></mtable><mspace width=1em/>'
        '<msqrt><mo stretchy=false>+</mo></msqrt></math> b <math><mi>x</mi></math></p><table><td><math><mn>1</mn></math></table>')
    webkit.get("about:blank")
    webkit.execute_script((pathlib.Path(__file__).parent / "inspector.js").read_text())
    found = {}
    for document in documents:
        cleaned = subprocess.run([BINARY, "sanitize"], input=document, capture_output=True, text=True, check=True, timeout=60).stdout[:-1]
        found[cleaned] = webkit.execute_async_script(
            "const done = arguments[1]; inspector.one(arguments[0]).then(done, (error) => done([String(error)]))", cleaned)
    # Only pages of the other test install the hooks in frames.
    wrong = {text: [one for one in all if one != "the frame has no hooks"] for text, all in found.items()}
    assert not any(wrong.values()), {text: all for text, all in wrong.items() if all}
