import Fetching
import Foundation
import Markup
import News

/// Feeds that discovery has just read: who follows one is given what was read then, and discovery itself does not ask
/// twice. So following a feed costs its origin one unconditional question, not two.
///
/// Invariant: at most `room` answers are kept, none longer than `lasts`; the oldest goes first.
public actor Tastings {
    /// What a feed answered, and when.
    struct Taste: Sendable {
        let answer: ChannelAnswer
        /// What kind of source it is by its own words.
        var kind: SourceKind
        let at: Date
    }

    private static let room = 16
    private static let lasts: TimeInterval = 3600
    /// A taste younger than this is served without another question; an older one is asked after, conditionally.
    static let isHot: TimeInterval = 300

    private var tastes: [WebAddress: Taste] = [:]
    private var looks: [WebAddress: Task<Result<[FoundChannel], SourceError>, Never>] = [:]
    private var questions: [WebAddress: Task<Result<FetchAnswer, FetchError>, Never>] = [:]

    public init() {}

    func keep(_ answer: ChannelAnswer, of kind: SourceKind = .feed, at address: WebAddress, now: Date) {
        tastes[address.withoutFragment] = Taste(answer: answer, kind: kind, at: now)
        clear(now)
    }

    func taste(of address: WebAddress, now: Date) -> Taste? {
        clear(now)
        return tastes[address.withoutFragment]
    }

    /// The same, which nobody else is given then.
    func take(_ address: WebAddress, now: Date) -> Taste? {
        clear(now)
        return tastes.removeValue(forKey: address.withoutFragment)
    }

    /// Looks at an address, unless somebody is looking at it already: then what they find is everybody's. It goes on
    /// when one of those who wait is cancelled.
    func look(
        at address: WebAddress, _ work: @escaping @Sendable () async -> Result<[FoundChannel], SourceError>
    ) async -> Result<[FoundChannel], SourceError> {
        let key = address.withoutFragment
        if let look = looks[key] { return await look.value }
        let look = Task { await work() }
        looks[key] = look
        defer { looks[key] = nil }
        return await look.value
    }

    /// The same for one question of such a look: two sites may name one feed.
    func ask(
        _ address: WebAddress, _ work: @escaping @Sendable () async -> Result<FetchAnswer, FetchError>
    ) async -> Result<FetchAnswer, FetchError> {
        let key = address.withoutFragment
        if let question = questions[key] { return await question.value }
        let question = Task { await work() }
        questions[key] = question
        defer { questions[key] = nil }
        return await question.value
    }

    private func clear(_ now: Date) {
        tastes = tastes.filter { abs(now.timeIntervalSince($0.value.at)) < Self.lasts }
        while tastes.count > Self.room, let oldest = tastes.min(by: { $0.value.at < $1.value.at }) {
            tastes[oldest.key] = nil
        }
    }
}
