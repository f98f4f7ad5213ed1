"""The real program: its commands, its servers on data folders of their own, and an HTTP client that sends exactly what a test asks
for."""
import base64
import hashlib
import http.client
import os
import pathlib
import random
import signal
import socket
import sqlite3
import subprocess
import time
from urllib.parse import urlencode

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = pathlib.Path(os.environ.get("TIDINGS_BINARY", ROOT / ".build/debug/tidings"))
PASSWORD = "tide barrier"
# Listens on all addresses, with a password; requests use an address that does not count as local.
ON_THE_NETWORK = {"host": "127.0.0.2", "listen": "0.0.0.0", "password": PASSWORD}
# As a person sends it who typed the address; what says nothing of itself causes nothing.
PERSON = {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}

chosen_ports = set()


def free_port():
    """A port below the ephemeral range, so that no outgoing connection takes it first, and never the same twice: who asks may
    listen later. Each worker of the test run has a part of its own, since two would sometimes choose alike."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
    while True:
        port = 20_000 + worker * 3_000 + random.randrange(3_000)
        if port in chosen_ports:
            continue
        with socket.socket() as probe:
            try:
                probe.bind(("", port))
            except OSError:
                continue
        chosen_ports.add(port)
        return port


def environment(**more):
    """This process's, without settings of Tidings."""
    return {**{name: value for name, value in os.environ.items() if not name.startswith("TIDINGS_")}, **more}


def run(*arguments, **options):
    return subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, timeout=120, **options)


def wait_for(condition, what="a condition", seconds=20):
    """Waits until a condition holds. The pauses leave the processor to what is waited for."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if answer := condition():
            return answer
        time.sleep(0.01)
    raise AssertionError(f"not within {seconds} s: {what}")


def form(**fields):
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


def ask(port, path, method="GET", body=None, host=None, to="127.0.0.1", source=None, **headers):
    """One request on a connection of its own."""
    link = http.client.HTTPConnection(to, port, timeout=30, source_address=source and (source, 0))
    return answer(link, path, method, body, {"Host": host or f"{to}:{port}", **headers})


class Process:
    """A command that serves until it is told to end."""
    process = None

    def launch(self, command, sign, **options):
        """Starts it, and returns its first line with the sign."""
        self.process = subprocess.Popen([*map(str, command)], stdout=subprocess.PIPE, text=True, **options)
        self.lines = []
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
            if sign in line:
                return line.rstrip()
        raise AssertionError("it did not start:\n" + "\n".join(self.lines))

    def end(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                raise AssertionError("tidings did not end within 20 s of SIGTERM")


class Server(Process):
    """A process that answers at `address`."""
    host = "127.0.0.1"

    @property
    def address(self):
        return f"http://{self.host}:{self.port}"

    def url(self, path="/mine/"):
        return self.address + path

    def ask(self, path, method="GET", body=None, to=None, **options):
        return ask(self.port, path, method, body, to=to or self.host, **options)


class DemoServer(Server):
    """One running `tidings demo`."""

    def __init__(self, *arguments):
        self.port = free_port()
        self.launch([BINARY, "demo", "--port", self.port, *arguments], self.address)


class TidingsServer(Server):
    """A running `tidings serve`."""
    command = [BINARY]

    def __init__(self, folder, *arguments, host="127.0.0.1", listen=None, password=None, start=True):
        self.folder, self.host, self.port = pathlib.Path(folder), host, free_port()
        self.arguments = ["--listen", f"{listen or host}:{self.port}", *arguments]
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
        self.launch([*self.command, "serve", "--data", self.folder, *self.arguments], "Tidings is at", stderr=subprocess.STDOUT)

    def guess(self, password, path="/mine/sign-in", **options):
        return self.ask(path, "POST", form(password=password), **FORM, **options)

    def sign_in(self, password=PASSWORD, **options):
        """The cookie of a new session, as it is sent back."""
        reply = self.guess(password, **options)
        assert reply.status == 303, reply.text
        return reply.cookie
