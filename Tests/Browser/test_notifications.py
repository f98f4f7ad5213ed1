"""Notifications on a device: turned on after a tap, shown by the worker, opened by a tap. The browser of the tests has no push
service, so its subscription is a stand-in, and messages are delivered by the browser's own tools."""
import json

import pytest
from playwright.sync_api import expect

from support.browser import PHONE, holds, until
from support.program import wait_for

# The device's values of RFC 8291, appendix A, at a push service that there is not.
SUBSCRIBED = """
const subscription = {
  endpoint: 'https://push.example/device-1',
  toJSON: () => ({ endpoint: 'https://push.example/device-1', keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4', auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }),
  unsubscribe: async () => { localStorage.removeItem('subscribed'); return true; },
};
PushManager.prototype.getSubscription = async () => (localStorage.getItem('subscribed') ? subscription : null);
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
  localStorage.setItem('subscribed', `${userVisibleOnly} ${applicationServerKey.length}`);
  return subscription;
};
"""


@pytest.fixture(scope="module")
def browser_with_notifications(chromium):
    """The whole browser, without a window: the headless shell shows no notifications."""
    browser = chromium.browser_type.launch(
        executable_path="/usr/bin/chromium", args=["--headless=new", "--no-sandbox", "--disable-gpu"])
    yield browser
    browser.close()


@pytest.fixture
def device(browser_with_notifications, own_demo):
    context = browser_with_notifications.new_context(viewport=PHONE)
    context.grant_permissions(["notifications"], origin=own_demo.address)
    context.add_init_script(SUBSCRIBED)
    page = context.new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.goto(own_demo.url("/mine/settings/notifications"))
    yield page
    assert page.errors == []
    context.close()


SHOWN = """async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications();
    return shown.length ? shown.map(({ title, body, tag, data }) => ({ title, body, tag, data })) : null;
}"""


def delivered(page, origin, message):
    """Delivers a push message to the worker, and returns the notifications that are shown then."""
    # To a worker that is not active yet, the browser delivers nothing, and says nothing.
    until(page, "async () => (await navigator.serviceWorker.ready).active.state === 'activated'")
    session = page.context.new_cdp_session(page)
    registrations = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    wait_for(lambda: registrations or page.wait_for_timeout(25), "the worker's registration")
    registration = next(one for one in reversed(registrations) if not one["isDeleted"])
    # The browser's tools may lose one while a worker starts, and say nothing: like a push service, they deliver it again.
    for _ in range(10):
        session.send("ServiceWorker.deliverPushMessage", {
            "origin": origin, "registrationId": registration["registrationId"], "data": message})
        for _ in range(100):
            # The page may load anew, as its subscription is stored.
            if shown := holds(page, SHOWN):
                return shown
            page.wait_for_timeout(30)
    raise AssertionError("no notification is shown")


def test_a_device_is_turned_on_by_a_tap_and_off_again(device):
    part = device.locator("[data-push-device]")
    expect(part.get_by_role("status")).to_have_text("Notifications are off on this device.")
    assert device.evaluate("localStorage.getItem('subscribed')") is None, "nothing is asked for before a tap"
    part.get_by_role("button", name="Turn on on this device").click()
    expect(part.get_by_role("status")).to_have_text("Notifications are on on this device.")
    assert device.evaluate("localStorage.getItem('subscribed')") == "true 65"
    row = device.locator("[data-address-hash]")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Chrome on Linux")
    part.get_by_role("button", name="Turn off on this device").click()
    expect(row).to_have_count(0)
    expect(part.get_by_role("status")).to_have_text("Notifications are off on this device.")


def test_a_message_is_shown_once_and_a_tap_opens_its_page(device, own_demo):
    device.get_by_role("button", name="Turn on on this device").click()
    expect(device.locator("[data-address-hash]")).to_have_count(1)
    message = {"id": "barrier-1", "title": "The barrier closes", "text": "At nine.", "path": "/mine/unread", "badge": None}
    for _ in range(2):
        notifications = delivered(device, own_demo.address, json.dumps(message))
    assert notifications == [{"title": "The barrier closes", "body": "At nine.", "tag": "barrier-1", "data": {"path": "/mine/unread"}}]
    # A tap has no stand-in in the browser's tools: the event is dispatched, and the window that is opened noted.
    worker = device.context.service_workers[0]
    opened = """async (path) => {
        const [first] = await registration.getNotifications();
        await registration.showNotification('One', { tag: 'x', data: { path } });
        const notification = (await registration.getNotifications()).find(({ tag }) => tag === 'x');
        return new Promise((resolve) => {
            Object.defineProperty(clients, 'matchAll', { value: async () => [], configurable: true });
            Object.defineProperty(clients, 'openWindow', { value: async (address) => resolve(address), configurable: true });
            self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
        });
    }"""
    assert worker.evaluate(opened, "/mine/unread") == own_demo.url("/mine/unread")
    for foreign in ["https://elsewhere.example/x", "//elsewhere.example/x", "javascript:alert(1)"]:
        assert worker.evaluate(opened, foreign).rstrip("/") == own_demo.address


def test_a_message_without_content_is_shown_by_the_apps_name(device, own_demo):
    device.get_by_role("button", name="Turn on on this device").click()
    expect(device.locator("[data-address-hash]")).to_have_count(1)
    assert {one["title"] for one in delivered(device, own_demo.address, "no JSON")} == {"Tidings"}


def test_an_iphone_is_told_to_add_the_app_to_its_home_screen_first(open_page, own_demo):
    page = open_page("about:blank")
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'standalone', { value: false })")
    page.goto(own_demo.url("/mine/settings/notifications"))
    part = page.locator("[data-push-device]")
    expect(part.get_by_role("status")).to_contain_text("first add the app to the home screen")
    expect(part.get_by_role("button")).to_have_count(0)
    page.foreign_requests.clear()


def test_the_page_says_what_it_cannot_do_without_script(open_page, own_demo):
    page = open_page(own_demo.url("/mine/settings/notifications"), script=False)
    expect(page.locator("[data-push-device]")).to_contain_text("need JavaScript")
    page.get_by_role("link", name="Webhook").click()
    page.get_by_label("Address").fill("http://10.0.0.7/hook")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("main")).to_contain_text("network.allow")
    # The browser notes the refused form as an error.
    page.errors.clear()
    page.go_back()
    page.get_by_label("Address").fill("https://hook.example/messages")
    page.get_by_role("button", name="Save").click()
    # The demo is shared with the tests above, whose device may stand in the list too.
    expect(page.locator(".device", has_text="https://hook.example/messages")).to_contain_text("Nothing was sent yet.")
