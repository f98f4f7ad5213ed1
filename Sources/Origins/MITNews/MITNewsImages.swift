import Foundation
import Markup

/// A story's images: the cover, the gallery, and those in its text, each once.
struct MITNewsImages {
    private(set) var all: [PictureReference] = []
    /// Whether the first image is the cover.
    let hasLead: Bool

    /// Largest useful diagonal in pixels; larger files are used only if there is no smaller one.
    private static let maxUsefulDiagonal = 3_600.0

    /// - Parameters:
    ///   - cover: the story's `cover_image`.
    ///   - gallery: the story's `gallery_images`.
    ///   - body: the images of the text; they follow.
    ///   - base: base for relative addresses.
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

    private struct ImageFile {
        var address: WebAddress
        var width: Int?
        var height: Int?

        /// 0 if the size is unknown.
        var diagonal: Double {
            guard let width, let height else { return 0 }
            return (Double(width) * Double(width) + Double(height) * Double(height)).squareRoot()
        }
    }

    /// An image object with its files; nil if none has an address.
    private static func image(_ value: JSONValue, base: WebAddress?) -> PictureReference? {
        // Without representations the image object itself is the file.
        let given = value["representations"]?.elements ?? [value]
        var seen: Set<WebAddress> = []
        let files = given.compactMap { file($0, base: base) }.filter { seen.insert($0.address).inserted }
            .sorted { $0.diagonal < $1.diagonal }
        guard let best = files.last(where: { $0.diagonal <= maxUsefulDiagonal }) ?? files.first else { return nil }
        let caption = plainText(value["caption"])
        let description = plainText(value["description"])
        var mention = PictureReference(
            address: best.address, alt: description, caption: caption ?? description,
            credit: plainText(value["credits"]),
            width: best.width, height: best.height)
        mention.renditions = files.compactMap { file in
            guard file.address != best.address, let width = file.width, let height = file.height else { return nil }
            return PictureReference.Rendition(address: file.address, width: width, height: height)
        }
        return mention
    }

    private static func file(_ value: JSONValue, base: WebAddress?) -> ImageFile? {
        guard let address = (value["url"]?.nonEmptyString ?? value.string).flatMap({ WebAddress($0, base: base) })
        else {
            return nil
        }
        let size = { (name: String) in value[name]?.int.flatMap { (1...100_000).contains($0) ? $0 : nil } }
        return ImageFile(address: address, width: size("width"), height: size("height"))
    }

    private static func plainText(_ value: JSONValue?) -> String? {
        guard let name = value?.nonEmptyString else { return nil }
        let plain = PlainText.of(html: name)
        return plain.isEmpty ? nil : plain
    }
}
