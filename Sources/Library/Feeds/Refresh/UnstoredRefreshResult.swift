import Foundation
import News

/// A response that is not stored yet, or only in part.
struct UnstoredRefreshResult: Sendable {
    let leased: LeasedChannel
    var response: Result<ChannelResponse, SourceError>
    /// The stories that are not stored yet, newest first.
    private(set) var stories: [PreparedStory]
    /// The keys of all stories, in the response's order.
    let storyKeys: [String]
    /// True if stored stories have the keys of this response (`StoryImporter.followChangedKeys`).
    var hasFollowedKeys = false
    /// The result of the stories that were stored before the rest.
    var imported = StoryImportResult()
    var receivedAt: Date
    var duration: Duration
    var jitter: Double
    /// The pack version that is installed with the response; its media are stored already.
    var pack: PreparedPack?

    init(
        _ response: Result<ChannelResponse, SourceError>, to leased: LeasedChannel, at now: Date, duration: Duration,
        jitter: Double, pack: PreparedPack? = nil
    ) throws(LibraryError) {
        self.leased = leased
        self.response = response
        receivedAt = now
        self.duration = duration
        self.jitter = jitter
        self.pack = pack
        var stories: [PreparedStory] = []
        if case .success(let success) = response {
            for story in success.stories ?? [] { stories.append(try PreparedStory(story, now: now)) }
        }
        storyKeys = stories.map(\.story.key)
        self.stories = PreparedStory.newestFirst(stories)
    }

    /// Removes and returns the oldest stories, newest first, while there are more than one transaction should store;
    /// nil otherwise. Thousands in one transaction would keep readers' own writes waiting.
    mutating func takeOldest() -> [PreparedStory]? {
        guard stories.count > Self.maxPerTransaction else { return nil }
        defer { stories.removeLast(Self.maxPerTransaction) }
        return Array(stories.suffix(Self.maxPerTransaction))
    }

    private static let maxPerTransaction = 250

    /// True if the host asked to wait: the result is stored at once, and the host gets no further request.
    var isBusy: Bool {
        if case .failure(.busy) = response { true } else { false }
    }

    /// True if nothing visible changed. The request counts even if the process dies (decision 9).
    var canBatch: Bool {
        switch response {
        case .failure: !isBusy
        case .success(let success):
            success.stories == nil && success.channels == nil && success.metadata == nil && success.movedTo == nil
                && pack == nil
                && !leased.channel.hasPendingMove
        }
    }
}
