"""Pictures are fetched in the size of their slots: the next step above slot × density, whatever row, screen and ratio."""
import itertools
import re
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect

from support.browser import PHONE
from support.program import ROOT

SERVICE = (ROOT / "Sources/Pictures/PictureLoader.swift").read_text()
STEPS = [int(step) for step in re.search(r"let widths: \[Int\] = \[([\d, ]+)\]", SERVICE)[1].split(",")]
# Under new addresses, since a browser prefers a larger file that it has.
CHOOSE = """async (round) => {
    const place = (one) => `${one.className.replace(/waiting|loaded/g, '').trim()} in ${
        ['.featured', '.section', '.next', '[data-list]', 'figure', '.text'].find((name) => one.closest(name))}`;
    // One of each kind and size is enough.
    const kinds = new Map([...document.images].filter((one) => /^\\/picture\\//.test(one.getAttribute('src')) && !one.matches('.site-icon') && one.clientWidth)
        .map((one) => [`${place(one)} ${one.clientWidth}`, one]));
    const fresh = [...kinds.values()].map((one) => {
        const clone = one.cloneNode();
        // Now, as one that has not been loaded may have no size.
        clone.box = one.getBoundingClientRect();
        clone.loading = 'eager';
        for (const name of ['src', 'srcset']) {
            if (one.hasAttribute(name)) clone.setAttribute(name, one.getAttribute(name).replaceAll(/(\\/picture\\/[^\\s,?]+)[^\\s,]*/g, `$1?${round}`));
        }
        one.replaceWith(clone);
        return clone;
    });
    // The choice can be read once the picture has failed.
    const end = performance.now() + 60_000;
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    do await frame(); while (fresh.some((one) => !one.currentSrc) && performance.now() < end);
    return fresh.map((one) => {
        const { width, height } = one.box;
        const [, chosen, crop] = one.currentSrc.match(/\\/picture\\/\\d+\\/(\\d+)(\\w?)\\//);
        // A cropped picture covers its slot: of a slot that is higher than its own form the height decides.
        const form = { w: 3 / 2, s: 1 }[crop] ?? 0;
        return { kind: place(one), slot: Math.max(width, height * form), chosen: Number(chosen),
            offered: [...(one.srcset || one.src).matchAll(/\\/picture\\/\\d+\\/(\\d+)/g)].map((file) => Number(file[1])) };
    });
}"""


def link(page, demo, path, selector, **options):
    page.goto(demo.url(path))
    found = page.locator(selector, **options).first
    expect(found).to_be_attached()
    return found.get_attribute("href")


@pytest.mark.mission("MIT-14", "NEXUS-14")
@pytest.mark.parametrize("screens", [
    ["/mine/", "/mine/all", "/mine/search?q=harbour", "lead"],
    ["/mudlark/?grid", "mudlark?grid", "story?grid", "estuary"],
    ["/marram/?grid", "media", "latest", "latest?grid"],
], ids=["sourced", "left", "right"])
def test_pictures_are_as_large_as_their_slots_need_and_never_larger(own_demo, open_page, screens):
    """NEXUS-14, MIT-14: rows, cards, leads, logos and pictures of a text, on four screens of three densities."""
    page = open_page(own_demo.url("/mine/keyboard-shortcuts"))
    sections = {"mudlark": ("/mudlark/", "Most Recent"), "estuary": ("/estuary/", "The town"), "media": ("/marram/", "In the Media"),
                "latest": ("/marram/", "Latest News")}
    metrics = page.context.new_cdp_session(page)
    # Only which file is asked for matters here.
    metrics.send("Network.setBlockedURLs", {"urls": ["*/picture/*"]})

    def path_of(screen):
        if screen in sections:
            return link(page, own_demo, sections[screen][0], ".section-head a", has_text=sections[screen][1])
        if screen == "lead":
            return link(page, own_demo, "/mine/", ".lead a")
        if screen == "story":
            return link(page, own_demo, path_of("mudlark"), "main .row:has(img.row-image) a")
        return screen

    def choose(layout):
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto(own_demo.url("/marram/"))
        page.locator(f".layout-switch button[value={layout}]").first.click()
        expect(page.locator(f".layout-switch button[value={layout}]").first).to_have_attribute("aria-pressed", "true")

    kinds = set()
    for screen in screens:
        choose("grid" if screen.endswith("?grid") else "list")
        page.goto(own_demo.url(path_of(screen.removesuffix("?grid"))))
        expect(page.locator("img[src^='/picture/']:not(.site-icon)").first).to_be_attached()
        for width, density in itertools.product((320, 390, 768, 1280), (1, 2, 3)):
            metrics.send("Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": density, "mobile": False})
            for found in page.evaluate(CHOOSE, f"{width}-{density}"):
                kinds.add(found["kind"])
                need = found["slot"] * density
                step = next((step for step in STEPS if step >= need - .5), STEPS[-1])
                assert found["chosen"] <= step, (screen, width, density, found)
                # Browsers may take the step below when it is nearly enough.
                assert found["chosen"] >= min(.75 * need, max(found["offered"])), (screen, width, density, found)
        metrics.send("Emulation.clearDeviceMetricsOverride")
    assert len(kinds) >= 3, kinds
    page.errors.clear()


