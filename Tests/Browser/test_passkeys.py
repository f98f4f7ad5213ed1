"""Passkeys: made in the settings, used at sign-in, removed; by the browser's own authenticator for tests."""
import re

from playwright.sync_api import expect

from support.browser import PHONE, assert_axe_finds_nothing_by_day_and_night, assert_fits
from support.program import ON_THE_NETWORK, PASSWORD

# The sign-in is at `/mine/sign-in`, whatever asked for it.
SIGNED_IN = re.compile("/mine/(?!sign-in)")


def authenticator(page, **options):
    """Gives the page a device with a screen lock that recognises its user; returns the session of the browser's tools and the device."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    made = tools.send("WebAuthn.addVirtualAuthenticator", {"options": {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True, **options}})
    return tools, made["authenticatorId"]


def by_name(server):
    """The server's address at this computer by a name, as passkeys need one."""
    return server.address.replace("127.0.0.2", "localhost")


def sign_in(page):
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def test_a_passkey_is_made_signs_in_and_is_removed(serve, open_page):
    server = serve(**ON_THE_NETWORK)
    page = open_page(by_name(server) + "/mine/settings/passkeys", viewport=PHONE)
    tools, device = authenticator(page)
    expect(page.locator("main")).to_contain_text("Password")
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)
    sign_in(page)
    page.wait_for_url("**/settings/passkeys")
    assert_fits(page)
    page.get_by_label("Name of the passkey").fill("My “phone”")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator(".device")).to_contain_text("My “phone”")
    expect(page.locator(".device")).to_contain_text("Not used yet")
    [credential] = tools.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
    assert credential["rpId"] == "localhost" and credential["isResidentCredential"], credential
    assert_axe_finds_nothing_by_day_and_night(page, "passkeys")
    # One device has one passkey of a reader.
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("This device has a passkey of yours")

    page.goto(by_name(server) + "/mine/settings/access")
    page.get_by_role("button", name="Sign out", exact=True).last.click()
    page.wait_for_url("**/sign-in")
    # The browser offers the passkey while the page waits; this authenticator takes every offer.
    page.wait_for_url(SIGNED_IN)
    expect(page.locator("main")).to_be_visible()
    page.goto(by_name(server) + "/mine/settings/passkeys")
    expect(page.locator(".device")).to_contain_text("Last used")

    page.locator(".device summary").click()
    page.get_by_role("button", name="Remove").click()
    expect(page.locator(".device")).to_have_count(0)
    # The device still has it and offers it.
    page.context.clear_cookies()
    page.goto(by_name(server) + "/sign-in")
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)


def test_a_device_that_does_not_know_its_user_is_told_what_to_do(serve, open_page):
    server = serve(**ON_THE_NETWORK)
    page = open_page(by_name(server) + "/mine/settings/passkeys", viewport=PHONE)
    tools, device = authenticator(page)
    sign_in(page)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator(".device")).to_have_count(1)
    tools.send("WebAuthn.setAutomaticPresenceSimulation", {"authenticatorId": device, "enabled": False})
    tools.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": False})
    page.context.clear_cookies()
    page.goto(by_name(server) + "/sign-in")
    assert_fits(page)
    assert_axe_finds_nothing_by_day_and_night(page, "sign-in")
    tools.send("WebAuthn.setAutomaticPresenceSimulation", {"authenticatorId": device, "enabled": True})
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_have_text("No passkey was used. Try again, and confirm it on your device.")
    # The next try, with the finger known, comes in.
    tools.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": True})
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(SIGNED_IN)


def test_what_the_server_refuses_is_said_at_the_button(serve, open_page):
    server = serve(**ON_THE_NETWORK)
    page = open_page(by_name(server) + "/mine/settings/passkeys", viewport=PHONE)
    tools, device = authenticator(page)
    sign_in(page)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator(".device")).to_have_count(1)
    # The passkey that the browser offers next is not the one that the house knows.
    [known] = tools.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
    tools.send("WebAuthn.clearCredentials", {"authenticatorId": device})
    tools.send("WebAuthn.addCredential", {"authenticatorId": device, "credential": {**known, "credentialId": "YW5vdGhlcg=="}})
    page.context.clear_cookies()
    # This authenticator takes every offer, those of the page that tells of the refusal as well: there none is made.
    offers = []

    def make_one_offer(route):
        if route.request.method == "GET":
            offers.append(route)
        if len(offers) == 1:
            route.continue_()

    page.route("**/sign-in/passkey", make_one_offer)
    page.goto(by_name(server) + "/sign-in")
    expect(page.get_by_role("alert")).to_contain_text("This passkey is not known here, or was removed.")
    page.errors.clear()  # The browser notes the status 403.


def test_at_a_numeric_address_the_page_says_why_not(serve, open_page):
    server = serve(**ON_THE_NETWORK)
    page = open_page(server.address + "/mine/settings/passkeys", viewport=PHONE)
    sign_in(page)
    expect(page.locator("main")).to_contain_text("only where an address has a name and begins with https")
    expect(page.get_by_role("button", name="Add a passkey")).to_have_count(0)
