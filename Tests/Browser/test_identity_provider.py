"""Signing in at an identity provider: linking an account, coming back, and being refused."""
from playwright.sync_api import expect

from support.browser import PHONE, SCRIPT, assert_axe_finds_nothing_by_day_and_night, assert_fits
from support.program import ON_THE_NETWORK, PASSWORD
from support.sites import SampleIdentity


@SCRIPT
def test_an_account_is_linked_signs_in_and_is_unlinked(serve, open_page, script):
    with SampleIdentity() as provider:
        server = serve(*provider.settings, **ON_THE_NETWORK)
        page = open_page(server.address + "/mine/settings/access", viewport=PHONE, script=script)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("link", name="Link an account of Sample Identity").click()
        provider.choose(page, "Ada")
        page.wait_for_url(server.address + "/mine/settings/access")
        accounts = page.locator(".outside-identities")
        expect(accounts).to_contain_text("Ada")
        expect(accounts).to_contain_text("not used yet")
        assert_fits(page)
        if script:
            assert_axe_finds_nothing_by_day_and_night(page, "linked accounts")
        page.get_by_role("button", name="Sign out", exact=True).click()
        # From the sign-in page to the page that was wanted.
        page.goto(server.address + "/mine/")
        page.wait_for_url("**/mine/sign-in?**")
        button = page.get_by_role("link", name="Sign in with Sample Identity")
        assert_fits(page)
        if script:
            assert_axe_finds_nothing_by_day_and_night(page, "sign-in")
        button.click()
        provider.choose(page, "Ada")
        page.wait_for_url(server.address + "/mine/")
        expect(page.locator("nav.tabs")).to_be_visible()
        page.goto(server.address + "/mine/settings/access")
        accounts.locator("summary").click()
        accounts.get_by_role("button", name="Unlink: Ada").click()
        expect(accounts.locator("summary")).to_have_count(0)
        # A stranger is told what to do, and the password still works.
        stranger = open_page(server.address + "/sign-in", viewport=PHONE, script=script)
        stranger.get_by_role("link", name="Sign in with Sample Identity").click()
        provider.choose(stranger, "Ada")
        expect(stranger.get_by_role("alert")).to_contain_text("Nobody here has linked this account of Sample Identity.")
        assert_fits(stranger)
        stranger.errors.clear()  # The browser notes the status 403.
        stranger.get_by_label("Password").fill(PASSWORD)
        stranger.get_by_role("button", name="Sign in").click()
        stranger.wait_for_url("**/mine/")
