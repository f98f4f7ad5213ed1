"""An invented service that speaks News API v2: says what the test sets."""
import random

from support.sites import SampleSite

KEY = "Tide+Key/0815=Zz~49-distinct"
STATUS = {"apiKeyExhausted": 429, "rateLimited": 429, "unexpectedError": 500, "maximumResultsReached": 426,
          "corsNotAllowed": 426, "upgradeRequired": 426, "apiKeyMissing": 401, "apiKeyInvalid": 401, "apiKeyDisabled": 401}


def title(number):
    """Five invented words, so that no two headlines are taken for one story."""
    dice = random.Random(number)
    return " ".join("".join(dice.choice("bdfgklmnprstvz") + dice.choice("aeiou") for _ in range(3)) for _ in range(5)).capitalize()


class NewsService(SampleSite):
    """Accepts one key. `edition` is the text of an edition's file for it."""

    def __init__(self):
        super().__init__({"*": f"<!doctype html><title>Quay</title><article><p>{'The whole report from the quay. ' * 40}</p></article>"})
        self.refuse(None)

    @property
    def edition(self):
        return (f"title: The Hour\nsections:\n  - title: Headlines\n    key: headlines\n    channels:\n      - kind: news-api\n"
                f"        site: {self.home}/\n        address: {self.home}/v2/top-headlines?country=us\n")

    def settings(self, folder):
        """What `tidings serve` needs to reach it, with the file that opens keys outside the data folder."""
        return [*self.allowed, "--set", "polling.asked=1s", "--set", f"secrets.file={folder / 'config/secrets.key'}"]

    def refuse(self, code):
        """Refuses every list with this code; with none, only those for another key, and all after the first."""
        self.refuse_path("/v2/*", code or "apiKeyInvalid")
        if not code:
            self.serve({"/v2/*": self.headlines()}, when=f"x-api-key: {KEY}")
            # A developer's plan ends here.
            self.refuse_path("/v2/*[?&]page=2*", "maximumResultsReached", [KEY])

    def refuse_path(self, path, code, keys=(None, KEY, KEY[::-1])):
        for key in keys:
            # A careless service repeats the key.
            error = {"status": "error", "code": code, "message": f"Words of the service about {key}."}
            self.serve({path: error}, status=STATUS.get(code, 400), when=key and f"x-api-key: {key}")

    def headlines(self):
        articles = [{
            "source": {"id": None, "name": "Quay Post"}, "author": "A. Tide", "title": title(number),
            "description": f"{title(number + 1000)} at berth {number}.", "url": f"{self.home}/stories/{number}", "urlToImage": None,
            "publishedAt": f"2026-11-{20 - number // 24:02}T{23 - number % 24:02}:05:00Z",
            "content": f"The harbour master of berth {number} had not slept.\r\nNobody had asked him to… [+1234 chars]"}
            for number in range(100)]
        return {"status": "ok", "totalResults": 250, "articles": articles}
