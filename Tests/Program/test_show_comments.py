"""`tidings show --comments`: what a site says of its comments, and what it does not say."""
import http.server
import json
import os
import subprocess
import threading

import pytest

from support.program import BINARY

NOTICE = "<br />\n<b>Notice</b>:  Undefined index: a in <b>/srv/x.php</b> on line <b>12</b><br />\n"


class Paper(http.server.BaseHTTPRequestHandler):
    """A WordPress with three stories: the comments of the first cannot be had, the second has some, the third none."""
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        home = f"http://127.0.0.1:{self.server.server_port}"
        status, kind, text, total = 404, "text/html", "<p>Nothing.</p>", None
        if self.path == "/feed/":
            items = "".join(
                f"<item><guid isPermaLink='false'>{home}/?p={key}</guid><title>Story {key}</title><link>{home}/story-{key}/</link>"
                f"<slash:comments>{count}</slash:comments><pubDate>Fri, 20 Nov 2026 1{key}:00:00 GMT</pubDate></item>"
                for key, count in [(1, 3), (2, 3), (3, 0)])
            status, kind = 200, "application/rss+xml"
            text = ("<rss version='2.0' xmlns:slash='http://purl.org/rss/1.0/modules/slash/'><channel><title>Quay</title>"
                    f"<link>{home}/</link><generator>https://wordpress.org/?v=6.4</generator>{items}</channel></rss>")
        elif "/wp/v2/comments?post=1" in self.path:
            status = 500
        elif "/wp/v2/comments?post=" in self.path:
            comment = {"id": 9, "parent": 0, "author_name": "", "date_gmt": "2026-11-20T12:00:00",
                       "content": {"rendered": "<p>Who holds the key?</p>"}, "status": "approved", "type": "comment"}
            comments = [comment] if "post=2" in self.path else []
            status, kind, total = 200, "application/json", str(len(comments))
            # As by a server that prints its troubles.
            text = NOTICE + json.dumps(comments) + "\n<!-- Cached -->"
        elif "/wp/v2/posts/" in self.path:
            status, kind = 200, "application/json"
            text = json.dumps({"id": int(self.path.split("/posts/")[1].split("?")[0]), "author": 1, "comment_status": "open"})
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if total:
            self.send_header("X-WP-Total", total)
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def run(tmp_path):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Paper)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    host = f"127.0.0.1:{server.server_port}"

    def run(*words):
        result = subprocess.run(
            [BINARY, *words, "--data", tmp_path / "data", "--set", f"network.allow={host}"], capture_output=True, text=True,
            timeout=60, env={**os.environ, "NO_COLOR": "1"})
        assert result.returncode == 0, (words, result.stdout, result.stderr)
        return result.stdout

    run("add", f"http://{host}/feed/")
    run("refresh")
    yield run
    server.shutdown()
    server.server_close()


def test_there_are_no_comments_only_when_the_site_says_so_and_counts_are_its_own(run):
    number = {row["title"]: str(row["id"]) for row in json.loads(run("read", "all", "--json"))}
    unknown = run("show", number["Story 1"], "--comments")
    assert "No comments" not in unknown and "3 comments" in unknown and "500" in unknown
    assert json.loads(run("show", number["Story 1"], "--comments", "--json")).get("comments") is None
    some = run("show", number["Story 2"], "--comments")
    assert "3 comments" in some and "counts 2 more comments than it sent" in some
    assert "Unknown author" in some and "[shown]" not in some and "Who holds the key?" in some
    none = run("show", number["Story 3"], "--comments")
    assert "No comments" in none and "not here" not in none
    assert json.loads(run("show", number["Story 3"], "--comments", "--json"))["comments"] == []
