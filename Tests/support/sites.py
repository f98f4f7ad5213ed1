"""Sites for Tidings to read: each is a server of the program's own invented sites, which the test tells what to answer."""
import atexit
import base64
import functools
import json
from typing import NamedTuple

from support.program import BINARY, Process, ask


@functools.cache
def control():
    """The process that runs the sites of this test run."""
    process = Process()
    line = process.launch([BINARY, "demo", "--origins-only"], "are controlled at")
    process.port = int(line.rsplit(":", 1)[1])
    atexit.register(process.end)
    return process


def order(method, path, content=None):
    reply = ask(control().port, path, method, None if content is None else json.dumps(content))
    assert reply.status == 200, reply.text
    return json.loads(reply.text)


class Request(NamedTuple):
    """What a site was asked; names of headers are in lower case."""
    method: str
    target: str
    headers: dict
    body: bytes

    @property
    def path(self):
        return self.target.split("?")[0]


def encoded(content):
    """The bytes, the type and the status of what a test says: text, bytes, what becomes JSON, or a status alone."""
    if isinstance(content, int):
        return b"", "text/html", content
    if isinstance(content, bytes):
        return content, "image/png" if content.startswith(b"\x89PNG") else "application/octet-stream", 200
    if not isinstance(content, str):
        return json.dumps(content).encode(), "application/json", 200
    return content.encode(), "application/rss+xml" if content.startswith(("<rss", "<?xml")) else "text/html; charset=utf-8", 200


class SampleSite:
    """A site that answers what the test says, 404 elsewhere, and keeps what it is asked."""

    def __init__(self, answers=None, kind="/"):
        site = order("POST", kind)
        self.name, self.home = site["name"], site["address"]
        self.host = self.home.removeprefix("http://")
        # The setting by which Tidings may read it.
        self.allowed = ["--set", f"network.allow={self.host}"]
        self.answers = {}
        self.serve(answers or {})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def serve(self, answers, kind=None, status=None, when=None, tagged=False, **headers):
        """Says what paths answer, with or without a query, and with `*` for anything; the newest that fits counts. `when` is a
        header that the request must have, such as `x-api-key: 1`; `tagged` sends an ETag, and 304 when it comes back."""
        orders = []
        for path, content in answers.items():
            body, usual_kind, usual_status = encoded(content)
            orders.append({
                "pattern": {"path": path, "header": when}, "body": base64.b64encode(body).decode(), "contentType": kind or usual_kind,
                "status": status or usual_status, "hasEntityTag": tagged,
                "headers": {name.replace("_", "-"): value for name, value in headers.items()}})
        self.answers |= answers
        order("PUT", f"/{self.name}/resources", orders)

    def behave(self, *behaviours):
        """Replaces all earlier ones, as OriginControl.swift describes them; the last that fits a request counts."""
        order("PUT", f"/{self.name}/behaviours", behaviours)

    def hold(self, path="*", but=None):
        """Lets requests wait until the site is released."""
        self.behave({"kind": "held", "pattern": {"path": path}}, *([{"kind": "ordinary", "pattern": {"path": but}}] if but else []))

    def release(self):
        self.behave()

    def fail(self, status):
        self.behave({"kind": "status", "status": status})

    def go_offline(self):
        """Closes the port; `release` opens it again."""
        self.behave({"kind": "offline"})

    def log(self):
        return order("GET", f"/{self.name}/requests")

    @property
    def requests(self):
        return [Request(one["method"], one["target"], dict(one["headers"]), base64.b64decode(one["body"])) for one in self.log()["requests"]]

    @property
    def asked(self):
        """The targets, in order."""
        return [request.target for request in self.requests]

    @property
    def paths(self):
        """The same without their queries."""
        return [request.path for request in self.requests]

    def forget_requests(self):
        order("DELETE", f"/{self.name}/requests")

    def end(self):
        order("DELETE", f"/{self.name}")


class SampleIdentity(SampleSite):
    """An identity provider that asks on a page who signs in, and takes any name."""

    def __init__(self):
        super().__init__(kind="/identity")
        settings = {"issuer": self.home, "clientID": "tidings", "label": "Sample Identity"}
        self.settings = self.allowed + [part for key, value in settings.items() for part in ("--set", f"openid.{key}={value}")]

    def choose(self, page, name):
        """Signs in on the provider's page, where the browser is."""
        page.get_by_label("Account").fill(name)
        page.get_by_role("button", name="Continue").click()
        page.foreign_requests[:] = [request for request in page.foreign_requests if not request.startswith(self.home)]


def rss(title, items, link="/", **namespaces):
    """A feed of items that are written already."""
    spaces = "".join(f' xmlns:{name}="{address}"' for name, address in namespaces.items())
    return (f'<rss version="2.0"{spaces}><channel><title>{title}</title><link>{link}</link><description>d</description>'
            f"{items}</channel></rss>")


def ferry_feed():
    """A site that answers everything with a feed of one story."""
    return SampleSite({"*": rss(
        "Harbour Post", "<item><guid>1</guid><title>Ferry</title><description>The ferry is late.</description></item>", "http://127.0.0.1/")})
