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
        writeLazyImage("row-image", width: 108, height: 72, into: &w) { w in
            guard let sizes = slot.thumbnailSizes(scope) else {
                let isCompact = scope.preferences.density == .compact
                let widths = isCompact ? (72, 144, 216) : (144, 216, 324)
                return writeThumbnailFiles(scope, picture, .threeTwo, widths, into: &w)
            }
            w.attribute(.sizes(sizes))
            writeFiles(scope, picture, [144, 216, 324, 480], .threeTwo, fallback: 216, into: &w)
        }
    }

    /// Writes a picture of middle size: of a newspaper's cover in the Newsstand, or of a topic.
    static func writeCover(_ scope: RequestScope, _ picture: PictureDetails, into w: inout HTMLWriter) {
        writeLazyImage("row-image", width: 162, height: 108, into: &w) { w in
            writeThumbnailFiles(scope, picture, .threeTwo, (216, 324, 480), into: &w)
        }
    }

    static func writeSquare(_ scope: RequestScope, _ picture: PictureDetails, into w: inout HTMLWriter) {
        writeLazyImage("row-image thumbnail", width: 70, height: 70, into: &w) { w in
            writeThumbnailFiles(scope, picture, .square, (72, 144, 216), into: &w)
        }
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
        writeLazyImage(style, width: 480, height: 270, into: &w) { w in
            w.attribute(.sizes(slot.cardSizes(scope)))
            writeFiles(scope, picture, slot.cardWidths, .threeTwo, fallback: 480, into: &w)
        }
    }

    /// Writes the picture of a row, which the browser loads once it is near the screen.
    /// - Parameter files: the closure that writes the attributes of the picture's files.
    private static func writeLazyImage(
        _ style: StaticString, width: Int, height: Int, into w: inout HTMLWriter, files: (inout HTMLWriter) -> Void
    ) {
        w.void(
            .img, class: style,
            more: { w in
                w.attribute("alt", "")
                w.attribute("loading") { w in w.raw("lazy") }
                w.attribute("decoding") { w in w.raw("async") }
                w.attribute("width", width)
                w.attribute("height", height)
                files(&w)
            })
    }

    /// Writes the attributes of the files that `sizes` chooses from.
    private static func writeFiles(
        _ scope: RequestScope, _ picture: PictureDetails, _ widths: [Int], _ crop: PictureCrop, fallback: Int,
        into w: inout HTMLWriter
    ) {
        let signer = scope.dependencies.signer
        if let colour = colourToken(picture.meanColour) { w.data(.meanColour, colour) }
        w.attribute("src", signer.path(id: picture.id.rawValue, width: fallback, crop: crop))
        w.attribute("srcset", signer.srcSet(id: picture.id.rawValue, widths: widths, crop: crop))
    }

    /// Writes the attributes of the files of a thumbnail that has one width on every screen.
    private static func writeThumbnailFiles(
        _ scope: RequestScope, _ picture: PictureDetails, _ crop: PictureCrop, _ widths: (Int, Int, Int),
        into w: inout HTMLWriter
    ) {
        let paths = scope.dependencies.signer.srcSet(id: picture.id.rawValue, widths: widths, crop: crop)
        if let colour = colourToken(picture.meanColour) { w.data(.meanColour, colour) }
        w.attribute("src", paths.src)
        w.attribute("srcset", paths.srcset)
    }

    /// Writes a publisher's logo, at most 133 × 34 pixels (MIT-10).
    static func writeSourceLogo(_ scope: RequestScope, _ picture: PictureDetails, into w: inout HTMLWriter) {
        func path(_ width: Int) -> String {
            scope.dependencies.signer.path(id: picture.id.rawValue, width: width, crop: .original)
        }
        let (width, height) = sourceLogoSize(picture)
        let files = (1...3).map { path(PictureSlot.step(above: width * $0)) }
        w.void(
            .img, class: "source-logo",
            more: { w in
                w.attribute("loading") { w in w.raw("lazy") }
                w.attribute("decoding") { w in w.raw("async") }
                w.attribute("width", width)
                w.attribute("height", height)
                w.attribute(.alt(picture.alt ?? ""))
                w.attribute("src", files[1])
                w.attribute("srcset", "\(files[0]) 1x, \(files[1]) 2x, \(files[2]) 3x")
            })
    }

    /// Returns the displayed size in pixels; 133 × 34 for a picture of unknown size.
    private static func sourceLogoSize(_ picture: PictureDetails) -> (width: Int, height: Int) {
        guard let width = picture.width, let height = picture.height, width > 0, height > 0 else { return (133, 34) }
        let scale = min(133 / Double(width), 34 / Double(height), 1)
        return (max(1, Int(saturating: Double(width) * scale)), max(1, Int(saturating: Double(height) * scale)))
    }

    /// Writes the lead picture: full width on a phone, two of three columns on a wide screen.
    static func writeLead(_ scope: RequestScope, _ picture: PictureDetails, into w: inout HTMLWriter) {
        let twoOfThree =
            scope.listLayout == .grid
            ? PictureSlot.columns(2, of: 3, without: 192, atMost: 789, from: 768, scope)
            : PictureSlot.columns(2, of: 3, without: 168, atMost: 797, from: 1024, scope)
        let sizes = "\(twoOfThree)(min-width: 768px) calc(100vw - 64px), 100vw"
        let signer = scope.dependencies.signer
        let files = signer.srcSet(id: picture.id.rawValue, widths: textWidths, crop: .threeTwo)
        // The page's largest picture is loaded first, before the browser has read of it.
        w.preload(
            signer.path(id: picture.id.rawValue, width: 1080, crop: .threeTwo),
            "as=image; fetchpriority=high; imagesrcset=\"\(files)\"; imagesizes=\"\(sizes)\"")
        w.void(
            .img, class: "lead-image",
            [
                .decoding("async"), .attribute("fetchpriority", "high"), .width(1080),
                .height(720), .sizes(sizes),
                .alt(picture.alt ?? ""),
            ],
            more: { w in writeFiles(scope, picture, textWidths, .threeTwo, fallback: 1080, into: &w) })
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
        w.element(.figcaption) { w in
            if let caption = picture.caption {
                w.text(caption)
                w.text(" ")
            }
            if let credit = picture.credit { w.element(.span, class: "credit", text: credit) }
        }
    }
}
