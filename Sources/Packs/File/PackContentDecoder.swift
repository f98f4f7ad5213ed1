import Foundation
import URLs

/// Decodes the rows of a pack. Collects all faults instead of failing at the first.
struct PackContentDecoder {
    private var tables: PackTableReader
    private(set) var faults: [PackIssue] = []
    private var manifest: PackManifest?
    private var pages: [PackPage] = []
    private var photographs: [PackPhoto] = []
    private var places: [PackPlace] = []
    private var favourites: [PackFavourite] = []
    private var media: [PackMedium] = []
    private var baseMap: PackBaseMap?

    init(_ tables: consuming PackTableReader) {
        self.tables = consume tables
        decodeManifest()
        decodeMedia()
        decodePages()
        decodePhotographs()
        decodeBaseMap()
        for row in rows(.places) {
            places.append(PackPlace(page: row.text(0), latitude: row.int(1), longitude: row.int(2)))
        }
        for row in rows(.favourites) {
            guard PackFavourite.dates.contains(row.int(1)) else {
                fault("favourite \(row.text(0))", "“date” is no time in seconds since 1970. Correct it.")
                continue
            }
            let date = Date(timeIntervalSince1970: TimeInterval(row.int(1)))
            favourites.append(PackFavourite(page: row.text(0), date: date))
        }
    }

    /// Returns the decoded pack.
    /// - Throws: the faults, if the manifest is missing or wrong.
    func pack() throws(PackError) -> Pack {
        guard let manifest else { throw .faults(faults) }
        return Pack(
            manifest: manifest, pages: pages, photographs: photographs, places: places, favourites: favourites,
            media: media, baseMap: baseMap)
    }

    private func rows(_ table: PackTable) -> [PackRow] {
        (tables.rows[table.name] ?? []).map { PackRow(values: $0) }
    }

    /// Returns the rows of a table that is not read again, the last row first, and releases them.
    private mutating func takeRows(_ table: PackTable) -> [PackRow] {
        let rows = tables.rows.removeValue(forKey: table.name) ?? []
        return rows.reversed().map { PackRow(values: $0) }
    }

    private mutating func fault(_ place: String, _ message: String) {
        faults.append(PackIssue(place: place, message))
    }

    private mutating func decodeManifest() {
        let values = Dictionary(
            rows(.manifest).map { ($0.text(0), $0.text(1)) }, uniquingKeysWith: { first, _ in first })
        guard let version = PackVersion(values["version"] ?? "") else {
            return fault("manifest", "“version” is up to four numbers joined by dots, such as 2.1. Correct it.")
        }
        var manifest = PackManifest(
            identity: values["identity"] ?? "", version: version, title: values["title"] ?? "",
            languages: (values["languages"] ?? "").split(separator: " ").map(String.init), licence: values["licence"],
            credits: values["credits"].map { $0.split(separator: "\n").map(String.init) } ?? [])
        if let text = values["address"] {
            manifest.address = WebAddress(text)
            if manifest.address == nil { fault("manifest", "“address” is no web address. Correct it.") }
        }
        self.manifest = manifest
    }

    private mutating func decodeMedia() {
        for row in rows(.media) {
            guard let id = PackMediumID(row.text(0)), let type = PackMediaType(rawValue: row.text(1)),
                row.int(2) > 0, row.int(2) <= PackLimits().mediumSize
            else {
                fault("media \(row.text(0).prefix(80))", "Its hash, type or size is wrong. Write it anew.")
                continue
            }
            media.append(PackMedium(id: id, type: type, size: row.int(2)))
        }
    }

    private mutating func decodeBaseMap() {
        for row in rows(.baseMap) {
            baseMap = PackBaseMap(json: Data(row.text(1).utf8))
            if baseMap == nil || row.int(0) != 1 {
                fault("base_map", "The base map is not as docs/packs.md says, or larger than 1 MB. Cut it anew.")
            }
        }
    }

    private mutating func decodePages() {
        var pictures: [String: [PackPage.Slot: PackPicture]] = [:]
        for row in rows(.pictures) {
            guard let slot = PackPage.Slot(rawValue: row.text(1)), let rendition = PackRendition(rawValue: row.text(2)),
                let id = PackMediumID(row.text(3))
            else {
                fault("page \(row.text(0))", "A picture has an unknown slot or rendition, or no hash. Correct it.")
                continue
            }
            pictures[row.text(0), default: [:]][slot, default: PackPicture()].files[rendition] = id
        }
        // Each row is released after its text is sanitised, so that no text is in memory twice.
        var waiting = takeRows(.pages)
        while let row = waiting.popLast() {
            let slug = row.text(0)
            guard let kind = PackPage.Kind(rawValue: row.text(4)) else {
                fault("page \(slug)", "“kind” is list, basic, tiled or university. Correct it.")
                continue
            }
            var page = PackPage(
                slug: slug, parent: row.optionalText(1), position: row.int(2), title: row.text(3), kind: kind,
                text: PackText.clean(row.text(8)), ground: row.optionalInt(6))
            if let colour = row.optionalText(5) {
                page.colour = PackColour(colour)
                if page.colour == nil { fault("page \(slug)", "“colour” is written #rrggbb. Correct it.") }
            }
            if let address = row.optionalText(7) {
                page.address = WebAddress(address)
                if page.address == nil { fault("page \(slug)", "“address” is no web address. Correct it.") }
            }
            page.pictures = pictures.removeValue(forKey: slug) ?? [:]
            pages.append(page)
        }
        for slug in pictures.keys.sorted() { fault("page \(slug)", "A picture's page is not there. Add it.") }
    }

    private mutating func decodePhotographs() {
        var files: [String: PackPicture] = [:]
        for row in rows(.photographFiles) {
            guard let rendition = PackRendition(rawValue: row.text(1)), let id = PackMediumID(row.text(2)) else {
                fault("photograph \(row.text(0))", "A file has an unknown rendition, or no hash. Correct it.")
                continue
            }
            files[row.text(0), default: PackPicture()].files[rendition] = id
        }
        for row in rows(.photographs) {
            photographs.append(
                PackPhoto(
                    name: row.text(0), position: row.int(1), caption: row.text(2), credit: row.optionalText(3),
                    picture: files.removeValue(forKey: row.text(0)) ?? PackPicture()))
        }
        for name in files.keys.sorted() { fault("photograph \(name)", "A file's photograph is not there. Add it.") }
    }
}

/// A row that is read without failing: values of another type count as missing, which the checks then find.
struct PackRow {
    var values: [PackValue]

    func optionalText(_ column: Int) -> String? {
        if case .text(let text) = values[column] { text } else { nil }
    }

    func text(_ column: Int) -> String { optionalText(column) ?? "" }

    func optionalInt(_ column: Int) -> Int? {
        if case .integer(let number) = values[column] { Int(number) } else { nil }
    }

    func int(_ column: Int) -> Int { optionalInt(column) ?? 0 }
}
