"""docs/supported.md, compared with what it speaks of: the features that styles and script need, the layouts, the packages."""
import base64
import os
import re
import subprocess

import pytest
from playwright.sync_api import expect

from support.program import ROOT

PAGE = (ROOT / "docs/supported.md").read_text()
ASSETS = ROOT / "Sources/CAssets/assets"

# What a browser must have, and how it is recognised. A feature without which pages only look simpler has no entry.
FEATURES = {
    "`:has()`": r":has\(", "`color-mix()`": r"\bcolor-mix\(", "`dvh`": r"\d[dsl]v[hw]\b", "`cqi`": r"\dcqi\b",
    "`dialog`": r"\.showModal\(", "`inert`": r"\binert\b", "`findLast`": r"\.findLast(?:Index)?\(", "`import()`": r"\bimport\(",
    # Newer ones, of which none is used.
    "nesting": r"\{[^{}]*[;{]\s*&[ :.[>]", "`light-dark()`": r"\blight-dark\(", "`@scope`": r"@scope\b", "`@container`": r"@container\b",
    "anchors": r"\banchor\(|anchor-name", "`field-sizing`": r"field-sizing", "relative colours": r"\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)\(from ",
    "`toSorted`": r"\.to(?:Sorted|Reversed|Spliced)\(", "`groupBy`": r"\.groupBy\(", "`withResolvers`": r"withResolvers", "`fromAsync`": r"fromAsync",
    "`lookbehind`": r"/[^/\n]*\(\?<[=!]", "`moveBefore`": r"moveBefore", "`checkVisibility`": r"checkVisibility", "`URL.canParse`": r"canParse",
}


def rows(first):
    """The cells of the table whose heading begins with this word."""
    table = re.search(rf"^\| {first} \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE)[1]
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in table.splitlines()]


