import Foundation
import NIOHTTP1

/// Where one fetch has come to on its way along redirects.
struct RedirectChain: Sendable {
    let request: FetchRequest
    private(set) var current: RequestURL
    var remainingTime: Duration
    private let start: RequestURL
    private let startedAt = ContinuousClock.now
    private var visited: Set<String>
    private var isPermanentSoFar = true

    /// The longest time for the whole way.
    let timeout: Duration
    /// Where the request's validators came from; nil when it has none, or from no readable address.
    private let validatorsAddress: String?

    init(request: FetchRequest, at start: RequestURL, within limits: FetchLimits) {
        var request = request
        request.bodyLimit = min(request.bodyLimit, limits.size)
        self.request = request
        self.start = start
        current = start
        timeout = min(request.timeout ?? limits.timeout, limits.timeout)
        remainingTime = timeout
        visited = [start.absoluteString]
        let isConditional = request.validators?.isEmpty == false
        let giver = request.validatorsAddress.map { RequestURL($0) } ?? start
        validatorsAddress = isConditional ? giver?.absoluteString : nil
    }

    /// What to ask with here: nothing, where the validators are another address's.
    var validators: HTTPValidators? { validatorsAddress == current.absoluteString ? request.validators : nil }

    var isSameOrigin: Bool { current.origin == start.origin }

    /// What was sent once is never sent again to another address by itself.
    var followsRedirects: Bool { request.method == .get || request.method == .head }

    /// The `Location` of a redirect that is to be followed.
    func redirect(in outcome: HTTPExchange.RawResponse) -> String? {
        guard followsRedirects, [301, 302, 303, 307, 308].contains(outcome.status) else { return nil }
        return outcome.headers.first(name: "location").map(Self.decodedHeader)
    }

    /// Goes where a redirect points. Throws `tooManyRedirects` for the eleventh or a place already passed.
    mutating func follow(_ reference: String, permanently: Bool) throws(FetchError) {
        guard let next = RequestURL(reference: reference, from: current) else { throw .badAddress(reference) }
        // The very same address again would be asked with the same words; no cookie of ours could change its mind.
        guard visited.count <= Fetcher.redirectLimit, visited.insert(next.absoluteString).inserted else {
            throw .tooManyRedirects
        }
        current = next
        isPermanentSoFar = isPermanentSoFar && permanently
    }

    /// Who was redirected wants to know that it was not the address asked for that failed.
    func describing(_ error: FetchError) -> FetchError {
        guard visited.count > 1 else { return error }
        let place = current.hostKey
        return switch error {
        case .notAllowed(let why): .notAllowed(why: "it redirects to \(place), and \(why)")
        case .unreachable(let why): .unreachable(why: "it redirects to \(place), and there \(why)")
        default: error
        }
    }

    /// Header characters stand for bytes; addresses in them are UTF-8, when they are not ASCII.
    private static func decodedHeader(_ header: String) -> String {
        let bytes = header.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return String(validating: bytes, as: UTF8.self) ?? header
    }

    func response(_ outcome: HTTPExchange.RawResponse, freshness: Freshness) -> FetchResponse {
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
            freshnessLifetime: freshness.freshnessLifetime, isStorable: freshness.isStorable,
            bytesOnWire: outcome.bytesOnWire,
            elapsed: ContinuousClock.now - startedAt, headers: headers.map { ($0.name, $0.value) })
    }
}
