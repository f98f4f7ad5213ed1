import Feeds
public import Fetching
public import Foundation
import Markup
public import News

/// RSS, RDF, Atom and JSON Feed as a source: one channel is one feed document.
///
/// What it remembers between two questions: the validators of the last answer (replaced by every whole answer, also
/// when its bytes are the same), a fingerprint of the document, and when the document itself last came. After
/// `patience` of nothing but "unchanged" it asks for the whole once, since some servers say so to everything.
public struct SyndicationSource: Source {
    /// How long an origin may answer 304 before it is asked for the whole document, unless configured: eight days.
    public static let patience = Duration.seconds(8 * 86_400)

    /// The value of `Accept`: feeds before other XML and JSON, and everything rather than nothing.
    static let accept =
        "application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, "
        + "application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, */*;q=0.5"

    private let fetcher: Fetcher
    private let patience: Duration
    private let tastings: Tastings
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - fetcher: the way out.
    ///   - patience: see the type's.
    ///   - tastings: what discovery has read lately.
    ///   - now: the clock that remembered instants are reckoned by.
    public init(
        fetcher: Fetcher, patience: Duration = Self.patience, tastings: Tastings = Tastings(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.fetcher = fetcher
        self.patience = patience
        self.tastings = tastings
        self.now = now
    }

    /// Asks for the feed once and reads it. `stories` is nil when the origin says that nothing has changed, or when
    /// its document is byte for byte the one that was read before. The first answer may be the one that discovery was
    /// given a moment ago.
    ///
    /// - Throws: `SourceError`; sentences name the origin's host.
    public func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelAnswer {
        guard channel.memory == nil, let taste = await tastings.take(channel.address, now: now()) else {
            return try await ask(channel.address, remembering: FeedMemory(channel.memory))
        }
        return try await answer(to: channel.address, after: taste)
    }

    /// What a feed is made of, for discovery: read like any answer, and kept for whoever follows it.
    static func taste(_ answer: FetchAnswer, of address: WebAddress, now: Date) throws(FeedError) -> ChannelAnswer {
        try whole(answer, at: address, known: nil, movedTo: moved(answer, from: address), now: now)
    }

    private func answer(
        to address: WebAddress, after taste: Tastings.Taste
    ) async throws(SourceError) -> ChannelAnswer {
        var first = taste.answer
        if now().timeIntervalSince(taste.at) < Tastings.isHot { return first }
        let later = try await ask(address, remembering: FeedMemory(first.memory))
        guard later.stories == nil else { return later }
        (first.memory, first.pace, first.movedTo) = (later.memory, later.pace, later.movedTo)
        first.status = later.status
        return first
    }

    private func ask(
        _ address: WebAddress, remembering known: FeedMemory?
    ) async throws(SourceError) -> ChannelAnswer {
        let answer = try await fetch(address, remembering: known)
        let moved = Self.moved(answer, from: address)
        // An answer with other bytes under the same entity tag is read: the bytes are here, and the tag may be a slip.
        if var known, answer.isUnmodified || known.document == Fingerprint.of(answer.body) {
            known.unchangedAt = answer.isUnmodified ? now() : nil
            if !answer.isUnmodified { known.wholeAt = now() }
            known.heed(answer)
            return ChannelAnswer(
                stories: nil, memory: known.kept, pace: known.pace, movedTo: moved, status: answer.status)
        }
        do {
            return try Self.whole(answer, at: address, known: known, movedTo: moved, now: now())
        } catch {
            throw SourceError(error, site: address.host)
        }
    }

    private static func moved(_ answer: FetchAnswer, from address: WebAddress) -> WebAddress? {
        answer.permanentAddress.flatMap { WebAddress($0) }.flatMap { $0 == address ? nil : $0 }
    }

    /// A feed often gives only the beginning; the rest stands on the story's page.
    public var fullText: FullTextAbility? {
        let pages = StoryPages(fetcher: fetcher)
        return FullTextAbility { (address) async throws(SourceError) in try await pages.story(at: address) }
    }

    private func fetch(
        _ address: WebAddress, remembering memory: FeedMemory?
    ) async throws(SourceError) -> FetchAnswer {
        let validators = memory?.validators(at: now(), patience: patience)
        var request = FetchRequest(address: address.text, accept: Self.accept, validators: validators)
        request.validatorsFrom = memory?.validatorsFrom
        do {
            return try await fetcher.fetch(request)
        } catch {
            throw SourceError(error, site: address.host)
        }
    }

    private static func whole(
        _ answer: FetchAnswer, at address: WebAddress, known: FeedMemory?, movedTo: WebAddress?, now: Date
    ) throws(FeedError) -> ChannelAnswer {
        let document = try FeedDocument(
            answer, askedAt: address, sharedIDs: known?.sharedIDs ?? [],
            idsAreUnfit: known.map { $0.idsAreUnfit ?? false })
        var memory = FeedMemory(document: Fingerprint.of(answer.body), answer: answer, wholeAt: now)
        memory.describe(document.feed)
        memory.sharedIDs = document.sharedIDs
        memory.idsAreUnfit = document.idsAreUnfit
        return ChannelAnswer(
            stories: document.stories, facts: document.facts, memory: memory.kept, pace: memory.pace, movedTo: movedTo,
            complaints: document.complaints, status: answer.status)
    }
}
