"""Request heads, byte by byte, to a real server: the Host header and forwarding headers."""
import socket

import pytest

from support.program import TidingsServer


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server without a password, which serves local requests."""
    server = TidingsServer(tmp_path_factory.mktemp("heads") / "data")
    yield server
    server.end()


def send(server, *lines, version="1.1", target="/mine/keyboard-shortcuts"):
    """The status of the response, its Location, and the number of responses."""
    own = f"127.0.0.1:{server.port}"
    head = [f"GET {target.replace('OWN', own)} HTTP/{version}", *[line.replace("OWN", own) for line in lines], "Connection: close"]
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
        line.sendall("\r\n".join([*head, "", ""]).encode())
        data = b""
        while part := line.recv(65536):
            data += part
    assert data.startswith(b"HTTP/1.1 "), data[:200]
    head, _, rest = data.partition(b"\r\n\r\n")
    assert b"HTTP/1.1 " not in rest, "one request, one answer"
    fields = dict(field.lower().split(": ", 1) for field in head.decode().split("\r\n")[1:])
    return int(data[9:12]), fields.get("location", "")


def test_a_request_for_one_known_host_is_answered(server):
    assert send(server, "Host: OWN") == (200, "")
    assert send(server, f"Host: LOCALHOST:{server.port}")[0] == 200
    assert send(server, "Host: evil.example")[0] == 421


@pytest.mark.parametrize("hosts", [
    ["Host: OWN", "Host: evil.example"], ["Host: evil.example", "Host: OWN"], ["Host: OWN", "Host: OWN"],
    ["Host: OWN", "hOST: evil.example"], ["Host: OWN", "Host:"], ["Host: OWN", "X-Between: 1", "Host: OWN"],
])
def test_two_hosts_are_refused(server, hosts):
    assert send(server, *hosts)[0] == 400


def test_no_host_is_refused(server):
    assert send(server)[0] == 400
    assert send(server, version="1.0")[0] == 400


@pytest.mark.parametrize("host", [
    "", " ", "OWN@evil.example", "evil.example#OWN", "OWN, evil.example", "OWN evil.example", "OWN/", "OWN:8480", "http://OWN",
    "127.0.0.1:", "127.0.0.1:port", "127.0.0.1:-1", "127.0.0.1:8480000", "[::1", "::1", "[localhost]", "<b>", "a" * 400,
])
def test_an_invalid_host_is_refused(server, host):
    assert send(server, f"Host: {host}")[0] in ((400, 421) if host == "127.0.0.1:" else (400,))


def test_the_target_itself_may_name_the_host(server):
    """RFC 9112, section 3.2.2: what it names counts, and Host does not."""
    assert send(server, "Host: OWN", target="http://OWN/mine/keyboard-shortcuts")[0] == 200
    assert send(server, "Host: evil.example", target="http://OWN/mine/keyboard-shortcuts")[0] == 200
    assert send(server, "Host: OWN", target="http://evil.example/mine/keyboard-shortcuts")[0] == 421
    assert send(server, "Host: OWN", "Host: OWN", target="http://OWN/mine/keyboard-shortcuts")[0] == 400
    assert send(server, "Host: OWN", target="http://user@OWN/mine/keyboard-shortcuts")[0] == 400


# ---- who sits at this machine -------------------------------------------------------------------------------------------

def test_http_1_0_requests_do_not_count_as_local(server):
    """What nginx sends where nothing but `proxy_pass http://127.0.0.1:8480;` is set: the upstream's name as Host, no word of
    a proxy."""
    status, location = send(server, "Host: OWN", version="1.0")
    assert status == 303 and location.startswith("/mine/sign-in")


@pytest.mark.parametrize("mark", [
    "X-Forwarded-For: 127.0.0.1", "X-Forwarded-For: 203.0.113.7", "X-Forwarded-Proto: https", "X-Forwarded-Host: OWN",
    "X-Forwarded-Port: 443", "X-FORWARDED-Server: a", "Forwarded: for=127.0.0.1", "X-Real-IP: 127.0.0.1", "Via: 1.1 proxy",
    "CF-Connecting-IP: 203.0.113.7", "True-Client-IP: 203.0.113.7", "X-Forwarded-For:",
])
def test_proxied_requests_have_to_sign_in(server, mark):
    assert send(server, "Host: OWN") == (200, "")
    status, location = send(server, "Host: OWN", mark)
    assert status == 303 and location.startswith("/mine/sign-in")
    assert send(server, "Host: OWN", mark, target="/mine/feeds.opml")[0] == 303


def test_visitors_through_a_trusted_proxy_are_not_local(tmp_path):
    server = TidingsServer(tmp_path / "data", "--set", "web.trustedProxies=127.0.0.1")
    try:
        assert send(server, "Host: OWN") == (200, "")
        assert send(server, "Host: OWN", "X-Forwarded-For: 203.0.113.7")[0] == 303
        assert send(server, "Host: OWN", "X-Forwarded-For: 127.0.0.1")[0] == 303
    finally:
        server.end()


# ---- another site's page --------------------------------------------------------------------------------------------------

def test_an_image_request_from_another_site_fetches_nothing(tmp_path):
    """A feed's address as an image on another site causes no request to the origin; on a page of ours it does."""
    with socket.create_server(("127.0.0.1", 0)) as origin:
        at = f"127.0.0.1:{origin.getsockname()[1]}"
        server = TidingsServer(tmp_path / "data", "--set", f"network.allow={at}", "--set", "network.timeout=5")
        target = f"/mine/add?address={at}"
        try:
            for strange in [["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image"], [],
                            ["Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: navigate", "Sec-Purpose: prefetch"],
                            ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"], ["Referer: https://evil.example/"]]:
                assert send(server, "Host: OWN", *strange, target=target)[0] == 200
            origin.setblocking(False)
            with pytest.raises(BlockingIOError):
                origin.accept()
            assert send(server, "Host: OWN", "Referer: http://OWN/mine/add", target=target)[0] == 200
            origin.accept()[0].close()
        finally:
            server.end()
