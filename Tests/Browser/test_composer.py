"""Writing to an origin: comments at the student paper, with and without script, on a phone and a desk."""
import itertools
import re
import urllib.request
import pytest
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from support.browser import DESK, PHONE, SIZES, HeldRequests, assert_axe_finds_nothing, until

EDITION = "mudlark"
GUEST = {"name": "Ann Quay", "email": "ann@harbour.example"}


def open_thread(server, open_page, viewport=PHONE, **options):
    """A discussed story of the student paper, whose comments have come."""
    page = open_page(server.url("/mudlark/all"), viewport, **options)
    row = page.locator(".row:has(.comments-link) > a").first
    expect(row).to_be_attached()
    story = re.search(r"/story/(\d+)", row.get_attribute("href"))[1]
    page.goto(server.url(f"/mudlark/story/{story}/comments"))
    expect(page.locator(".comment .reply-button").first).to_be_visible(timeout=60_000)
    if options.get("script", True):
        until(page, "(box => box.dataset.loadAction === 'none' && !box.dataset.busy)(document.querySelector('.discussion'))", 60)
    return page


def reply_link(page, taken=itertools.count()):
    """Of another comment each time: tests share a server, and a comment has one draft."""
    links = page.locator(".comment .reply-button")
    link = links.nth(next(taken) % links.count())
    # Comments that come into sight are laid out then: a click that scrolls there itself could miss what it aimed at.
    link.scroll_into_view_if_needed()
    expect(link).to_be_in_viewport()
    return link


def fill(page, words):
    for name, value in {**GUEST, "text": words}.items():
        page.locator(f".composer-form [name={name}]").fill(value)


@pytest.mark.mission("NEXUS-31", "NEXUS-32", "NEXUS-41", "NEXUS-64")
@SIZES
def test_a_reply_is_written_sent_and_found_in_its_thread(own_demo, open_page, viewport):
    page = open_thread(own_demo, open_page, viewport)
    link = reply_link(page)
    comment = page.locator(".comment", has=page.locator(f"> .comment-tools > .reply-button[href='{link.get_attribute('href')}']"))
    link.click()
    composer = page.locator(".composer")
    expect(composer).to_be_visible()
    # Under its comment, on a phone as a sheet; what is answered stays in view.
    assert page.locator("dialog.sheet .composer").count() == (1 if viewport == PHONE else 0)
    assert comment.locator(".composer").count() == (0 if viewport == PHONE else 1)
    expect(composer.locator(".quoted-comment blockquote")).to_be_visible(visible=viewport == PHONE)
    # The text comes first, and *Post* stands in the sheet's head, where no keyboard covers it.
    assert composer.locator("textarea, input:visible, blockquote:visible").first.get_attribute("name") == "text"
    assert page.locator(".sheet-head [data-sends-draft]").count() == (1 if viewport == PHONE else 0)
    post = page.locator("[data-sends-draft]")
    posts = []
    page.on("request", lambda request: request.url.endswith("/act/comment") and posts.append(parse_qs(request.post_data)))
    # What is missing is said where it is missing, and nothing is sent.
    for name, value in {"text": "The tide waits for nobody.", **GUEST}.items():
        post.click()
        expect(composer.locator(f"[name={name}]:invalid")).to_be_focused()
        composer.locator(f"[name={name}]").fill(value)
    assert posts == []
    # Counted as WordPress counts, once half of the room is used, and what is too long is not cut off.
    counter, name = composer.locator("[data-counted-field=name]"), composer.locator("[name=name]")
    signature = name.input_value()
    expect(counter).to_be_hidden()
    name.fill("é" * 100)
    expect(counter).to_have_text("200 of 245 bytes")
    name.fill("é" * 123)
    expect(counter).to_have_text("1 too many: at most 245 bytes")
    name.fill(signature)
    until(page, "document.querySelector('.draft-saved').textContent.startsWith('Draft kept')")
    composer.locator(".formatting summary").click()
    expect(composer.locator(".formatting li").first).to_be_visible()
    words = f"The **tide** <em>waits</em> for nobody, at {viewport['width']}."
    composer.locator("[name=text]").fill(words)
    composer.locator("[data-command=preview]").click()
    expect(composer.locator(".composer-preview em")).to_have_text("waits")
    assert_axe_finds_nothing(page, "composer")
    until(page, "document.documentElement.scrollWidth <= innerWidth")
    answered = comment.locator("> details > .comment-text").inner_text()
    composer.locator("[name=text]").press("Control+Enter")
    # One stays on the thread, which shows what was sent and says no more of it.
    own = page.locator(".own-comment, .comment.current").filter(has_text=f"waits for nobody, at {viewport['width']}")
    expect(own).to_be_in_viewport()
    expect(page.locator(".composer, .toast")).to_have_count(0)
    page.wait_for_url(re.compile(r"/comments\?sent=\d+#[co]\d+"))
    assert len(posts) == 1 and posts[0]["text"] == [words]
    # At the site it stands below the comment that it answers.
    there = urlsplit(own.locator("a[href*='unapproved=']").get_attribute("href"))
    request = urllib.request.Request(f"http://127.0.0.1:{there.port}{there.path}?{there.query}", headers={"Host": there.netloc})
    with urllib.request.urlopen(request) as answer:
        # Our policy forbids its styles.
        site = re.sub(r"""\sstyle=("[^"]*"|'[^']*')""", "", answer.read().decode())
        above = page.evaluate("""([html, id]) => new DOMParser().parseFromString(html, 'text/html').getElementById(id)
            .parentElement.closest('li')?.querySelector('.comment-content').textContent""", [site, there.fragment])
    assert above and above.split() == answered.split()


