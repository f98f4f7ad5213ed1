/// How an edition looks: nameplate, headline face, row form, ground and one accent, never other rules (design language).
public struct EditionLook: Sendable, Hashable {
    /// `#RRGGBB`, for what can be tapped or is new; by day, and by night.
    public var accent: DayAndNight
    public var headlines: Headlines
    public var rows: Rows
    /// The paper's own ground; nil for the house's.
    public var ground: DayAndNight?
    /// A grain over the ground, 0 … 3 percent.
    public var grain: Int
    /// Text of the first and of the second rank; nil for the house's. Where one cannot be read on the ground it is
    /// darkened, or by night lightened, until it can.
    public var ink, second: DayAndNight?

    /// A colour `#RRGGBB` for each of the two grounds.
    public struct DayAndNight: Sendable, Hashable {
        public var day: String
        public var night: String

        public init(day: String, night: String) {
            self.day = day
            self.night = night
        }
    }

    public enum Headlines: String, Sendable, CaseIterable {
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

    public enum Rows: String, Sendable, CaseIterable {
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
        accent: DayAndNight = DayAndNight(day: "#1F5A96", night: "#8AB8EC"), headlines: Headlines = .serif,
        rows: Rows = .sourced, ground: DayAndNight? = nil, grain: Int = 0, ink: DayAndNight? = nil,
        second: DayAndNight? = nil
    ) {
        self.accent = accent
        self.headlines = headlines
        self.rows = rows
        self.ground = ground
        self.grain = grain
        self.ink = ink
        self.second = second
    }
}
