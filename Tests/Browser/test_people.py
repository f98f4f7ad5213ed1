"""Several people in one house: invited, joined, given a role, removed."""
import re

from playwright.sync_api import expect

from support.browser import DESK, PHONE, SCRIPT, assert_axe_finds_nothing_by_day_and_night, assert_fits
from support.program import ON_THE_NETWORK, PASSWORD, run, wait_for


def sign_in(page, name):
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


@SCRIPT
def test_somebody_is_invited_joins_reads_alone_and_is_removed(serve, open_page, script):
    server = serve(**ON_THE_NETWORK)
    owner = open_page(server.address + "/mine/settings/people", viewport=PHONE, script=script)
    owner.get_by_label("Password").fill(PASSWORD)
    owner.get_by_role("button", name="Sign in").click()
    # Who has no name gives one first, and stays on the page.
    expect(owner.locator("main")).to_contain_text("First give yourself a name")
    owner.get_by_label("Your name").fill("Ada")
    owner.get_by_role("button", name="Save").click()
    expect(owner.locator(".toast")).to_contain_text("Your name is saved")
    assert_fits(owner)
    expect(owner.get_by_role("button", name="Withdraw")).to_have_count(0)
    owner.get_by_role("button", name="Make an invitation").click()
    owner.wait_for_url("**/settings/people/invitation")
    link = owner.locator(".command code").first.inner_text()
    expect(owner.get_by_role("button", name="Copy: the link")).to_have_count(1 if script else 0)
    assert re.search("/join/[A-Za-z0-9_-]{43}$", link), link
    if script:
        assert_axe_finds_nothing_by_day_and_night(owner, "invitation")
    guest = open_page(link, viewport=DESK, script=script)
    expect(guest.locator("main")).to_contain_text("Ada invites you to read here.")
    if script:
        assert_axe_finds_nothing_by_day_and_night(guest, "join")
    # A name that somebody has leaves the invitation as it was.
    guest.get_by_label("Name").fill("ADA")
    guest.get_by_label("Password").fill("four quiet words")
    guest.get_by_role("button", name="Join").click()
    expect(guest.get_by_role("alert")).to_contain_text("is called “ADA” already")
    name = guest.get_by_label("Name")
    expect(name).to_have_value("ADA")
    assert name.get_attribute("aria-describedby") == guest.get_by_role("alert").get_attribute("id")
    expect(name).to_be_focused()
    expect(guest.get_by_label("Password")).not_to_have_attribute("aria-invalid", "true")
    guest.errors.clear()  # The browser notes the status 422.
    guest.get_by_label("Name").fill("Bo")
    guest.get_by_label("Password").fill("four quiet words")
    guest.get_by_role("button", name="Join").click()
    guest.wait_for_url("**/mine/**")
    assert run("reader", "list", "--data", server.folder).stdout.split()[:2] == ["Ada", "owner"]
    # The settings have nothing that is the owner's.
    guest.goto(server.address + "/mine/settings")
    expect(guest.get_by_role("link", name="People")).to_have_count(0)
    guest.goto(server.address + "/mine/settings/people")
    expect(guest.locator("main")).to_contain_text("Only who runs this house may do that.")
    guest.errors.clear()  # The browser notes the status 403.
    used = open_page(link, viewport=PHONE, script=script)
    expect(used.locator("main")).to_contain_text("An invitation works only once.")
    used.errors.clear()  # The browser notes the status 410.
    # From now on the sign-in asks for the name.
    used.goto(server.address + "/sign-in")
    sign_in(used, "Bo")
    expect(used.get_by_role("alert")).to_contain_text("The name or the password is wrong.")
    used.errors.clear()  # The browser notes the status 403.
    owner.goto(server.address + "/mine/settings/people")
    owner.locator("details.device summary", has_text="Bo").click()
    owner.get_by_label("What they may do").first.select_option("editor")
    owner.get_by_role("button", name="Save").click()
    expect(owner.locator("details.device")).to_contain_text("Reads, and edits guides")
    if script:
        owner.locator("details.device summary", has_text="Bo").click()
        assert_axe_finds_nothing_by_day_and_night(owner, "people")
    else:
        owner.locator("details.device summary", has_text="Bo").click()
    owner.locator(".confirmation summary").click()
    owner.get_by_role("button", name="Remove Bo and everything of theirs").click()
    expect(owner.locator("details.device")).to_have_count(0)
    guest.goto(server.address + "/mine/settings")
    guest.wait_for_url("**/sign-in?**")
    # Alone again, the owner signs in by the password.
    used.goto(server.address + "/sign-in")
    expect(used.get_by_label("Name")).to_have_count(0)


