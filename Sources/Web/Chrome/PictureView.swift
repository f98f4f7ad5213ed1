import Library
import Markup
import News
import Pictures

/// Pictures at the right size for their slot and the device's ratio, lazily, with their mean colour first.
enum PictureView {
    /// The picture's mean colour as one of 64 shades that the style sheet knows (inline styles are forbidden).
    static func shade(_ colour: String?) -> String? {
        guard let colour, colour.utf8.count == 7, colour.dropFirst().allSatisfy(\.isHexDigit),
            let value = UInt32(colour.dropFirst(), radix: 16)
        else { return nil }
        let steps = [16, 8, 0].map { String(min(3, Int((value >> $0) & 255) / 64)) }
        return "m" + steps.joined()
    }

    /// The 3:2 picture of a row.
    static func row(_ visit: Visit, _ picture: PictureFact, into w: inout HTMLWriter) {
        let signer = visit.house.signer
        func path(_ width: Int) -> String { signer.path(id: picture.id.rawValue, width: width, shape: .threeTwo) }
        w.raw("<img class=\"shot\" alt=\"\" loading=\"lazy\" decoding=\"async\" width=\"108\" height=\"72\"")
        if let shade = shade(picture.colour) { w.attribute("data-colour", shade) }
        w.attribute("src", path(216))
        w.attribute("srcset", "\(path(144)) 1x, \(path(216)) 2x, \(path(324)) 3x")
        w.raw(">")
    }

    /// The large picture of the first story: edge to edge on a phone, two of three columns on a wide screen.
    static func lead(_ visit: Visit, _ picture: PictureFact, into w: inout HTMLWriter) {
        let signer = visit.house.signer
        let widths = [480, 828, 1080, 1280, 1600]
        let set = widths.map { "\(signer.path(id: picture.id.rawValue, width: $0, shape: .threeTwo)) \($0)w" }
        w.raw(
            "<img class=\"lead-shot\" decoding=\"async\" fetchpriority=\"high\" width=\"1080\" height=\"720\" sizes=\"(min-width: 1280px) 797px, (min-width: 1024px) 64vw, 100vw\""
        )
        w.attribute("alt", picture.alt ?? "")
        if let shade = shade(picture.colour) { w.attribute("data-colour", shade) }
        w.attribute("src", signer.path(id: picture.id.rawValue, width: 1080, shape: .threeTwo))
        w.attribute("srcset", set.joined(separator: ", "))
        w.raw(">")
    }

    /// Replaces a picture of a story's text by our own copies; a picture known to fail is dropped to its alternative.
    static func tag(_ visit: Visit, _ picture: PictureFact?, _ tag: PictureTag) -> PictureTag {
        guard let picture else { return tag }
        let sized = sized(visit, picture)
        var tag = tag
        tag.src = sized.src
        tag.srcset = sized.srcset
        tag.sizes = sized.sizes
        tag.width = sized.width ?? tag.width
        tag.height = sized.height ?? tag.height
        tag.colour = sized.colour
        return tag
    }

    /// What an `img` of a story needs.
    struct Sized {
        let src: String
        let srcset, sizes, colour: String?
        let width, height: Int?
    }

    /// A picture in its own shape, as wide as the text at most.
    static func sized(_ visit: Visit, _ picture: PictureFact) -> Sized {
        let signer = visit.house.signer
        let natural = picture.width ?? 1600
        let widths = [480, 828, 1080, 1280, 1600].filter { $0 <= natural }
        func path(_ width: Int) -> String { signer.path(id: picture.id.rawValue, width: width, shape: .own) }
        let isMany = widths.count > 1
        return Sized(
            src: path(widths.last.map { min($0, 1080) } ?? 480),
            srcset: isMany ? widths.map { "\(path($0)) \($0)w" }.joined(separator: ", ") : nil,
            sizes: isMany ? "(min-width: 744px) 680px, 100vw" : nil, colour: shade(picture.colour),
            width: picture.width, height: picture.height)
    }
}
