"""A thousand feeds of twenty stories on 250 loopback addresses, served by nginx."""
import contextlib
import pathlib
import random
import socket
import subprocess
import time

FEEDS, STORIES, HOSTS = 1000, 20, 250

WORDS = """the tide barrier at Saltmere closed for ninth time this year and number nine tram stopped on Quay Street while café
owners counted sandbags because harbour office had said nothing until noon when über water stood two feet deep in market
hall where councillor Brandt promised pumps fish traders laughed rain went on all night""".split()


def make(folder):
    """Writes the feeds, 36 KB each, two of three RSS and the rest Atom; answers their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for number in range(FEEDS):
        dice = random.Random(number)
        words = lambda count: " ".join(dice.choices(WORDS, k=count))
        is_atom = number % 3 == 2
        parts = [ATOM_HEAD if is_atom else RSS_HEAD]
        for story in range(STORIES):
            html = "".join(f"<p>{words(43)} <a href=\"/{dice.randrange(99)}?a=1&amp;b=2\">{words(3)}</a>, {words(25)}.</p>\n"
                           for _ in range(3))
            html += f"<figure><img src=\"/pictures/{number}-{story}.jpg\" width=\"640\" height=\"427\" alt=\"{words(3)}\"></figure>"
            parts.append((ATOM if is_atom else RSS).format(
                title=words(7), feed=number, story=story, author=words(2), html=html, day=1 + story, hour=number % 24))
        parts.append("</feed>\n" if is_atom else "</channel></rss>\n")
        path = folder / f"{number}.xml"
        text = "".join(parts)
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
        paths.append(path)
    return paths


def host(number):
    return f"127.0.1.{number % HOSTS + 1}"


@contextlib.contextmanager
def serve(folder, work):
    """Serves the folder on every loopback address while the block runs; answers the port."""
    with socket.socket() as probe:
        probe.bind(("0.0.0.0", 0))
        port = probe.getsockname()[1]
    for place in (folder, *folder.parents):  # nginx's workers are nobody
        if place.stat().st_mode & 0o5 != 0o5 and place != pathlib.Path("/"):
            raise SystemExit(f"bench: others must be able to read {place}")
    settings = work / "nginx.conf"
    settings.write_text(f"""
daemon off; worker_processes 1; pid {work}/nginx.pid; error_log {work}/nginx.log;
events {{ worker_connections 2048; }}
http {{
  access_log off; types {{ application/rss+xml xml; }} keepalive_requests 100000;
  client_body_temp_path {work}/t1; proxy_temp_path {work}/t2; fastcgi_temp_path {work}/t3; uwsgi_temp_path {work}/t4;
  scgi_temp_path {work}/t5;
  server {{ listen 0.0.0.0:{port}; root {folder}; }}
}}
""")
    process = subprocess.Popen(["nginx", "-p", str(work), "-c", str(settings)], stderr=subprocess.DEVNULL)
    try:
        while process.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.1.1", port), 1):
                break
            time.sleep(0.05)
        else:
            raise SystemExit(f"bench: nginx did not start; see {work}/nginx.log")
        yield port
    finally:
        process.terminate()
        process.wait(10)


RSS_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><title>The Saltmere Post</title><link>https://post.example/</link><description>News of the harbour</description>
"""
RSS = """<item><title>{title}</title><link>https://post.example/{feed}/{story}</link>
<guid isPermaLink="false">post-{feed}-{story}</guid><pubDate>{day:02} Nov 2026 {hour:02}:15:00 GMT</pubDate>
<dc:creator>{author}</dc:creator><category>harbour</category>
<content:encoded><![CDATA[{html}]]></content:encoded></item>
"""
ATOM_HEAD = """<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>The Saltmere Post</title><id>tag:post.example,2026:feed</id>
<link href="https://post.example/"/><updated>2026-11-21T08:00:00Z</updated>
"""
ATOM = """<entry><title>{title}</title><link href="https://post.example/{feed}/{story}"/>
<id>tag:post.example,2026:{feed}-{story}</id><updated>2026-11-{day:02}T{hour:02}:15:00Z</updated>
<author><name>{author}</name></author><category term="harbour"/>
<content type="html"><![CDATA[{html}]]></content></entry>
"""
