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
    /// How long an origin may answer 304 before it is asked for the whole document: eight days.
    public static let patience = Duration.seconds(8 * 86_400)

    /// The value of `Accept`: feeds before other XML and JSON, and everything rather than nothing.
    static let accept =
        "application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, "
        + "application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, */*;q=0.5"

    private let fetcher: Fetcher
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - fetcher: the way out.
    ///   - now: the clock that remembered instants are reckoned by.
    public init(fetcher: Fetcher, now: @escaping @Sendable () -> Date = { Date() }) {
        self.fetcher = fetcher
        self.now = now
    }

    /// Asks for the feed once and reads it. `stories` is nil when the origin says that nothing has changed, or when
    /// its document is byte for byte the one that was read before.
    ///
    /// - Throws: `SourceError`; sentences name the origin's host.
    public func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelAnswer {
        let known = FeedMemory(channel.memory)
        let answer = try await ask(channel.address, remembering: known)
        let moved = answer.permanentAddress.flatMap { WebAddress($0) }.flatMap { $0 == channel.address ? nil : $0 }
        if answer.isUnmodified, let known { return unchanged(known, by: answer, movedTo: moved) }
        let print = Fingerprint.of(answer.body)
        if var known, known.document == print {
            known.wholeAt = now()
            return unchanged(known, by: answer, movedTo: moved)
        }
        return try whole(answer, at: channel.address, print: print, known: known, movedTo: moved)
    }

    private func ask(
        _ address: WebAddress, remembering memory: FeedMemory?
    ) async throws(SourceError) -> FetchAnswer {
        let validators = memory?.validators(at: now(), patience: Self.patience)
        let request = FetchRequest(address: address.text, accept: Self.accept, validators: validators)
        do {
            return try await fetcher.fetch(request)
        } catch {
            throw SourceError(error, site: address.host)
        }
    }

    private func unchanged(_ known: FeedMemory, by answer: FetchAnswer, movedTo: WebAddress?) -> ChannelAnswer {
        var memory = known
        memory.validators = answer.validators
        return ChannelAnswer(
            stories: nil, memory: memory.kept, pace: memory.pace(freshFor: answer.freshFor), movedTo: movedTo)
    }

    private func whole(
        _ answer: FetchAnswer, at address: WebAddress, print: String, known: FeedMemory?, movedTo: WebAddress?
    ) throws(SourceError) -> ChannelAnswer {
        let document: FeedDocument
        do {
            document = try FeedDocument(answer, askedAt: address, sharedIDs: known?.sharedIDs ?? [])
        } catch {
            throw SourceError(error, site: address.host)
        }
        var memory = FeedMemory(document: print, validators: answer.validators, wholeAt: now())
        memory.describe(document.feed)
        memory.sharedIDs = document.sharedIDs
        return ChannelAnswer(
            stories: document.stories, facts: document.facts, memory: memory.kept,
            pace: memory.pace(freshFor: answer.freshFor), movedTo: movedTo, complaints: document.complaints)
    }
}
