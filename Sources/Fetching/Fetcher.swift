import AsyncHTTPClient
public import Foundation
import NIOCore
import NIOHTTP1

/// Asks web addresses politely and safely: the only door through which Tidings speaks to the outside.
///
/// - Every address is vetted when it is connected to, also after each redirect (`AddressPolicy`).
/// - One request at a time per host, at most `hostsAtOnce` hosts at once; who comes later waits in line.
/// - A host that answers 429, or 503 with Retry-After, is left alone until the time it named; until then its
///   requests end in `FetchError.busy` without being sent.
/// - Never a cookie, a Referer or a changed query string; proxies of the environment are ignored.
/// - Never more bytes in memory than the request's limit, on the wire and unpacked.
///
/// Connections are kept for the next request to the same host until `endRound` or `shutdown`.
public struct Fetcher: Sendable {
    /// How many redirects are followed before `FetchError.tooManyRedirects`.
    public static let redirectLimit = 10

    /// How long a host is left alone that answers 429 without saying for how long: ten minutes.
    public static let usualPeace = Duration.seconds(600)

    private let policy: AddressPolicy
    private let userAgent: String
    private let now: @Sendable () -> Date
    private let resolver = Resolver()
    private let shelf: ClientShelf
    let door: Doorkeeper

    /// - Parameters:
    ///   - policy: which addresses may be connected to.
    ///   - userAgent: says who asks; it should hold a link to a page about Tidings.
    ///   - hostsAtOnce: how many hosts are asked at the same time.
    ///   - now: the clock that Retry-After and freshness are reckoned by.
    public init(
        policy: AddressPolicy, userAgent: String, hostsAtOnce: Int = 16,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.policy = policy
        self.userAgent = userAgent
        self.now = now
        shelf = ClientShelf(room: hostsAtOnce)
        door = Doorkeeper(places: max(1, hostsAtOnce), now: now)
    }

    /// Asks, follows redirects and returns the whole answer.
    ///
    /// Statuses other than 2xx and 304 are thrown (see `FetchRequest.acceptsRefusals`). A cancelled task ends in
    /// `calledOff`.
    public func fetch(_ request: FetchRequest) async throws(FetchError) -> FetchAnswer {
        guard let first = Destination(request.address) else { throw .badAddress(request.address) }
        var journey = Journey(request: request, at: first)
        while true {
            let outcome = try await ask(&journey)
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
            destination: journey.here, request: journey.request, userAgent: userAgent, isAtHome: journey.isAtHome,
            policy: policy, resolver: resolver, shelf: shelf)
        let lane = journey.here.lane
        try await door.enter(lane)
        let began = ContinuousClock.now
        let result = await attempt(exchange, within: journey.timeLeft, named: journey.request.timeout)
        journey.timeLeft -= ContinuousClock.now - began
        if case .success(let outcome) = result { await heed(outcome, lane) }
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

    private func heed(_ outcome: Exchange.Outcome, _ lane: String) async {
        guard let until = wish(of: outcome) else { return }
        await door.keepAway(from: lane, until: until, status: outcome.status)
    }

    /// Until when the host wants peace, if this answer says so.
    private func wish(of outcome: Exchange.Outcome) -> Date? {
        let named = Freshness.retryAfter(outcome.headers, now: now())
        switch outcome.status {
        case 429: return named ?? now().addingTimeInterval(Double(Self.usualPeace.components.seconds))
        case 503: return named
        default: return nil
        }
    }

    // MARK: Judging

    private func judge(_ outcome: Exchange.Outcome, _ journey: Journey) async throws(FetchError) -> FetchAnswer {
        if let until = wish(of: outcome) { throw .busy(until: until, status: outcome.status) }
        switch outcome.status {
        case 200..<300: break
        case 304:
            guard journey.request.validators?.isEmpty == false else {
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
