"""What a slow phone sees of a page: Chromium with a quarter of the CPU, 150 ms and 1.6 Mbit/s, cold and warm, beside a
bare static page of text. Run by the browser tests' own Python: telephone.py ADDRESS ROUNDS [--scroll] → one JSON object."""
import http.server
import json
import statistics
import sys
import threading

from playwright.sync_api import sync_playwright

PHONE = {"width": 390, "height": 844}
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
# Shifts of the layout, from the first byte on, but for those that follow a touch.
WATCH = """window.shift = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
window.largest = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.largest = entry.startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });"""


class Bare(http.server.BaseHTTPRequestHandler):
    """A page of text with nothing to load, and at /long a long one: the limit."""
    head = ("<!DOCTYPE html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
            "<title>Bare</title>")
    line = "<p>A page of nothing but text, of some ten thousand letters in all.</p>"

    def do_GET(self):
        page = (self.head + self.line * (6_000 if self.path == "/long" else 150)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_):
        pass


def slow_page(context):
    """A page as a slow phone has it, and the wire to its browser."""
    page = context.new_page()
    wire = context.new_cdp_session(page)
    for name, value in (("Network.enable", {}), ("Network.emulateNetworkConditions", LINE),
                        ("Emulation.setCPUThrottlingRate", {"rate": 4})):
        wire.send(name, value)
    return page, wire


def longest_task(browser, page, deed):
    """Milliseconds of the longest task of a page's main thread during a deed."""
    wire, events, ended = browser.new_browser_cdp_session(), [], []
    wire.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    wire.on("Tracing.tracingComplete", lambda _: ended.append(True))
    wire.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": {
        "includedCategories": ["toplevel", "__metadata"], "excludedCategories": ["*"]}})
    deed()
    wire.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(20)
    wire.detach()
    drawing = {(one["pid"], one["tid"]) for one in events
               if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"}
    return max((one.get("dur", 0) / 1000 for one in events
                if one["name"].endswith("RunTask") and (one["pid"], one["tid"]) in drawing), default=0)


def scroll(browser, context, address):
    """The longest task of each of twelve strokes down a page, in milliseconds."""
    page, wire = slow_page(context)
    page.goto(address, wait_until="networkidle")
    stroke = {"x": 195, "y": 500, "yDistance": -1200, "speed": 1200, "gestureSourceType": "mouse"}
    found = [longest_task(browser, page, lambda: wire.send("Input.synthesizeScrollGesture", stroke)) for _ in range(12)]
    if page.evaluate("scrollY") < 10_000:
        raise SystemExit("the page was not scrolled")
    page.close()
    return found


def visit(context, address):
    """One look at a page: seconds to its first content and its largest, requests, bytes with and without pictures, and how much
    it shifted."""
    page, wire = slow_page(context)
    pictures, weights = set(), {}
    wire.on("Network.responseReceived", lambda event: event["type"] == "Image" and pictures.add(event["requestId"]))
    wire.on("Network.loadingFinished",
            lambda event: weights.__setitem__(event["requestId"], event["encodedDataLength"]))
    page.add_init_script(WATCH)
    page.goto(address, wait_until="load")
    page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length > 0")
    page.wait_for_load_state("networkidle")
    seen = {
        "first": page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime") / 1000,
        "largest": page.evaluate("window.largest") / 1000,
        "shift": page.evaluate("window.shift"),
        "requests": len(weights),
        "all": sum(weights.values()),
        "bytes": sum(weight for request, weight in weights.items() if request not in pictures),
    }
    page.close()
    return seen


def main():
    address, rounds = sys.argv[1], int(sys.argv[2])
    bare = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Bare)
    threading.Thread(target=bare.serve_forever, daemon=True).start()
    places = {"bare": f"http://127.0.0.1:{bare.server_address[1]}/", "paper": address}
    seen = {(name, heat): [] for name in places for heat in ("cold", "warm")}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"])
        for turn in range(rounds + 1):
            for name, place in places.items():
                context = browser.new_context(viewport=PHONE, device_scale_factor=3, is_mobile=True, has_touch=True)
                for heat in ("cold", "warm"):
                    found = visit(context, place)
                    # The first round warms the browser and the server up.
                    if turn:
                        seen[name, heat].append(found)
                context.close()
        strokes = {}
        if "--scroll" in sys.argv:
            context = browser.new_context(viewport=PHONE, device_scale_factor=3, is_mobile=True, has_touch=True)
            for name, place in {"paper": address, "bare": places["bare"] + "long"}.items():
                strokes[name] = statistics.median(scroll(browser, context, place))
        browser.close()
    middle = lambda all, what: statistics.median(one[what] for one in all)
    print(json.dumps({"strokes": strokes} | {
        name: {heat: {what: middle(seen[name, heat], what) for what in ("first", "largest", "requests", "all", "bytes", "shift")}
               for heat in ("cold", "warm")} for name in places}))


if __name__ == "__main__":
    main()