def code(*suffixes):
    """Styles and scripts without their comments, and without what asks first whether the browser has it."""
    text = "\n".join(file.read_text() for suffix in suffixes for file in sorted(ASSETS.rglob(f"*.{suffix}")))
    text = re.sub(r"/\*.*?\*/|(?m:^\s*//[^\n]*$)", "", text, flags=re.DOTALL)
    return re.sub(r"^@supports .*?^}", "", text, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.mission("NEXUS-67")
def test_the_page_names_what_styles_and_script_need_and_the_browsers_that_have_it():
    """NEXUS-67: a feature that comes or goes changes the table, and the table the versions."""
    needed = {name for name, pattern in FEATURES.items() if re.search(pattern, code("css", "js"))}
    table = {row[0]: row[1:] for row in rows("feature")}
    assert needed == set(table), needed ^ set(table)

    def version(text):
        return tuple(int(part) for part in text.split("."))

    least = [max((row[at] for row in table.values()), key=version) for at in range(3)]
    browsers = {row[0]: row[1] for row in rows("browser")}
    assert [next(text for name, text in browsers.items() if name.startswith(word)) for word in ("Chromium", "Safari", "Firefox")] == least


@pytest.mark.mission("YORK-58")
def test_the_readme_begins_with_two_commands_of_the_makefile():
    """YORK-58: each runs scripts that are there."""
    block = re.search(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)[1]
    commands = [line.split("#")[0].split() for line in block.splitlines()]
    assert commands == [["make", "demo"], ["make", "test"]]
    for command in commands:
        planned = subprocess.run([*command, "--dry-run"], cwd=ROOT, capture_output=True, text=True)
        assert planned.returncode == 0, planned.stderr
        scripts = set(re.findall(r"scripts/[\w-]+", planned.stdout))
        assert "scripts/setup" in scripts or "scripts/demo" in scripts, planned.stdout
        assert all(os.access(ROOT / script, os.X_OK) for script in scripts), scripts


@pytest.mark.mission("NEXUS-68")
def test_every_drawing_of_the_program_has_its_editable_source(chromium):
    """NEXUS-68: what is drawn is kept as vectors, and the files of pixels are made of them."""
    drawn = {file.stem for file in (ASSETS / "icons").glob("*.svg")}
    # The pictures of invented publishers stand for photographs, which have no drawing.
    pixels = [file for kind in ("png", "jpg", "webp", "gif", "ico") for file in (ROOT / "Sources").rglob(f"*.{kind}")
              if "CSampleContent" not in file.parts]
    assert drawn and pixels
    assert all(re.fullmatch(rf"icon-({'|'.join(drawn)})-(180|192|512|maskable)", file.stem) for file in pixels), pixels
    # The icons of the interface are the symbols of one file.
    symbols = set(re.findall(r'<symbol id="([\w-]+)" viewBox="0 0 24 24">', (ASSETS / "icons.svg").read_text()))
    named = set(re.findall(r'Icon\(name: "([\w-]+)"\)', (ROOT / "Sources/Web/Components/Icon.swift").read_text()))
    assert len(named) > 20 and named <= symbols, named - symbols
    # A file of pixels shows what its drawing shows.
    page = chromium.new_page()
    for name in drawn:
        vector = base64.b64encode((ASSETS / f"icons/{name}.svg").read_bytes()).decode()
        raster = base64.b64encode((ASSETS / f"icons/icon-{name}-192.png").read_bytes()).decode()
        assert page.evaluate("""async (addresses) => {
            const [one, other] = await Promise.all(addresses.map(async (address) => {
                const image = new Image();
                image.src = address;
                await image.decode();
                const room = new OffscreenCanvas(192, 192).getContext('2d');
                room.drawImage(image, 0, 0, 192, 192);
                return room.getImageData(0, 0, 192, 192).data;
            }));
            return one.reduce((sum, value, at) => sum + Math.abs(value - other[at]), 0) / one.length;
        }""", [f"data:image/svg+xml;base64,{vector}", f"data:image/png;base64,{raster}"]) < 3
    page.close()


@pytest.mark.mission("NEXUS-67")
def test_the_page_names_the_packages_sizes_and_themes_of_the_code():
    """NEXUS-67: the libraries of scripts/setup, the Swift of Package.swift, the steps of text, the themes."""
    setup = (ROOT / "scripts/setup").read_text()
    packages = re.search(r"build\) wanted\+=\(([^)]*)\)", setup)[1].split()
    libraries = {re.sub(r"^lib|-dev$", "", name) for name in packages if name.endswith("-dev")}
    # One that is loaded, not linked, needs no headers.
    libraries |= {found[1] for name in packages if (found := re.fullmatch(r"lib([a-z]+)\d+", name))}
    listed = re.search(r"uses Debian's (.*?)\s+libraries", PAGE, re.DOTALL)[1]
    assert set(re.split(r",\s*|\s+and\s+", listed)) == libraries
    swift = re.match(r"// swift-tools-version:([0-9.]+)", (ROOT / "Package.swift").read_text())[1]
    assert f"Swift {swift} or newer" in PAGE
    preferences = (ROOT / "Sources/Library/Accounts/Preferences.swift").read_text()
    sizes = re.search(r"textSize: min\((\d+),", preferences)[1]
    assert f"{sizes} text sizes" in PAGE
    themes = re.search(r"enum Theme: .*\{ case automatic, (.*?) \}", preferences)[1].split(", ")
    assert f"{', '.join(themes[:-1])} or {themes[-1]} is chosen" in re.sub(r"\s+", " ", PAGE)


@pytest.mark.mission("NEXUS-67")
@pytest.mark.parametrize("limit", sorted({int(number) for row in rows("width") for number in re.findall(r"from (\d+)", row[0])}))
def test_layouts_change_where_the_page_says(demo, open_page, limit):
    """NEXUS-67: one pixel below, and at each width that the page names."""
    page = open_page(demo.url("/mine/"), {"width": limit - 1, "height": 900})

    def layout():
        page.goto(demo.url("/mine/"))
        expect(page.locator("section.section .row").first).to_be_visible()
        left = {round(box["x"]) for box in (one.bounding_box() for one in page.locator("section.section").all()) if box}
        tabs = page.locator("nav.tabs").bounding_box()
        page.locator("[data-sheet=newsstand]").click()
        sheet = page.locator("dialog.sheet")
        expect(sheet).to_be_visible()
        page.evaluate("() => Promise.allSettled(document.getAnimations().map((one) => one.finished))")
        low = sheet.bounding_box()
        page.goto(demo.url("/mine/all"))
        reader = page.locator("#reading-pane")
        return {"side by side": len(left) > 1, "tabs on top": tabs["y"] < 100, "sheet at the foot": low["y"] + low["height"] > 898,
                "story beside": reader.is_visible()}

    below = layout()
    page.set_viewport_size({"width": limit, "height": 900})
    above = layout()
    changed = {name for name in above if above[name] != below[name]}
    wanted = {768: {"side by side", "tabs on top", "sheet at the foot"}, 1024: {"story beside"}}
    assert changed == wanted[limit], (below, above)
    assert above["side by side"] and above["tabs on top"] and not above["sheet at the foot"]
    assert above["story beside"] == (limit == 1024)
