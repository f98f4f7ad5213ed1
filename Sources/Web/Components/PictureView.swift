import Library
import Markup
import News
import Pictures
import Untrusted

/// A view of images in several sizes, with their mean colour as placeholder.
enum PictureView {
    /// Returns the token of one of 64 colours in the style sheet, as the CSP forbids inline styles (decision 0002); nil
    /// without a valid colour.
    static func colourToken(_ colour: String?) -> String? {
        guard let colour, colour.utf8.count == 7 else { return nil }
        var value = 0
        for letter in colour.utf8.dropFirst() {
            guard let digit = ASCII.hexValue(letter) else { return nil }
            value = value << 4 | Int(digit)
        }
        // Strings of up to 15 bytes need no heap allocation.
        return "r\(value >> 22 & 3) g\(value >> 14 & 3) b\(value >> 6 & 3)"
    }

    static func writeRow(
        _ scope: RequestScope, _ picture: PictureDetails, in slot: PictureSlot, into w: inout HTMLWriter
    ) {
        w.raw("<img class=\"row-image\" alt=\"\" loading=\"lazy\" decoding=\"async\" width=\"108\" height=\"72\"")
        guard let sizes = slot.thumbnailSizes(scope) else {
            let isCompact = scope.preferences.density == .compact
            return writeThumbnail(scope, picture, .threeTwo, isCompact ? (72, 144, 216) : (144, 216, 324), into: &w)
        }
        w.raw(" sizes=\"")
        w.raw(sizes)
        w.raw("\"")
        writeFiles(scope, picture, [144, 216, 324, 480], .threeTwo, fallback: 216, into: &w)
    }

    static func writeSquare(_ scope: RequestScope, _ picture: PictureDetails, into w: inout HTMLWriter) {
        w.raw(
            "<img class=\"row-image thumbnail\" alt=\"\" loading=\"lazy\" decoding=\"async\" width=\"70\" height=\"70\""
        )
        writeThumbnail(scope, picture, .square, (72, 144, 216), into: &w)
    }

    /// Writes the attributes of the files that `sizes` chooses from.
    private static func writeFiles(
        _ scope: RequestScope, _ picture: PictureDetails, _ widths: [Int], _ crop: PictureCrop, fallback: Int,
        into w: inout HTMLWriter
    ) {
        let signer = scope.dependencies.signer
        if let shade = colourToken(picture.meanColour) { w.attribute("data-mean-colour", shade) }
        w.attribute("src", signer.path(id: picture.id.rawValue, width: fallback, crop: crop))
        w.attribute("srcset", signer.srcSet(id: picture.id.rawValue, widths: widths, crop: crop))
        w.raw(">")
    }

    private static func writeThumbnail(
        _ scope: RequestScope, _ picture: PictureDetails, _ crop: PictureCrop, _ widths: (Int, Int, Int),
        into w: inout HTMLWriter
    ) {
        let paths = scope.dependencies.signer.srcSet(id: picture.id.rawValue, widths: widths, crop: crop)
        if let shade = colourToken(picture.meanColour) { w.attribute("data-mean-colour", shade) }
        w.attribute("src", paths.src)
        w.attribute("srcset", paths.srcset)
        w.raw(">")
    }

    /// Writes a card's picture at full width; CSS crops it to 16:9.
    static func writeCard(
        _ scope: RequestScope, _ picture: PictureDetails, in slot: PictureSlot, into w: inout HTMLWriter
    ) {
        let style: StaticString =
            switch scope.edition.theme.rowStyle {
            case .wide: "card-image"
            case .left: "row-image thumbnail card-image"
            case .sourced, .right, .tiles, .counted: "row-image card-image"
            }
        w.raw("<img class=\"")
        w.raw(style)
        w.raw("\" alt=\"\" loading=\"lazy\" decoding=\"async\" width=\"480\" height=\"270\"")
        w.attribute("sizes", slot.cardSizes(scope))
        writeFiles(scope, picture, slot.cardWidths, .threeTwo, fallback: 480, into: &w)
    }

