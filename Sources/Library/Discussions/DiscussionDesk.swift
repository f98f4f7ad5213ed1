public import Foundation
import Markup
public import News

/// What people say under stories: kept, so that it can be read when the origin is away, and asked for when a reader opens
/// it and it is no longer fresh. Work is claimed in the database, so that a thread is asked for once however many look.
public struct DiscussionDesk: Sendable {
    /// What came of asking for a thread.
    public enum Outcome: Sendable, Equatable {
        /// It came; so many comments were not known.
        case answered(new: Int)
        /// Its origin says that it is as it was.
        case unchanged
        /// It is here, and fresh.
        case alreadyThere
        /// Somebody else is asking.
        case underWay
        /// It was asked for a moment ago.
        case tooSoon
        /// Its origin wants to be left alone.
        case waiting(until: Date)
        /// Stories of this kind are discussed nowhere that can be asked.
        case notOffered
        case failed(SourceError)
    }

    private let library: NewsLibrary
    private let catalog: SourceCatalog
    private let bounds: DiscussionBounds

    public init(library: NewsLibrary, catalog: SourceCatalog, bounds: DiscussionBounds = .standard) {
        self.library = library
        self.catalog = catalog
        self.bounds = bounds
    }

    private var house: House { library.house }

    /// Whether stories of a source can be discussed here.
    public func isOffered(by source: StorySource) -> Bool { ability(of: source) != nil }

    /// Whether people of a source have pages here.
    public func knowsPeople(of source: StorySource) -> Bool {
        catalog.source(of: source.kind, at: source.site)?.people != nil
    }

    private func ability(of source: StorySource) -> DiscussionAbility? {
        catalog.source(of: source.kind, at: source.site)?.discussion
    }

    /// A story's thread as it is kept, in one read.
    /// - Throws: `.notThere` when there is no such story, or it was purged.
    public func thread(of story: StoryID, for reader: ReaderID) async throws(LibraryError) -> ThreadFacts {
        let (now, bounds) = (house.now(), bounds)
        return try await house.store.read { session in
            try ThreadReading(session: session, reader: reader.rawValue, now: now, bounds: bounds)
                .facts(of: story.rawValue)
        }
    }

    /// Notes that a reader sees a thread as it is kept now; what comes later is new to them.
    /// - Returns: whether another visit begins, so that other comments are new than before.
    @discardableResult
    public func visit(_ story: StoryID, for reader: ReaderID) async throws(LibraryError) -> Bool {
        let now = house.now()
        let step = try await house.store.read { session in
            try ThreadVisits(session: session, reader: reader.rawValue, now: now).step(story.rawValue)
        }
        guard step != .nothing else { return false }
        try await house.store.write(.refetchable) { session in
            // Looked at again: another request of the same reader may have been quicker.
            try ThreadVisits(session: session, reader: reader.rawValue, now: now).note(story.rawValue)
        }
        if step != .goesOn { house.pulse.beat(for: reader) }
        return step == .begins
    }

    /// Asks the origin for a thread now, unless it is here and fresh or may not be asked for. What comes is kept as it
    /// comes, so that the first comments can be read before the last are here. Takes `DiscussionBounds.patience` at most.
    /// - Parameter reason: `.asked` when a person pressed the button: then what is fresh is asked for again.
    @discardableResult
    public func refresh(_ story: StoryID, reason: RefreshReason) async throws(LibraryError) -> Outcome {
        let (now, bounds) = (house.now(), bounds)
        let source = try await house.store.read { try StorySource.of(story: story.rawValue, $0) }
        guard let source else { throw .notThere }
        guard let ability = ability(of: source) else { return .notOffered }
        let answer = try await house.store.write(.refetchable) { session in
            try DiscussionClaims(session: session, now: now, bounds: bounds).claim(story.rawValue, reason: reason)
        }
        switch answer {
        case .settled(let outcome): return outcome
        case .claimed(let claim): return try await ask(claim, ability)
        }
    }

    /// Waits until whoever asks for a thread has done so, for no longer than the bounds allow.
    public func wait(for story: StoryID) async throws(LibraryError) {
        let patience = ContinuousClock.now + bounds.patience
        while ContinuousClock.now < patience {
            let now = house.now().milliseconds
            let isUnderWay = try await house.store.read { session in
                try session.number(
                    "select 1 from discussion where story_id = ? and claimed_until > ?",
                    [.number(story.rawValue), .number(now)]) != nil
            }
            guard isUnderWay else { return }
            do { try await Task.sleep(for: .milliseconds(200)) } catch { return }
        }
    }

    private func ask(_ claim: DiscussionClaim, _ ability: DiscussionAbility) async throws(LibraryError) -> Outcome {
        let answer = await answer(to: claim, ability)
        guard !Task.isCancelled else {
            release(claim)
            return .underWay
        }
        let (now, bounds) = (house.now(), bounds)
        do {
            return try await house.change(.refetchable) { session in
                let records = DiscussionRecords(session: session, now: now, bounds: bounds)
                return switch answer {
                case .success(let answer): try records.settle(answer, of: claim)
                case .failure(let error): try records.fail(error, of: claim)
                }
            }
        } catch {
            release(claim)
            throw error
        }
    }

    /// Whichever comes first: the answer, or the end of the patience.
    private func answer(
        to claim: DiscussionClaim, _ ability: DiscussionAbility
    ) async -> Result<DiscussionAnswer, SourceError> {
        let patience = bounds.patience
        let late = SourceError.unreachable(
            why: "\(claim.source.site.host) did not give all comments within \(patience.components.seconds) seconds.")
        let progress = ThreadProgress(house: house, claim: claim, bounds: bounds)
        return await withTaskGroup(of: Result<DiscussionAnswer, SourceError>.self) { group in
            group.addTask { await Self.read(claim.request, ability, progress) }
            group.addTask {
                // Cancelled: the answer is here.
                do { try await Task.sleep(for: patience) } catch { return .failure(late) }
                return .failure(late)
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? .failure(late)
        }
    }

    private static func read(
        _ request: DiscussionRequest, _ ability: DiscussionAbility, _ progress: ThreadProgress
    ) async -> Result<DiscussionAnswer, SourceError> {
        do {
            return .success(try await ability.thread(under: request) { answer in await progress.note(answer) })
        } catch { return .failure(error) }
    }

    /// Not awaited, since a cancelled task could not.
    private func release(_ claim: DiscussionClaim) {
        do { try house.store.writeNow(.refetchable) { try DiscussionClaims.release(claim, $0) } } catch {
            // The claim runs out by itself.
            return
        }
    }
}
