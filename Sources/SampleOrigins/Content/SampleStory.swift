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
