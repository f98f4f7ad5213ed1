"""Browsers that keep their storage, and what stands between them and a server."""
import socket
import threading

from playwright.sync_api import expect

from support.browser import CHROMIUM, PHONE


def end(link):
    try:
        # Closing alone would not wake the thread that reads it, and leave the other side waiting.
        link.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    link.close()


class HeldAnswer:
    """An answer of the server that has arrived at a gate and waits there."""

    def __init__(self):
        self.has_arrived, self.may_go_on = threading.Event(), threading.Event()

    def wait(self):
        self.has_arrived.set()
        self.may_go_on.wait()


class Gate:
    """What stands between browsers and the server: it counts what is sent, lets so many bytes through, closes connections that ask
    for a refused path, and notes what is asked for and posted. `held` has the answers that are to wait, by the path that is asked
    for next."""

    def __init__(self, server, port):
        self.server, self.port = server, port
        self.posts, self.asked, self.sent, self.limit, self.listener = [], [], 0, float("inf"), None
        self.refused, self.held = set(), {}
        self.condition = threading.Condition()
        self.open()

    def open(self):
        self.limit = float("inf")
        self.links = []
        self.listener = socket.create_server(("127.0.0.1", self.port))
        self.listener.settimeout(None)
        threading.Thread(target=self.accept, args=(self.listener,), daemon=True).start()

    def accept(self, listener):
        while True:
            try:
                here, _ = listener.accept()
            except OSError:
                return
            try:
                there = socket.create_connection(("127.0.0.1", self.server.port))
            except OSError:
                here.close()
                continue
            self.links += [here, there]
            late = []
            threading.Thread(target=self.requests, args=(here, there, late), daemon=True).start()
            threading.Thread(target=self.responses, args=(there, here, late), daemon=True).start()

    def requests(self, here, there, late):
        try:
            while data := here.recv(65_536):
                if data.startswith(b"POST ") and b"/act/set-mark" in data:
                    self.posts.append(data)
                elif data.startswith(b"GET "):
                    self.asked.append(data.split()[1].decode())
                    if self.asked[-1] in self.refused:
                        break
                    if held := self.held.pop(self.asked[-1], None):
                        late.append(held)
                # The server knows itself by its own port only; both have five digits.
                there.sendall(data.replace(b"127.0.0.1:%d" % self.port, b"127.0.0.1:%d" % self.server.port))
        except OSError:
            pass
        end(there)

    def responses(self, there, here, late):
        try:
            while data := there.recv(16_384):
                if late:
                    late.pop().wait()
                with self.condition:
                    self.condition.wait_for(lambda: self.sent < self.limit)
                    self.sent += len(data)
                    self.condition.notify_all()
                here.sendall(data)
        except OSError:
            pass
        end(here)

    def let(self, count):
        """So many bytes from now on, and then none."""
        with self.condition:
            self.limit = self.sent + count
            self.condition.notify_all()

    def is_full(self):
        return self.sent >= self.limit

    def close(self):
        if self.listener:
            self.listener.shutdown(socket.SHUT_RDWR)
            self.listener.close()
            self.listener = None
        self.let(float("inf"))
        for link in self.links:
            end(link)


class Visitor:
    """A browser with a folder of its own."""

    def __init__(self, chromium, folder):
        self.chromium, self.folder, self.errors = chromium, folder, []
        self.start()

    def start(self):
        self.context = self.chromium.browser_type.launch_persistent_context(
            self.folder, executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"], viewport=PHONE, locale="en-GB",
            timezone_id="Europe/London")
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def restart(self):
        self.context.close()
        self.start()

    @property
    def panel(self):
        return self.page.locator("[data-offline-edition=fellside]")

    def expect_state(self, name):
        try:
            expect(self.panel).to_have_attribute("data-state", name)
        except AssertionError:
            print(self.page.evaluate("""async () => {
              const one = await navigator.serviceWorker.getRegistration();
              return [one?.installing?.state, one?.waiting?.state, one?.active?.state, await caches.keys()];
            }"""), self.errors)
            raise

    def take_along(self, guide):
        self.page.goto(guide.at("settings/offline"))
        self.panel.get_by_role("button", name="Take along").click()
        self.expect_state("taken")

    def caches(self):
        return self.page.evaluate("caches.keys()")

    def loads(self, selector):
        """Whether there are pictures, and all of them are drawn."""
        return self.page.evaluate(
            "(css) => { const all = [...document.querySelectorAll(css)]; all.forEach((one) => { one.loading = 'eager' });"
            " return all.length && Promise.all(all.map((one) => one.decode().then(() => true, () => false))).then((done) => done.every(Boolean)) }",
            selector)
