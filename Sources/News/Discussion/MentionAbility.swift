public import Markup

/// The ability of a source to find where a page is discussed (decision 1: a value, nil where there is none).
///
/// Asking tells the origin what somebody reads, so that nobody's stories are looked up before they allow it.
public struct MentionAbility: Sendable {
    private let ask: @Sendable (WebAddress) async throws(SourceError) -> [ArrivingStory]

    /// - Parameter ask: asks the origin for its stories that point to an address.
    public init(_ ask: @escaping @Sendable (WebAddress) async throws(SourceError) -> [ArrivingStory]) {
        self.ask = ask
    }

    /// The origin's stories that point to a page, the most discussed first; empty when there are none.
    public func stories(about page: WebAddress) async throws(SourceError) -> [ArrivingStory] { try await ask(page) }
}
