import Foundation
public import Markup
public import News

/// Pages of the web that readers open here (decision 18): fetched by the same path as stories' whole texts, kept so that
/// they can be read again when their origin is away, and asked again when they are no longer fresh. Work is claimed in the
/// database, so that a page is asked once however many wait for it.
public struct OutsideDesk: Sendable {
    /// What came of asking for one page.
    public enum Outcome: Sendable, Equatable {
        /// It is here, new or changed.
        case fetched
        /// Its origin says that it is as it was.
        case unchanged
        /// It was here, and is fresh.
        case alreadyThere
        /// Somebody else is asking.
        case underWay
        /// It could not be had a moment ago, or its host wants to be left alone.
        case notNow
        case failed(SourceError)
    }

    private let library: NewsLibrary
    private let pages: PageAbility
    private let bounds: OutsideBounds

    public init(library: NewsLibrary, pages: PageAbility, bounds: OutsideBounds = .standard) {
        self.library = library
        self.pages = pages
        self.bounds = bounds
    }

    private var house: House { library.house }

    /// What is known of a page; nothing but its address, when it was never asked for.
    /// - Parameter piece: which piece of a very long text, from 1.
    public func facts(of address: WebAddress, piece: Int = 1) async throws(LibraryError) -> OutsideFacts {
        let (now, bounds, polling) = (house.now(), bounds, house.bounds)
        return try await house.store.read { session in
            try OutsideReading(session: session, now: now, bounds: bounds, polling: polling)
                .facts(address.withoutFragment, piece: piece)
        }
    }

    /// Fetches a page now, unless it is here and fresh, or may not be asked for. Takes `OutsideBounds.patience` at most.
    /// - Parameters:
    ///   - story: the story it is opened from. If it is that story's own page, the story's whole text is here with it.
    ///   - isAsked: a person pressed the button; false when the page was only opened.
    public func fetch(
        _ address: WebAddress, for story: StoryID?, isAsked: Bool
    ) async throws(LibraryError) -> Outcome {
        let (now, bounds, polling) = (house.now(), bounds, house.bounds)
        let answer = try await house.store.write(.refetchable) { session in
            try OutsideClaims(session: session, now: now, bounds: bounds, polling: polling)
                .claim(address.withoutFragment, for: story?.rawValue, isAsked: isAsked)
        }
        switch answer {
        case .settled(let outcome): return outcome
        case .claimed(let claim): return try await ask(claim)
        }
    }

    /// Waits until whoever asks for a page has done so, for no longer than `OutsideBounds.patience`.
    public func wait(for address: WebAddress) async throws(LibraryError) {
        let patience = ContinuousClock.now + bounds.patience
        while ContinuousClock.now < patience, try await facts(of: address).isUnderWay {
            do { try await Task.sleep(for: .milliseconds(250)) } catch { return }
        }
    }

    private func ask(_ claim: OutsideClaim) async throws(LibraryError) -> Outcome {
        let began = ContinuousClock.now
        let answer = await answer(to: claim)
        guard !Task.isCancelled else {
            release(claim)
            return .underWay
        }
        do { return try await record(answer, of: claim, took: ContinuousClock.now - began) } catch {
            release(claim)
            throw error
        }
    }

    /// Whichever comes first: the answer, or the end of the patience.
    private func answer(to claim: OutsideClaim) async -> Result<PageAnswer, SourceError> {
        let (pages, patience) = (pages, bounds.patience)
        let late = SourceError.unreachable(
            why: "\(claim.address.host) did not answer within \(patience.components.seconds) seconds.")
        return await withTaskGroup(of: Result<PageAnswer, SourceError>.self) { group in
            group.addTask { await Self.read(PageRequest(address: claim.address, memory: claim.memory), pages) }
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

    private static func read(_ page: PageRequest, _ pages: PageAbility) async -> Result<PageAnswer, SourceError> {
        do { return .success(try await pages.read(page)) } catch { return .failure(error) }
    }

    private func record(
        _ answer: Result<PageAnswer, SourceError>, of claim: OutsideClaim, took: Duration
    ) async throws(LibraryError) -> Outcome {
        var prepared: PreparedOutside?
        if case .success(let answer) = answer, case .text(let text) = answer.reading {
            prepared = try PreparedOutside(text, forStory: claim.story != nil)
        }
        let (now, bounds, polling) = (house.now(), bounds, house.bounds)
        return try await house.change(.refetchable) { [prepared] session in
            let recording = OutsideRecording(session: session, now: now, bounds: bounds, polling: polling)
            return try recording.record(answer, prepared, of: claim, took: took)
        }
    }

    /// What was interrupted may be asked at once. Not awaited, since a cancelled task could not.
    private func release(_ claim: OutsideClaim) {
        do { try house.store.writeNow(.refetchable) { try OutsideClaims.release(claim, $0) } } catch {
            // The claim runs out by itself.
            return
        }
    }
}
