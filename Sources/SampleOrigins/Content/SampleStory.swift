/// An invented story as written in a content file, without address, date or feed format.
public struct SampleStory: Sendable, Hashable {
    /// Length of a story: over 620 words, a complete story, or a brief.
    public enum Kind: String, Sendable, CaseIterable {
        case long, whole, note
    }

    /// The last component of its path, unique within its publication.
    public var slug: String
    public var title: String
    /// The sentence below the title.
    public var dek: String?
    public var byline: String?
    public var topics: [String]
    public var kind: Kind
    /// The lead picture.
    public var picture: Illustration?
    /// BCP 47 tag, if it is not English.
    public var language: String?
    /// Length of a podcast episode's recording.
    public var audio: Duration?
    public var blocks: [StoryBlock]
    /// The footnotes by label, in order.
    public var footnotes: [Footnote]

    /// A footnote: the label between `[^` and `]`, and the inline text.
    public struct Footnote: Sendable, Hashable {
        public var label: String
        public var text: String
    }

    /// The lead picture and those in the text, in order.
    public var pictures: [Illustration] {
        var all = picture.map { [$0] } ?? []
        for case .figure(let illustration) in blocks { all.append(illustration) }
        return all
    }

    /// The story without figures in its text, for feeds that attach images.
    var withoutFigures: SampleStory {
        var bare = self
        bare.blocks = blocks.filter { if case .figure = $0 { false } else { true } }
        return bare
    }

    /// The body's words as plain text, without title and captions.
    public var plainText: String {
        (blocks.map(\.plainText) + footnotes.map(\.text)).joined(separator: " ")
    }

    public var wordCount: Int { plainText.split(whereSeparator: \.isWhitespace).count }
}

/// A block of a story's body. Texts may contain inline markup (`*`, `**`, `` ` ``, links, footnote references).
public enum StoryBlock: Sendable, Hashable {
    case paragraph(String)
    case heading(String)
    case quotation(String)
    case list(ordered: Bool, [String])
    case table(head: [String], rows: [[String]])
    case code(language: String?, String)
    case figure(Illustration)

    /// The block's text, empty for a figure.
    var plainText: String {
        switch self {
        case .paragraph(let text), .heading(let text), .quotation(let text), .code(_, let text): text
        case .list(_, let lines): lines.joined(separator: " ")
        case .table(let head, let rows): ([head] + rows).map { $0.joined(separator: " ") }.joined(separator: " ")
        case .figure: ""
        }
    }
}

/// A picture in a story: its illustrator, subject and caption.
public struct Illustration: Sendable, Hashable {
    /// The illustrator's name in the content file, such as `harbour`.
    public var illustrator: String
    /// Subject words, such as "dusk, one crane, calm water".
    public var subject: String
    public var caption: String
    public var credit: String
    public var alt: String

    /// Whether the story refers to a missing file.
    var isMissing: Bool { subject.contains("lost plate") }
}
