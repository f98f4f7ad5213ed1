"""A running `tidings serve` of its own for the parts that look at it from outside, and what the system says of it."""
import base64
import hashlib
import http.client
import os
import pathlib
import re
import socket
import sqlite3
import subprocess
import time


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


PASSWORD = "tide barrier"
# As a browser whose reader typed the address: what says nothing of itself causes nothing.
PERSON = {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}


def set_password(folder):
    """As `reader set-password` keeps it, at little cost."""
    salt = os.urandom(16)
    key = hashlib.scrypt(PASSWORD.encode(), salt=salt, n=16, r=1, p=1, dklen=32)
    stored = "$".join(["scrypt", "ln=4,r=1,p=1", base64.b64encode(salt).decode(), base64.b64encode(key).decode()])
    with sqlite3.connect(pathlib.Path(folder) / "tidings.sqlite") as database:
        database.execute("update reader set password_hash = ? where id = 1", (stored,))


class Server:
    """`cookie` is the reader's, once signed in."""

    def __init__(self, tidings, folder, *arguments):
        self.port, self.cookie = free_port(), None
        self.log = pathlib.Path(folder).parent / f"{pathlib.Path(folder).name}.log"
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [tidings, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", folder, *map(str, arguments)],
                stdout=log, stderr=subprocess.STDOUT)
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                self.check()
                time.sleep(0.01)

    def check(self):
        if self.process.poll() is not None:
            raise SystemExit(f"bench: tidings serve ended with {self.process.returncode}; see {self.log}")

    def end(self):
        self.process.terminate()
        self.process.wait(20)

    def page(self, path, timeout=30):
        """Status, body and seconds of one request on a connection of its own."""
        begin = time.monotonic()
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            link.request("GET", path, headers={**PERSON, **({"Cookie": self.cookie} if self.cookie else {})})
            response = link.getresponse()
            body = response.read()
            return response.status, body, time.monotonic() - begin
        finally:
            link.close()

    def sign_in(self, name=None):
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        named = f"&name={name}" if name else ""
        link.request("POST", "/mine/sign-in", "password=" + PASSWORD.replace(" ", "+") + named,
                     {"Content-Type": "application/x-www-form-urlencoded"})
        response = link.getresponse()
        if response.status != 303:
            raise SystemExit(f"bench: signing in was answered {response.status}")
        self.cookie = response.headers["Set-Cookie"].split(";")[0]
        link.close()

    def memory(self):
        """Bytes that are the process's own: pages shared with other programs count in part (Pss)."""
        with open(f"/proc/{self.process.pid}/smaps_rollup") as rollup:
            return int(re.search(r"^Pss:\s+(\d+)", rollup.read(), re.M)[1]) * 1024

    def processor_seconds(self):
        with open(f"/proc/{self.process.pid}/stat") as stat:
            parts = stat.read().rsplit(")", 1)[1].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")

    def settle(self, limit=600):
        """Waits until what the server does by itself after its start, such as gathering topics, is done."""
        end = time.monotonic() + limit
        spent, calm = self.processor_seconds(), 0
        while calm < 3 and time.monotonic() < end:
            time.sleep(1)
            self.check()
            calm = calm + 1 if self.processor_seconds() - spent < 0.05 else 0
            spent = self.processor_seconds()

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))
