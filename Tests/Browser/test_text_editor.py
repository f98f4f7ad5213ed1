"""The text field of a guide's page, in a form that the test puts into a page of the demonstration: its policy, styles and scripts
are real, and only the form is not yet the program's."""
import html
import json
import pathlib

import pytest
from playwright.sync_api import expect
from selenium.webdriver.common.keys import Keys

from support.browser import (
    DESK, NARROW, PHONE, TOUCH_OPTIONS, assert_axe_finds_nothing_by_day_and_night, assert_fits, box, until)
from support.webkit import Page

TEXTS = json.loads((pathlib.Path(__file__).parent / "typed_texts.json").read_text())
TYPED, PASTED = TEXTS[0], TEXTS[1:]
PAGES = [{"slug": "york", "title": "York", "path": "Cities"}, {"slug": "leeds", "title": "Leeds", "path": "Cities"},
         {"slug": "food", "title": "Food and drink", "path": "Living"}, {"slug": "cafes", "title": "Cafés", "path": "Living › Food"}]
# Drawings of the program stand for photographs: what follows the path to pictures is their name.
PICTURES = [{"src": f"https://pack.invalid/media/{name}.svg", "alt": alt, "name": name} for name, alt in
            [("tidings", "A wave"), ("photograph", "A frame")]]
TEXT = """<p>York is a <b>walled city</b> of 20 km<sup>2</sup>, H<sub>2</sub>O and <i>gates</i>. See <a href="https://pack.invalid/page/leeds#station">Leeds</a>.</p>
<h2>Where to stay</h2>
<ul>
<li>In the old town
<ul>
<li>The Mount</li>
</ul>
</li>
<li>
<p>Near the station</p>
<p>Or beyond it</p>
</li>
</ul>
<blockquote>
<p>Walls<br>and gates</p>
</blockquote>
<p><img src="https://pack.invalid/media/tidings.svg" alt="A wave"></p>
<hr>
<ol>
<li>By train</li>
</ol>"""
# Puts the form into the page, and loads the script, as a page of the program would by itself.
PUT = """([markup, assets]) => {
    document.querySelector('main').innerHTML = markup;
    window.inputs = 0;
    document.querySelector('.edit-form').addEventListener('input', () => { window.inputs += 1; });
    return import(`${assets}text-editor.js`).then(() => null);
}"""
ASSETS = "document.querySelector('script[src*=\"/assets/\"]').getAttribute('src').replace(/[^/]+$/, '')"
VALUE = "document.querySelector('textarea[name=text]').value"
READY = "Boolean(document.querySelector('.ProseMirror')) && document.querySelectorAll('link[href$=\"text-editor.css\"]').length > 0"
PASTE = """(pasted) => {
    const data = new DataTransfer();
    data.setData('text/html', pasted);
    document.querySelector('.ProseMirror').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}"""


def markup(assets, text="", attributes=""):
    """What `PackTextField` writes, in a form."""
    data = "".join(f'<script type="application/json" id="{name}">{json.dumps(value)}</script>'
                   for name, value in [("pack-pages", PAGES), ("pack-pictures", [{**one, "thumb": assets + one["name"] + ".svg"} for one in PICTURES])])
    return (f'<form class="card-form page-column edit-form"><h1>Edit York</h1><div class="field"><label for="page-text">Text</label>'
            f'<textarea class="input" id="page-text" name="text" rows="20" autocomplete="off" data-rich-text data-media-path="{assets}" {attributes}>\n'
            f'{html.escape(text)}</textarea></div><button class="button primary">Save</button></form>{data}')


def open_field(demo, open_page, text="", viewport=DESK, attributes="", **options):
    page = open_page(demo.url("/mine/keyboard-shortcuts"), viewport, **options)
    assets = page.evaluate(ASSETS)
    page.evaluate(PUT, [markup(assets, text, attributes), assets])
    if "data-fits" not in attributes:
        expect(page.locator(".ProseMirror")).to_be_visible()
    return page


