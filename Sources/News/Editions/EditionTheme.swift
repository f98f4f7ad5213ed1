/// How an edition looks: nameplate, headline face, row form, ground and one accent, never other rules (design language).
public struct EditionTheme: Sendable, Hashable {
    /// `#RRGGBB`, for what can be tapped or is new; by day, and by night.
    public var accent: LightDarkColor
    public var headlineFont: HeadlineFont
    public var rowStyle: RowStyle
    /// The paper's own ground; nil for the house's.
    public var background: LightDarkColor?
    /// A grain over the ground, 0 … 3 percent.
    public var grain: Int
    /// Text of the first and of the second rank; nil for the house's. Where one cannot be read on the ground it is
    /// darkened, or by night lightened, until it can.
    public var primaryText, secondaryText: LightDarkColor?

    /// A colour `#RRGGBB` for each of the two grounds.
    public struct LightDarkColor: Sendable, Hashable {
        public var light: String
        public var dark: String

        public init(light: String, dark: String) {
            self.light = light
            self.dark = dark
        }
    }

    public enum HeadlineFont: String, Sendable, CaseIterable {
        /// Serif 700.
        case serif
        /// The platform's face, 700.
        case system
        /// A book face, 700.
        case book
        /// The platform's face, 800, set tight.
        case tight
        /// Rounded, else the platform's, 700.
        case rounded
    }

    public enum RowStyle: String, Sendable, CaseIterable {
        /// Icon and source line, 108 × 72 at the right.
        case sourced
        /// 108 × 72 at the right, a source's logo of at most 133 × 34.
        case right
        /// 70 × 70 at the left, an etched rule.
        case left
        /// 16:9 over the full width, title below.
        case wide
        /// Colour tiles, two or three a row.
        case tiles
        /// No picture, the domain, a count column of 56 px.
        case counted
    }

    public init(
        accent: LightDarkColor = LightDarkColor(light: "#1F5A96", dark: "#8AB8EC"), headlineFont: HeadlineFont = .serif,
        rowStyle: RowStyle = .sourced, background: LightDarkColor? = nil, grain: Int = 0,
        primaryText: LightDarkColor? = nil,
        secondaryText: LightDarkColor? = nil
    ) {
        self.accent = accent
        self.headlineFont = headlineFont
        self.rowStyle = rowStyle
        self.background = background
        self.grain = grain
        self.primaryText = primaryText
        self.secondaryText = secondaryText
    }
}
