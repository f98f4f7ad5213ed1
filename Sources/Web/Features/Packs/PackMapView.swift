import Library
import Markup
import News
import Packs

/// A view of the map, which script opens, and of the list of its pages, which has the same information in words.
struct PackMapView {
    let scope: RequestScope
    let pages: [PackPageSummary]
    let baseMap: PackBaseMap?
    /// The credits of the pack.
    let credits: [String]

    func write(into w: inout HTMLWriter) {
        w.raw("<h1 class=\"visually-hidden\">")
        w.text(EditionTab.map.title(in: scope.edition))
        w.raw("</h1><div class=\"map-page\">")
        if pages.contains(where: { $0.place != nil }) { writeStage(&w) }
        writeList(&w)
        w.raw("</div>")
    }

    /// Writes the map's element, hidden without script.
    private func writeStage(_ w: inout HTMLWriter) {
        w.raw("<section id=\"map\" hidden")
        w.attribute("class", "map map-stage\(baseMap == nil ? " without-base-map" : "")")
        w.attribute("aria-label", EditionTab.map.title(in: scope.edition))
        if baseMap != nil { w.attribute("data-base-map-path", scope.path(.map) + "/base.json") }
        let tiles = scope.dependencies.settings.mapTiles
        if tiles != nil {
            w.attribute("data-tiles-path", scope.path(.map) + "/tiles")
            w.attribute("data-tile-zoom", MapTileServer.maxZoom)
        }
        if let centre = scope.edition.pack?.mapCentre {
            w.attribute("data-centre", "\(centre.latitude),\(centre.longitude)")
        }
        w.attribute("data-close", Strings.closeCallout)
        w.attribute("data-also-label", Strings.pinsCloseBy)
        w.raw("><div class=\"map-frame\"><a class=\"skip\" href=\"#map-list\">")
        w.text(Strings.skipMap)
        w.raw("</a><div class=\"map-canvas\" role=\"group\"")
        w.attribute("aria-label", Strings.mapLabel)
        w.raw("></div><div class=\"map-tools\">")
        writeButton("in", "+", Strings.zoomIn, &w)
        writeButton("out", "−", Strings.zoomOut, &w)
        writeButton("all", Strings.showAllPlacesShort, Strings.showAllPlaces, &w)
        w.raw("</div>")
        let lines = [tiles.map(Strings.mapTiles)].compactMap(\.self) + (baseMap?.credits ?? []) + credits
        if !lines.isEmpty {
            w.raw("<p class=\"note map-credit\">")
            w.text(lines.joined(separator: " · "))
            w.raw("</p>")
        }
        w.raw("</div></section>")
    }

    private func writeButton(_ action: StaticString, _ sign: String, _ label: String, _ w: inout HTMLWriter) {
        w.raw("<button type=\"button\"")
        w.attribute("data-map-command", "\(action)")
        // The visible word is part of the accessible name (WCAG 2.5.3); signs are not words.
        w.attribute("aria-label", label)
        w.raw(">")
        w.text(sign)
        w.raw("</button>")
    }

    private func writeList(_ w: inout HTMLWriter) {
        w.raw("<section class=\"map-list\" id=\"map-list\" tabindex=\"-1\" aria-labelledby=\"map-places\">")
        w.raw("<h2 class=\"group-heading\" id=\"map-places\">")
        w.text(Strings.mapPlaces(pages.count))
        w.raw("</h2><ol class=\"map-places\">")
        var number = 0
        for page in pages {
            if page.place != nil { number += 1 }
            write(page, number, &w)
        }
        w.raw("</ol></section>")
    }

    /// Writes a page of the list.
    /// - Parameter number: the number of the page's pin.
    private func write(_ page: PackPageSummary, _ number: Int, _ w: inout HTMLWriter) {
        w.raw("<li")
        if let place = page.place {
            w.attribute("data-latitude", String(place.latitude))
            w.attribute("data-longitude", String(place.longitude))
        }
        w.raw("><a")
        w.attribute("href", scope.path(.packPage(page.slug)))
        w.raw("><span aria-hidden=\"true\"")
        w.attribute("class", page.place == nil ? "map-number no-place" : "map-number")
        w.raw(">")
        if page.place != nil { w.text(String(number)) }
        w.raw("</span><span><b>")
        w.text(page.title)
        w.raw("</b><small>")
        w.text(page.place.map { Strings.place($0, near: baseMap?.nearestTown(to: $0)) } ?? Strings.noPlace)
        w.raw("</small></span></a></li>")
    }
}
