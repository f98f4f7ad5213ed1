import Foundation
import News

/// What a channel answered, until it is written down.
struct Answered: Sendable {
    var claim: Claim
    var answer: Result<ChannelAnswer, SourceError>
    var stories: [PreparedStory]
    /// When the answer came.
    var at: Date
    var took: Duration
    var jitter: Double

    init(
        _ answer: Result<ChannelAnswer, SourceError>, to claim: Claim, at now: Date, took: Duration, jitter: Double
    ) throws(LibraryError) {
        self.claim = claim
        self.answer = answer
        at = now
        self.took = took
        self.jitter = jitter
        stories = []
        if case .success(let answer) = answer {
            for story in answer.stories ?? [] { stories.append(try PreparedStory(story, now: now)) }
        }
    }

    /// Its host asked to be left alone: that is kept at once, and nothing more is asked of it.
    var isBusy: Bool {
        if case .failure(.busy) = answer { true } else { false }
    }

    /// Nothing came that a reader could see: it may be written down a moment later, together with others. Should the
    /// process die before, the channel counts as asked all the same (decision 9).
    var canWait: Bool {
        switch answer {
        case .failure: !isBusy
        case .success(let answer):
            answer.stories == nil && answer.channels == nil && answer.facts == nil && answer.movedTo == nil
                && !claim.isMoving
        }
    }

    func record(_ session: Session, bounds: PollingBounds) throws -> Outcome {
        let record = RefreshRecord(
            session: session, claim: claim, bounds: bounds, now: at, took: took, jitter: jitter)
        switch answer {
        case .success(let answer): return try record.answered(answer, stories: stories)
        case .failure(let error): return try record.failed(error)
        }
    }
}
