import Library
import Markup
import News
import Pictures
import Untrusted

/// Pictures at the right size for their slot and the device's ratio, lazily, with their mean colour first.
enum PictureView {
    /// The picture's mean colour as one of 64 shades that the style sheet knows (inline styles are forbidden).
    static func shade(_ colour: String?) -> String? {
        guard let colour, colour.utf8.count == 7 else { return nil }
        var value = 0
        for letter in colour.utf8.dropFirst() {
            guard let digit = Character(Unicode.Scalar(letter)).hexDigitValue else { return nil }
            value = value << 4 | digit
        }
        // Four letters, which a string holds in itself.
        return String(unsafeUninitializedCapacity: 4) { letters in
            letters[0] = UInt8(ascii: "m")
            for (at, shift) in [22, 14, 6].enumerated() { letters[at + 1] = 0x30 + UInt8(value >> shift & 3) }
            return 4
        }
    }

    /// The 3:2 picture of a row.
    static func row(_ visit: Visit, _ picture: PictureFact, into w: inout HTMLWriter) {
        w.raw("<img class=\"shot\" alt=\"\" loading=\"lazy\" decoding=\"async\" width=\"108\" height=\"72\"")
        small(visit, picture, .threeTwo, (144, 216, 324), into: &w)
    }

    /// The square picture at the left of a row.
    static func stamp(_ visit: Visit, _ picture: PictureFact, into w: inout HTMLWriter) {
        w.raw("<img class=\"shot stamp\" alt=\"\" loading=\"lazy\" decoding=\"async\" width=\"70\" height=\"70\"")
        small(visit, picture, .square, (72, 144, 216), into: &w)
    }

    private static func small(
        _ visit: Visit, _ picture: PictureFact, _ shape: PictureShape, _ widths: (Int, Int, Int),
        into w: inout HTMLWriter
    ) {
        let paths = visit.house.signer.densities(id: picture.id.rawValue, widths: widths, shape: shape)
        if let shade = shade(picture.colour) { w.attribute("data-colour", shade) }
        w.attribute("src", paths.usual)
        w.attribute("srcset", paths.all)
        w.raw(">")
    }

    /// The picture over a row's full width, which the style sheet cuts to 16:9.
    /// - Parameter form: of the rows that narrow screens have, whose picture it is there.
    static func card(_ visit: Visit, _ picture: PictureFact, _ form: EditionLook.Rows, into w: inout HTMLWriter) {
        func path(_ width: Int) -> String {
            visit.house.signer.path(id: picture.id.rawValue, width: width, shape: .threeTwo)
        }
        let (style, width): (StaticString, StaticString) =
            switch form {
            case .wide: ("card-shot", "100vw")
            case .left: ("shot stamp card-shot", "70px")
            case .sourced, .right, .tiles, .counted: ("shot card-shot", "108px")
            }
        w.raw("<img class=\"")
        w.raw(style)
        w.raw("\" alt=\"\" loading=\"lazy\" decoding=\"async\" width=\"480\" height=\"270\"")
        w.raw(" sizes=\"(min-width: 1024px) 380px, (min-width: 768px) 50vw, ")
        w.raw(width)
        w.raw("\"")
        if let shade = shade(picture.colour) { w.attribute("data-colour", shade) }
        w.attribute("src", path(480))
        w.attribute("srcset", [324, 480, 828, 1080].map { "\(path($0)) \($0)w" }.joined(separator: ", "))
        w.raw(">")
    }

    /// The mark of whoever tells a story elsewhere: at most 133 × 34, in its own proportions (MIT-10).
    static func mark(_ visit: Visit, _ picture: PictureFact, into w: inout HTMLWriter) {
        func path(_ width: Int) -> String {
            visit.house.signer.path(id: picture.id.rawValue, width: width, shape: .own)
        }
        let (width, height) = fitted(picture)
        w.raw("<img class=\"source-mark\" loading=\"lazy\" decoding=\"async\"")
        w.attribute("width", String(width))
        w.attribute("height", String(height))
        w.attribute("alt", picture.alt ?? "")
        w.attribute("src", path(324))
        w.attribute("srcset", "\(path(144)) 1x, \(path(324)) 2x, \(path(480)) 3x")
        w.raw(">")
    }

    /// As large as it goes into 133 × 34 without being stretched; the whole of that until it has been measured.
    private static func fitted(_ picture: PictureFact) -> (width: Int, height: Int) {
        guard let width = picture.width, let height = picture.height, width > 0, height > 0 else { return (133, 34) }
        let scale = min(133 / Double(width), 34 / Double(height), 1)
        return (max(1, Int(saturating: Double(width) * scale)), max(1, Int(saturating: Double(height) * scale)))
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
