"""A hub that tells a running server of new stories (WebSub), over real connections."""
import hashlib
import hmac
import sqlite3
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from support.program import FORM, PASSWORD, TidingsServer, form, run, wait_for
from support.sites import SampleSite

PUBLIC = "https://news.example"


@pytest.fixture
def site():
    with SampleSite() as site:
        yield site


def feed(site, *titles):
    entries = "".join(f"<entry><id>urn:{title}</id><title>{title}</title><updated>2026-11-20T10:00:00Z</updated></entry>"
                      for title in titles)
    return (f'<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Harbour</title><id>urn:harbour</id>'
            f'<link rel="hub" href="{site.home}/hub"/><link rel="self" href="{site.home}/feed"/>{entries}</feed>')


def test_a_hub_tells_of_a_story_at_once(tmp_path, site):
    site.serve({"/feed": feed(site, "First")})
    site.serve({"/hub": ""}, status=202)
    server = TidingsServer(
        tmp_path / "data", *site.allowed, "--set", f"secrets.file={tmp_path / 'secrets.key'}", "--public-url", PUBLIC,
        password=PASSWORD)
    try:
        assert run("add", f"{site.home}/feed", "--data", server.folder, *site.allowed).returncode == 0
        cookie = server.sign_in()
        at_home = {"Cookie": cookie}
        wait_for(lambda: "First" in server.ask("/mine/all", **at_home).text, "the feed was fetched")
        with sqlite3.connect(server.folder / "tidings.sqlite") as database:
            (channel,) = database.execute("select id from channel where address = ?", (f"{site.home}/feed",)).fetchone()
        details = f"/mine/feed/{channel}/details"
        assert "Be told by its hub" in server.ask(details, **at_home).text
        reply = server.ask("/mine/act/update-subscription", "POST", form(channel=channel, hub="always"), **FORM, **at_home)
        assert reply.status == 303, reply.text

        asked = wait_for(lambda: next((r for r in site.requests if r.method == "POST"), None), "the hub was asked")
        fields = {name: values[0] for name, values in parse_qs(asked.body.decode()).items()}
        assert fields["hub.mode"] == "subscribe" and fields["hub.topic"] == f"{site.home}/feed"
        callback = urlsplit(fields["hub.callback"])
        assert f"{callback.scheme}://{callback.netloc}" == PUBLIC

        def hub(method, query=None, body=None, **headers):
            """The hub needs no sign-in, and comes by the public name."""
            path = callback.path + (f"?{urlencode(query)}" if query else "")
            return server.ask(path, method, body, host="news.example", **headers)

        challenge = {"hub.mode": "subscribe", "hub.topic": fields["hub.topic"], "hub.challenge": "tide 7/8",
                     "hub.lease_seconds": "864000"}
        assert hub("GET", {**challenge, "hub.topic": "https://other.example/feed"}).status == 404
        assert hub("HEAD", challenge).status == 404
        reply = hub("GET", challenge)
        assert (reply.status, reply.text) == (200, "tide 7/8") and reply.headers["Content-Type"].startswith("text/plain")

        site.forget_requests()
        story = feed(site, "Second")
        signature = "sha256=" + hmac.new(fields["hub.secret"].encode(), story.encode(), hashlib.sha256).hexdigest()
        sent = {"Content-Type": "application/atom+xml"}
        assert hub("POST", body=story, X_Hub_Signature="sha256=" + "0" * 64, **sent).status == 202
        assert hub("POST", body=story, X_Hub_Signature=signature, **sent).status == 202
        wait_for(lambda: "Second" in server.ask("/mine/all", **at_home).text, "the story is there")
        assert site.requests == []
        assert "tells Tidings of new stories at once" in server.ask(details, **at_home).text
        assert server.ask("/hub/" + "A" * 43, "POST", story, host="news.example", **sent).status == 410
    finally:
        server.end()
