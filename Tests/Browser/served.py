"""A real `tidings serve` on a data folder of its own, and an HTTP client that sends exactly what a test asks for."""
import base64
import hashlib
import contextlib
import http.client
import http.server
import os
import pathlib
import signal
import sqlite3
import subprocess
import threading
import time

from conftest import BINARY, free_port

PASSWORD = "tide barrier"


def run(*arguments, **options):
    return subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, timeout=120, **options)


def wait_for(condition, what, seconds=20):
    """Waits until a condition holds. The pauses leave the processor to what is waited for."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if answer := condition():
            return answer
        time.sleep(0.01)
    raise AssertionError(f"not within {seconds} s: {what}")


class TidingsServer:
    """A running server; requests go to `address`."""
    command = [BINARY]

    def __init__(self, folder, *arguments, host="127.0.0.1", listen=None, password=None, start=True):
        self.folder, self.host, self.port = pathlib.Path(folder), host, free_port()
        self.arguments = ["--listen", f"{listen or host}:{self.port}", *arguments]
        self.process = None
        # Creates the data folder; read-only commands do not.
        assert run("reader", "sessions", "--data", self.folder).returncode == 0
        if password:
            self.set_password(password)
        if start:
            self.start()

    def set_password(self, text):
        """Stores a password as `reader set-password` does, with a cheap hash by another implementation of scrypt."""
        salt = os.urandom(16)
        key = hashlib.scrypt(text.encode(), salt=salt, n=16, r=1, p=1, dklen=32)
        stored = "$".join(["scrypt", "ln=4,r=1,p=1", base64.b64encode(salt).decode(), base64.b64encode(key).decode()])
        with sqlite3.connect(self.folder / "tidings.sqlite") as database:
            database.execute("update reader set password_hash = ? where id = 1", (stored,))

    def start(self):
        self.process = subprocess.Popen(
            [*self.command, "serve", "--data", self.folder, *map(str, self.arguments)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.lines = []
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
            if line.startswith("Tidings is at"):
                return
        raise AssertionError("it did not start:\n" + "\n".join(self.lines))

    def end(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(20)

    def ask(self, path, method="GET", body=None, host=None, to=None, source=None, **headers):
        """One request on a connection of its own."""
        port = self.port
        link = http.client.HTTPConnection(to or self.host, port, timeout=30, source_address=source and (source, 0))
        return answer(link, path, method, body, {"Host": host or f"{to or self.host}:{port}", **headers})

    def guess(self, password, path="/mine/sign-in", **options):
        return self.ask(path, "POST", form(password=password), **FORM, **options)

    def sign_in(self, password=PASSWORD, **options):
        """The cookie of a new session, as it is sent back."""
        reply = self.guess(password, **options)
        assert reply.status == 303, reply.text
        return reply.cookie

    @property
    def address(self):
        return f"http://{self.host}:{self.port}"


class FerryFeedHandler(http.server.BaseHTTPRequestHandler):
    """Answers everything with a feed of one story."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/rss+xml")
        self.end_headers()
        self.wfile.write(
            b"<rss version='2.0'><channel><title>Harbour Post</title><link>http://127.0.0.1/</link><description>d</description>"
            b"<item><guid>1</guid><title>Ferry</title><description>The ferry is late.</description></item></channel></rss>")

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def ferry_feed():
    """The feed's address, and what allows to fetch it."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), FerryFeedHandler) as site:
        threading.Thread(target=site.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://127.0.0.1:{site.server_port}/feed", ["--set", f"network.allow=127.0.0.1:{site.server_port}"]
        site.shutdown()


FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def form(**fields):
    from urllib.parse import urlencode
    return urlencode(fields)


class Reply:
    def __init__(self, response, body):
        self.status, self.headers, self.text = response.status, response.headers, body.decode(errors="replace")

    @property
    def location(self):
        return self.headers["Location"]

    @property
    def set_cookie(self):
        return self.headers["Set-Cookie"]

    @property
    def attributes(self):
        """Those of the cookie; their order means nothing."""
        return set(self.set_cookie.split("; ")[1:])

    @property
    def device(self):
        """The device cookie, as it is sent back."""
        return next(c.split(";")[0] for c in self.headers.get_all("Set-Cookie") if "tidings-device" in c)

    @property
    def cookie(self):
        return self.set_cookie.split(";")[0]


def answer(link, path, method, body, headers):
    link.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    if body is not None and "Content-Length" not in headers:
        headers["Content-Length"] = str(len(body))
    for name, value in headers.items():
        link.putheader(name.replace("_", "-"), value)
    link.endheaders(body.encode() if isinstance(body, str) else body)
    response = link.getresponse()
    reply = Reply(response, response.read())
    link.close()
    return reply