@pytest.mark.mission("HN-51")
def test_a_draft_is_kept_by_escape_and_found_on_another_device(own_demo, open_page):
    page = open_thread(own_demo, open_page, DESK)
    link = reply_link(page)
    link.click()
    text = page.locator(".composer [name=text]")
    expect(text).to_be_focused()
    with page.expect_response(re.compile("/act/save-draft$")):
        text.fill("Half a thought")
        text.press("Escape")
    expect(page.locator(".composer")).to_have_count(0)
    expect(link).to_be_focused()
    path = link.get_attribute("href")
    other = open_page(own_demo.url(path), PHONE)
    expect(other.locator("[name=text]")).to_have_value("Half a thought")
    # The page says already that the first draft is kept.
    with other.expect_response(re.compile("/act/save-draft$")):
        other.locator("[name=text]").fill("Half a thought, and more")
    listed = open_page(own_demo.url("/mudlark/outbox"), PHONE)
    expect(listed.locator(".settings-row", has_text="Half a thought, and more")).to_be_visible()


def test_two_devices_that_write_one_draft_lose_neither_text(own_demo, open_page):
    page = open_thread(own_demo, open_page, DESK)
    path = reply_link(page).get_attribute("href")
    devices = [open_page(own_demo.url(path), viewport) for viewport in (DESK, PHONE)]
    for device, words in zip(devices, ("From the desk", "From the phone")):
        device.locator("[name=text]").fill(words)
        until(device, "/^Draft kept/.test(document.querySelector('.draft-saved').textContent) || document.querySelector('.draft-conflict') !== null")
    phone = devices[1]
    expect(phone.locator(".draft-conflict")).to_contain_text("From the desk")
    expect(phone.locator("[name=text]")).to_have_value("From the phone")
    phone.get_by_role("button", name="Take the other one").click()
    expect(phone.locator("[name=text]")).to_have_value("From the desk")


def test_words_written_while_a_draft_is_being_kept_are_there_on_the_way_back(own_demo, open_page):
    path = reply_link(open_thread(own_demo, open_page, DESK)).get_attribute("href")
    page = open_page(own_demo.url(path), DESK)
    text = page.locator("[name=text]")
    held = HeldRequests(page, "**/act/save-draft")
    text.fill("Half a sentence")
    held.wait()
    text.fill("Half a sentence, and more")
    # The page ends the request, and with it the one that waits for it.
    page.goto(own_demo.url("/mudlark/outbox"))
    page.goto(own_demo.url(path))
    expect(text).to_have_value("Half a sentence, and more")
    # It is the server's then, for other devices.
    until(page, "!Object.keys(sessionStorage).some(key => key.startsWith('draft'))")
    expect(open_page(own_demo.url(path), PHONE).locator("[name=text]")).to_have_value("Half a sentence, and more")


