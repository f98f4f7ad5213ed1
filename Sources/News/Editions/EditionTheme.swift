/// An edition's theme: nameplate, headline font, row style, background and one accent colour.
public struct EditionTheme: Sendable, Hashable {
    /// `#RRGGBB`, for links and for what is new.
    public var accent: LightDarkColor
    public var headlineFont: HeadlineFont
    public var rowStyle: RowStyle
    /// The background; nil for the default.
    public var background: LightDarkColor?
    /// The opacity of the background's grain, 0 … 3 percent.
    public var grain: Int
    /// Primary and secondary text; nil for the default. A colour without enough contrast is darkened, or lightened in
    /// dark mode.
    public var primaryText, secondaryText: LightDarkColor?

    /// A colour `#RRGGBB` for light and for dark mode.
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
        /// The system font, 700.
        case system
        /// A book font, 700.
        case book
        /// The system font, 800, set tight.
        case tight
        /// A rounded font, else the system font, 700.
        case rounded
    }

    public enum RowStyle: String, Sendable, CaseIterable {
        /// Icon and source line, picture 108 × 72 at the right.
        case sourced
        /// Picture 108 × 72 at the right, a source's logo of at most 133 × 34.
        case right
        /// Picture 70 × 70 at the left, an etched rule.
        case left
        /// Picture 16:9 over the full width, title below.
        case wide
        /// Colour tiles, two or three a row.
        case tiles
        /// No picture, the domain, a score column of 56 px.
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
