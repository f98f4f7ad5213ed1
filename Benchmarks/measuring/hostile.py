"""Fifty feeds that misbehave, one way each, and honest ones beside them, as servers on loopback addresses of their own.

The behaviours are bytes on a socket rather than a web framework's: most of them are what a framework would not send.
"""
import gzip
import http.server
import itertools
import random
import socket
import socketserver
import struct
import threading
import time
import zlib

WORDS = "tide barrier Saltmere tram quay flood council pumps market harbour sandbag rain café über noon fish".split()
COUNT = itertools.count(1)


def item(number, link="https://post.example/{}", date="Sun, 22 Nov 2026 08:00:00 GMT", extra=""):
    dice = random.Random(number)
    words = " ".join(dice.choices(WORDS, k=60))
    return (f"<item><title>{' '.join(dice.choices(WORDS, k=6))} {number}</title><link>{link.format(number)}</link>"
            f"<guid isPermaLink=\"false\">post-{number}</guid><pubDate>{date}</pubDate>"
            f"<description>&lt;p&gt;{words}&lt;/p&gt;</description>{extra}</item>\n")


def rss(items, before=""):
    return (f'<?xml version="1.0" encoding="UTF-8"?>{before}<rss version="2.0"><channel><title>The Saltmere Post</title>'
            f"<link>https://post.example/</link>{items}</channel></rss>").encode()


def head(status="200 OK", *lines, length=None):
    kept = ["Content-Type: application/rss+xml", *lines]
    if length is not None:
        kept.append(f"Content-Length: {length}")
    return (f"HTTP/1.1 {status}\r\n" + "".join(f"{line}\r\n" for line in kept) + "\r\n").encode()


def whole(body, *lines, status="200 OK"):
    return head(status, *lines, length=len(body)) + body


def feed(number, asked):
    """An honest feed: ten stories, a new one every fourth time."""
    first = asked // 4
    return rss("".join(item(number * 1000 + story) for story in range(first, first + 10)))


def chunks(body):
    return f"{len(body):x}\r\n".encode() + body + b"\r\n"


def bomb(total, members=1):
    """Zeros, packed; in one member or many."""
    return gzip.compress(b" " * (total // members), 9) * members


ENTITIES = "<!DOCTYPE x [<!ENTITY a0 \"ha\">" + "".join(
    f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12)) + "]>"
EXTERNAL = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "http://127.0.0.1:1/x"> %p;]>'
PICTURE = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBBBBB", 13, b"IHDR", 60_000, 60_000, 16, 6, 0, 0, 1) + b"\0" * 64

# Each is given the connection, how often it was asked, and its number.
BEHAVIOURS = {}


def behaviour(function):
    BEHAVIOURS[function.__name__] = function
    return function


def constant(name, make):
    """A behaviour that sends bytes and closes; made once."""
    made = {}

    def send(link, asked, number):
        if name not in made:
            made[name] = make()
        link.sendall(made[name])
    BEHAVIOURS[name] = send


def until_gone(link, seconds=600):
    """Keeps quiet until the peer goes away."""
    link.settimeout(seconds)
    try:
        while link.recv(4096):
            pass
    except OSError:
        pass


@behaviour
def hangs(link, asked, number):
    until_gone(link)


@behaviour
def hangs_after_the_head(link, asked, number):
    link.sendall(head(length=5000))
    until_gone(link)


def drip(link, data, pause=0.2):
    for byte in data:
        link.sendall(bytes([byte]))
        time.sleep(pause)


@behaviour
def drips_the_head(link, asked, number):
    drip(link, head(length=10) + b"x" * 10_000)


@behaviour
def drips_the_body(link, asked, number):
    body = feed(number, asked)
    link.sendall(head(length=len(body)))
    drip(link, body)


@behaviour
def never_ends(link, asked, number):
    link.sendall(head())
    while True:
        link.sendall(item(next(COUNT)).encode() * 50)


@behaviour
def never_ends_in_chunks(link, asked, number):
    link.sendall(head("200 OK", "Transfer-Encoding: chunked"))
    while True:
        link.sendall(chunks(b" " * 60_000))


@behaviour
def chunks_of_one_byte(link, asked, number):
    link.sendall(head("200 OK", "Transfer-Encoding: chunked"))
    for start in range(0, 200_000, 1000):
        link.sendall(chunks(b" ") * 1000)
    link.sendall(chunks(feed(number, asked)) + b"0\r\n\r\n")


@behaviour
def floods_with_100(link, asked, number):
    for _ in range(20_000):
        link.sendall(b"HTTP/1.1 100 Continue\r\n\r\n" * 50)


@behaviour
def floods_with_103(link, asked, number):
    for _ in range(20_000):
        link.sendall(b"HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n" * 50)


@behaviour
def endless_headers(link, asked, number):
    link.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        link.sendall(b"".join(b"X-%d: y\r\n" % next(COUNT) for _ in range(500)))