def button(page, label):
    return page.get_by_role("toolbar").get_by_role("button", name=label, exact=True)


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def test_what_is_typed_is_sent_with_the_fields_elements_only(demo, open_page):
    page = open_field(demo, open_page)
    page.get_by_label("Text", exact=True).and_(page.get_by_role("textbox")).click()
    keys = page.keyboard
    keys.type("Hello ")
    press(page, "Control+b")
    keys.type("bold")
    press(page, "Control+b")
    keys.type(" and two. ")
    press(page, "Enter")
    keys.type("- item")
    press(page, "Enter", "Tab")
    keys.type("deep")
    press(page, "Enter", "Enter", "Enter")
    keys.type("## Head")
    press(page, "Enter")
    keys.type("see ")
    # A link by its title, with the keyboard only: filtered without accents and letter case, chosen by arrows.
    press(page, "Control+k")
    dialog = page.get_by_role("dialog")
    keys.type("FOOD")
    expect(dialog.get_by_role("option")).to_have_count(2)
    expect(dialog.get_by_role("combobox")).to_have_attribute("aria-activedescendant", "text-editor-page-0")
    press(page, "ArrowDown", "ArrowUp", "Enter")
    # At once: a dialogue has given its answer before the next key comes.
    keys.type(" there")
    assert page.evaluate(VALUE) == TYPED["sent"]
    assert page.evaluate("window.inputs") > 20
    # All of it can be undone, and done again.
    while button(page, "Undo").get_attribute("aria-disabled") == "false":
        button(page, "Undo").click()
    assert page.evaluate(VALUE) == ""
    while button(page, "Redo").get_attribute("aria-disabled") == "false":
        press(page, "Control+Shift+z")
    assert page.evaluate(VALUE) == TYPED["sent"]


@pytest.mark.parametrize("text", PASTED, ids=[one["what"] for one in PASTED])
def test_of_what_is_pasted_the_fields_elements_remain(demo, open_page, text):
    """The page's policy reports nothing, and nothing is fetched: `open_page` looks at both."""
    page = open_field(demo, open_page)
    page.locator(".ProseMirror").click()
    page.evaluate(PASTE, text["pasted"])
    assert page.evaluate(VALUE) == text["sent"]
    assert page.evaluate("window.hacked") is None


def test_a_stored_text_stays_as_it_is_until_it_is_changed(demo, open_page):
    page = open_field(demo, open_page, TEXT)
    assert page.evaluate("[window.inputs, %s]" % VALUE) == [0, TEXT]
    page.locator(".ProseMirror img[src]").wait_for()
    assert page.locator(".ProseMirror img[src]").evaluate("async (image) => { await image.decode(); return image.naturalWidth > 0; }")
    page.locator(".ProseMirror h2").click()
    press(page, "End")
    page.keyboard.type("!")
    assert page.evaluate(VALUE) == TEXT.replace("stay<", "stay!<")
    press(page, "Control+z")
    assert page.evaluate(VALUE) == TEXT


