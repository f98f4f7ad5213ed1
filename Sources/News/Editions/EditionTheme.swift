/// The theme of an edition.
public struct EditionTheme: Sendable, Hashable {
    /// The colour of links and of marks for new content.
    public var accent: LightDarkColor
    /// The typeface and weight of headlines.
    public var headlineFont: HeadlineFont
    /// The appearance of a list's rows.
    public var rowStyle: RowStyle
    /// The background colour; nil for the default.
    public var background: LightDarkColor?
    /// The opacity of the grain, 0 … 3 percent.
    public var grain: Int
    /// The text colours; nil for the default. A colour with too little contrast is darkened, or lightened in dark mode.
    public var primaryText, secondaryText: LightDarkColor?

    /// A pair of `#RRGGBB` colours for light and dark mode.
    public struct LightDarkColor: Sendable, Hashable {
        /// The colour for light mode.
        public var light: String
        /// The colour for dark mode.
        public var dark: String

        public init(light: String, dark: String) {
            self.light = light
            self.dark = dark
        }
    }

    /// A typeface and weight of headlines.
    public enum HeadlineFont: String, Sendable, CaseIterable {
        /// A serif font, weight 700.
        case serif
        /// The system font, weight 700.
        case system
        /// A book font, weight 700.
        case book
        /// The system font, weight 800, set tight.
        case tight
        /// A rounded font, otherwise the system font, weight 700.
        case rounded
    }

    /// An appearance of a list's rows.
    public enum RowStyle: String, Sendable, CaseIterable {
        /// An icon and a source line, with a picture of 108 × 72 on the right.
        case sourced
        /// A picture of 108 × 72 on the right, with a source logo of up to 133 × 34.
        case right
        /// A picture of 70 × 70 on the left, with an etched rule.
        case left
        /// A picture of 16:9 in full width, with the title below.
        case wide
        /// Coloured tiles, two or three in a row.
        case tiles
        /// No picture; the domain, and a score column of 56 px.
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
