/// How one reader likes to read.
public struct Preferences: Sendable, Hashable, Codable {
    public enum Face: String, Sendable, Codable, CaseIterable { case serif, sans }
    public enum Theme: String, Sendable, Codable, CaseIterable { case automatic, day, night, sepia, black }
    public enum Measure: String, Sendable, Codable, CaseIterable { case narrow, medium, wide }

    /// 1 … 5.
    public var textSize: Int
    public var face: Face
    public var theme: Theme
    /// The width of a line on wide screens.
    public var measure: Measure
    /// Whether scrolling past a story marks it read.
    public var markOnScroll: Bool
    /// Whether that was offered already.
    public var markOnScrollOffered: Bool
    /// An IANA name, as the browser tells; nil for the server's.
    public var timeZone: String?
    /// BCP 47; nil for the server's.
    public var locale: String?

    public static let standard = Preferences()

    public init(
        textSize: Int = 2, face: Face = .serif, theme: Theme = .automatic, measure: Measure = .medium,
        markOnScroll: Bool = false, markOnScrollOffered: Bool = false, timeZone: String? = nil,
        locale: String? = nil
    ) {
        self.textSize = textSize
        self.face = face
        self.theme = theme
        self.measure = measure
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
            measure: try word(.measure, else: .medium),
            markOnScroll: try stored.decodeIfPresent(Bool.self, forKey: .markOnScroll) ?? false,
            markOnScrollOffered: try stored.decodeIfPresent(Bool.self, forKey: .markOnScrollOffered) ?? false,
            timeZone: try stored.decodeIfPresent(String.self, forKey: .timeZone),
            locale: try stored.decodeIfPresent(String.self, forKey: .locale))
    }
}
