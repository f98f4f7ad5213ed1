"""Sites for Tidings to read."""
import contextlib
import http.server
import json
import random
import threading
from urllib.parse import parse_qs, urlsplit


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


KEY = "Tide+Key/0815=Zz~49-distinct"

STATUS = {"apiKeyExhausted": 429, "rateLimited": 429, "unexpectedError": 500, "maximumResultsReached": 426,
          "corsNotAllowed": 426, "upgradeRequired": 426, "apiKeyMissing": 401, "apiKeyInvalid": 401, "apiKeyDisabled": 401}


def title(number):
    """Five invented words, so that no two headlines are taken for one story."""
    dice = random.Random(number)
    return " ".join("".join(dice.choice("bdfgklmnprstvz") + dice.choice("aeiou") for _ in range(3)) for _ in range(5)).capitalize()


class NewsService(http.server.ThreadingHTTPServer):
    """`error` is a code that every list is refused with; `edition` is the text of an edition's file for it."""

    def __init__(self, key=KEY):
        super().__init__(("127.0.0.1", 0), NewsServiceHandler)
        self.key, self.error, self.requests = key, None, []
        self.home = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def edition(self):
        return (f"title: The Hour\nsections:\n  - title: Headlines\n    key: headlines\n    channels:\n      - kind: news-api\n"
                f"        site: {self.home}/\n        address: {self.home}/v2/top-headlines?country=us\n")

    def settings(self, folder):
        """What `tidings serve` needs to reach it, with the file that opens keys outside the data folder."""
        return ["--set", f"network.allow=127.0.0.1:{self.server_port}", "--set", "polling.asked=1s",
                "--set", f"secrets.file={folder / 'config/secrets.key'}"]

    def answer(self, path, headers):
        fields = parse_qs(urlsplit(path).query)
        if not urlsplit(path).path.startswith("/v2/"):
            return 200, f"<!doctype html><title>Quay</title><article><p>{'The whole report from the quay. ' * 40}</p></article>"
        code = self.error or ("apiKeyInvalid" if headers.get("x-api-key") != self.key else None)
        # A developer's plan ends here.
        if not code and int(fields.get("page", ["1"])[0]) > 1:
            code = "maximumResultsReached"
        if code:
            # A careless service repeats the key.
            message = f"Words of the service about {headers.get('x-api-key')}."
            return STATUS.get(code, 400), json.dumps({"status": "error", "code": code, "message": message})
        articles = [{
            "source": {"id": None, "name": "Quay Post"}, "author": "A. Tide", "title": title(number),
            "description": f"{title(number + 1000)} at berth {number}.", "url": f"{self.home}/stories/{number}", "urlToImage": None,
            "publishedAt": f"2026-11-{20 - number // 24:02}T{23 - number % 24:02}:05:00Z",
            "content": f"The harbour master of berth {number} had not slept.\r\nNobody had asked him to… [+1234 chars]"}
            for number in range(100)]
        return 200, json.dumps({"status": "ok", "totalResults": 250, "articles": articles})


class NewsServiceHandler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.requests.append((self.path, headers))
        status, body = self.server.answer(self.path, headers)
        body = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json" if self.path.startswith("/v2/") else "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass
