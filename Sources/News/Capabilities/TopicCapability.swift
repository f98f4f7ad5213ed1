public import URLs

/// A capability to offer channels for topics that readers follow.
public struct TopicCapability: Sendable {
    private let makeChannel: @Sendable (TopicSubject) -> WebAddress?
    /// The directory of the publishers that can be followed, whose channels are `OfferedChannel`s; nil if there is
    /// none.
    public let publishers: WebAddress?

    /// - Parameter channel: Returns the channel of a subject; nil for subjects that the source does not have.
    public init(publishers: WebAddress?, channel: @escaping @Sendable (TopicSubject) -> WebAddress?) {
        self.publishers = publishers
        makeChannel = channel
    }

    /// Returns the address of the channel with stories about a subject; nil if the source has none.
    public func channel(about subject: TopicSubject) -> WebAddress? { makeChannel(subject) }
}
