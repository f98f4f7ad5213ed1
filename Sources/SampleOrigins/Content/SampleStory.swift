/// A story as in its content file.
public struct SampleStory: Sendable, Hashable {
    /// Over 620 words, complete, or brief.
    public enum Kind: String, Sendable, CaseIterable {
        case long, whole, note
    }

    /// Unique within its publication.
    public var slug: String
    public var title: String
    /// The sentence below the title.
    public var dek: String?
    public var byline: String?
    public var topics: [String]
    public var kind: Kind
    /// The lead picture.
    public var picture: Illustration?
    /// BCP 47 tag; nil for English.
    public var language: String?
    /// Length of the recording.
    public var audio: Duration?
    public var blocks: [StoryBlock]
    /// The footnotes in order.
    public var footnotes: [Footnote]

    /// `[^label]: text`.
    public struct Footnote: Sendable, Hashable {
        public var label: String
        public var text: String
    }

    /// The lead picture, then those in the text.
    public var pictures: [Illustration] {
        var all = picture.map { [$0] } ?? []
        for case .figure(let illustration) in blocks { all.append(illustration) }
        return all
    }

    /// For feeds that attach images.
    var withoutFigures: SampleStory {
        var bare = self
        bare.blocks = blocks.filter { if case .figure = $0 { false } else { true } }
        return bare
    }

    /// The body, without title and captions.
    public var plainText: String {
        (blocks.map(\.plainText) + footnotes.map(\.text)).joined(separator: " ")
    }

    public var wordCount: Int { plainText.split(whereSeparator: \.isWhitespace).count }
}

/// A block of the body, with inline markup.
public enum StoryBlock: Sendable, Hashable {
    case paragraph(String)
    case heading(String)
    case quotation(String)
    case list(ordered: Bool, [String])
    case table(head: [String], rows: [[String]])
    case code(language: String?, String)
    case figure(Illustration)

    var plainText: String {
        switch self {
        case .paragraph(let text), .heading(let text), .quotation(let text), .code(_, let text): text
        case .list(_, let lines): lines.joined(separator: " ")
        case .table(let head, let rows): ([head] + rows).map { $0.joined(separator: " ") }.joined(separator: " ")
        case .figure: ""
        }
    }
}

/// A picture in a story.
public struct Illustration: Sendable, Hashable {
    /// As in the content file: `harbour`.
    public var illustrator: String
    /// "dusk, one crane, calm water".
    public var subject: String
    public var caption: String
    public var credit: String
    public var alt: String

    /// Whether the file is missing.
    var isMissing: Bool { subject.contains("lost plate") }
}