def test_links_are_changed_removed_and_made_of_addresses(demo, open_page):
    page = open_field(demo, open_page, TEXT)
    link = page.locator(".ProseMirror a")
    link.click()
    expect(button(page, "Link")).to_have_attribute("aria-pressed", "true")
    dialog = page.get_by_role("dialog")
    # The page that is linked stands in the field, and keeps the place in it.
    button(page, "Link").click()
    expect(dialog.get_by_role("combobox")).to_have_value("Leeds")
    press(page, "Enter")
    expect(page.locator(".ProseMirror")).to_be_focused()
    assert page.evaluate(VALUE) == TEXT
    button(page, "Link").click()
    dialog.get_by_role("combobox").fill("nothing like this")
    expect(dialog.get_by_role("status")).to_have_text("No page of the guide has these words. A web address begins with https://.")
    press(page, "Enter")
    expect(dialog).to_be_visible()
    dialog.get_by_role("combobox").fill("loom.example/boats")
    press(page, "Enter")
    assert page.evaluate(VALUE) == TEXT.replace("https://pack.invalid/page/leeds#station", "https://loom.example/boats")
    button(page, "Link").click()
    press(page, "Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator(".ProseMirror")).to_be_focused()
    button(page, "Remove link").click()
    assert "See Leeds.</p>" in page.evaluate(VALUE)
    expect(button(page, "Remove link")).to_have_attribute("aria-disabled", "true")


def test_a_picture_of_the_guide_is_chosen_and_described(demo, open_page):
    page = open_field(demo, open_page, "<p>Here:</p>")
    page.locator(".ProseMirror").click()
    press(page, "Control+End", "Space")
    button(page, "Picture").click()
    dialog = page.get_by_role("dialog")
    press(page, "Space", "ArrowRight")
    expect(dialog.get_by_label("What it shows")).to_have_value("A frame")
    dialog.get_by_label("What it shows").fill('A "gilt" frame')
    press(page, "Enter")
    sent = '<p>Here: <img src="https://pack.invalid/media/photograph.svg" alt="A &quot;gilt&quot; frame"></p>'
    assert page.evaluate(VALUE) == sent
    assert page.locator(".ProseMirror img[src]").get_attribute("src").endswith("/photograph.svg")
    # Chosen again, its description can be changed.
    page.locator(".ProseMirror img[src]").click()
    button(page, "Picture").click()
    expect(dialog.get_by_role("radio", name="photograph")).to_be_checked()
    dialog.get_by_label("What it shows").fill("A frame")
    press(page, "Enter")
    assert page.evaluate(VALUE) == sent.replace("A &quot;gilt&quot; frame", "A frame")


def test_the_html_can_be_edited_and_what_only_html_can_show_stays_there(demo, open_page):
    page = open_field(demo, open_page, TEXT)
    source = page.locator("textarea[name=text]")
    page.get_by_role("button", name="Edit as HTML").click()
    expect(source).to_be_focused()
    expect(page.locator(".text-editor")).to_be_hidden()
    # There and back changes nothing.
    page.get_by_role("button", name="Edit as formatted text").click()
    assert page.evaluate("[window.inputs, %s]" % VALUE) == [0, TEXT]
    page.get_by_role("button", name="Edit as HTML").click()
    source.fill("<p>a <strong>b</strong></p><h1 style='color:red'>c</h1>")
    page.get_by_role("button", name="Edit as formatted text").click()
    expect(page.locator(".ProseMirror h2")).to_have_text("c")
    assert page.evaluate(VALUE) == "<p>a <b>b</b></p>\n<h2>c</h2>"
    page.get_by_role("button", name="Edit as HTML").click()
    source.fill("<p>a</p><table><tr><td>b</table>")
    page.get_by_role("button", name="Edit as formatted text").click()
    expect(page.locator(".hint[role=status]")).to_contain_text("because of <table>.")
    expect(source).to_be_visible()
    assert page.evaluate(VALUE) == "<p>a</p><table><tr><td>b</table>"
    source.fill("<p>a</p>")
    page.get_by_role("button", name="Edit as formatted text").click()
    expect(page.locator(".hint[role=status]")).to_have_text("")
    press(page, "Control+z")
    assert page.evaluate(VALUE) == "<p>a <b>b</b></p>\n<h2>c</h2>"


def test_a_text_that_does_not_fit_is_left_as_html_with_the_reason(demo, open_page):
    page = open_field(demo, open_page, "<table></table>", attributes='data-fits="false" data-fits-note="This page has a table."')
    expect(page.locator("textarea[name=text]")).to_be_visible()
    expect(page.locator(".hint")).to_have_text("This page has a table.")
    assert page.locator(".ProseMirror, .text-editor-switch").count() == 0


def test_the_toolbar_is_one_stop_and_says_its_state(demo, open_page):
    page = open_field(demo, open_page, TEXT)
    page.locator(".ProseMirror b").click()
    expect(button(page, "Bold")).to_have_attribute("aria-pressed", "true")
    expect(button(page, "Heading")).to_have_attribute("aria-pressed", "false")
    press(page, "Escape")
    expect(button(page, "Paragraph")).to_be_focused()
    press(page, "ArrowRight")
    expect(button(page, "Heading")).to_be_focused()
    assert page.locator(".text-editor-bar [tabindex='0']").count() == 1
    press(page, "Enter")
    assert page.evaluate(VALUE).startswith("<h2>York is")
    press(page, "Escape", "End")
    expect(button(page, "Redo")).to_be_focused()
    press(page, "Escape")
    expect(page.locator(".ProseMirror")).to_be_focused()
    for label, sent in [("Numbered list", "<ol>\n<li>York is"), ("Numbered list", "<p>York is"), ("Quotation", "<blockquote>\n<p>York is")]:
        button(page, label).click()
        if label == "Numbered list" or page.evaluate(VALUE).startswith("<blockquote>"):
            assert page.evaluate(VALUE).startswith(sent), label
    assert page.get_by_role("toolbar").get_by_role("button").evaluate_all("(all) => all.every((one) => one.ariaLabel && one.title)")


@pytest.mark.parametrize("viewport", [NARROW, PHONE, DESK], ids=["narrow", "phone", "desk"])
def test_the_field_and_its_dialogues_fit_and_are_accessible(demo, open_page, viewport):
    options = {} if viewport == DESK else TOUCH_OPTIONS
    page = open_field(demo, open_page, TEXT, viewport, **options)
    until(page, READY)
    for label in [None, "Link", "Picture"]:
        if label:
            button(page, label).click()
            expect(page.get_by_role("dialog")).to_be_visible()
        assert_fits(page)
        assert_axe_finds_nothing_by_day_and_night(page, label)
        if label:
            press(page, "Escape")
    if viewport != DESK:
        sizes = [box(one) for one in page.locator(".text-editor button").all()]
        assert all(size["width"] >= 44 and size["height"] >= 44 for size in sizes), sizes
    # The toolbar stays below the bar at the top, however long the text is.
    page.locator(".ProseMirror ol").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, document.querySelector('.text-editor').getBoundingClientRect().top + scrollY + 200)")
    until(page, "document.querySelector('.text-editor-bar').getBoundingClientRect().top >= 0")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_webkit_sends_the_same(demo, webkit):
    page = Page(webkit)

    def open_form():
        webkit.get(demo.url("/mine/keyboard-shortcuts"))
        assets = page.script(f"return {ASSETS}")
        page.script(f"({PUT})(arguments[0])", [markup(assets), assets])
        page.wait(READY)
        page.click(".ProseMirror")

    open_form()
    page.script("addEventListener('error', (event) => { (window.trouble ||= []).push(event.message) })")
    for text in ["Hello ", Keys.CONTROL + "b" + Keys.NULL, "bold", Keys.CONTROL + "b" + Keys.NULL, " and two. ", Keys.ENTER, "- item",
                 Keys.ENTER, Keys.TAB, "deep", Keys.ENTER, Keys.ENTER, Keys.ENTER, "## Head", Keys.ENTER, "see ",
                 Keys.CONTROL + "k" + Keys.NULL]:
        page.press(text)
    page.one("dialog [role=combobox]")
    page.press("food")
    page.press(Keys.ENTER)
    page.until(lambda: not page.all("dialog.text-editor-dialog"))
    page.press(" there")
    assert page.script(f"return {VALUE}") == TYPED["sent"]
    for text in PASTED:
        open_form()
        page.script(f"({PASTE})(arguments[0])", text["pasted"])
        assert page.script(f"return {VALUE}") == text["sent"], text["what"]
    assert not page.script("return window.trouble || window.hacked || null")
