"""Signing in and out in a browser."""
import re

from playwright.sync_api import expect

from support.browser import PHONE, SCRIPT, assert_axe_finds_nothing
from support.program import ON_THE_NETWORK, PASSWORD, run
from support.sites import ferry_feed


@SCRIPT
def test_signing_in_and_out_in_a_browser(serve, open_page, script):
    server = serve(**ON_THE_NETWORK)
    page = open_page(server.address + "/mine/saved", viewport=PHONE, script=script)
    assert page.url.endswith("/mine/sign-in?next=%2Fmine%2Fsaved")
    field = page.get_by_label("Password")
    if script:
        assert field.evaluate("field => field === document.activeElement")
        assert_axe_finds_nothing(page, "sign-in")
    field.fill("no idea")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text("Wrong password.").wait_for()
    page.errors.clear()  # The browser notes the status 403.
    field.fill(PASSWORD)
    field.press("Enter")
    page.wait_for_url("**/mine/saved")
    page.goto(server.address + "/mine/settings/devices")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url("**/mine/sign-in")
    page.goto(server.address + "/mine/")
    page.wait_for_url("**/mine/sign-in?**")


def test_an_open_page_says_that_it_was_signed_out_elsewhere(serve, open_page):
    server = serve(**ON_THE_NETWORK)
    with ferry_feed() as site:
        server.end()
        server.arguments += site.allowed
        server.start()
        assert run("add", site.home + "/feed", "--data", server.folder).returncode == 0
    page = open_page(server.address + "/mine/all", viewport=PHONE)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Password").press("Enter")
    page.get_by_text("Ferry").first.wait_for()
    other = server.sign_in()
    assert server.ask("/mine/act/end-other-sessions", "POST", "", Cookie=other).status in (200, 303)
    page.keyboard.press("j")
    page.keyboard.press("m")
    toast = page.locator(".toast")
    expect(toast).to_contain_text("This browser was signed out. Nothing was changed.")
    expect(page.locator(".row").first).to_have_class(re.compile("unread"))
    # Nothing is asked any more.
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(300)
    assert not asked, asked
    page.errors.clear()  # The browser notes the status 401.
    toast.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/sign-in?next=%2Fmine%2Fall")


def test_back_after_a_sign_out_leads_to_the_sign_in_over_plain_http(serve, chromium):
    """Browsers heed `Clear-Site-Data` on secure origins alone. This one has the back/forward cache that people's browsers
    have, and the server as its proxy, so that the server's name is none of this machine's."""
    with ferry_feed() as site:
        server = serve("--public-url", "http://news.example", *site.allowed, password=PASSWORD)
        assert run("add", site.home + "/feed", "--data", server.folder).returncode == 0
    browser = chromium.browser_type.launch(
        executable_path="/usr/bin/chromium", args=["--no-sandbox"], ignore_default_args=["--disable-back-forward-cache"])
    page = browser.new_context(viewport=PHONE, proxy={"server": server.address}).new_page()
    page.add_init_script("addEventListener('pageshow', (event) => { if (event.persisted) sessionStorage.kept = location.pathname; });")
    page.goto("http://news.example/mine/all")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Password").press("Enter")
    page.wait_for_url("**/mine/all")
    assert not page.evaluate("isSecureContext")
    page.get_by_text("Ferry").first.wait_for()
    page.goto("http://news.example/mine/settings/devices")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url("**/mine/sign-in")
    page.evaluate("history.go(-2)")
    page.wait_for_url("**/mine/sign-in?next=%2Fmine%2Fall", timeout=10_000)
    assert page.evaluate("sessionStorage.kept") == "/mine/all", "the browser had kept the page"
    browser.close()
