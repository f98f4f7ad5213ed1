/// What a reader can do with a story; faces ask these values and never the source (decision 2).
public struct Abilities: Sendable, Hashable {
    public var canSave: Bool
    public var canComment: Bool
    public var canVote: Bool

    public init(canSave: Bool = true, canComment: Bool = false, canVote: Bool = false) {
        self.canSave = canSave
        self.canComment = canComment
        self.canVote = canVote
    }
}
