import Foundation
import JSON
import Markup
import URLs

/// The pictures of a story: cover, gallery and the text's images, each once.
struct MITNewsPictures {
    private(set) var all: [PictureReference] = []
    let hasLead: Bool

    /// The largest useful diagonal in pixels; larger files are used only if there is no smaller one.
    private static let maxUsefulDiagonal = 3_600.0

    init(cover: JSONValue?, gallery: JSONValue?, body: [PictureReference], base: WebAddress?) {
        let lead = cover.flatMap { Self.image($0, base: base) }
        hasLead = lead != nil
        let rest = (gallery?.elements ?? gallery.map { [$0] } ?? []).compactMap { Self.image($0, base: base) }
        var seen: Set<WebAddress> = []
        for picture in (lead.map { [$0] } ?? []) + rest + body {
            let files = [picture.address] + picture.renditions.map(\.address)
            guard seen.isDisjoint(with: files) else { continue }
            seen.formUnion(files)
            all.append(picture)
        }
    }

    private struct PictureFile {
        var address: WebAddress
        var width: Int?
        var height: Int?

        /// The diagonal in pixels; 0 if unknown.
        var diagonal: Double {
            guard let width, let height else { return 0 }
            return (Double(width) * Double(width) + Double(height) * Double(height)).squareRoot()
        }
    }

    /// Maps a picture; returns nil if it has no address.
    private static func image(_ value: JSONValue, base: WebAddress?) -> PictureReference? {
        // The object itself may be the file.
        let given = value["representations"]?.elements ?? [value]
        var seen: Set<WebAddress> = []
        let files = given.compactMap { file($0, base: base) }.filter { seen.insert($0.address).inserted }
            .sorted { $0.diagonal < $1.diagonal }
        guard let best = files.last(where: { $0.diagonal <= maxUsefulDiagonal }) ?? files.first else { return nil }
        let caption = MITNewsMapper.plainText(value["caption"])
        let description = MITNewsMapper.plainText(value["description"])
        var image = PictureReference(
            address: best.address, alt: description, caption: caption ?? description,
            credit: MITNewsMapper.plainText(value["credits"]),
            width: best.width, height: best.height)
        image.renditions = files.compactMap { file in
            guard file.address != best.address, let width = file.width, let height = file.height else { return nil }
            return PictureReference.Rendition(address: file.address, width: width, height: height)
        }
        return image
    }

    private static func file(_ value: JSONValue, base: WebAddress?) -> PictureFile? {
        guard let address = (value["url"]?.nonEmptyString ?? value.string).flatMap({ WebAddress($0, base: base) })
        else {
            return nil
        }
        let size = { (name: String) in value[name]?.int.flatMap { (1...100_000).contains($0) ? $0 : nil } }
        return PictureFile(address: address, width: size("width"), height: size("height"))
    }
}
