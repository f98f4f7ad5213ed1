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

    private var title: String { EditionTab.map.title(in: scope.edition) }

    func write(into w: inout HTMLWriter) {
        w.element(.h1, class: "visually-hidden", text: title)
        w.element(.div, class: "map-page") { w in
            if pages.contains(where: { $0.place != nil }) { writeStage(&w) }
            writeList(&w)
        }
    }

    /// Writes the map's element, hidden without script.
    private func writeStage(_ w: inout HTMLWriter) {
        let path = scope.path(.map)
        let hasTiles = scope.dependencies.settings.mapTiles != nil
        let baseMapPath = baseMap == nil ? nil : "\(path)/base.json"
        let tilesPath = hasTiles ? "\(path)/tiles" : nil
        let tileZoom = hasTiles ? MapTileServer.maxZoom : nil
        let centre = scope.edition.pack?.mapCentre.map { "\($0.latitude),\($0.longitude)" }
        w.element(
            .section,
            [
                .id("map"), .hidden(), .class("map map-stage", baseMap == nil ? "without-base-map" : nil),
                .aria("label", title), .data(.baseMapPath, baseMapPath),
                .data(.tilesPath, tilesPath), .data(.tileZoom, tileZoom), .data(.centre, centre),
                .data(.close, Strings.closeCallout), .data(.alsoLabel, Strings.pinsCloseBy),
            ]
        ) { w in
            w.element(.div, class: "map-frame") { w in writeFrame(&w) }
        }
    }

    /// Writes the element that script draws the map into, with its buttons and credits.
    private func writeFrame(_ w: inout HTMLWriter) {
        w.element(.a, class: "skip", [.href("#map-list")], text: Strings.skipMap)
        w.element(.div, class: "map-canvas", [.role("group"), .aria("label", Strings.mapLabel)])
        w.element(.div, class: "map-tools") { w in
            writeButton("in", "+", Strings.zoomIn, &w)
            writeButton("out", "−", Strings.zoomOut, &w)
            writeButton("all", Strings.showAllPlacesShort, Strings.showAllPlaces, &w)
        }
        let tiles = scope.dependencies.settings.mapTiles
        let lines = [tiles.map(Strings.mapTiles)].compactMap(\.self) + (baseMap?.credits ?? []) + credits
        if !lines.isEmpty { w.element(.p, class: "note map-credit", text: lines.joined(separator: " · ")) }
    }

    private func writeButton(_ action: String, _ sign: String, _ label: String, _ w: inout HTMLWriter) {
        // The visible word is part of the accessible name (WCAG 2.5.3); signs are not words.
        w.element(.button, [.type("button"), .data(.mapCommand, action), .aria("label", label)], text: sign)
    }

    private func writeList(_ w: inout HTMLWriter) {
        w.element(
            .section, class: "map-list", [.id("map-list"), .tabindex(-1), .aria("labelledby", "map-places")]
        ) { w in
            w.element(.h2, class: "group-heading", [.id("map-places")], text: Strings.mapPlaces(pages.count))
            w.element(.ol, class: "map-places") { w in
                var number = 0
                for page in pages {
                    if page.place != nil { number += 1 }
                    write(page, number, &w)
                }
            }
        }
    }

    /// Writes a page of the list.
    /// - Parameter number: the number of the page's pin.
    private func write(_ page: PackPageSummary, _ number: Int, _ w: inout HTMLWriter) {
        let place = page.place
        w.element(.li, [.data(.latitude, place?.latitude), .data(.longitude, place?.longitude)]) { w in
            w.element(.a, [.href(scope.path(.packPage(page.slug)))]) { w in
                w.element(
                    .span, [.aria("hidden", "true"), .class("map-number", place == nil ? "no-place" : nil)]
                ) { w in
                    if place != nil { w.number(number) }
                }
                let words = place.map { Strings.place($0, near: baseMap?.nearestTown(to: $0)) }
                w.element(.span) { w in
                    w.element(.b, text: page.title)
                    w.element(.small, text: words ?? Strings.noPlace)
                }
            }
        }
    }
}
