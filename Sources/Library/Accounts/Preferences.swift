/// A reader's display and reading preferences.
public struct Preferences: Sendable, Hashable, Codable {
    /// The typeface of story texts.
    public enum Typeface: String, Sendable, Codable, CaseIterable { case serif, sans }
    /// The colour theme; `automatic` follows the system.
    public enum Theme: String, Sendable, Codable, CaseIterable { case automatic, day, night, sepia, black }
    /// The layout of lists: rows, or a picture grid on wide screens in editions that offer it.
    public enum Layout: String, Sendable, Codable, CaseIterable { case list, grid }
    /// The width of a story's column.
    public enum Measure: String, Sendable, Codable, CaseIterable { case narrow, medium, wide }
    /// The row spacing.
    public enum Density: String, Sendable, Codable, CaseIterable { case comfortable, compact }

    /// The text size, from 1 to 5.
    public var textSize: Int
    /// The typeface of story texts.
    public var face: Typeface
    /// The colour theme.
    public var theme: Theme
    /// The line width of stories on wide screens.
    public var measure: Measure
    /// The row spacing.
    public var density: Density
    /// True if pictures are shown at once; otherwise each loads on a click.
    public var showsPictures: Bool
    /// True if the text size applies to controls too.
    public var scalesInterface: Bool
    /// True if the rows of long stories show a reading time.
    public var showsReadingTime: Bool
    /// The layout of lists; nil for the edition's default.
    public var layout: Layout?
    /// True if stories are shown as horizontal pages on wide screens.
    public var columns: Bool
    /// True if opening a story marks it read.
    public var marksOpened: Bool
    /// True if scrolling past a story marks it read.
    public var markOnScroll: Bool
    /// True if the reader was offered `markOnScroll`.
    public var markOnScrollOffered: Bool
    /// True if opening a story may search other sources for discussions, which discloses the story's address to them.
    public var looksForMentions = false
    /// True if the reader has declined the invitation to follow topics.
    public var topicsOffered = false
    /// True if pages show headlines that alarm in calm words (`HeadlineTone`).
    public var calmsHeadlines = false
    /// The reader's choice about suggestions.
    public var suggestions = SuggestionChoice()
    /// The external service where the reader keeps stories to read later, if any.
    public var readLater: ReadLaterChoice?
    /// The searches that the reader saved, in the order of saving.
    public var savedSearches: [String] = []
    /// The newspapers in the reader's order, and those that the newsstand leaves out.
    public var editions = EditionArrangement()
    /// The options of lists that differ from the defaults, by `StoryList.code`.
    private var lists: [String: StoryListOptions] = [:]

    /// The maximum number of lists whose options are stored.
    static let maxLists = 1_000

    /// The default preferences.
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

    /// Decodes stored preferences; missing or unknown values get defaults.
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
        calmsHeadlines = try stored.decodeIfPresent(Bool.self, forKey: .calmsHeadlines) ?? false
        suggestions = try stored.decodeIfPresent(SuggestionChoice.self, forKey: .suggestions) ?? SuggestionChoice()
        readLater = try stored.decodeIfPresent(ReadLaterChoice.self, forKey: .readLater)
        savedSearches = try stored.decodeIfPresent([String].self, forKey: .savedSearches) ?? []
        editions = try stored.decodeIfPresent(EditionArrangement.self, forKey: .editions) ?? EditionArrangement()
        lists = try stored.decodeIfPresent([String: StoryListOptions].self, forKey: .lists) ?? [:]
    }

    /// Returns the reader's options for a list.
    public func options(of list: StoryList) -> StoryListOptions { lists[list.code] ?? StoryListOptions() }

    /// Stores the reader's options for a list; default options are removed from the store.
    /// - Throws: `.invalid` for a new list beyond `maxLists`, or with a code of more than 100 bytes (no real list has
    ///   one).
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
    /// The app's name for the service.
    public var service: String
    /// The server address of a self-hosted service; empty for others.
    public var server: String

    public init(service: String, server: String = "") {
        self.service = service
        self.server = server
    }
}
