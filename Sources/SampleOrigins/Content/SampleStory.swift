/// One invented story as its writer left it in the content file: no address, no time, nothing of any feed format.
public struct SampleStory: Sendable, Hashable {
    /// How much of a story it is: over 620 words, a complete story, or a brief.
    public enum Kind: String, Sendable, CaseIterable {
        case long, whole, note
    }

    /// The last part of its address, unique in its publication.
    public var slug: String
    public var title: String
    /// The sentence below the title.
    public var dek: String?
    public var byline: String?
    public var topics: [String]
    public var kind: Kind
    /// The lead picture.
    public var picture: Illustration?
    /// A BCP 47 tag, where it is not English.
    public var language: String?
    /// The length of the recording of a podcast episode.
    public var audio: Duration?
    public var blocks: [StoryBlock]
    /// The footnotes by their label in the text, in order.
    public var footnotes: [Footnote]

    /// A footnote: the label between `[^` and `]`, and the inline text.
    public struct Footnote: Sendable, Hashable {
        public var label: String
        public var text: String
    }

    /// The lead picture and those inside the text, in order.
    public var pictures: [Illustration] {
        var all = picture.map { [$0] } ?? []
        for case .figure(let illustration) in blocks { all.append(illustration) }
        return all
    }

    /// Without what stands inside its text, for feeds that hand a story's pictures over beside it.
    var withoutFigures: SampleStory {
        var bare = self
        bare.blocks = blocks.filter { if case .figure = $0 { false } else { true } }
        return bare
    }

    /// The words of the body, as one text without marks of its format; title and captions are not counted.
    public var plainText: String {
        (blocks.map(\.plainText) + footnotes.map(\.text)).joined(separator: " ")
    }

    /// How many words the body has.
    public var wordCount: Int { plainText.split(whereSeparator: \.isWhitespace).count }
}

/// A block of a story's body. The texts may hold inline marks (`*`, `**`, `` ` ``, links, footnote marks).
public enum StoryBlock: Sendable, Hashable {
    case paragraph(String)
    case heading(String)
    case quotation(String)
    case list(ordered: Bool, [String])
    case table(head: [String], rows: [[String]])
    case code(language: String?, String)
    case figure(Illustration)

    /// The block's words, without those of a figure.
    var plainText: String {
        switch self {
        case .paragraph(let text), .heading(let text), .quotation(let text), .code(_, let text): text
        case .list(_, let lines): lines.joined(separator: " ")
        case .table(let head, let rows): ([head] + rows).map { $0.joined(separator: " ") }.joined(separator: " ")
        case .figure: ""
        }
    }
}

/// A picture that a writer asked for: which illustrator draws it, what is on it, and what is printed below it.
public struct Illustration: Sendable, Hashable {
    /// The illustrator's name as the content file has it, such as `harbour`.
    public var illustrator: String
    /// Subject words, such as "dusk, one crane, calm water".
    public var subject: String
    public var caption: String
    public var credit: String
    public var alt: String

    /// Whether the story still names it while its file is gone.
    var isMissing: Bool { subject.contains("lost plate") }
}
