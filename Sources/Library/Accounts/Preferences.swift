/// How one reader likes to read.
public struct Preferences: Sendable, Hashable, Codable {
    public enum Typeface: String, Sendable, Codable, CaseIterable { case serif, sans }
    public enum Theme: String, Sendable, Codable, CaseIterable { case automatic, day, night, sepia, black }
    /// Whether wide screens show lists as rows or as a grid of pictures, in editions that offer it.
    public enum Layout: String, Sendable, Codable, CaseIterable { case list, grid }
    public enum Measure: String, Sendable, Codable, CaseIterable { case narrow, medium, wide }
    /// How close rows stand.
    public enum Density: String, Sendable, Codable, CaseIterable { case comfortable, compact }

    /// 1 … 5.
    public var textSize: Int
    public var face: Typeface
    public var theme: Theme
    /// The width of a line on wide screens.
    public var measure: Measure
    public var density: Density
    /// Whether rows and stories load pictures; where not, a story offers them one by one.
    public var showsPictures: Bool
    /// Whether the text size is that of lists and controls too.
    public var scalesInterface: Bool
    /// Whether rows of long stories say how long they take to read.
    public var showsReadingTime: Bool
    /// Nil until the reader chooses: then as each newspaper has it.
    public var layout: Layout?
    /// Whether stories stand in columns on wide screens, leafed through sideways.
    public var columns: Bool
    /// Whether opening a story marks it read; where not, only the reader's own marks do.
    public var marksOpened: Bool
    /// Whether scrolling past a story marks it read.
    public var markOnScroll: Bool
    /// Whether that was offered already.
    public var markOnScrollOffered: Bool
    /// Whether origins may be asked if a story that is opened is discussed there: they learn its address.
    public var looksForMentions = false
    /// An IANA name, as the browser tells; nil for the server's.
    public var timeZone: String?
    /// BCP 47; nil for the server's.
    public var locale: String?

    public static let standard = Preferences()

    public init(
        textSize: Int = 2, face: Typeface = .serif, theme: Theme = .automatic, measure: Measure = .medium,
        density: Density = .comfortable, showsPictures: Bool = true, scalesInterface: Bool = false,
        showsReadingTime: Bool = false, layout: Layout? = nil, columns: Bool = false,
        marksOpened: Bool = true,
        markOnScroll: Bool = false, markOnScrollOffered: Bool = false, timeZone: String? = nil,
        locale: String? = nil
    ) {
        self.textSize = textSize
        self.face = face
        self.theme = theme
        self.measure = measure
        self.density = density
        self.showsPictures = showsPictures
        self.scalesInterface = scalesInterface
        self.showsReadingTime = showsReadingTime
        self.layout = layout
        self.columns = columns
        self.marksOpened = marksOpened
        self.markOnScroll = markOnScroll
        self.markOnScrollOffered = markOnScrollOffered
        self.timeZone = timeZone
        self.locale = locale
    }

    /// Whatever is missing or unknown, such as what another version wrote, keeps its default.
    public init(from decoder: any Decoder) throws {
        let stored = try decoder.container(keyedBy: CodingKeys.self)
        func word<Choice: RawRepresentable<String>>(_ key: CodingKeys, else standard: Choice) throws -> Choice {
            try stored.decodeIfPresent(String.self, forKey: key).flatMap(Choice.init(rawValue:)) ?? standard
        }
        self.init(
            textSize: min(5, max(1, try stored.decodeIfPresent(Int.self, forKey: .textSize) ?? 2)),
            face: try word(.face, else: .serif), theme: try word(.theme, else: .automatic),
            measure: try word(.measure, else: .medium), density: try word(.density, else: .comfortable),
            showsPictures: try stored.decodeIfPresent(Bool.self, forKey: .showsPictures) ?? true,
            scalesInterface: try stored.decodeIfPresent(Bool.self, forKey: .scalesInterface) ?? false,
            showsReadingTime: try stored.decodeIfPresent(Bool.self, forKey: .showsReadingTime) ?? false,
            layout: try stored.decodeIfPresent(String.self, forKey: .layout).flatMap(Layout.init(rawValue:)),
            columns: try stored.decodeIfPresent(Bool.self, forKey: .columns) ?? false,
            marksOpened: try stored.decodeIfPresent(Bool.self, forKey: .marksOpened) ?? true,
            markOnScroll: try stored.decodeIfPresent(Bool.self, forKey: .markOnScroll) ?? false,
            markOnScrollOffered: try stored.decodeIfPresent(Bool.self, forKey: .markOnScrollOffered) ?? false,
            timeZone: try stored.decodeIfPresent(String.self, forKey: .timeZone),
            locale: try stored.decodeIfPresent(String.self, forKey: .locale))
        looksForMentions = try stored.decodeIfPresent(Bool.self, forKey: .looksForMentions) ?? false
    }
}