def join(server, open_page, name):
    """The page of somebody who has just joined."""
    link = run("reader", "invite", "--data", server.folder).stdout.strip().splitlines()[-1]
    member = open_page(server.address + link[link.index("/join/"):], viewport=PHONE)
    member.get_by_label("Name").fill(name)
    member.get_by_label("Password").fill("four quiet words")
    member.get_by_role("button", name="Join").click()
    member.wait_for_url("**/mine/**")
    return member


def test_a_forgotten_password_is_replaced_by_the_owners_link(serve, open_page):
    server = serve(**ON_THE_NETWORK)
    run("reader", "rename", "Ada", "--data", server.folder)
    join(server, open_page, "Bo")
    owner = open_page(server.address + "/mine/settings/people", viewport=DESK)
    sign_in(owner, "Ada")
    owner.locator("summary", has_text="Bo").click()
    owner.get_by_role("button", name="Make a sign-in link").click()
    owner.wait_for_url("**/settings/people/invitation")
    expect(owner.get_by_role("heading", name="Sign-in link")).to_have_count(1)
    entry = owner.locator(".command code").first.inner_text()
    forgetful = open_page(server.address + entry[entry.index("/enter/"):], viewport=PHONE)
    forgetful.wait_for_url("**/settings/access#password")
    expect(forgetful.locator("#password")).to_contain_text("Set a new one within the hour.")
    expect(forgetful.get_by_label("Present password")).to_have_count(0)
    forgetful.get_by_label("New password").fill("five rather quiet words")
    forgetful.get_by_label("Once more").fill("five rather quiet words")
    forgetful.get_by_role("button", name="Change the password").click()
    expect(forgetful.get_by_text("The password is changed, and every other device signed out")).to_be_visible()
    # The session that it leaves is an ordinary one.
    forgetful.locator("summary", has_text="Change the password").click()
    expect(forgetful.get_by_label("Present password")).to_have_count(1)
    made = run("app-password", "add", "Phone", "--reader", "Bo", "--data", server.folder)
    assert "User name: Bo" in made.stderr, made.stderr
    assert "No app" in run("app-password", "list", "--data", server.folder).stdout


@SCRIPT
def test_who_has_forgotten_the_password_is_told_what_to_do(serve, open_page, script):
    server = serve(**ON_THE_NETWORK)
    page = open_page(server.address + "/mine/sign-in", viewport=PHONE, script=script)
    page.get_by_text("Forgotten the password?").click()
    expect(page.locator("main")).to_contain_text("“tidings reader link”")
    expect(page.get_by_text("Whoever runs this house")).to_have_count(0)
    run("reader", "rename", "Ada", "--data", server.folder)
    join(server, open_page, "Bo")
    page.reload()
    page.get_by_text("Forgotten the password?").click()
    expect(page.get_by_text("Whoever runs this house can make a link")).to_be_visible()
    expect(page.locator("main")).to_contain_text("“tidings reader link --reader NAME”")


def test_who_leaves_is_told_so(serve, open_page):
    server = serve(**ON_THE_NETWORK)
    run("reader", "rename", "Ada", "--data", server.folder)
    member = join(server, open_page, "Bo")
    member.goto(server.address + "/mine/settings?q=leave")
    member.get_by_role("link", name="Leave this house").click()
    member.get_by_text("Leave this house").click()
    button = member.get_by_role("button", name="Leave, and delete everything of mine")
    # It stands above the tab bar as soon as it is opened.
    wait_for(lambda: button.bounding_box()["y"] + button.bounding_box()["height"] <= member.locator(".tabs").bounding_box()["y"], "the button is in sight")
    button.click()
    expect(member.get_by_role("heading", name="You have left")).to_be_visible()
    assert "Bo" not in run("reader", "list", "--data", server.folder).stdout


@SCRIPT
def test_a_name_that_cannot_be_used_is_said_at_its_field(serve, open_page, script):
    server = serve(**ON_THE_NETWORK)
    run("reader", "rename", "Ada", "--data", server.folder)
    join(server, open_page, "Bo")
    page = open_page(server.address + "/mine/settings/access", viewport=PHONE, script=script)
    sign_in(page, "Ada")
    page.get_by_label("Your name").fill("bo")
    group = page.locator("#name")
    group.get_by_role("button", name="Save").click()
    expect(group.get_by_role("alert")).to_contain_text("is called “bo” already")
    expect(page.get_by_label("Your name")).to_have_value("bo")
    page.get_by_label("Your name").fill("Ada Quay")
    group.get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_contain_text("Your name is saved")
