/// A parser of a content file: `=== slug`, header lines, an empty line, the body.
///
/// The parser reports no errors, since the files belong to the project and tests check them.
struct StoryFileParser {
    static func stories(in text: String) -> [SampleStory] {
        var stories: [SampleStory] = []
        var slug: String?
        var lines: [Substring] = []
        func close() {
            if let slug { stories.append(story(slug: slug, lines: lines[...])) }
        }
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
        {
            if line.hasPrefix("=== ") {
                close()
                slug = trimmed(line.dropFirst(4))
                lines = []
            } else {
                lines.append(line)
            }
        }
        close()
        return stories
    }

    private static func story(slug: String, lines: ArraySlice<Substring>) -> SampleStory {
        let head = lines.drop { trimmed($0).isEmpty }.prefix { !trimmed($0).isEmpty }
        let fields = Dictionary(head.compactMap(field), uniquingKeysWith: { first, _ in first })
        var body = StoryBodyParser(lines: lines[head.endIndex...])
        body.parse()
        return SampleStory(
            slug: slug, title: fields["title"] ?? "", dek: fields["dek"], byline: fields["byline"],
            topics: (fields["topics"] ?? "").split(separator: ",").map(trimmed),
            kind: fields["kind"].flatMap(SampleStory.Kind.init(rawValue:)) ?? .note,
            picture: fields["picture"].map { picture($0, fields) }, language: fields["language"],
            audio: fields["audio"].flatMap(duration),
            age: fields["hours"].flatMap { Double($0) }.map { .seconds($0 * 3600) }, blocks: body.blocks,
            footnotes: body.footnotes)
    }

    private static func field(_ line: Substring) -> (String, String)? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        return (trimmed(line[..<colon]), trimmed(line[line.index(after: colon)...]))
    }

    private static func picture(_ value: String, _ fields: [String: String]) -> Illustration {
        let parts = value.split(separator: "|", maxSplits: 1).map(trimmed)
        return Illustration(
            kind: parts.first ?? "", subject: parts.count > 1 ? parts[1] : "",
            caption: fields["caption"] ?? "", credit: fields["credit"] ?? "", alt: fields["alt"] ?? "")
    }

    /// Reads a duration such as `31:20` or `1:02:03`; nil if malformed.
    private static func duration(_ text: String) -> Duration? {
        let parts = text.split(separator: ":").map { Int($0) }
        guard !parts.isEmpty else { return nil }
        var seconds = 0
        for part in parts {
            guard let part else { return nil }
            seconds = seconds * 60 + part
        }
        return .seconds(seconds)
    }

    static func trimmed(_ text: some StringProtocol) -> String {
        var rest = Substring(text)
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