@behaviour
def resets_in_the_middle(link, asked, number):
    body = feed(number, asked)
    link.sendall(head(length=len(body)) + body[:2000])
    link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


@behaviour
def circles(link, asked, number):
    link.sendall(head("302 Found", f"Location: /{number}?{next(COUNT)}", length=0))


@behaviour
def new_ids_each_time(link, asked, number):
    link.sendall(whole(rss("".join(item(next(COUNT) + 10_000_000) for _ in range(20)))))


@behaviour
def new_text_each_time(link, asked, number):
    items = "".join(item(number * 1000 + n).replace("<description>", f"<description>{next(COUNT)} ") for n in range(20))
    link.sendall(whole(rss(items)))


@behaviour
def lies_about_what_is_new(link, asked, number):
    link.sendall(whole(feed(number, asked), f'ETag: "{next(COUNT)}"', "Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT"))


@behaviour
def says_nothing_changed(link, asked, number):
    link.sendall(head("304 Not Modified", length=0))


constant("bomb_of_one_member", lambda: whole(bomb(1 << 30), "Content-Encoding: gzip"))
constant("bomb_of_many_members", lambda: whole(bomb(1 << 26, 1 << 14), "Content-Encoding: gzip"))
constant("empty_members", lambda: whole(gzip.compress(b"") * 200_000, "Content-Encoding: gzip"))
constant("packed_twice", lambda: whole(gzip.compress(bomb(1 << 28)), "Content-Encoding: gzip, gzip"))
constant("bomb_of_deflate", lambda: whole(zlib.compress(b" " * (1 << 28)), "Content-Encoding: deflate"))
constant("no_gzip_at_all", lambda: whole(rss(item(1)), "Content-Encoding: gzip"))
constant("cut_gzip", lambda: whole(gzip.compress(rss(item(1) * 300))[:-20], "Content-Encoding: gzip"))
constant("entities_that_grow", lambda: whole(rss("<item><title>&a11;</title></item>", ENTITIES)))
constant("entities_from_outside", lambda: whole(rss("<item><title>&e;</title></item>", EXTERNAL)))
constant("deep_elements", lambda: whole(rss("<item>" + "<a>" * 500_000)))
constant("many_attributes", lambda: whole(rss("<item " + " ".join(f"a{n}='1'" for n in range(200_000)) + "/>")))
constant("cut_xml", lambda: whole(rss(item(1) * 20)[:-500]))
constant("wrong_bytes", lambda: whole(random.Random(7).randbytes(300_000)))
constant("deep_json", lambda: whole(b'{"version":"https://jsonfeed.org/version/1.1","items":' + b"[" * 500_000))
constant("cut_json", lambda: whole(b'{"version":"https://jsonfeed.org/version/1.1","title":"x","items":[{"id":"1'))
constant("five_megabytes", lambda: whole(rss("".join(item(20_000_000 + n) for n in range(9000)))))
constant("one_id_for_all", lambda: whole(rss(item(5) * 500)))
constant("absurd_dates", lambda: whole(rss("".join(
    item(30_000_000 + n, date=date) for n, date in enumerate(
        ["Sun, 99 Foo 99999 99:99:99 +9999", "0000-00-00T00:00:00Z", "-271821-04-20T00:00:00Z", "1e400", "",
         "Fri, 31 Dec 9999 23:59:59 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", "9223372036854775807"])))))
constant("hostile_html", lambda: whole(rss("".join(item(
    40_000_000 + n, extra=f"<content:encoded xmlns:content='http://purl.org/rss/1.0/modules/content/'><![CDATA["
    f"{'<div><table><b>' * 3000}<img src='http://127.0.0.1:1/x.png' width=-1 height=99999999999999999999>]]>"
    "</content:encoded>") for n in range(5)))))
constant("longer_than_told", lambda: head(length=100) + rss(item(1) * 20))
constant("shorter_than_told", lambda: head(length=1 << 40) + rss(item(1) * 20))
constant("negative_length", lambda: head("200 OK", "Content-Length: -1") + rss(item(1)))
constant("two_lengths", lambda: head("200 OK", "Content-Length: 5", length=50) + rss(item(1)))
constant("huge_header", lambda: whole(rss(item(1)), "X: " + "y" * 5_000_000))
constant("redirect_to_a_private_address", lambda: head("301 Moved", "Location: http://10.0.0.1/feed", length=0))
constant("redirect_to_metadata", lambda: head("302 Found", "Location: http://169.254.169.254/latest/", length=0))
constant("redirect_to_a_file", lambda: head("302 Found", "Location: file:///etc/passwd", length=0))
constant("always_500", lambda: whole(b"no", status="500 Internal Server Error"))
constant("too_many", lambda: whole(b"", "Retry-After: 2", status="429 Too Many Requests"))
constant("absurd_retry_after", lambda: whole(b"", "Retry-After: 99999999999999999999", status="503 Service Unavailable"))
constant("status_zero", lambda: head("000 Nothing", length=0))
constant("no_http", lambda: b"SSH-2.0-OpenSSH_9.9\r\n" * 100)
constant("closes_at_once", lambda: b"")


