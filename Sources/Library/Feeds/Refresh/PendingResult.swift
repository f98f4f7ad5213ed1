import Foundation
import News

/// A response before it is stored.
struct PendingResult: Sendable {
    let leased: LeasedChannel
    var response: Result<ChannelResponse, SourceError>
    var stories: [PreparedStory]
    var receivedAt: Date
    var duration: Duration
    var jitter: Double
    /// The version of a pack that is installed with it; its media are stored.
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
        stories = []
        if case .success(let success) = response {
            for story in success.stories ?? [] { stories.append(try PreparedStory(story, now: now)) }
        }
    }

    /// Stored at once; the host gets no further request.
    var isBusy: Bool {
        if case .failure(.busy) = response { true } else { false }
    }

    /// Nothing visible changed. The request counts even if the process dies (decision 9).
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
