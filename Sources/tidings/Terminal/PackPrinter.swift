import Foundation
import Markup
import News
import Packs
import URLs

/// A printer of a pack's contents as an indented tree.
struct PackPrinter {
    let pack: Pack
    let size: Int

    func run() {
        let manifest = pack.manifest
        Terminal.print("\(TerminalStyle.bold("\(manifest.title)"))")
        Terminal.print("\(manifest.identity), \(PackSummary(pack, size: size).line)")
        Terminal.print("Languages: \(manifest.languages.joined(separator: ", "))")
        if let licence = manifest.licence { Terminal.print("Licence: \(licence)") }
        for credit in manifest.credits { Terminal.print("Credit: \(credit)") }
        Terminal.print("SHA-256: \(manifest.digest)")
        Terminal.print()
        let tree = PackTree(pack.pages)
        let places = Set(pack.places.map(\.page))
        let favourites = Set(pack.favourites.map(\.page))
        for page in tree.inOrder {
            let indent = String(repeating: "  ", count: max(0, tree.path(to: page.slug).count - 1))
            let marks = [
                places.contains(page.slug) ? "place" : nil, favourites.contains(page.slug) ? "favourite" : nil,
            ]
            let words = ([page.slug] + marks.compactMap(\.self)).joined(separator: ", ")
            Terminal.print("\(indent)\(page.title)  \(TerminalStyle.dim("\(words)"))")
        }
        guard !pack.photographs.isEmpty else { return }
        Terminal.print()
        for photo in pack.gallery {
            let caption = photo.caption.isEmpty ? "no caption" : photo.caption
            let missing = photo.picture.files.isEmpty ? ", file missing" : ""
            Terminal.print("\(photo.name)\(missing): \(caption)")
        }
    }
}

/// A summary of a pack in numbers and names, as text and as JSON.
struct PackSummary: Encodable {
    struct Page: Encodable {
        let slug: String
        let parent: String?
        let title: String
        let kind: String
        let position: Int
        let colour: String?
        let ground: Int?
        let address: String?
        let latitude: Double?
        let longitude: Double?
        let favourite: Date?
    }

    struct Photograph: Encodable {
        let name: String
        let position: Int
        let caption: String
        let credit: String?
        let files: [String: String]
    }

    let identity: String
    let version: String
    let title: String
    let languages: [String]
    let licence: String?
    let credits: [String]
    let address: String?
    let sha256: String
    let size: Int?
    let pictures: Int
    /// The pages in the tree's order.
    let pages: [Page]
    /// The photographs in the gallery's order.
    let photographs: [Photograph]
    private let places: Int

    init(_ pack: Pack, size: Int?) {
        let manifest = pack.manifest
        (identity, version, title) = (manifest.identity, manifest.version.description, manifest.title)
        (languages, licence, credits) = (manifest.languages, manifest.licence, manifest.credits)
        (address, sha256, self.size) = (manifest.address?.text, manifest.digest, size)
        (pictures, places) = (pack.media.count, pack.places.count)
        let placeOf = Dictionary(pack.places.map { ($0.page, $0) }, uniquingKeysWith: { first, _ in first })
        let dateOf = Dictionary(pack.favourites.map { ($0.page, $0.date) }, uniquingKeysWith: { first, _ in first })
        pages = PackTree(pack.pages).inOrder.map { page in
            let place = placeOf[page.slug]
            return Page(
                slug: page.slug, parent: page.parent, title: page.title, kind: page.kind.rawValue,
                position: page.position, colour: page.colour?.description, ground: page.ground,
                address: page.address?.text, latitude: place.map { Double($0.latitude) / 1e6 },
                longitude: place.map { Double($0.longitude) / 1e6 }, favourite: dateOf[page.slug])
        }
        photographs = pack.gallery.map { photo in
            Photograph(
                name: photo.name, position: photo.position, caption: photo.caption, credit: photo.credit,
                files: Dictionary(
                    photo.picture.files.map { ($0.key.rawValue, $0.value.hex) }, uniquingKeysWith: { first, _ in first }
                ))
        }
    }

    /// One line such as "version 2.1, 70 pages, 83 photographs, 12 places, 240 pictures, 31 MB".
    var line: String {
        let counts = [
            Plural("page").counted(pages.count), Plural("photograph").counted(photographs.count),
            Plural("place").counted(places), Plural.picture.counted(pictures),
        ]
        let bytes = size.map { $0 < 10 << 20 ? "\(max(1, $0 >> 10)) kB" : "\($0 >> 20) MB" }
        return (["version \(version)"] + counts + [bytes].compactMap(\.self)).joined(separator: ", ")
    }
}
