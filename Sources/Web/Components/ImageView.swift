import Library
import Markup
import News
import Pictures
import Untrusted

/// Writes images in the sizes that their slot and the device's pixel ratio need, with their mean colour as placeholder.
enum ImageView {
    /// The mean colour as one of 64 shades of the style sheet, as the policy forbids inline styles (decision 0002).
    static func colourToken(_ colour: String?) -> String? {
        guard let colour, colour.utf8.count == 7 else { return nil }
        var value = 0
        for letter in colour.utf8.dropFirst() {
            guard let digit = Character(Unicode.Scalar(letter)).hexDigitValue else { return nil }
            value = value << 4 | digit
        }
        // Four bytes, which need no heap allocation.
        return String(unsafeUninitializedCapacity: 4) { letters in
            letters[0] = UInt8(ascii: "m")
            for (at, shift) in [22, 14, 6].enumerated() { letters[at + 1] = 0x30 + UInt8(value >> shift & 3) }
            return 4
        }
    }

    /// The 3:2 image of a row.
    static func writeRow(_ scope: RequestScope, _ picture: PictureDetails, into w: inout HTMLWriter) {
        w.raw("<img class=\"shot\" alt=\"\" loading=\"lazy\" decoding=\"async\" width=\"108\" height=\"72\"")
        writeThumbnail(scope, picture, .threeTwo, (144, 216, 324), into: &w)
    }

    /// The square image at the left of a row.
    static func writeSquare(_ scope: RequestScope, _ picture: PictureDetails, into w: inout HTMLWriter) {
        w.raw("<img class=\"shot stamp\" alt=\"\" loading=\"lazy\" decoding=\"async\" width=\"70\" height=\"70\"")
        writeThumbnail(scope, picture, .square, (72, 144, 216), into: &w)
    }

    private static func writeThumbnail(
        _ scope: RequestScope, _ picture: PictureDetails, _ shape: ImageCrop, _ widths: (Int, Int, Int),
        into w: inout HTMLWriter
    ) {
        let paths = scope.dependencies.signer.srcSet(id: picture.id.rawValue, widths: widths, shape: shape)
        if let shade = colourToken(picture.colour) { w.attribute("data-colour", shade) }
        w.attribute("src", paths.src)
        w.attribute("srcset", paths.srcset)
        w.raw(">")
    }

    /// The image of a card, over its full width, which the style sheet crops to 16:9.
    /// - Parameter form: the row style on narrow screens, where the image has that style's size.
    static func writeCard(
        _ scope: RequestScope, _ picture: PictureDetails, _ form: EditionTheme.RowStyle, into w: inout HTMLWriter
    ) {
        func path(_ width: Int) -> String {
            scope.dependencies.signer.path(id: picture.id.rawValue, width: width, shape: .threeTwo)
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
        if let shade = colourToken(picture.colour) { w.attribute("data-colour", shade) }
        w.attribute("src", path(480))
        w.attribute("srcset", [324, 480, 828, 1080].map { "\(path($0)) \($0)w" }.joined(separator: ", "))
        w.raw(">")
    }

    /// The logo of a linked page's publisher: at most 133 × 34, in its own proportions (MIT-10).
    static func writeSourceLogo(_ scope: RequestScope, _ picture: PictureDetails, into w: inout HTMLWriter) {
        func path(_ width: Int) -> String {
            scope.dependencies.signer.path(id: picture.id.rawValue, width: width, shape: .original)
        }
        let (width, height) = sourceLogoSize(picture)
        w.raw("<img class=\"source-mark\" loading=\"lazy\" decoding=\"async\"")
        w.attribute("width", String(width))
        w.attribute("height", String(height))
        w.attribute("alt", picture.alt ?? "")
        w.attribute("src", path(324))
        w.attribute("srcset", "\(path(144)) 1x, \(path(324)) 2x, \(path(480)) 3x")
        w.raw(">")
    }

    /// The largest size within 133 × 34 that keeps the proportions; 133 × 34 for a picture not yet measured.
    private static func sourceLogoSize(_ picture: PictureDetails) -> (width: Int, height: Int) {
        guard let width = picture.width, let height = picture.height, width > 0, height > 0 else { return (133, 34) }
        let scale = min(133 / Double(width), 34 / Double(height), 1)
        return (max(1, Int(saturating: Double(width) * scale)), max(1, Int(saturating: Double(height) * scale)))
    }

    /// The large image of the first story: full width on a phone, two of three columns on a wide screen.
    static func writeLead(_ scope: RequestScope, _ picture: PictureDetails, into w: inout HTMLWriter) {
        let signer = scope.dependencies.signer
        let widths = [480, 828, 1080, 1280, 1600]
        let set = widths.map { "\(signer.path(id: picture.id.rawValue, width: $0, shape: .threeTwo)) \($0)w" }
        w.raw(
            "<img class=\"lead-shot\" decoding=\"async\" fetchpriority=\"high\" width=\"1080\" height=\"720\" sizes=\"(min-width: 1280px) 797px, (min-width: 1024px) 64vw, 100vw\""
        )
        w.attribute("alt", picture.alt ?? "")
        if let shade = colourToken(picture.colour) { w.attribute("data-colour", shade) }
        w.attribute("src", signer.path(id: picture.id.rawValue, width: 1080, shape: .threeTwo))
        w.attribute("srcset", set.joined(separator: ", "))
        w.raw(">")
    }

    /// The `img` of a story's text with the proxied image; unchanged where the picture is unknown.
    static func localTag(_ scope: RequestScope, _ picture: PictureDetails?, _ tag: PictureTag) -> PictureTag {
        guard let picture else { return tag }
        let sized = attributes(scope, picture)
        var tag = tag
        tag.src = sized.src
        tag.srcset = sized.srcset
        tag.sizes = sized.sizes
        tag.width = sized.width ?? tag.width
        tag.height = sized.height ?? tag.height
        tag.colour = sized.colour
        return tag
    }

    /// The attributes of an `img` in a story.
    struct ImageAttributes {
        let src: String
        let srcset, sizes, colour: String?
        let width, height: Int?
    }

    /// The picture uncropped, at most as wide as the text.
    static func attributes(_ scope: RequestScope, _ picture: PictureDetails) -> ImageAttributes {
        let signer = scope.dependencies.signer
        let natural = picture.width ?? 1600
        let widths = [480, 828, 1080, 1280, 1600].filter { $0 <= natural }
        func path(_ width: Int) -> String { signer.path(id: picture.id.rawValue, width: width, shape: .original) }
        let isMany = widths.count > 1
        return ImageAttributes(
            src: path(widths.last.map { min($0, 1080) } ?? 480),
            srcset: isMany ? widths.map { "\(path($0)) \($0)w" }.joined(separator: ", ") : nil,
            sizes: isMany ? "(min-width: 744px) 680px, 100vw" : nil, colour: colourToken(picture.colour),
            width: picture.width, height: picture.height)
    }
}

/// A picture's caption and credit; nothing without either.
enum CaptionView {
    static func write(_ picture: PictureDetails, into w: inout HTMLWriter) {
        guard picture.caption != nil || picture.credit != nil else { return }
        w.raw("<figcaption>")
        if let caption = picture.caption {
            w.text(caption)
            w.raw(" ")
        }
        if let credit = picture.credit {
            w.raw("<span class=\"credit\">")
            w.text(credit)
            w.raw("</span>")
        }
        w.raw("</figcaption>")
    }
}
