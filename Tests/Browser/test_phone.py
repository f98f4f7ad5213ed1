"""The demonstration for a phone, and the installed app."""
import json
import re
import subprocess

import pytest

from support.browser import CHROMIUM, PHONE, is_skipped_transition
from support.program import DemoServer


# ---- a phone in the demonstration -----------------------------------------------------------------------------------------

def scanned(lines, tmp_path):
    """The content of the QR code in the terminal, rendered from half blocks and read by Debian's zbarimg."""
    rows = []
    for line in lines:
        cells = re.fullmatch(r"\x1b\[38;5;16;48;5;231m([ ▀▄█]+)\x1b\[0m", line)
        if cells:
            rows.append([cell in "▀█" for cell in cells[1]])
            rows.append([cell in "▄█" for cell in cells[1]])
    assert rows and len(rows) in (len(rows[0]), len(rows[0]) + 1)
    picture = tmp_path / "code.pgm"
    size = 6
    pixels = b"".join(bytes(0 if dark else 255 for dark in row for _ in range(size)) * size for row in rows)
    picture.write_bytes(f"P5 {len(rows[0]) * size} {len(rows) * size} 255\n".encode() + pixels)
    read = subprocess.run(["zbarimg", "--quiet", "--raw", picture], capture_output=True, text=True)
    # The quiet zone: four modules on every side.
    assert not any(any(row[:4]) or any(row[-4:]) for row in rows) and not any(map(any, rows[:4] + rows[-4:]))
    return read.stdout.strip()


@pytest.fixture(scope="module")
def phone_demo():
    """A phone's address that is loopback's, but not the one that the machine's owner uses."""
    running = DemoServer("--still", "--phone", "--address", "127.0.0.2")
    running.link = next(line for line in running.lines if "/enter/" in line)
    yield running
    running.end()


def test_a_phone_signs_in_with_a_one_time_code(phone_demo, open_page, tmp_path):
    link = scanned(phone_demo.lines, tmp_path)
    assert link == phone_demo.link and link.startswith(f"http://127.0.0.2:{phone_demo.port}/enter/")
    home = f"http://127.0.0.2:{phone_demo.port}"
    stranger = open_page(home + "/mine/", viewport=PHONE)
    assert "/mine/sign-in" in stranger.url and "The terminal that shows" in stranger.content()
    # Whoever only fetches it, as messengers do, spends nothing.
    fetched = stranger.request.get(link)
    assert fetched.status == 200 and "works once" in fetched.text()
    phone = open_page(home + "/sign-in", viewport=PHONE)
    phone.goto(link)
    phone.wait_for_url("**/mine/")
    assert phone.locator("article, .row, .lead").count() > 5
    other = open_page(home + "/sign-in", viewport=PHONE)
    other.goto(link)
    assert "This link has been used" in other.content()
    other.errors.clear()
    other.goto(home + "/mine/")
    assert "/mine/sign-in" in other.url
    phone.reload()
    assert phone.url == home + "/mine/"


def test_without_script_the_link_is_a_button(phone_demo, open_page):
    dead = open_page(phone_demo.link.split("/enter/")[0] + "/sign-in", viewport=PHONE, script=False)
    dead.goto(phone_demo.link[:-3] + "AAA")
    assert "has expired" in dead.content()
    dead.errors.clear()


def test_the_demonstrations_password_is_for_the_installed_app(phone_demo, open_page):
    line = next(line for line in phone_demo.lines if "the password is" in line)
    word = re.search(r"the password is ([\w-]{19})\.", line)[1]
    page = open_page(f"http://127.0.0.2:{phone_demo.port}/mine/", viewport=PHONE)
    page.get_by_label("Password").fill(word)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/mine/")


def test_the_demo_needs_no_sign_in_on_this_machine(phone_demo, open_page):
    page = open_page(phone_demo.url("/mine/"))
    assert page.url == phone_demo.url("/mine/")


# ---- the installed app ------------------------------------------------------------------------------------------------------

def test_the_app_can_be_installed(demo, open_page):
    """Chromium itself judges the manifest: loopback is a secure context."""
    page = open_page(demo.url())
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == [], manifest["errors"]
    facts = json.loads(manifest["data"])
    assert facts["id"] == facts["start_url"] == "/mine/" and facts["scope"] == "/" and facts["display"] == "standalone"
    assert {icon["purpose"] for icon in facts["icons"]} == {"any", "maskable"}
    for icon in facts["icons"]:
        reply = page.request.get(demo.address + icon["src"])
        data = reply.body()
        assert reply.headers["content-type"] == "image/png"
        assert f"{int.from_bytes(data[16:20])}x{int.from_bytes(data[20:24])}" == icon["sizes"]
    for shortcut in facts["shortcuts"]:
        assert page.request.get(demo.address + shortcut["url"]).status == 200
    troubles = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [trouble["errorId"] for trouble in troubles if trouble["errorId"] != "in-incognito"] == []


def test_the_head_of_a_page_has_the_app_tags(demo, open_page):
    page = open_page(demo.url())
    touch = page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    data = page.request.get(demo.address + touch).body()
    assert int.from_bytes(data[16:20]) == int.from_bytes(data[20:24]) == 180
    assert data[25] in (2, 3, 6)
    metas = page.evaluate("Object.fromEntries([...document.querySelectorAll('meta[name]')].map(m => [m.name + (m.media || ''), m.content]))")
    assert metas["theme-color(prefers-color-scheme: light)"] == "#FFFFFF"
    assert metas["theme-color(prefers-color-scheme: dark)"] == "#121214"
    assert metas["apple-mobile-web-app-capable"] == "yes" and metas["apple-mobile-web-app-title"] == "Tidings"


def test_no_button_is_dead_without_a_secure_context(chromium):
    """A name that is not loopback's, over plain http: Chromium offers no clipboard, no sharing and no worker there."""
    running = DemoServer("--still", "--phone", "--address", "phone.test")
    browser = chromium.browser_type.launch(
        executable_path=CHROMIUM, args=["--no-sandbox", "--host-resolver-rules=MAP phone.test 127.0.0.1"])
    try:
        page = browser.new_page(viewport=PHONE)
        trouble = []
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(next(line for line in running.lines if "/enter/" in line))
        page.wait_for_url("http://phone.test:*/mine/")
        assert page.evaluate("[isSecureContext, 'share' in navigator, 'clipboard' in navigator]") == [False] * 3
        page.locator("a[href*='/mine/story/']").first.click()
        page.wait_for_url("**/mine/story/**")
        assert page.locator("[data-share]:visible").count() == 0
        page.goto(f"http://phone.test:{running.port}/mine/settings/access")
        assert page.get_by_text("Without https this browser cannot").is_visible()
        page.goto(f"http://phone.test:{running.port}/mine/feeds")
        assert [error for error in trouble if not is_skipped_transition(error)] == []
    finally:
        browser.close()
        running.end()