@behaviour
def pictures_that_lie(link, asked, number):
    """Its pictures name 60,000 × 60,000 pixels; `Origin` sends them."""
    host = "%s:%d" % link.getsockname()
    items = "".join(item(
        number * 1000 + n + asked * 10,
        extra=f'<enclosure url="http://{host}/lie-{asked}-{n}.png" type="image/png" length="-5"/>') for n in range(5))
    link.sendall(whole(rss(items)))


def costly():
    """Ten documents that cost a reader as much work as their bytes allow, each by another shape."""
    def text(html, times=1):
        kept = html.replace("&", "&amp;").replace("<", "&lt;")
        return rss("".join(f"<item><guid>g{number}</guid><title>Costly {number}</title><description>{kept}</description></item>"
                           for number in range(times)))

    attributes = " ".join(f"a{number}" for number in range(140_000))
    return [
        text(f"<p>Cut</p><p {attributes}"), text(f"<p>Cut</p></p {attributes}"), text(f"<p>Short</p><i {attributes[:60_000]}", 20),
        text("<textarea>" * 200_000), text("<a><b><table>" * 80_000), text("&lt;" * 300_000 + "<![CDATA[" * 50_000),
        rss(f"<item><guid>g</guid><title>Authors</title>{''.join(f'<author>Person {n}</author>' for n in range(80_000))}</item>"),
        rss("".join(f"<item><guid>{number}</guid></item>" for number in range(270_000))),
        rss("".join(item(number) for number in range(20_000))),
        text("<p>" + "Many words of an ordinary story, which is rather long. " * 40_000),
    ]


class CostlyOrigin(http.server.ThreadingHTTPServer):
    """Each costly document at an address of its own, `http://127.0.1.N:port/N`, changed with every request."""
    daemon_threads = True

    def __init__(self):
        self.documents, self.asked = costly(), [0] * 10

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(handler):
                number = int(handler.path.strip("/") or 0)
                self.asked[number] += 1
                body = self.documents[number] + f"<!-- {self.asked[number]} -->".encode()
                handler.send_response(200)
                handler.send_header("Content-Type", "application/rss+xml")
                handler.send_header("Content-Length", str(len(body)))
                handler.end_headers()
                handler.wfile.write(body)

            def log_message(handler, *_):
                pass

        super().__init__(("0.0.0.0", 0), Handler)
        threading.Thread(target=self.serve_forever, args=(0.1,), daemon=True).start()

    def addresses(self):
        return [f"http://127.0.1.{number + 1}:{self.server_port}/{number}" for number in range(len(self.documents))]

    def handle_error(self, request, client_address):
        pass


class Origin(socketserver.ThreadingTCPServer):
    """All feeds, by their number in the path: each fourth is hostile, the others honest. One port, 200 addresses."""
    daemon_threads, allow_reuse_address, request_queue_size = True, True, 256

    def __init__(self):
        super().__init__(("0.0.0.0", 0), Answer)
        self.names = list(BEHAVIOURS)
        self.asked, self.lock = {}, threading.Lock()
        threading.Thread(target=self.serve_forever, args=(0.1,), daemon=True).start()

    def behaviour(self, number):
        """What a feed does, or None for an honest one."""
        return self.names[number // 4] if number % 4 == 0 and number // 4 < len(self.names) else None

    @property
    def port(self):
        return self.server_address[1]

    def address(self, number):
        """An address for each hostile feed, since one that hangs would keep its neighbours waiting."""
        return f"http://127.0.1.{number % 200 + 1}:{self.port}/{number}"

    def handle_error(self, request, client_address):
        pass


class Answer(socketserver.BaseRequestHandler):
    def handle(self):
        link, origin = self.request, self.server
        link.settimeout(60)
        try:
            asked = b""
            while b"\r\n\r\n" not in asked:
                part = link.recv(8192)
                if not part:
                    return
                asked += part
            name = asked.split(b" ")[1].decode().split("?")[0].lstrip("/")
            if name.startswith("lie"):
                return link.sendall(head("200 OK", "Content-Type: image/png", length=len(PICTURE)) + PICTURE)
            if not name.isdigit():
                return link.sendall(head("404 Not Found", "Connection: close", length=0))
            number = int(name)
            with origin.lock:
                times = origin.asked[number] = origin.asked.get(number, 0) + 1
            if name := origin.behaviour(number):
                BEHAVIOURS[name](link, times, number)
            else:
                link.sendall(whole(feed(number, times), "Connection: close"))
        except OSError:
            pass
