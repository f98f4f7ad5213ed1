"""Signing in and out in a browser."""
import re

from playwright.sync_api import expect

from support.browser import PHONE, SCRIPT, assert_axe_finds_nothing
from support.program import ON_THE_NETWORK, PASSWORD, TidingsServer, run
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
    page.goto(server.address + "/mine/settings/access")
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
    page.goto("http://news.example/mine/settings/access")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url("**/mine/sign-in")
    page.evaluate("history.go(-2)")
    page.wait_for_url("**/mine/sign-in?next=%2Fmine%2Fall", timeout=10_000)
    assert page.evaluate("sessionStorage.kept") == "/mine/all", "the browser had kept the page"
    browser.close()


@SCRIPT
def test_a_password_is_set_and_a_phone_added_in_a_browser(tmp_path, open_page, script):
    """On the machine itself: the server first answers there only, and is then started for the network."""
    server = TidingsServer(tmp_path / "data")
    page = open_page(server.address + "/mine/settings", viewport=PHONE, script=script)
    page.get_by_role("link", name="Devices and password").click()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    if script:
        assert_axe_finds_nothing(page, "set a password")
        expect(page.locator("[data-advice]")).to_have_text("Strong.")
        # What is shown need not be typed twice.
        page.get_by_label("Show what I type").check()
        expect(page.get_by_label("Password", exact=True)).to_have_attribute("type", "text")
        expect(page.get_by_label("Once more")).to_be_hidden()
    else:
        page.get_by_label("Once more").fill(PASSWORD)
    page.get_by_role("button", name="Set a password").click()
    expect(page.locator(".toast")).to_contain_text("The password is set")
    expect(page.locator(".device")).to_have_count(1)
    page.get_by_role("link", name="Add a phone").click()
    expect(page.get_by_text("--listen 0.0.0.0")).to_be_visible()
    page.goto("about:blank")  # An open page polls.
    server.end()
    server.arguments[1] = f"0.0.0.0:{server.port}"
    server.start()
    try:
        page.goto(server.address + "/mine/settings/access")
        page.get_by_role("button", name="Add a phone").click()
        expect(page.locator(".qr-code")).to_be_visible()
        page.get_by_text("Show the link").click()
        link = page.locator(".sign-in-address code").inner_text()
        if script:
            assert_axe_finds_nothing(page, "code")
        phone = open_page(link, viewport=PHONE, script=script)
        if not script:
            phone.get_by_role("button", name="Open the newspaper").click()
        phone.wait_for_url("**/mine/")
        phone.errors.clear()  # The browser notes that the address has no https.
        if not script:
            page.reload()
        expect(page.locator(".add-phone")).to_contain_text("is signed in.")
        page.get_by_role("link", name="Show all devices").click()
        expect(page.locator(".device")).to_have_count(2)
        page.locator(".device summary").last.click()
        page.locator(".device[open]").get_by_role("textbox").fill("Kitchen tablet")
        page.locator(".device[open]").get_by_role("button", name="Rename").click()
        page.locator(".device", has_text="Kitchen tablet").locator("summary").click()
        page.get_by_role("button", name="Sign out: Kitchen tablet").click()
        expect(page.locator(".device")).to_have_count(1)
        phone.reload()
        phone.wait_for_url("**/sign-in?**")
        phone.errors.clear()
        for one in (page, phone):
            one.goto("about:blank")  # An open page polls.
    finally:
        server.end()