    /// Writes a publisher's logo, at most 133 × 34 pixels (MIT-10).
    static func writeSourceLogo(_ scope: RequestScope, _ picture: PictureDetails, into w: inout HTMLWriter) {
        func path(_ width: Int) -> String {
            scope.dependencies.signer.path(id: picture.id.rawValue, width: width, crop: .original)
        }
        let (width, height) = sourceLogoSize(picture)
        w.raw("<img class=\"source-logo\" loading=\"lazy\" decoding=\"async\"")
        w.attribute("width", String(width))
        w.attribute("height", String(height))
        w.attribute("alt", picture.alt ?? "")
        let files = (1...3).map { path(PictureSlot.step(above: width * $0)) }
        w.attribute("src", files[1])
        w.attribute("srcset", "\(files[0]) 1x, \(files[1]) 2x, \(files[2]) 3x")
        w.raw(">")
    }

    /// Returns the displayed size in pixels; 133 × 34 for a picture of unknown size.
    private static func sourceLogoSize(_ picture: PictureDetails) -> (width: Int, height: Int) {
        guard let width = picture.width, let height = picture.height, width > 0, height > 0 else { return (133, 34) }
        let scale = min(133 / Double(width), 34 / Double(height), 1)
        return (max(1, Int(saturating: Double(width) * scale)), max(1, Int(saturating: Double(height) * scale)))
    }

    /// Writes the lead picture: full width on a phone, two of three columns on a wide screen.
    static func writeLead(_ scope: RequestScope, _ picture: PictureDetails, into w: inout HTMLWriter) {
        w.raw(
            "<img class=\"lead-image\" decoding=\"async\" fetchpriority=\"high\" width=\"1080\" height=\"720\" sizes=\"(min-width: 1280px) 797px, (min-width: 1024px) calc((200vw - 168px) / 3), (min-width: 768px) calc(100vw - 64px), 100vw\""
        )
        w.attribute("alt", picture.alt ?? "")
        writeFiles(scope, picture, textWidths, .threeTwo, fallback: 1080, into: &w)
    }

    /// Returns the tag with the proxied image; unchanged if the picture is unknown.
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

    struct PictureAttributes {
        let src: String
        let srcset, sizes, colour: String?
        let width, height: Int?
    }

    /// The widths of files for pictures as wide as the screen or the text.
    private static let textWidths = [324, 480, 640, 828, 1080, 1280, 1600]

    /// Returns the files of a picture in a text, up to the first that covers the original; larger ones would add no
    /// detail.
    static func textFiles(_ scope: RequestScope, _ picture: PictureDetails) -> [(path: String, width: Int)] {
        let natural = picture.width ?? .max
        let enough = textWidths.firstIndex { $0 >= natural } ?? textWidths.count - 1
        return textWidths[...enough].map {
            (scope.dependencies.signer.path(id: picture.id.rawValue, width: $0, crop: .original), $0)
        }
    }

    static func srcSet(_ files: [(path: String, width: Int)], _ picture: PictureDetails) -> String {
        files.map { "\($0.path) \(min($0.width, picture.width ?? .max))w" }.joined(separator: ", ")
    }

    /// Returns the path of the file for browsers without `srcset`.
    static func fallback(of files: [(path: String, width: Int)]) -> String {
        (files.last { $0.width <= 1080 } ?? files.first)?.path ?? ""
    }

    /// Returns the `sizes` of a picture in a text: at most as wide as the text, edge to edge on a phone.
    static func textSizes(_ scope: RequestScope) -> String {
        let measure = scope.preferences.measure.width
        return "(min-width: \(measure + 64)px) \(measure)px, (min-width: 768px) calc(100vw - 64px), 100vw"
    }

    /// Returns the attributes of an uncropped picture, at most as wide as the text.
    static func attributes(_ scope: RequestScope, _ picture: PictureDetails) -> PictureAttributes {
        let files = textFiles(scope, picture)
        let isMany = files.count > 1
        return PictureAttributes(
            src: fallback(of: files), srcset: isMany ? srcSet(files, picture) : nil,
            sizes: isMany ? textSizes(scope) : nil, colour: colourToken(picture.meanColour),
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
