import Foundation
import News

/// Asks channels that were claimed, and writes down what came of it.
struct Asking: Sendable {
    let house: House
    let catalog: SourceCatalog
    let bounds: PollingBounds
    let jitter: @Sendable () -> Double
    let report: @Sendable (RefreshEvent) -> Void
    let minutes = Minutes()

    // MARK: Asking

    /// Asks the channels of one host, one after the other.
    func ask(_ group: [Claim], _ tally: Tally) async throws(LibraryError) {
        var rest = group
        while !rest.isEmpty {
            guard !Task.isCancelled else { return giveBack(rest) }
            do { rest = try await renewed(rest) } catch {
                giveBack(rest)
                throw error
            }
            guard !rest.isEmpty else { return }
            let claim = rest.removeFirst()
            do {
                guard try await ask(claim, before: rest, tally) else { return }
            } catch {
                release(claim)
                giveBack(rest)
                throw error
            }
        }
    }

    /// - Returns: false when the rest is not to be asked now, and was given back.
    private func ask(_ claim: Claim, before rest: [Claim], _ tally: Tally) async throws(LibraryError) -> Bool {
        report(.asking(ChannelID(rawValue: claim.channel), title: claim.title))
        let started = ContinuousClock.now
        let answer = await answer(of: claim)
        guard !Task.isCancelled else {
            release(claim)
            giveBack(rest)
            return false
        }
        let answered = try Answered(
            answer, to: claim, at: house.now(), took: started.duration(to: .now), jitter: jitter())
        guard answered.canWait else {
            try await write(answered, givingBack: answered.isBusy ? rest : [], tally)
            return !answered.isBusy
        }
        try await write(await minutes.add(answered), tally)
        return true
    }

    private func answer(of claim: Claim) async -> Result<ChannelAnswer, SourceError> {
        guard let source = catalog.source(of: claim.kind, at: claim.site) else {
            return .failure(.notAllowed(why: "this version does not know the kind “\(claim.kind.rawValue)”"))
        }
        let request = ChannelRequest(
            address: claim.address, reason: claim.reason, memory: claim.memory, title: claim.title)
        do { return .success(try await source.stories(in: request)) } catch { return .failure(error) }
    }

    /// A question counts from the moment before it is sent (decision 8): what has waited for its turn behind slow ones
    /// is claimed anew. What another process has taken since is left to it.
    private func renewed(_ claims: [Claim]) async throws(LibraryError) -> [Claim] {
        let now = house.now()
        guard let first = claims.first, now.milliseconds - first.at > Claiming.lead(bounds).milliseconds else {
            return claims
        }
        return try await house.store.write(.refetchable) { [bounds] session in
            try Claiming(session: session, now: now, bounds: bounds, only: nil).renew(claims)
        }
    }

    // MARK: Writing down

    /// Writes down what has waited long enough, until the task is cancelled.
    func keepMinutes(_ tally: Tally) async {
        for await _ in minutes.begun {
            // Cancelled: who cancelled writes the rest down.
            do { try await Task.sleep(for: Minutes.patience) } catch { return }
            await writeMinutes(tally)
        }
    }

    /// Writes down whatever waits, also when the task was cancelled.
    func writeMinutes(_ tally: Tally) async {
        do { try await write(await minutes.take(), tally) } catch { await tally.stop(error) }
    }

    /// Several answers that brought nothing new, in one transaction.
    private func write(_ batch: [Answered], _ tally: Tally) async throws(LibraryError) {
        guard !batch.isEmpty else { return }
        let outcomes: [Outcome]
        do { outcomes = try await recorded(batch) } catch {
            for answered in batch { release(answered.claim) }
            throw error
        }
        for (answered, outcome) in zip(batch, outcomes) { await tell(outcome, of: answered.claim, tally) }
    }

    private func recorded(_ batch: [Answered]) async throws(LibraryError) -> [Outcome] {
        let work = { @Sendable [bounds] (session: Session) throws -> [Outcome] in
            try batch.map { try $0.record(session, bounds: bounds) }
        }
        do { return try await house.change(.refetchable, work) } catch {
            guard Task.isCancelled else { throw error }
            // A cancelled task cannot await the database; the answers are kept all the same.
            let outcomes = try house.store.writeNow(.refetchable, work)
            house.pulse.beat()
            return outcomes
        }
    }

    /// One answer with everything it brought, in a transaction of its own.
    private func write(_ answered: Answered, givingBack rest: [Claim], _ tally: Tally) async throws(LibraryError) {
        let outcome = try await house.change(.refetchable) { [bounds] session in
            for claim in rest { try Claiming.giveBack(claim, session) }
            return try answered.record(session, bounds: bounds)
        }
        await tell(outcome, of: answered.claim, tally)
    }

    private func tell(_ outcome: Outcome, of claim: Claim, _ tally: Tally) async {
        await tally.add(outcome, channel: claim.channel, title: claim.title)
        let new = if case .answered(let new, _) = outcome { new } else { 0 }
        report(
            .finished(
                ChannelID(rawValue: claim.channel), title: claim.title, new: new, outcome: outcome.code,
                words: outcome.words))
    }

    // MARK: Letting go

    /// A question that may have been sent counts; its channel is free again. Not awaited, since a cancelled task could
    /// not.
    private func release(_ claim: Claim) { letGo([claim], Claiming.release) }

    /// What was claimed and certainly not asked is as due as before.
    func giveBack(_ claims: [Claim]) { letGo(claims, Claiming.giveBack) }

    private func letGo(_ claims: [Claim], _ how: @Sendable (Claim, Session) throws -> Void) {
        guard !claims.isEmpty else { return }
        do {
            try house.store.writeNow(.refetchable) { session in for claim in claims { try how(claim, session) } }
        } catch {
            // The claims run out by themselves.
            return
        }
        house.pulse.beat()
    }
}
