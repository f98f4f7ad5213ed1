/// A run of a snippet's text, which either is a word that was looked for or is not.
public struct SnippetPart: Sendable, Hashable {
    public var text: String
    public var isHit: Bool

    public init(text: String, isHit: Bool) {
        self.text = text
        self.isHit = isHit
    }
}
