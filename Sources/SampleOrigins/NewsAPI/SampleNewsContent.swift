/// The written parts of the news service: publishers, words, and events with texts that use the words.
struct SampleNewsContent: Sendable {
    var publishers: [SampleNewsPublisher]
    /// The words that replace `{name}` in an event's texts, by name.
    var words: [String: [String]]
    var events: [SampleNewsEvent]

    /// The content of the embedded files.
    static let shared = SampleNewsContent(
        publishers: EmbeddedContent.text(of: "news-publishers"), words: EmbeddedContent.text(of: "news-words"),
        events: EmbeddedContent.text(of: "news-events"))

    private init(publishers: String, words: String, events: String) {
        self.publishers = Self.records(in: publishers).map { record in
            SampleNewsPublisher(
                id: record.slug, name: record.value("name"), description: record.value("description"),
                language: record.value("language"), country: record.value("country"),
                category: record.value("category"), format: Self.format(record.value("format")),
                isListed: record.value("listed") != "no")
        }
        self.words = Self.records(in: words).first.map { $0.fields.mapValues(Self.split) } ?? [:]
        self.events = Self.records(in: events)
    }

    /// Parses a content file. No errors are reported, since the files belong to the project and tests check them.
    private static func records(in text: String) -> [SampleNewsEvent] {
        var records: [SampleNewsEvent] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("=== ") {
                records.append(SampleNewsEvent(slug: String(line.dropFirst(4))))
            } else if let colon = line.firstIndex(of: ":"), !records.isEmpty, !line.hasPrefix("#") {
                let value = String(line[line.index(after: colon)...].drop { $0 == " " })
                records[records.count - 1].fields[String(line[..<colon]), default: []].append(value)
            }
        }
        return records
    }

    private static func split(_ values: [String]) -> [String] {
        values.flatMap { $0.split(separator: ",") }.map { String($0.drop { $0 == " " }) }
    }

    private static func format(_ name: String) -> PublicationFeedFormat {
        switch name {
        case "media": .rssWithMedia
        case "excerpts": .rssExcerpts
        case "atom": .atom
        case "json": .json
        default: .rss
        }
    }
}

/// A kind of event, or one that happens once: texts in three languages with gaps for words.
struct SampleNewsEvent: Sendable {
    var slug: String
    /// The lines of the content file by name; a name may occur several times.
    var fields: [String: [String]] = [:]

    func value(_ name: String) -> String { fields[name]?.first ?? "" }

    /// Returns the texts in a language.
    /// - Parameter kind: `title`, `dek` or `text`.
    func texts(_ kind: String, in language: String) -> [String] { fields["\(language)-\(kind)"] ?? [] }

    var category: String { value("category") }

    /// The minutes after the start of an event that happens once and that nearly every publisher reports; nil for a
    /// kind of event.
    var breaksAfterMinutes: Double? { Double(value("after")) }
}
