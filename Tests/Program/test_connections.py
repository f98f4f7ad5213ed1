"""Connections: floods, slow requests, requests at the edge of HTTP, against the real program with few files."""
import contextlib
import os
import pathlib
import re
import resource
import select
import socket
import ssl
import subprocess
import time

import pytest

from support.program import BINARY, PASSWORD, TidingsServer, run, wait_for

FLOODERS = [f"127.0.0.{number}" for number in range(2, 10)]


class LimitedServer(TidingsServer):
    """A server that may open few files."""

    def __init__(self, folder, *arguments, files=256, **options):
        self.limit_files(files)
        super().__init__(folder, *arguments, **options)

    def limit_files(self, count):
        self.command = ["sh", "-c", f'ulimit -n {count} && exec "$0" "$@"', BINARY]

    @property
    def is_alive(self):
        return self.process.poll() is None

    def sockets(self):
        """The number of its open sockets."""
        held = 0
        for file in pathlib.Path(f"/proc/{self.process.pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                held += os.readlink(file).startswith("socket:")
        return held

    def link(self, source="127.0.0.1", timeout=20, **options):
        return socket.create_connection((self.host, self.port), timeout, (source, 0), **options)

    def raw(self, data, source="127.0.0.1"):
        """The response to these bytes until the server closes the connection; None when it does not."""
        with self.link(source) as link:
            link.sendall(data)
            return read_to_end(link)


def read_to_end(link):
    parts = []
    with contextlib.suppress(ConnectionError):
        while part := link.recv(65_536):
            parts.append(part)
    return b"".join(parts)


@pytest.fixture(scope="module", autouse=True)
def enough_files():
    """The tests themselves hold more sockets than shells commonly allow."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))


@pytest.fixture
def limited(tmp_path, request):
    served = LimitedServer(tmp_path / "data", *getattr(request, "param", []), password=PASSWORD)
    yield served
    served.end()


HURRIED = ["--set", "web.headTimeout=1s", "--set", "web.requestTimeout=2s"]


def flood(served, count, sources, data=b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "):
    """Connections that never finish their head; those that were closed meanwhile stay in the list."""
    links = []
    for number in range(count):
        link = socket.socket()
        link.bind((sources[number % len(sources)], 0))
        link.settimeout(20)
        link.connect((served.host, served.port))
        # It may have given way to a later one already.
        with contextlib.suppress(OSError):
            link.send(data)
        links.append(link)
    return links


def test_fifteen_hundred_connections_do_not_end_a_server_of_256_files(limited):
    cookie = limited.sign_in()
    before = limited.sockets()
    links = []
    for _ in range(5):
        links += flood(limited, 300, FLOODERS)
        assert limited.ask("/mine/", Cookie=cookie).status == 200
    assert limited.is_alive
    assert limited.sockets() < 160
    for link in links:
        link.close()
    wait_for(lambda: limited.sockets() <= before, "its sockets are closed again")


def test_a_flood_from_the_readers_own_address_does_not_keep_the_reader_out(limited):
    cookie = limited.sign_in()
    links = flood(limited, 300, ["127.0.0.1"])
    assert limited.ask("/mine/", Cookie=cookie).status == 200
    # And who is not in yet can still come in.
    assert limited.sign_in()
    for link in links:
        link.close()


def test_a_connection_kept_by_a_reader_outlives_a_flood(limited):
    cookie = limited.sign_in()
    page = f"GET /mine/ HTTP/1.1\r\nHost: 127.0.0.1:{limited.port}\r\nCookie: {cookie}\r\n\r\n".encode()
    with limited.link() as kept:
        kept.sendall(page)
        assert kept.recv(12) == b"HTTP/1.1 200"
        links = flood(limited, 300, FLOODERS)
        kept.sendall(page.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        assert read_to_end(kept).count(b"HTTP/1.1 200") == 1
    for link in links:
        link.close()


def test_a_low_file_limit_is_reported_and_too_low_a_one_refused(tmp_path):
    served = LimitedServer(tmp_path / "data")
    assert any("few open files" in line for line in served.lines)
    served.end()
    served.limit_files(100)
    with pytest.raises(AssertionError):
        served.start()
    assert served.process.wait(20) == 78
    assert "ulimit -n" in "\n".join(served.lines)


@pytest.mark.parametrize("limited", [HURRIED], indirect=True)
def test_slow_heads_and_slow_bodies_of_strangers_end_and_a_readers_slow_upload_does_not(limited):
    cookie = limited.sign_in()
    host = f"Host: 127.0.0.1:{limited.port}\r\n"
    post = f"POST /mine/sign-in HTTP/1.1\r\n{host}Content-Type: application/x-www-form-urlencoded\r\n"
    slow = {
        "nothing": "", "head": f"GET / HTTP/1.1\r\n{host}X-Slow: ",
        "body": f"{post}Content-Length: 9000\r\n\r\npassword=",
        "chunks": f"{post}Transfer-Encoding: chunked\r\n\r\n",
        "asset body": f"POST /assets/x/y.css HTTP/1.1\r\n{host}Content-Length: 9000\r\n\r\n",
    }
    drops = {"head": b"a", "body": b"a", "chunks": b"1\r\na\r\n", "asset body": b"a"}
    length = 600
    upload = limited.link()
    upload.sendall(
        f"POST /mine/act/none HTTP/1.1\r\n{host}Cookie: {cookie}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
        .encode())
    links = {name: limited.link("127.0.0.2") for name in slow}
    for name, link in links.items():
        link.sendall(slow[name].encode())
    sent, ended = 0, set()
    while len(ended) < len(links):
        assert sent < length - 1, f"still open: {set(links) - ended}"
        upload.send(b"a")
        sent += 1
        readable, _, _ = select.select([links[name] for name in links if name not in ended], [], [], 0.05)
        for name, link in links.items():
            if name in ended:
                continue
            try:
                # A response that came early (a refusal, a 404) is read to its end.
                if link in readable and not link.recv(65_536):
                    ended.add(name)
                elif name in drops:
                    link.send(drops[name])
            except ConnectionError:
                ended.add(name)
    upload.sendall(b"a" * (length - sent))
    assert read_to_end(upload).startswith(b"HTTP/1.1 404")


@pytest.mark.parametrize("limited", [HURRIED], indirect=True)
def test_a_client_that_does_not_read_is_not_waited_for(limited):
    before = limited.sockets()
    asset = re.search(r'/assets/[^"\s]+\.css', limited.ask("/mine/sign-in").text)[0]
    link = socket.socket()
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    link.connect((limited.host, limited.port))
    link.setblocking(False)
    ask = f"GET {asset} HTTP/1.1\r\nHost: 127.0.0.1:{limited.port}\r\n\r\n".encode() * 4000
    with contextlib.suppress(BlockingIOError):
        link.send(ask)
    wait_for(lambda: limited.sockets() == before + 1, "it is asked")
    wait_for(lambda: limited.sockets() == before, "its connection is closed")
    link.close()


def test_a_handshake_that_is_never_finished_ends(tmp_path):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
         tmp_path / "own.key", "-out", tmp_path / "own.pem", "-subj", "/CN=localhost", "-days", "2"],
        check=True, capture_output=True)
    served = LimitedServer(tmp_path / "data", "--certificate", tmp_path / "own.pem", "--key", tmp_path / "own.key", *HURRIED)
    try:
        with served.link() as silent, served.link() as half:
            half.sendall(bytes.fromhex("1603010200010001fc0303"))
            assert read_to_end(silent) == b""
            read_to_end(half)
        # More than the share of an address, all without a handshake: one that makes it is served.
        links = flood(served, 60, ["127.0.0.1"], b"\x16\x03\x01")
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with context.wrap_socket(served.link()) as link:
            link.sendall(f"GET /mine/ HTTP/1.1\r\nHost: localhost:{served.port}\r\nConnection: close\r\n\r\n".encode())
            assert read_to_end(link).startswith(b"HTTP/1.1 200")
        for link in links:
            link.close()
    finally:
        served.end()


# What a second request behind the first would be answered with; smuggled in it must not be.
INNER = "GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"
TWISTED = {
    "two framings": "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{inner}",
    "two lengths": "Content-Length: 0\r\nContent-Length: 5\r\n\r\n{inner}",
    "a list of lengths": "Content-Length: 0, 5\r\n\r\n{inner}",
    "a length with a sign": "Content-Length: +0\r\n\r\n{inner}",
    "a negative length": "Content-Length: -1\r\n\r\n{inner}",
    "an enormous length": "Content-Length: 99999999999999999999999\r\n\r\n{inner}",
    "a length in hexadecimal": "Content-Length: 0x0\r\n\r\n{inner}",
    "an unknown coding": "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n{inner}",
    "identity and then chunked": "Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n{inner}",
    "identity in a line of its own": "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{inner}",
    "identity alone": "Transfer-Encoding: identity\r\n\r\n{inner}",
    "an empty coding and then chunked": "Transfer-Encoding: , chunked\r\n\r\n0\r\n\r\n{inner}",
    "chunked with a parameter": "Transfer-Encoding: chunked;a=b\r\n\r\n0\r\n\r\n{inner}",
    "gzip and then chunked": "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n{inner}",
    "chunked twice": "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n{inner}",
    "chunked and then another": "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n{inner}",
    "an enormous chunk": "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{inner}",
    "a negative chunk": "Transfer-Encoding: chunked\r\n\r\n-1\r\n{inner}",
    "a chunk that says too little": "Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n{inner}",
    "a space before the colon": "Content-Length : 4\r\n\r\nabcd{inner}",
    "a folded header": "X: a\r\n b\r\nContent-Length: 0\r\n\r\n{inner}",
    "a bare line feed": "Content-Length: 0\nX: y\r\n\r\n{inner}",
    "a bare carriage return": "X: a\rContent-Length: 4\r\n\r\n{inner}",
    "a NUL": "X: a\0b\r\n\r\n{inner}",
    "no colon": "Content-Length\r\n\r\n{inner}",
}


@pytest.fixture(scope="module")
def plain_server(tmp_path_factory):
    served = LimitedServer(tmp_path_factory.mktemp("plain") / "data", "--set", "web.headTimeout=1s")
    yield served
    served.end()


@pytest.mark.parametrize("name", TWISTED)
def test_a_request_that_can_be_read_in_two_ways_is_refused(plain_server, name):
    host = f"127.0.0.1:{plain_server.port}"
    text = f"POST /mine/act/none HTTP/1.1\r\nHost: {host}\r\n" + TWISTED[name].format(inner=INNER.format(host=host))
    statuses = re.findall(rb"HTTP/1\.1 (\d+)", plain_server.raw(text.encode()))
    # A malformed body is noticed after its head was answered; what follows it is never answered.
    assert statuses in ([b"400"], [b"404", b"400"])
    assert plain_server.is_alive


def test_a_chunked_request_of_http_1_0_is_refused(plain_server):
    """RFC 9112, section 6.1: the message has faulty framing. In HTTP/1.1 the same request is answered."""
    host = f"127.0.0.1:{plain_server.port}"
    ask = f"POST /mine/act/none HTTP/{{}}\r\nHost: {host}\r\nTransfer-Encoding: Chunked\r\nConnection: close\r\n\r\n0\r\n\r\n"
    assert plain_server.raw(ask.format("1.0").encode()).startswith(b"HTTP/1.1 400")
    assert plain_server.raw(ask.format("1.1").encode()).startswith(b"HTTP/1.1 404")


@pytest.mark.parametrize("text", [
    "GET /{long} HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: {host}\r\nX: {long}\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: {host}\r\n{many}\r\n",
    "GET / HTTP/1.1\r\nHost: {host}\r\n{longish}\r\n",
])
def test_a_head_that_is_too_large_is_refused(plain_server, text):
    many = "".join(f"X-{number}: y\r\n" for number in range(120))
    longish = "".join(f"X-{number}: {'y' * 9000}\r\n" for number in range(5))
    host = f"127.0.0.1:{plain_server.port}"
    reply = plain_server.raw(text.format(host=host, long="x" * 20_000, many=many, longish=longish).encode())
    assert reply.startswith(b"HTTP/1.1 431"), reply[:200]


def test_thousands_of_requests_at_once_on_one_connection_are_answered_in_order(plain_server):
    host = f"127.0.0.1:{plain_server.port}"
    paths = ["/mine/keyboard-shortcuts", "/", "/none"]
    statuses = [b"200", b"302", b"404"]
    count = 3000
    asks = "".join(f"HEAD {paths[number % 3]} HTTP/1.1\r\nHost: {host}\r\n\r\n" for number in range(count))
    with plain_server.link() as link:
        link.setblocking(False)
        data, got = asks.encode(), b""
        end = time.monotonic() + 60
        while got.count(b"HTTP/1.1 ") < count or not got.endswith(b"\r\n\r\n"):
            assert time.monotonic() < end
            readable, writable, _ = select.select([link], [link] if data else [], [], 20)
            if readable:
                part = link.recv(65_536)
                assert part, "closed too early"
                got += part
            if writable:
                data = data[link.send(data[:65_536]):]
    assert re.findall(rb"HTTP/1\.1 (\d+)", got) == [statuses[number % 3] for number in range(count)]


def test_connection_settings_are_read_and_validated(tmp_path):
    said = run("serve", "--data", tmp_path / "data", "--set", "web.connections=9")
    assert said.returncode == 78 and "web.connections takes a number from 16 to 2048" in said.stderr
