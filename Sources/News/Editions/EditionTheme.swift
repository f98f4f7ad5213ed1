/// An edition's theme.
public struct EditionTheme: Sendable, Hashable {
    /// For links and for what is new.
    public var accent: LightDarkColor
    public var headlineFont: HeadlineFont
    public var rowStyle: RowStyle
    public var background: LightDarkColor?
    /// The grain's opacity, 0 … 3 percent.
    public var grain: Int
    /// Nil for the default. Darkened, or lightened in dark mode, if contrast is too low.
    public var primaryText, secondaryText: LightDarkColor?

    /// `#RRGGBB` for light and dark mode.
    public struct LightDarkColor: Sendable, Hashable {
        public var light: String
        public var dark: String

        public init(light: String, dark: String) {
            self.light = light
            self.dark = dark
        }
    }

    /// The typeface and weight of headlines.
    public enum HeadlineFont: String, Sendable, CaseIterable {
        /// Serif 700.
        case serif
        /// The system font, 700.
        case system
        /// A book font, 700.
        case book
        /// The system font, 800, set tight.
        case tight
        /// A rounded font, else the system font, 700.
        case rounded
    }

    /// What a row of a list looks like.
    public enum RowStyle: String, Sendable, CaseIterable {
        /// Icon and source line, picture 108 × 72 right.
        case sourced
        /// Picture 108 × 72 right, source logo up to 133 × 34.
        case right
        /// Picture 70 × 70 left, etched rule.
        case left
        /// Picture 16:9, full width, title below.
        case wide
        /// Colour tiles, two or three a row.
        case tiles
        /// No picture; domain, score column of 56 px.
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
