import Foundation
import News
import SampleOrigins
import Synchronization
import TestSupport
import URLs

@testable import Origins

extension NewsAPITests {
    static let headlines = "/v2/top-headlines"
    static let emptyList = #"{"status":"ok","totalResults":0,"articles":[],"sources":[]}"#

    static func error(_ code: String) -> String {
        let words = "Words of the service about the country, which nobody is to read."
        return "{\"status\":\"error\",\"code\":\"\(code)\",\"message\":\"\(words)\"}"
    }

    static func list(_ names: [String], total: Int) -> String {
        let articles = names.map { JSON.object("url", "https://ledger.example/\($0)", "title", $0) }
        return "{\"status\":\"ok\",\"totalResults\":\(total),\"articles\":[\(articles.joined(separator: ","))]}"
    }

    func open(
        _ account: SampleAccount = SampleAccount(), _ body: (NewsAPIRun) async throws -> Void
    ) async throws {
        try await SourceFixture.open { fixture in
            let source = NewsAPISource(
                fetcher: fixture.fetcher, site: try fixture.address("/"), access: account.access,
                now: { [clock = fixture.clock] in clock.now })
            try await body(NewsAPIRun(fixture: fixture, source: source, account: account))
        }
    }
}

/// The source at an origin on loopback.
struct NewsAPIRun {
    let fixture: SourceFixture
    let source: NewsAPISource
    let account: SampleAccount

    func serve(_ text: String, at path: String, status: Int = 200) {
        fixture.origin.serve(JSON.page(text, status: status), at: path)
    }

    func fetch(
        _ channel: String = "/v2/top-headlines?country=us", reason: RefreshReason = .manual,
        after cursor: SourceCursor? = nil
    ) async throws -> ChannelResponse {
        try await source.stories(
            in: ChannelRequest(address: try fixture.address(channel), reason: reason, after: cursor))
    }

    /// Returns the error of a fetch; nil if there is none.
    func failure(
        _ channel: String = "/v2/top-headlines?country=us", reason: RefreshReason = .manual
    ) async throws -> SourceError? {
        do {
            _ = try await fetch(channel, reason: reason)
            return nil
        } catch let error as SourceError {
            return error
        }
    }

    /// Returns the error with a code, for the codes that have a cause; nil for others.
    func error(_ code: FailureCode, _ fault: KeyedAPIFailure) -> SourceError? {
        let cause = FailureCause(.keyedAPI(fault), at: "127.0.0.1")
        return switch code {
        case .keyNeeded: .keyNeeded(cause)
        case .notAllowed: .notAllowed(cause)
        case .unreachable: .unreachable(cause)
        default: nil
        }
    }
}

/// A reader's account at the service, and a record of its use.
final class SampleAccount: Sendable {
    static let key = "k3y-of-the-reader"
    static let spentUntil = FeedFixture.start.addingTimeInterval(5_000)

    private struct State {
        var claims: [RefreshReason] = []
        var exhaustions: [Date?] = []
    }

    private let key: String?
    private let allowed: Int
    private let state = Mutex(State())

    init(key: String? = SampleAccount.key, allowed: Int = .max) {
        self.key = key
        self.allowed = allowed
    }

    /// The claimed requests, including refused ones.
    var claims: [RefreshReason] { state.withLock { $0.claims } }
    var exhaustions: [Date?] { state.withLock { $0.exhaustions } }

    var access: KeyedAPIAccess {
        KeyedAPIAccess(
            key: { self.key }, claimRequest: { (reason) async throws(SourceError) in try self.claim(reason) },
            recordExhaustion: { until in self.state.withLock { $0.exhaustions.append(until) } })
    }

    private func claim(_ reason: RefreshReason) throws(SourceError) {
        let count = state.withLock { state in
            state.claims.append(reason)
            return state.claims.count
        }
        if count > allowed { throw .busy(until: Self.spentUntil) }
    }
}
