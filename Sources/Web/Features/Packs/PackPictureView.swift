import Library
import Markup
import Packs

/// A view of a pack's pictures: the browser chooses a file by width and density (YORK-31).
enum PackPictureView {
    /// The position of a picture, which determines its width; a test compares the widths with the layout.
    enum Slot {
        /// A picture on a page: edge to edge on a phone, else at most as wide as the text.
        case page
        /// A picture beside a choice.
        case choice
        /// A picture on a chapter's button of home: beside its title on a phone, else above it.
        case home
        /// A picture above a choice on a page of tiles.
        case tile
        /// A picture in the grid of photographs.
        case thumbnail
        /// A photograph on its own page.
        case photograph
    }

    /// The widths that the original app's export makes (docs/packs.md), by which `srcset` distinguishes the files.
    private static let widths: [(rendition: PackRendition, width: Int)] = [
        (.thumbnail, 185), (.phone, 480), (.phone2x, 960), (.tablet, 1024), (.tablet2x, 2048),
    ]

    /// Returns the files of a picture with their widths.
    /// - Parameter isWhole: true to omit the thumbnail, which is cropped to a square, if there are other files.
    static func files(_ scope: RequestScope, _ picture: PackPicture, isWhole: Bool) -> [(path: String, width: Int)] {
        let files = widths.compactMap { entry in
            picture.files[entry.rendition].map { (path: scope.path(.packMedium($0)), width: entry.width) }
        }
        let whole = files.filter { $0.width > 185 }
        return isWhole && !whole.isEmpty ? whole : files
    }

    static func srcset(_ files: [(path: String, width: Int)]) -> String {
        files.map { "\($0.path) \($0.width)w" }.joined(separator: ", ")
    }

    /// Writes the picture; nothing without a file.
    static func write(
        _ scope: RequestScope, _ picture: PackPicture, in slot: Slot, alt: String, isLazy: Bool = true,
        into w: inout HTMLWriter
    ) {
        let files = files(scope, picture, isWhole: slot.isWhole)
        guard let fallback = picture.file(isTablet: slot.isWhole, scale: 1) else { return }
        let hasSeveral = files.count > 1
        w.void(
            .img,
            [
                .loading(isLazy ? "lazy" : nil), .decoding("async"), .alt(alt),
                .src(scope.path(.packMedium(fallback))), .srcset(hasSeveral ? srcset(files) : nil),
                .sizes(hasSeveral ? slot.sizes(measure: scope.preferences.measure.width) : nil),
            ])
    }
}

extension PackPictureView.Slot {
    /// True if the picture is not cropped to a square.
    var isWhole: Bool { self == .page || self == .photograph }

    /// Returns the `sizes` as in pack.css: choices are 320 px wide beside a page.
    func sizes(measure: Int) -> String {
        switch self {
        case .page:
            "(min-width: 1024px) min(\(measure)px, 100vw - 384px), "
                + "(min-width: 768px) and (orientation: landscape) min(\(measure)px, 100vw - 384px), "
                + "(min-width: 768px) min(\(measure)px, 100vw - 64px), 100vw"
        case .choice: "112px"
        case .home: "(min-width: 1024px) 33vw, (min-width: 768px) 50vw, 112px"
        case .tile:
            "(min-width: 1024px) 159px, (min-width: 768px) and (orientation: landscape) 159px, "
                + "(min-width: 768px) 179px, 50vw"
        case .thumbnail: "(min-width: 1280px) 146px, (min-width: 1024px) 156px, (min-width: 768px) 137px, 25vw"
        case .photograph: "100vw"
        }
    }
}

/// The caption under a photograph (YORK-28).
struct PackCaptionView {
    let text: String
    let credit: String?

    init(_ photograph: PackPhoto) {
        text = Self.withDashes(photograph.caption)
        credit = photograph.credit.map(Self.withDashes)
    }

    /// Returns the text with dashes, which editors write as two hyphens.
    static func withDashes(_ text: String) -> String { text.replacing("--", with: "–") }

    /// Writes the contents of a `figcaption`, as the gallery reads it.
    func write(into w: inout HTMLWriter) {
        w.text(text)
        guard let credit else { return }
        w.text(" ")
        w.element(.span, class: "credit", text: credit)
    }
}
