/// Display and reading preferences.
public struct Preferences: Sendable, Hashable, Codable {
    /// Of the text of stories.
    public enum Typeface: String, Sendable, Codable, CaseIterable { case serif, sans }
    /// The colours; automatic follows the system.
    public enum Theme: String, Sendable, Codable, CaseIterable { case automatic, day, night, sepia, black }
    /// Lists or a picture grid, on wide screens of editions that offer it.
    public enum Layout: String, Sendable, Codable, CaseIterable { case list, grid }
    /// The width of a story's column.
    public enum Measure: String, Sendable, Codable, CaseIterable { case narrow, medium, wide }
    /// Row spacing.
    public enum Density: String, Sendable, Codable, CaseIterable { case comfortable, compact }

    /// 1 … 5.
    public var textSize: Int
    public var face: Typeface
    public var theme: Theme
    /// Line width on wide screens.
    public var measure: Measure
    public var density: Density
    /// Otherwise pictures load on click.
    public var showsPictures: Bool
    /// Whether the text size applies to controls too.
    public var scalesInterface: Bool
    /// Whether long stories' rows show a reading time.
    public var showsReadingTime: Bool
    /// Nil for the edition's.
    public var layout: Layout?
    /// Horizontal pages on wide screens.
    public var columns: Bool
    /// Whether opening a story marks it read.
    public var marksOpened: Bool
    /// Whether scrolling past a story marks it read.
    public var markOnScroll: Bool
    /// Whether the reader was offered `markOnScroll`.
    public var markOnScrollOffered: Bool
    /// Whether opening a story may search other sources for discussions, which tells them its address.
    public var looksForMentions = false
    /// Whether the reader has declined the invitation to follow topics.
    public var topicsOffered = false
    /// Where else the reader keeps stories to read later.
    public var readLater: ReadLaterChoice?
    /// Lists that are not as usual, by `StoryList.code`.
    private var lists: [String: StoryListOptions] = [:]

    /// More lists are not remembered.
    static let maxLists = 1_000

    public static let standard = Preferences()

    public init(
        textSize: Int = 2, face: Typeface = .serif, theme: Theme = .automatic, measure: Measure = .medium,
        density: Density = .comfortable, showsPictures: Bool = true, scalesInterface: Bool = false,
        showsReadingTime: Bool = false, layout: Layout? = nil, columns: Bool = false,
        marksOpened: Bool = true,
        markOnScroll: Bool = false, markOnScrollOffered: Bool = false
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
    }

    /// Missing or unknown values get defaults.
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
            markOnScrollOffered: try stored.decodeIfPresent(Bool.self, forKey: .markOnScrollOffered) ?? false)
        looksForMentions = try stored.decodeIfPresent(Bool.self, forKey: .looksForMentions) ?? false
        topicsOffered = try stored.decodeIfPresent(Bool.self, forKey: .topicsOffered) ?? false
        readLater = try stored.decodeIfPresent(ReadLaterChoice.self, forKey: .readLater)
        lists = try stored.decodeIfPresent([String: StoryListOptions].self, forKey: .lists) ?? [:]
    }

    /// How the reader has a list.
    public func options(of list: StoryList) -> StoryListOptions { lists[list.code] ?? StoryListOptions() }

    /// - Throws: `.invalid` for a new list beyond `maxLists`, or whose code is longer than any of ours.
    public mutating func setOptions(_ options: StoryListOptions, of list: StoryList) throws(LibraryError) {
        let code = list.code
        guard options != StoryListOptions() else {
            lists[code] = nil
            return
        }
        guard code.utf8.count <= 100, lists[code] != nil || lists.count < Self.maxLists else {
            throw .invalid(why: "No more lists can be remembered.")
        }
        lists[code] = options
    }
}

/// A service that keeps links to read later.
public struct ReadLaterChoice: Sendable, Hashable, Codable {
    /// The app's name for it.
    public var service: String
    /// The address of one that people run themselves; else empty.
    public var server: String

    public init(service: String, server: String = "") {
        self.service = service
        self.server = server
    }
}
