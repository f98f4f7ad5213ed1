import Foundation
import NIOHTTP1

/// The state of a fetch along its redirects.
struct RedirectChain: Sendable {
    let request: FetchRequest
    private(set) var current: RequestURL
    var remainingTime: Duration
    private let start: RequestURL
    private var visited: Set<String>
    private var isPermanentSoFar = true
    private var cookies = RedirectCookies()

    let timeout: Duration
    /// The URL that the validators belong to; nil without validators, or if invalid.
    private let validatorsAddress: String?

    init(request: FetchRequest, at start: RequestURL, within limits: FetchLimits) {
        var request = request
        if request.receiver == nil { request.bodyLimit = min(request.bodyLimit, limits.size) }
        self.request = request
        self.start = start
        current = start
        let wanted = request.timeout ?? limits.timeout
        timeout = request.receiver == nil ? min(wanted, limits.timeout) : wanted
        remainingTime = timeout
        visited = []
        let isConditional = request.validators?.isEmpty == false
        let validatorsURL = request.validatorsAddress.map { RequestURL($0) } ?? start
        validatorsAddress = isConditional ? validatorsURL?.absoluteString : nil
        visited = [visit(of: start)]
    }

    /// The `Cookie` header of the cookies that the chain has set; nil if the request has a `Cookie` header of its own.
    var cookieHeader: String? {
        request.headers.contains { $0.name.lowercased() == "cookie" } ? nil : cookies.header(for: current)
    }

    /// Returns the key of a visit. A visit with other cookies may have another outcome.
    private func visit(of url: RequestURL) -> String { "\(url.absoluteString) \(cookies.header(for: url) ?? "")" }

    /// The validators for the current URL; nil if they belong to another URL.
    var validators: HTTPValidators? { validatorsAddress == current.absoluteString ? request.validators : nil }

    var isSameOrigin: Bool { current.origin == start.origin }

    /// True for `get` and `head` requests that change nothing: bodies are never sent again to another URL.
    var followsRedirects: Bool { !request.changesState && (request.method == .get || request.method == .head) }

    func redirect(in outcome: HTTPExchange.RawResponse) -> String? {
        guard followsRedirects, [301, 302, 303, 307, 308].contains(outcome.status) else { return nil }
        return outcome.headers.first(name: "location").map(Self.decodedHeader)
    }

    /// Follows a redirect; throws `tooManyRedirects` at the eleventh, or if nothing would change.
    mutating func follow(
        _ reference: String, after outcome: HTTPExchange.RawResponse, now: Date
    ) throws(FetchError) {
        guard let next = RequestURL(reference: reference, from: current) else { throw .badAddress(reference) }
        cookies.store(outcome.headers["set-cookie"], from: current, now: now)
        guard visited.count <= Fetcher.redirectLimit, visited.insert(visit(of: next)).inserted else {
            throw .tooManyRedirects
        }
        current = next
        isPermanentSoFar = isPermanentSoFar && (outcome.status == 301 || outcome.status == 308)
    }

    /// Returns the error with the host that failed, if it happened after a redirect.
    func describing(_ error: FetchError) -> FetchError {
        guard visited.count > 1 else { return error }
        let hostKey = current.hostKey
        return switch error {
        case .notAllowed(let rejection, _): .notAllowed(rejection, redirectedTo: hostKey)
        case .unreachable(let failure, _): .unreachable(failure, redirectedTo: hostKey)
        default: error
        }
    }

    /// Returns a header as UTF-8 if valid; its characters represent bytes.
    private static func decodedHeader(_ header: String) -> String {
        let bytes = header.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return String(validating: bytes, as: UTF8.self) ?? header
    }

    func response(_ outcome: HTTPExchange.RawResponse, freshness: Freshness, retryAfter: Date?) -> FetchResponse {
        let headers = outcome.headers
        let isNotModified = outcome.status == 304
        let moved = visited.count > 1
        var validators = HTTPValidators(entityTags: headers["etag"], modified: headers["last-modified"])
        if isNotModified {
            validators.entityTag = validators.entityTag ?? self.validators?.entityTag
            validators.lastModified = validators.lastModified ?? self.validators?.lastModified
        }
        let type = ContentTypeHeader(headers.first(name: "content-type") ?? "")
        return FetchResponse(
            status: outcome.status, address: moved ? current.absoluteString : request.address,
            permanentAddress: moved && isPermanentSoFar ? current.absoluteString : nil, body: outcome.body,
            contentType: type.essence,
            charset: type.charset, validators: validators, isNotModified: isNotModified,
            freshnessLifetime: freshness.freshnessLifetime, isStorable: freshness.isStorable, retryAfter: retryAfter,
            bytesOnWire: outcome.bytesOnWire,
            headers: headers.map { ($0.name, $0.value) })
    }
}
