import AsyncHTTPClient
import Caching
import Failures
public import Foundation
import NIOCore
import NIOHTTP1

/// The HTTP client of Tidings.
///
/// - Every address is checked when connecting, also after redirects (`AddressPolicy`).
/// - A host gets one request at a time (`FetchRequest.maxConcurrentPerHost`), `FetchLimits.maxConcurrentHosts` hosts at
///   once; others queue.
/// - After a 429, or 503 with Retry-After, requests to that host fail with `FetchError.busy` until the back-off ends.
/// - No Referer is sent, and no cookie but a request's own and those that its redirects set (`RedirectCookies`). The
///   environment's proxies are ignored.
/// - Memory never holds more of a body than the request's limit, compressed or decoded.
///
/// Connections stay open until `closeIdleConnections` or `shutdown`.
public struct Fetcher: Sendable {
    /// The number of redirects before `FetchError.tooManyRedirects`.
    public static let redirectLimit = 10

    /// The policy by which addresses are checked.
    public let policy: AddressPolicy
    private let userAgent: String
    private let limits: FetchLimits
    private let backoffStore: BackoffStore
    private let now: @Sendable () -> Date
    private let resolver = DNSResolver()
    private let clientPool: ClientPool
    let hostLimiter: HostConcurrencyLimiter

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - userAgent: value of `User-Agent`, which should link to a page about Tidings.
    ///   - now: clock for Retry-After and freshness.
    public init(
        policy: AddressPolicy, userAgent: String, limits: FetchLimits = .standard, backoffStore: BackoffStore = .none,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.policy = policy
        self.userAgent = userAgent
        self.limits = limits
        self.backoffStore = backoffStore
        self.now = now
        clientPool = ClientPool(capacity: max(1, limits.maxConcurrentHosts))
        hostLimiter = HostConcurrencyLimiter(maxHosts: max(1, limits.maxConcurrentHosts), now: now)
    }

    /// Sends a request and follows redirects.
    ///
    /// - Throws: `FetchError`, also for statuses other than 2xx and 304 (but see `FetchRequest.acceptsErrorStatuses`).
    public func fetch(_ request: FetchRequest) async throws(FetchError) -> FetchResponse {
        guard let first = RequestURL(request.address) else { throw .badAddress(request.address) }
        var chain = RedirectChain(request: request, at: first, within: limits)
        while true {
            let outcome: HTTPExchange.RawResponse
            do { outcome = try await send(&chain) } catch { throw chain.describing(error) }
            guard let reference = chain.redirect(in: outcome) else { return try await finish(outcome, chain) }
            try chain.follow(reference, after: outcome, now: now())
        }
    }

    /// Closes idle connections; later requests open new ones.
    public func closeIdleConnections() async { await clientPool.clear(forGood: false) }

    /// Ends waiting requests and closes idle connections for good; requests already sent finish.
    public func shutdown() async {
        await hostLimiter.close()
        await clientPool.clear(forGood: true)
    }

    // MARK: One hop

    private func send(_ chain: inout RedirectChain) async throws(FetchError) -> HTTPExchange.RawResponse {
        let exchange = HTTPExchange(
            url: chain.current, request: chain.request, validators: chain.validators,
            connectTimeout: min(limits.connectTimeout, chain.timeout), userAgent: userAgent,
            isSameOrigin: chain.isSameOrigin, cookie: chain.cookieHeader,
            policy: policy, resolver: resolver, clientPool: clientPool)
        let hostKey = chain.current.hostKey
        if let until = await backoffStore.read(hostKey), until > now() { throw .busy(until: until, status: 429) }
        try await hostLimiter.acquire(
            hostKey,
            maxConcurrent: max(1, min(chain.request.maxConcurrentPerHost, FetchRequest.maxConcurrentPerHostLimit)),
            isUrgent: chain.request.changesState)
        let pause =
            chain.request.minimumSpacing > .zero
            ? await hostLimiter.remainingDelay(at: hostKey, spacing: chain.request.minimumSpacing) : .zero
        if pause > .zero {
            do { try await Task.sleep(for: pause) } catch {
                await hostLimiter.release(hostKey)
                throw .cancelled
            }
        }
        let startedAt = ContinuousClock.now
        let result = await attempt(exchange, within: chain.remainingTime, reportedAs: chain.timeout)
        chain.remainingTime -= ContinuousClock.now - startedAt
        if case .success(let outcome) = result, !(outcome.status == 429 && chain.request.limitsCallerOnly) {
            await recordBackoff(outcome, hostKey, chain.request)
        }
        await hostLimiter.release(hostKey)
        return try result.get()
    }

    private func attempt(
        _ exchange: HTTPExchange, within limit: Duration, reportedAs reported: Duration
    ) async -> Result<HTTPExchange.RawResponse, FetchError> {
        let outcome = await withDeadline(limit) { () -> Result<HTTPExchange.RawResponse, FetchError> in
            do { return .success(try await exchange.run()) } catch {
                return .failure(FetchError(error, cancelled: Task.isCancelled))
            }
        }
        return outcome ?? .failure(.timedOut(after: reported))
    }

    private func recordBackoff(_ outcome: HTTPExchange.RawResponse, _ hostKey: String, _ request: FetchRequest) async {
        guard let until = requestedBackoff(of: outcome, request) else { return }
        await hostLimiter.recordBackoff(from: hostKey, until: until, status: outcome.status)
        await backoffStore.write(hostKey, until)
    }

    private func requestedBackoff(of outcome: HTTPExchange.RawResponse, _ request: FetchRequest) -> Date? {
        BackoffPolicy(limits, standard: request.defaultBackoff).end(
            status: outcome.status, headers: outcome.headers, requestStatuses: request.backoffStatuses, now: now())
    }

    // MARK: Evaluating the response

    private func finish(_ outcome: HTTPExchange.RawResponse, _ chain: RedirectChain) async throws(FetchError)
        -> FetchResponse
    {
        if !chain.request.returnsBackoffs, let until = requestedBackoff(of: outcome, chain.request) {
            throw .busy(until: until, status: outcome.status)
        }
        switch outcome.status {
        case 200..<300: break
        case 304:
            guard chain.validators != nil else { throw .unreadable(.unexpectedNotModified) }
        case _ where chain.request.acceptsErrorStatuses: break
        case 300..<400 where !chain.followsRedirects: break
        case 404: throw .notThere
        case 410: throw .gone
        default: throw .refused(status: outcome.status)
        }
        return chain.response(
            outcome, freshness: Freshness(outcome.headers, now: now()),
            retryAfter: Freshness.retryAfter(outcome.headers, now: now(), atMost: limits.maxBackoff))
    }
}
