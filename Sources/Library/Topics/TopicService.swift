public import News

/// What readers follow in editions with topics (`Edition.topics`): each topic is a section of that reader's own.
public struct TopicService: Sendable {
    let context: LibraryContext

    /// In the reader's order.
    public func topics(in edition: EditionID, for reader: ReaderID) async throws(LibraryError) -> [FollowedTopic] {
        throw .notThere
    }

    /// Follows a subject; one that is followed already is returned as it is.
    public func follow(
        _ subject: TopicSubject, in edition: Edition, for reader: ReaderID
    ) async throws(LibraryError) -> FollowedTopic {
        throw .notThere
    }

    /// Its section, channels and matches go with it. Stories stay.
    /// - Throws: `.notThere`.
    public func unfollow(_ topic: TopicID, for reader: ReaderID) async throws(LibraryError) {
        throw .notThere
    }

    /// Moves a topic one place up or down.
    public func move(_ topic: TopicID, isUp: Bool, for reader: ReaderID) async throws(LibraryError) {
        throw .notThere
    }

    /// At a reader's first visit follows the headlines of the shelf for a country or a language; later does nothing, also
    /// after the reader unfollowed them.
    /// - Parameters:
    ///   - country: ISO 3166-1 alpha-2, from the browser's languages or time zone; nil if unknown.
    ///   - languages: BCP 47, in the browser's order.
    public func followDefaultHeadlines(
        country: String?, languages: [String], in edition: Edition, for reader: ReaderID
    ) async throws(LibraryError) {
        throw .notThere
    }

    /// The publishers that can be chosen: those of the shelves, and those that the service lists, which are stored.
    public func publishers(in edition: Edition, for reader: ReaderID) async throws(LibraryError) -> [ListedPublisher] {
        throw .notThere
    }

    /// Fetches the service's list of publishers, if it has not been fetched for a week and there is a key; one request.
    public func refreshPublishers(in edition: Edition, for reader: ReaderID) async throws(LibraryError) {
        throw .notThere
    }

    /// Gives all topics of an edition the channels that they have with or without a key. Called after a key was stored or
    /// removed, and when the edition's file has changed.
    public func updateChannels(of edition: Edition) async throws(LibraryError) {
        throw .notThere
    }
}

/// A topic of a reader.
public struct FollowedTopic: Sendable, Hashable, Identifiable {
    public var id: TopicID
    public var subject: TopicSubject
    public var section: SectionID
}

/// A publisher that a reader can choose, with what is known of it.
public struct ListedPublisher: Sendable, Hashable {
    public var publisher: NewsPublisher
    public var category: NewsCategory?
    /// BCP 47.
    public var language: String?
    /// ISO 3166-1 alpha-2, lower case.
    public var country: String?
}
