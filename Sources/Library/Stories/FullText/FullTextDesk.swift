public import Foundation
public import News

/// Fetches stories' whole texts from their pages: when a person opens or asks for one, and in the background for
/// channels that want them all. Each page is asked once and remembered; pages that could not be had are asked again
/// after growing waits. Work is claimed in the database, so that no two processes ask one page.
public struct FullTextDesk: Sendable {
    /// What came of asking for one story.
    public enum Outcome: Sendable, Hashable {
        /// The whole text is there and longer than what the channel gave.
        case fetched
        /// The page holds no more than the channel gave.
        case heldNoMore
        /// It was fetched before.
        case alreadyThere
        /// Somebody else is fetching it.
        case underWay
        /// It is not asked now; when it may be, nil when only a person's wish makes it so.
        case notNow(until: Date?)
        /// The channel is to be shown as it is.
        case notWanted
        case failed(why: FullTextFailure, until: Date?)
    }

    private let library: NewsLibrary
    private let catalog: SourceCatalog
    private let bounds: FullTextBounds

    /// The longest pause between two looks at what is due.
    private static let longestPause: Duration = .seconds(60)

    public init(library: NewsLibrary, catalog: SourceCatalog, bounds: FullTextBounds = .standard) {
        self.library = library
        self.catalog = catalog
        self.bounds = bounds
    }

    /// Fetches one story's whole text now, unless it is there or may not be asked for.
    /// - Parameter isAsked: a person pressed the button; false when the story was only opened, so that waits after
    ///   failures hold.
    /// - Throws: `.notThere` when there is no such story, or it has no page.
    public func fetch(_ story: StoryID, isAsked: Bool) async throws(LibraryError) -> Outcome {
        let now = library.house.now()
        let answer = try await library.house.store.write(.refetchable) { [bounds] session in
            try FullTextClaims(session: session, now: now, bounds: bounds).claim(story.rawValue, isAsked: isAsked)
        }
        switch answer {
        case .settled(let outcome): return outcome
        case .claimed(let claim): return try await ask(claim)
        }
    }

    /// Fetches for channels that want every whole text, until the task is cancelled.
    public func run() async {
        while !Task.isCancelled {
            let changes = library.changes()
            let pause = await round()
            guard !Task.isCancelled else { return }
            await wait(pause, orUntil: changes)
        }
    }

    /// Fetches what is due now, a few at once and one at a time for each host.
    /// - Returns: how long to wait before there is more to do; nil when only a change can bring more.
    @discardableResult
    public func round() async -> Duration? {
        do {
            let now = library.house.now()
            let (isWanted, isUnplanned) = try await library.house.store.read { [bounds] session in
                let claims = FullTextClaims(session: session, now: now, bounds: bounds)
                guard try claims.isAnyWanted() else { return (false, false) }
                return (true, try !claims.unplanned().isEmpty)
            }
            guard isWanted else { return nil }
            if isUnplanned {
                try await library.house.store.write(.refetchable) { [bounds] session in
                    try FullTextClaims(session: session, now: now, bounds: bounds).plan()
                }
            }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<bounds.atOnce { group.addTask { await work() } }  // bounded: at least one
            }
            return try await untilNextDue()
        } catch {
            // A full disk, or another process that writes for long: looked at again later.
            return Self.longestPause
        }
    }

    private func work() async {
        while !Task.isCancelled {
            do {
                let now = library.house.now()
                let claim = try await library.house.store.write(.refetchable) { [bounds] session in
                    try FullTextClaims(session: session, now: now, bounds: bounds).next()
                }
                guard let claim else { return }
                _ = try await ask(claim)
            } catch { return }
        }
    }

    private func ask(_ claim: FullTextClaim) async throws(LibraryError) -> Outcome {
        let answer = await answer(of: claim)
        guard !Task.isCancelled else {
            release(claim)
            return .underWay
        }
        do { return try await record(answer, of: claim) } catch {
            release(claim)
            throw error
        }
    }

    private func answer(of claim: FullTextClaim) async -> Result<FullText, SourceError> {
        guard let ability = catalog.source(of: claim.kind, at: claim.site)?.fullText else {
            return .failure(.notAllowed(why: "stories of this kind have no page to take more from"))
        }
        do { return .success(try await ability.text(of: claim.page)) } catch { return .failure(error) }
    }

    private func record(
        _ answer: Result<FullText, SourceError>, of claim: FullTextClaim
    ) async throws(LibraryError) -> Outcome {
        let now = library.house.now()
        switch answer {
        case .success(let text):
            let full = try PreparedFullText(text)
            return try await library.house.change(.refetchable) { session in
                try FullTextRecords(session: session).write(claim.story, full, now: now)
                let given = try session.count("select words from story where id = ?", [.number(claim.story)])
                return full.words > given ? .fetched : .heldNoMore
            }
        case .failure(let error):
            // A person's own try, made before the wait was over, lengthens no wait.
            let failures = claim.keeps == nil ? claim.failures + 1 : claim.failures
            var again = bounds.again(after: error, failures: failures, at: now)
            if let keeps = claim.keeps, again != nil { again = keeps.again.map { max($0, now) } }
            if case .busy(let until) = error { again = bounds.again(after: .busy(until: until), failures: 0, at: now) }
            try await library.house.change(.refetchable) { [again, polling = library.house.bounds] session in
                try FullTextRecords(session: session).fail(claim.story, error, failures: failures, again: again)
                guard case .busy(let until) = error else { return }
                try HostWait(session: session, now: now, bounds: polling)
                    .begin(Hosts.key(of: claim.page), until: until)
            }
            let status = Library.Outcome.failed(error).status
            return .failed(why: FullTextFailure(code: error.code, status: status), until: again)
        }
    }

    /// What was interrupted is as due as before. Not awaited, since a cancelled task could not.
    private func release(_ claim: FullTextClaim) {
        do { try library.house.store.writeNow(.refetchable) { try FullTextClaims.release(claim, $0) } } catch {
            // The claim runs out by itself.
            return
        }
    }

    private func untilNextDue() async throws(LibraryError) -> Duration? {
        let now = library.house.now()
        let due = try await library.house.store.read { [bounds] session in
            try FullTextClaims(session: session, now: now, bounds: bounds).nextDue()
        }
        guard let due else { return nil }
        // What is due and was not taken waits for its host.
        let wait = Duration.milliseconds(due.milliseconds - now.milliseconds)
        return min(Self.longestPause, max(wait, bounds.betweenPages, .milliseconds(200)))
    }

    private func wait(_ pause: Duration?, orUntil changes: AsyncStream<Void>) async {
        await withTaskGroup(of: Void.self) { group in
            if let pause {
                group.addTask {
                    // Cancelled: the wait is over.
                    do { try await Task.sleep(for: pause) } catch { return }
                }
            }
            group.addTask { for await _ in changes { return } }
            await group.next()
            group.cancelAll()
        }
    }
}
