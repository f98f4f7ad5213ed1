import Library
import Markup
import News
import Pictures
import Untrusted

/// Images in several sizes, with their mean colour as placeholder.
enum ImageView {
    /// One of 64 colours in the style sheet: the CSP forbids inline styles (decision 0002).
    static func colourToken(_ colour: String?) -> String? {
        guard let colour, colour.utf8.count == 7 else { return nil }
        var value = 0
        for letter in colour.utf8.dropFirst() {
            guard let digit = ASCII.hexValue(letter) else { return nil }
            value = value << 4 | Int(digit)
        }
        // Four bytes need no heap allocation.
        return String(unsafeUninitializedCapacity: 4) { letters in
            letters[0] = UInt8(ascii: "m")
            for (at, shift) in [22, 14, 6].enumerated() { letters[at + 1] = 0x30 + UInt8(value >> shift & 3) }
            return 4
        }
    }

    static func writeRow(_ scope: RequestScope, _ picture: PictureDetails, into w: inout HTMLWriter) {
        w.raw("<img class=\"row-image\" alt=\"\" loading=\"lazy\" decoding=\"async\" width=\"108\" height=\"72\"")
        writeThumbnail(scope, picture, .threeTwo, (144, 216, 324), into: &w)
    }

    static func writeSquare(_ scope: RequestScope, _ picture: PictureDetails, into w: inout HTMLWriter) {
        w.raw("<img class=\"row-image stamp\" alt=\"\" loading=\"lazy\" decoding=\"async\" width=\"70\" height=\"70\"")
        writeThumbnail(scope, picture, .square, (72, 144, 216), into: &w)
    }

    private static func writeThumbnail(
        _ scope: RequestScope, _ picture: PictureDetails, _ crop: ImageCrop, _ widths: (Int, Int, Int),
        into w: inout HTMLWriter
    ) {
        let paths = scope.dependencies.signer.srcSet(id: picture.id.rawValue, widths: widths, crop: crop)
        if let shade = colourToken(picture.colour) { w.attribute("data-colour", shade) }
        w.attribute("src", paths.src)
        w.attribute("srcset", paths.srcset)
        w.raw(">")
    }

    /// Full width, cropped to 16:9 by CSS.
    /// - Parameter form: the row style, for the size on narrow screens.
    static func writeCard(
        _ scope: RequestScope, _ picture: PictureDetails, _ form: EditionTheme.RowStyle, into w: inout HTMLWriter
    ) {
        func path(_ width: Int) -> String {
            scope.dependencies.signer.path(id: picture.id.rawValue, width: width, crop: .threeTwo)
        }
        let (style, width): (StaticString, StaticString) =
            switch form {
            case .wide: ("card-image", "100vw")
            case .left: ("row-image stamp card-image", "70px")
            case .sourced, .right, .tiles, .counted: ("row-image card-image", "108px")
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

    /// A publisher's logo, at most 133 × 34 (MIT-10).
    static func writeSourceLogo(_ scope: RequestScope, _ picture: PictureDetails, into w: inout HTMLWriter) {
        func path(_ width: Int) -> String {
            scope.dependencies.signer.path(id: picture.id.rawValue, width: width, crop: .original)
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

    /// 133 × 34 for an unmeasured picture.
    private static func sourceLogoSize(_ picture: PictureDetails) -> (width: Int, height: Int) {
        guard let width = picture.width, let height = picture.height, width > 0, height > 0 else { return (133, 34) }
        let scale = min(133 / Double(width), 34 / Double(height), 1)
        return (max(1, Int(saturating: Double(width) * scale)), max(1, Int(saturating: Double(height) * scale)))
    }

    /// Full width on a phone, two of three columns on a wide screen.
    static func writeLead(_ scope: RequestScope, _ picture: PictureDetails, into w: inout HTMLWriter) {
        let signer = scope.dependencies.signer
        let widths = [480, 828, 1080, 1280, 1600]
        let set = widths.map { "\(signer.path(id: picture.id.rawValue, width: $0, crop: .threeTwo)) \($0)w" }
        w.raw(
            "<img class=\"lead-image\" decoding=\"async\" fetchpriority=\"high\" width=\"1080\" height=\"720\" sizes=\"(min-width: 1280px) 797px, (min-width: 1024px) 64vw, 100vw\""
        )
        w.attribute("alt", picture.alt ?? "")
        if let shade = colourToken(picture.colour) { w.attribute("data-colour", shade) }
        w.attribute("src", signer.path(id: picture.id.rawValue, width: 1080, crop: .threeTwo))
        w.attribute("srcset", set.joined(separator: ", "))
        w.raw(">")
    }

    /// Proxies the image; unchanged if unknown.
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

    struct ImageAttributes {
        let src: String
        let srcset, sizes, colour: String?
        let width, height: Int?
    }

    /// Uncropped, at most as wide as the text.
    static func attributes(_ scope: RequestScope, _ picture: PictureDetails) -> ImageAttributes {
        let signer = scope.dependencies.signer
        let natural = picture.width ?? 1600
        let widths = [480, 828, 1080, 1280, 1600].filter { $0 <= natural }
        func path(_ width: Int) -> String { signer.path(id: picture.id.rawValue, width: width, crop: .original) }
        let isMany = widths.count > 1
        return ImageAttributes(
            src: path(widths.last.map { min($0, 1080) } ?? 480),
            srcset: isMany ? widths.map { "\(path($0)) \($0)w" }.joined(separator: ", ") : nil,
            sizes: isMany ? "(min-width: 744px) 680px, 100vw" : nil, colour: colourToken(picture.colour),
            width: picture.width, height: picture.height)
    }
}

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
