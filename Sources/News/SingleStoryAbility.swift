/// The ability of a source to fetch one story by its key (decision 1: a value, nil where there is none).
public struct SingleStoryAbility: Sendable {
    private let ask: @Sendable (String) async throws(SourceError) -> ArrivingStory

    /// - Parameter ask: asks the origin for the story with a key.
    public init(_ ask: @escaping @Sendable (String) async throws(SourceError) -> ArrivingStory) { self.ask = ask }

    /// The story as the origin has it now.
    /// - Parameter key: `ArrivingStory.key` as this source gave it.
    /// - Throws: `SourceError`; `.notThere` or `.gone` when the origin has it no more.
    public func story(_ key: String) async throws(SourceError) -> ArrivingStory { try await ask(key) }
}
