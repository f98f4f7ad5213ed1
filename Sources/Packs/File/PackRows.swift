import Foundation
import Markup
import URLs
import Untrusted

/// The rows of a pack's tables, in the order of their keys.
struct PackRows {
    var manifest: PackManifest
    var pages: [PackPage]
    var photographs: [PackPhoto]
    var places: [PackPlace]
    var favourites: [PackFavourite]
    var media: [PackMedium]
    var baseMap: PackBaseMap?

    init(
        manifest: PackManifest, pages: [PackPage], photographs: [PackPhoto], places: [PackPlace],
        favourites: [PackFavourite], media: [PackMedium], baseMap: PackBaseMap?
    ) {
        self.manifest = manifest
        self.pages = pages
        self.photographs = photographs
        self.places = places
        self.favourites = favourites
        self.media = media
        self.baseMap = baseMap
    }

    init(_ pack: Pack) {
        self.init(
            manifest: pack.manifest, pages: pack.pages, photographs: pack.photographs, places: pack.places,
            favourites: pack.favourites, media: pack.media, baseMap: pack.baseMap)
    }

    func rows(of table: PackTable) -> [[PackValue]] {
        switch table.name {
        case "manifest": manifestRows
        case "pages": pages.map(Self.row)
        case "pictures": pictureRows
        case "photographs":
            photographs.map {
                [.text($0.name), .integer(Int64($0.position)), .text($0.caption), Self.optional($0.credit)]
            }
        case "photograph_files": photographs.flatMap { photo in Self.fileRows([.text(photo.name)], photo.picture) }
        case "places":
            places.map { [.text($0.page), .integer(Int64($0.latitude)), .integer(Int64($0.longitude))] }
        case "favourites":
            favourites.map { [.text($0.page), .integer(Int64(saturating: $0.date.timeIntervalSince1970))] }
        case "media": media.map { [.text($0.id.hex), .text($0.type.rawValue), .integer(Int64($0.size))] }
        case "base_map": baseMap.map { [[.integer(1), .text($0.json)]] } ?? []
        case "parts": manifest.parts.map { [.text($0.name), .text($0.sha256)] }
        default: []
        }
    }

    private var manifestRows: [[PackValue]] {
        let values: [(String, String?)] = [
            ("address", manifest.address?.text),
            ("credits", manifest.credits.isEmpty ? nil : manifest.credits.joined(separator: "\n")),
            ("identity", manifest.identity), ("languages", manifest.languages.joined(separator: " ")),
            ("licence", manifest.licence), ("title", manifest.title), ("version", manifest.version.description),
        ]
        return values.compactMap { key, value in value.map { [.text(key), .text($0)] } }
    }

    private static func row(_ page: PackPage) -> [PackValue] {
        [
            .text(page.slug), optional(page.parent), .integer(Int64(page.position)), .text(page.title),
            .text(page.kind.rawValue), optional(page.colour?.description),
            page.ground.map { .integer(Int64($0)) } ?? .null, optional(page.address?.text), .text(page.text.text),
        ]
    }

    private var pictureRows: [[PackValue]] {
        pages.flatMap { page in
            page.pictures.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { slot, picture in
                Self.fileRows([.text(page.slug), .text(slot.rawValue)], picture)
            }
        }
    }

    private static func fileRows(_ start: [PackValue], _ picture: PackPicture) -> [[PackValue]] {
        picture.files.sorted { $0.key.rawValue < $1.key.rawValue }.map { rendition, medium in
            start + [.text(rendition.rawValue), .text(medium.hex)]
        }
    }

    private static func optional(_ text: String?) -> PackValue { text.map { .text($0) } ?? .null }
}
