"""Signing in by a header of a trusted proxy, as connections bring it."""
import http.client
import sqlite3

from support.program import FORM, run


def status(server, *headers, source="127.0.0.1"):
    """The status of the front page for a request with these headers, in this order, from an address of this machine."""
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30, source_address=(source, 0))
    link.putrequest("GET", "/mine/")
    for name, value in headers:
        link.putheader(name, value)
    link.endheaders()
    response = link.getresponse()
    response.read()
    link.close()
    return response.status


def test_the_header_of_a_trusted_proxy_alone_signs_in(serve):
    server = serve("--set", "web.trustedProxies=127.0.0.1", "--set", "web.proxyHeader=Remote-User")
    assert run("reader", "rename", "Ada", "--data", server.folder).returncode == 0
    assert status(server, ("Remote-User", "Ada")) == 200
    assert status(server, ("REMOTE-user", "  aDA ")) == 200
    # Two headers, bytes that are no text, and a name that nobody has.
    assert status(server, ("Remote-User", "Ada"), ("remote-user", "Ada")) == 403
    assert status(server, ("Remote-User", ""), ("remote-user", "Ada")) == 403
    assert status(server, ("Remote-User", b"Ada\xff")) == 403
    assert status(server, ("Remote-User", "Zoë".encode())) == 403
    assert status(server, ("Remote-User", "Ada, Bo")) == 403
    # Nobody is named, though the connection is from this machine and there is no password.
    assert status(server) == 303
    assert status(server, ("Remote-User", "")) == 303
    # Any other peer may send what it likes.
    for more in [(), ("X-Forwarded-For", "127.0.0.1"), ("Forwarded", "for=127.0.0.1"), ("X-Real-IP", "127.0.0.1")]:
        headers = [("Remote-User", "Ada"), *([more] if more else [])]
        assert status(server, *headers, source="127.0.0.3") == 303, more
    named = {"Remote-User": "Ada"}
    foreign = {"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"}
    assert server.ask("/mine/act/rename-own-person", "POST", "name=Eve", **named, **foreign, **FORM).status == 403
    out = server.ask("/mine/sign-out", "POST", "", **named, **FORM)
    assert out.status == 200 and "so sign out there" in out.text
    with sqlite3.connect(server.folder / "tidings.sqlite") as database:
        assert database.execute("select count(*) from reader_session").fetchone() == (0,)
        assert database.execute("select name from reader").fetchall() == [("Ada",)]


def test_the_header_can_make_readers(serve):
    server = serve(
        "--set", "web.trustedProxies=127.0.0.1", "--set", "web.proxyHeader=Remote-User", "--set", "web.proxyHeaderJoins=yes")
    for name in ["Zoë", "ZOË", "Zoe\u0308"]:
        assert status(server, ("Remote-User", name.encode())) == 200
    # A name that is too long for a reader makes none.
    assert status(server, ("Remote-User", "a" * 41)) >= 400
    listed = run("reader", "list", "--data", server.folder).stdout
    assert listed.count("Zoë") == 1 and "aaa" not in listed
