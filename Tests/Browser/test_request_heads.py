"""What the first lines of a request say, byte by byte, to a real server: which host it is for, and who has handed it on."""
import socket

import pytest

from served import Served


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A server without a password, which answers whoever sits at the machine."""
    house = Served(tmp_path_factory.mktemp("heads") / "data")
    yield house
    house.end()


def send(house, *lines, version="1.1", target="/mine/keys"):
    """The status of the answer, its Location, and how many answers came."""
    own = f"127.0.0.1:{house.port}"
    head = [f"GET {target.replace('OWN', own)} HTTP/{version}", *[line.replace("OWN", own) for line in lines], "Connection: close"]
    with socket.create_connection(("127.0.0.1", house.port), timeout=20) as line:
        line.sendall("\r\n".join([*head, "", ""]).encode())
        data = b""
        while part := line.recv(65536):
            data += part
    assert data.startswith(b"HTTP/1.1 "), data[:200]
    head, _, rest = data.partition(b"\r\n\r\n")
    assert b"HTTP/1.1 " not in rest, "one request, one answer"
    fields = dict(field.lower().split(": ", 1) for field in head.decode().split("\r\n")[1:])
    return int(data[9:12]), fields.get("location", "")


def test_one_host_of_ours_is_answered(house):
    assert send(house, "Host: OWN") == (200, "")
    assert send(house, f"Host: LOCALHOST:{house.port}")[0] == 200
    assert send(house, "Host: evil.example")[0] == 421


@pytest.mark.parametrize("hosts", [
    ["Host: OWN", "Host: evil.example"], ["Host: evil.example", "Host: OWN"], ["Host: OWN", "Host: OWN"],
    ["Host: OWN", "hOST: evil.example"], ["Host: OWN", "Host:"], ["Host: OWN", "X-Between: 1", "Host: OWN"],
])
def test_two_hosts_are_refused(house, hosts):
    assert send(house, *hosts)[0] == 400


def test_no_host_is_refused(house):
    assert send(house)[0] == 400
    assert send(house, version="1.0")[0] == 400


@pytest.mark.parametrize("host", [
    "", " ", "OWN@evil.example", "evil.example#OWN", "OWN, evil.example", "OWN evil.example", "OWN/", "OWN:8480", "http://OWN",
    "127.0.0.1:", "127.0.0.1:port", "127.0.0.1:-1", "127.0.0.1:8480000", "[::1", "::1", "[localhost]", "<b>", "a" * 400,
])
def test_nonsense_is_no_host(house, host):
    assert send(house, f"Host: {host}")[0] in ((400, 421) if host == "127.0.0.1:" else (400,))


def test_the_target_itself_may_name_the_host(house):
    """RFC 9112, section 3.2.2: what it names counts, and Host does not."""
    assert send(house, "Host: OWN", target="http://OWN/mine/keys")[0] == 200
    assert send(house, "Host: evil.example", target="http://OWN/mine/keys")[0] == 200
    assert send(house, "Host: OWN", target="http://evil.example/mine/keys")[0] == 421
    assert send(house, "Host: OWN", "Host: OWN", target="http://OWN/mine/keys")[0] == 400
    assert send(house, "Host: OWN", target="http://user@OWN/mine/keys")[0] == 400


# ---- who sits at this machine -------------------------------------------------------------------------------------------

def test_http_1_0_is_no_browsers_and_so_nobodys_at_this_machine(house):
    """What nginx sends where nothing but `proxy_pass http://127.0.0.1:8480;` is set: the upstream's name as Host, no word of
    a proxy."""
    status, location = send(house, "Host: OWN", version="1.0")
    assert status == 303 and location.startswith("/mine/sign-in")


@pytest.mark.parametrize("mark", [
    "X-Forwarded-For: 127.0.0.1", "X-Forwarded-For: 203.0.113.7", "X-Forwarded-Proto: https", "X-Forwarded-Host: OWN",
    "X-Forwarded-Port: 443", "X-FORWARDED-Server: a", "Forwarded: for=127.0.0.1", "X-Real-IP: 127.0.0.1", "Via: 1.1 proxy",
    "CF-Connecting-IP: 203.0.113.7", "True-Client-IP: 203.0.113.7", "X-Forwarded-For:",
])
def test_what_a_proxy_has_handed_on_is_shown_the_door(house, mark):
    assert send(house, "Host: OWN") == (200, "")
    status, location = send(house, "Host: OWN", mark)
    assert status == 303 and location.startswith("/mine/sign-in")
    assert send(house, "Host: OWN", mark, target="/mine/feeds.opml")[0] == 303


def test_a_trusted_proxys_visitors_are_not_at_this_machine_either(tmp_path):
    house = Served(tmp_path / "data", "--set", "web.trustedProxies=127.0.0.1")
    try:
        assert send(house, "Host: OWN") == (200, "")
        assert send(house, "Host: OWN", "X-Forwarded-For: 203.0.113.7")[0] == 303
        assert send(house, "Host: OWN", "X-Forwarded-For: 127.0.0.1")[0] == 303
    finally:
        house.end()


# ---- another site's page --------------------------------------------------------------------------------------------------

def test_another_sites_picture_asks_nobody(tmp_path):
    """A feed's address in an image of another site: the origin hears nothing; from a page of ours it does."""
    with socket.create_server(("127.0.0.1", 0)) as origin:
        at = f"127.0.0.1:{origin.getsockname()[1]}"
        house = Served(tmp_path / "data", "--set", f"network.allow={at}", "--set", "network.timeout=5")
        target = f"/mine/add?address={at}"
        try:
            for strange in [["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image"], [],
                            ["Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: navigate", "Sec-Purpose: prefetch"],
                            ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"], ["Referer: https://evil.example/"]]:
                assert send(house, "Host: OWN", *strange, target=target)[0] == 200
            origin.setblocking(False)
            with pytest.raises(BlockingIOError):
                origin.accept()
            assert send(house, "Host: OWN", "Referer: http://OWN/mine/add", target=target)[0] == 200
            origin.accept()[0].close()
        finally:
            house.end()