def test_words_written_while_another_draft_is_found_stay(own_demo, open_page):
    path = reply_link(open_thread(own_demo, open_page, DESK)).get_attribute("href")
    desk, phone = (open_page(own_demo.url(path), viewport) for viewport in (DESK, PHONE))
    with desk.expect_response(re.compile("/act/save-draft$")):
        desk.locator("[name=text]").fill("From the desk")
    held = HeldRequests(phone, "**/act/save-draft")
    phone.locator("[name=text]").fill("From the phone")
    held.wait()
    phone.clock.install()
    phone.locator("[name=text]").fill("From the phone, and more")
    held.answer()
    expect(phone.locator(".draft-conflict")).to_contain_text("From the desk")
    expect(phone.locator("[name=text]")).to_have_value("From the phone, and more")
    # They take the place of the other draft only when the writer, who now sees it, goes on.
    posts = []
    phone.on("request", lambda request: request.url.endswith("/act/save-draft") and posts.append(request.url))
    phone.clock.run_for(3_000)
    phone.get_by_role("button", name="Take the other one").click()
    expect(phone.locator("[name=text]")).to_have_value("From the desk")
    assert posts == []


@pytest.mark.mission("NEXUS-40")
def test_a_lost_connection_loses_nothing_and_sends_nothing_by_itself(own_demo, open_page):
    page = open_thread(own_demo, open_page, DESK)
    page.locator(".thread-tools [data-compose]").click()
    expect(page.locator(".composer [name=text]")).to_be_focused()
    fill(page, "Sent when I say so")
    posts = []
    page.on("request", lambda request: request.url.endswith("/act/comment") and posts.append(request.url))
    page.context.set_offline(True)
    page.locator("[data-sends-draft]").click()
    note = page.locator(".not-sent")
    expect(note).to_contain_text("Not sent: no connection")
    expect(page.locator(".composer [name=text]")).to_have_value("Sent when I say so")
    page.context.set_offline(False)
    page.wait_for_load_state("networkidle")
    assert len(posts) == 1
    page.errors.clear()
    note.locator("button").click()
    page.wait_for_url(re.compile(r"\?sent=\d+"))
    assert len(posts) == 2


@pytest.mark.mission("HN-52")
def test_two_quick_taps_post_once(own_demo, open_page):
    sent = open_page(own_demo.url("/mudlark/outbox"), DESK).locator(".settings-row", has_text="Comment:").count()
    page = open_thread(own_demo, open_page, DESK)
    page.locator(".thread-tools [data-compose]").click()
    expect(page.locator(".composer [name=text]")).to_be_focused()
    fill(page, "Only once")
    page.locator("[data-sends-draft]").dblclick()
    page.wait_for_url(re.compile(r"\?sent=\d+"))
    page.goto(own_demo.url("/mudlark/outbox"))
    expect(page.locator(".settings-row", has_text="Comment:")).to_have_count(sent + 1)


@SIZES
def test_a_comment_is_written_without_script(own_demo, open_page, viewport):
    page = open_thread(own_demo, open_page, viewport, script=False)
    reply_link(page).click()
    expect(page.locator(".quoted-comment blockquote")).to_be_visible()
    fill(page, "By forms alone")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".composer-preview")).to_contain_text("By forms alone")
    expect(page.locator("[name=text]")).to_have_value("By forms alone")
    expect(page.locator("[name=email]")).to_have_value(GUEST["email"])
    page.get_by_role("button", name="Post", exact=True).click()
    page.wait_for_url(re.compile(r"\?sent=\d+"))
    expect(page.locator("[data-sent]")).to_be_visible()
    expect(page.locator(".discussion")).to_contain_text("By forms alone")


def test_a_thread_that_is_loaded_anew_keeps_the_composer(own_demo, open_page):
    page = open_thread(own_demo, open_page, DESK)
    reply_link(page).click()
    text = page.locator(".composer [name=text]")
    expect(text).to_be_focused()
    text.fill("Still here")
    page.evaluate("document.dispatchEvent(new Event('tidings:replacing')), document.dispatchEvent(new Event('tidings:replaced'))")
    expect(text).to_have_value("Still here")
    expect(text).to_be_focused()
    assert page.locator(".comment .composer").count() == 1


def test_what_the_composer_loads_is_small_and_loaded_only_where_one_writes(demo, open_page):
    page = open_page(demo.url("/mudlark/"), PHONE)
    assert page.evaluate("performance.getEntriesByType('resource').filter((one) => /compose|membership/.test(one.name)).length") == 0
    sizes = page.evaluate("""async () => {
        const root = document.querySelector('script[type=module]').src.replace(/[^/]+$/, '');
        const size = async (name) => { const zipped = (await fetch(root + name)).body.pipeThrough(new CompressionStream('gzip'));
            return (await new Response(zipped).arrayBuffer()).byteLength; };
        return [await size('compose.js'), await size('membership.js'), await size('compose.css')]; }""")
    assert sizes[0] <= 4_000 and sizes[1] <= 2_000 and sizes[2] <= 1_900, sizes
