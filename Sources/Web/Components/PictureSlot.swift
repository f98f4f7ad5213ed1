import Library
import News
import Pictures

/// The position of a row's picture. Its width determines the files offered to the browser, and by `sizes` the file it
/// chooses: the next step above the width times the screen's pixel ratio (NEXUS-14). A test compares the widths with
/// the layout.
enum PictureSlot {
    /// A row in a section of the front page.
    case section
    /// The first of an odd number of rows in a section, which spans both columns of a two-column grid.
    case oddFirst
    /// The first of the featured stories, which spans two columns.
    case featured
    /// The row that leads a section, with its picture above the title.
    case sectionLead
    /// One of two rows side by side at the top of a section.
    case pair
    /// A row in a list that has a story beside it on wide screens.
    case list
    /// A row in a list of the reading width.
    case column
    /// A row below a story.
    case story

    /// Returns the `sizes` of a thumbnail: 108 px, in lists of a tablet 144, and 72 in compact rows. Nil means one
    /// width on every screen.
    func thumbnailSizes(_ scope: RequestScope) -> String? {
        guard scope.preferences.density == .comfortable else { return nil }
        return switch self {
        case .section, .oddFirst, .featured, .sectionLead, .pair, .story: nil
        case .list: "(min-width: 768px) and (max-width: 1023px) 144px, 108px"
        case .column: "(min-width: 768px) 144px, 108px"
        }
    }

    /// Returns the `sizes` of a card. On narrow screens a card is shown as a row, unless the row style has cards.
    func cardSizes(_ scope: RequestScope) -> String {
        switch self {
        case .sectionLead: return rowCardSizes(scope) + Self.narrowSizes(.wide)
        case .pair:
            return Self.columns(1, of: 6, without: 192, atMost: 182, from: 1024, scope)
                + "(min-width: 768px) calc(25vw - 32px), calc(50vw - 28px)"
        default: break
        }
        let wide = scope.listLayout == .grid ? gridSizes(scope) : rowCardSizes(scope)
        return wide + Self.narrowSizes(scope.edition.theme.rowStyle)
    }

    /// The widths of a card's files; larger ones for cards wider than a column.
    var cardWidths: [Int] {
        let widths = [144, 216, 324, 480, 640, 828, 1080, 1280]
        return switch self {
        case .section, .sectionLead, .pair, .list, .column: widths
        case .oddFirst, .featured, .story: widths + [1600]
        }
    }

    /// Returns the `sizes` of a grid's card, as in `grid.css`.
    private func gridSizes(_ scope: RequestScope) -> String {
        let third = Self.columns(1, of: 3, without: 128, atMost: 384, from: 908, scope)
        let (half, whole) = ("(min-width: 768px) calc(50vw - 48px), ", "(min-width: 768px) calc(100vw - 64px), ")
        return switch self {
        case .section, .sectionLead, .pair: third + half
        case .oddFirst: third + whole
        case .featured: Self.columns(2, of: 3, without: 160, atMost: 800, from: 908, scope) + whole
        case .list, .column:
            scope.hasOpenSidebar
                ? "(min-width: 1480px) 264px, (min-width: 1464px) calc(25vw - 106px), " + third + half
                : "(min-width: 1216px) 264px, (min-width: 1200px) calc(25vw - 40px), " + third + half
        case .story: storySizes(scope)
        }
    }

    /// Returns the `sizes` of a row's card, as in `rows-wide.css`.
    private func rowCardSizes(_ scope: RequestScope) -> String {
        switch self {
        case .section, .oddFirst, .featured, .sectionLead, .pair:
            Self.columns(1, of: 3, without: 144, atMost: 379, from: 1024, scope)
                + "(min-width: 768px) calc(50vw - 48px), "
        case .list:
            (scope.hasOpenSidebar ? "(min-width: 1250px) 352px, (min-width: 1200px) calc(32vw - 48px), " : "")
                + "(min-width: 1024px) 384px, (min-width: 768px) 332px, "
        case .column: "(min-width: 768px) 332px, "
        case .story: storySizes(scope)
        }
    }

    /// Returns the `sizes` of a picture as wide as some columns of a page, which is at most 1,216 px wide and narrower beside
    /// the sidebar, as in `sidebar.css`.
    /// - Parameters:
    ///   - margins: the width of margins and gaps that is divided too, in pixels.
    ///   - most: the width on the widest screens, in pixels.
    ///   - start: the width of a window from which there are columns, in pixels.
    static func columns(
        _ count: Int, of all: Int, without margins: Int, atMost most: Int, from start: Int, _ scope: RequestScope
    ) -> String {
        func part(from width: Int, beside sidebar: Int) -> String {
            "(min-width: \(width)px) calc((\(count)00vw - \(margins + count * sidebar)px) / \(all)), "
        }
        guard scope.hasOpenSidebar else { return "(min-width: 1280px) \(most)px, " + part(from: start, beside: 0) }
        return "(min-width: 1544px) \(most)px, " + part(from: 1280, beside: 264) + part(from: 1200, beside: 232)
            + part(from: start, beside: 0)
    }

    private func storySizes(_ scope: RequestScope) -> String {
        let width = scope.preferences.measure.textWidth
        return "(min-width: \(max(768, width + 64))px) \(width)px, (min-width: 768px) calc(100vw - 64px), "
    }

    private static func narrowSizes(_ rowStyle: EditionTheme.RowStyle) -> String {
        switch rowStyle {
        case .wide: "(min-width: 360px) calc(100vw - 40px), calc(100vw - 32px)"
        // A picture of 3:2 fills a square of 70 px from a width of 105.
        case .left: "105px"
        case .sourced, .right, .tiles, .counted: "108px"
        }
    }

    /// Returns the smallest offered width that is at least `width`; else the largest.
    static func step(above width: Int) -> Int {
        PictureLoader.widths.first { $0 >= width } ?? PictureLoader.widths.last ?? width
    }
}

extension Preferences.Measure {
    /// The width of a story's pictures in CSS pixels (`--measure`).
    var width: Int {
        switch self {
        case .narrow: 560
        case .medium: 680
        case .wide: 760
        }
    }

    /// The width of a story's text on a wide screen, with letters of the usual size, in CSS pixels (`--text-width`).
    var textWidth: Int {
        switch self {
        case .narrow: 500
        case .medium: 600
        case .wide: 700
        }
    }
}
