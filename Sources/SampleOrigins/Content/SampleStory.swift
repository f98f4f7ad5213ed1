/// A story as written in its content file.
public struct SampleStory: Sendable, Hashable {
    /// The length of a story: over 620 words, complete, or brief.
    public enum Kind: String, Sendable, CaseIterable {
        case long, whole, note
    }

    /// The slug, unique within the publication.
    public var slug: String
    /// The title as plain text.
    public var title: String
    /// The sentence below the title; nil for none.
    public var dek: String?
    /// The author's name; nil for none.
    public var byline: String?
    /// The topics, as feeds list them.
    public var topics: [String]
    /// The length of the story.
    public var kind: Kind
    /// The lead picture; nil for none.
    public var picture: Illustration?
    /// The language as a BCP 47 tag; nil for the publication's own.
    public var language: String?
    /// The length of the recording; nil for none.
    public var audio: Duration?
    /// The age at the start of the demo, for a story about an event that others tell too; nil for a place in the
    /// publication's rhythm.
    public var age: Duration?
    /// The blocks of the body.
    public var blocks: [StoryBlock]
    /// The footnotes in order.
    public var footnotes: [Footnote]

    /// A footnote, written as `[^label]: text`.
    public struct Footnote: Sendable, Hashable {
        /// The label, unique within the story.
        public var label: String
        /// The text with inline markup.
        public var text: String
    }

    /// The lead picture, then those in the text.
    public var pictures: [Illustration] {
        var all = picture.map { [$0] } ?? []
        for case .figure(let illustration) in blocks { all.append(illustration) }
        return all
    }

    /// The story without pictures in its body, for feeds that attach them.
    var withoutFigures: SampleStory {
        var bare = self
        bare.blocks = blocks.filter { if case .figure = $0 { false } else { true } }
        return bare
    }

    /// The text of the body and the footnotes, without title and captions.
    public var plainText: String {
        (blocks.map(\.plainText) + footnotes.map(\.text)).joined(separator: " ")
    }

    /// The number of words in the plain text.
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
    /// The kind of subject, such as `harbour`.
    public var kind: String
    /// The subject, such as "dusk, one crane, calm water".
    public var subject: String
    /// The caption below the picture.
    public var caption: String
    /// The credit beside the caption.
    public var credit: String
    /// The alternative text.
    public var alt: String

    /// True if the picture file is to be missing.
    var isMissing: Bool { subject.contains("lost plate") }
}
