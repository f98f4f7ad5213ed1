import AsyncHTTPClient
public import Foundation
import NIOCore
import NIOHTTP1

/// Asks web addresses politely and safely: the only door through which Tidings speaks to the outside.
///
/// - Every address is vetted when it is connected to, also after each redirect (`AddressPolicy`).
/// - One request at a time per host (`FetchRequest.atOnce` says when more), at most `FetchLimits.hostsAtOnce` hosts at once; who comes later waits in line.
/// - A host that answers 429, or 503 with Retry-After, is left alone until the time it named; until then its
///   requests end in `FetchError.busy` without being sent.
/// - Never a cookie, a Referer or a changed query string; proxies of the environment are ignored.
/// - Never more bytes in memory than the request's limit, on the wire and unpacked.
///
/// Connections are kept for the next request to the same host until `endRound` or `shutdown`.
public struct Fetcher: Sendable {
    /// How many redirects are followed before `FetchError.tooManyRedirects`.
    public static let redirectLimit = 10

    private let policy: AddressPolicy
    private let userAgent: String
    private let limits: FetchLimits
    private let peace: PeaceBook
    private let now: @Sendable () -> Date
    private let resolver = Resolver()
    private let shelf: ClientShelf
    let door: Doorkeeper

    /// - Parameters:
    ///   - policy: which addresses may be connected to.
    ///   - userAgent: says who asks; it should hold a link to a page about Tidings.
    ///   - limits: how long and how much it bears.
    ///   - peace: where hosts' wishes to be left alone are kept.
    ///   - now: the clock that Retry-After and freshness are reckoned by.
    public init(
        policy: AddressPolicy, userAgent: String, limits: FetchLimits = .standard, peace: PeaceBook = .none,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.policy = policy
        self.userAgent = userAgent
        self.limits = limits
        self.peace = peace
        self.now = now
        shelf = ClientShelf(room: max(1, limits.hostsAtOnce))
        door = Doorkeeper(places: max(1, limits.hostsAtOnce), now: now)
    }

    /// Asks, follows redirects and returns the whole answer.
    ///
    /// Statuses other than 2xx and 304 are thrown (see `FetchRequest.acceptsRefusals`). A cancelled task ends in
    /// `calledOff`.
    public func fetch(_ request: FetchRequest) async throws(FetchError) -> FetchAnswer {
        guard let first = Destination(request.address) else { throw .badAddress(request.address) }
        var journey = Journey(request: request, at: first, within: limits)
        while true {
            let outcome: Exchange.Outcome
            do { outcome = try await ask(&journey) } catch { throw journey.told(error) }
            guard let reference = journey.redirect(in: outcome) else { return try await judge(outcome, journey) }
            try journey.follow(reference, permanently: outcome.status == 301 || outcome.status == 308)
        }
    }

    /// Closes the connections that are kept open for later; the next request opens new ones.
    public func endRound() async { await shelf.clear(forGood: false) }

    /// Ends for good: who waits is called off, connections are closed. Requests already sent end by themselves.
    public func shutdown() async {
        await door.close()
        await shelf.clear(forGood: true)
    }

    // MARK: One hop

    private func ask(_ journey: inout Journey) async throws(FetchError) -> Exchange.Outcome {
        let exchange = Exchange(
            destination: journey.here, request: journey.request, validators: journey.validators,
            connecting: min(limits.connecting, journey.timeout), userAgent: userAgent, isAtHome: journey.isAtHome,
            policy: policy, resolver: resolver, shelf: shelf)
        let lane = journey.here.lane
        if let until = await peace.read(lane), until > now() { throw .busy(until: until, status: 429) }
        try await door.enter(lane, atOnce: max(1, min(journey.request.atOnce, FetchRequest.mostAtOnce)))
        let pause =
            journey.request.spacing > .zero ? await door.pause(at: lane, spacing: journey.request.spacing) : .zero
        if pause > .zero {
            do { try await Task.sleep(for: pause) } catch {
                await door.leave(lane)
                throw .calledOff
            }
        }
        let began = ContinuousClock.now
        let result = await attempt(exchange, within: journey.timeLeft, named: journey.timeout)
        journey.timeLeft -= ContinuousClock.now - began
        if case .success(let outcome) = result { await heed(outcome, lane, journey.request.silencing) }
        await door.leave(lane)
        return try result.get()
    }

    private func attempt(
        _ exchange: Exchange, within limit: Duration, named: Duration
    ) async -> Result<Exchange.Outcome, FetchError> {
        do {
            return .success(try await finished(within: limit, named: named) { try await exchange.run() })
        } catch {
            return .failure(FetchError(error, cancelled: Task.isCancelled))
        }
    }

    private func heed(_ outcome: Exchange.Outcome, _ lane: String, _ silencing: Set<Int>) async {
        guard let until = wish(of: outcome, silencing) else { return }
        await door.keepAway(from: lane, until: until, status: outcome.status)
        await peace.write(lane, until)
    }

    /// Until when the host wants peace, if this answer says so.
    private func wish(of outcome: Exchange.Outcome, _ silencing: Set<Int>) -> Date? {
        let named = Freshness.retryAfter(outcome.headers, now: now(), atMost: limits.longestPeace)
        switch outcome.status {
        case 429: return named ?? now().addingTimeInterval(limits.usualPeace.seconds)
        case let status where silencing.contains(status):
            return named ?? now().addingTimeInterval(limits.usualPeace.seconds)
        case 503: return named
        default: return nil
        }
    }

    // MARK: Judging

    private func judge(_ outcome: Exchange.Outcome, _ journey: Journey) async throws(FetchError) -> FetchAnswer {
        if let until = wish(of: outcome, journey.request.silencing) {
            throw .busy(until: until, status: outcome.status)
        }
        switch outcome.status {
        case 200..<300: break
        case 304:
            guard journey.validators != nil else {
                throw .unreadable(why: "it says that nothing has changed, to somebody who has nothing yet")
            }
        case _ where journey.request.acceptsRefusals: break
        case 300..<400 where !journey.followsRedirects: break
        case 404: throw .notThere
        case 410: throw .gone
        default: throw .refused(status: outcome.status)
        }
        return journey.answer(outcome, freshness: Freshness(outcome.headers, now: now()))
    }
}