def test_a_picture_is_webp_for_who_accepts_it(demo):
    """By `Accept`, so that shared caches and a browser's own keep both apart; a script's request gets what it can pass on."""
    def ask(path, **headers):
        try:
            with urllib.request.urlopen(urllib.request.Request(demo.url(path), headers=headers)) as response:
                return response.status, response.headers, response.read()
        except urllib.error.HTTPError as unchanged:
            return unchanged.code, unchanged.headers, b""
    path = re.search(r"/picture/\d+/324w?/[\w-]+", ask("/mine/")[2].decode())[0]
    tags = {}
    for accepted, kind in [("image/avif,image/webp,image/apng,*/*;q=0.8", "image/webp"), ("*/*", "image/jpeg"),
                           ("image/webp;q=0.0, image/*", "image/jpeg"), ("text/html, Image/WebP ; q=0.5", "image/webp")]:
        status, headers, body = ask(path, Accept=accepted)
        assert (status, headers["Content-Type"], headers["Vary"]) == (200, kind, "Accept"), accepted
        assert body.startswith(b"RIFF" if kind == "image/webp" else b"\xff\xd8\xff"), accepted
        assert ask(path, **{"Accept": accepted, "If-None-Match": headers["ETag"]})[0] == 304
        tags[kind] = headers["ETag"]
    assert len(set(tags.values())) == 2


def test_the_largest_picture_is_asked_for_before_the_page_is_read(demo):
    with urllib.request.urlopen(demo.url("/mine/")) as response:
        links, page = response.headers["Link"], response.read().decode()
    lead = re.search(r'<img class="lead-image"[^>]*>', page)[0]
    preload = next(link for link in re.split(r", (?=<)", links) if "as=image" in link)
    assert "fetchpriority=high" in preload
    assert re.search(r'imagesrcset="([^"]*)"', preload)[1] == re.search(r' srcset="([^"]*)"', lead)[1]
    assert re.search(r'imagesizes="([^"]*)"', preload)[1] == re.search(r' sizes="([^"]*)"', lead)[1]


def test_the_icons_of_a_front_page_come_in_one_file(demo, open_page):
    """Once this server has fetched them."""
    icons = "main .row img.site-icon"
    loaded = "(icons) => [...document.querySelectorAll(icons)].every((icon) => { icon.loading = 'eager'; return icon.complete; })"
    page = open_page(demo.url("/mine/"), viewport=PHONE)
    page.wait_for_function(loaded, arg=icons)
    page.goto(demo.url("/mine/feeds"))
    singles = page.locator("img.site-icon[src^='/picture/']").evaluate_all("all => Object.fromEntries(all.map((icon) => icon.getAttribute('src')).map((path) => [path.split('/')[2], path]))")
    asked = []
    page.on("request", lambda request: asked.append(request.url.replace(demo.url("/"), "/")))
    # Another address, as the page of this revision is compressed already.
    page.goto(demo.url("/mine/?again"))
    page.wait_for_function(loaded, arg=icons)
    assert len({path.split("#")[0] for path in asked if path.startswith("/pictures/")}) == 1
    # A feed of the menu that has no row here keeps its own.
    assert page.locator("main .row img.site-icon[src^='/picture/']").count() == 0
    # Each shows what the single picture shows, and no other.
    first = page.locator(icons).first
    own = first.get_attribute("src").split("#i")[1]

    def pixels(path):
        first.evaluate("(icon, path) => { icon.src = path; return icon.decode(); }", path)
        return page.evaluate("""async (bytes) => {
            const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
            const { width, height } = bitmap;
            const canvas = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
            canvas.drawImage(bitmap, 0, 0);
            return [...canvas.getImageData(0, 0, width, height).data];
        }""", list(first.screenshot()))

    def difference(one, other):
        return sum(abs(a - b) for a, b in zip(one, other)) / len(one)

    sheet = first.get_attribute("src").split("#")[0]
    shown = pixels(f"{sheet}#i{own}")
    others = [number for number in singles if number != own and number in sheet.split("/")[2].split(".")][:3]
    assert difference(shown, pixels(singles[own])) < 6
    assert others and all(difference(shown, pixels(f"{sheet}#i{other}")) > 12 for other in others)
