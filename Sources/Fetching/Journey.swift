import Foundation
import NIOHTTP1

/// Where one fetch has come to on its way along redirects.
struct Journey: Sendable {
    let request: FetchRequest
    private(set) var here: Destination
    var timeLeft: Duration
    private let start: Destination
    private let began = ContinuousClock.now
    private var passed: Set<String>
    private var isPermanent = true

    /// The longest time for the whole way.
    let timeout: Duration
    /// Where the request's validators came from; nil when it has none, or from no readable address.
    private let validatorsFrom: String?

    init(request: FetchRequest, at start: Destination, within limits: FetchLimits) {
        var request = request
        request.limit = min(request.limit, limits.size)
        self.request = request
        self.start = start
        here = start
        timeout = min(request.timeout ?? limits.timeout, limits.timeout)
        timeLeft = timeout
        passed = [start.text]
        let isConditional = request.validators?.isEmpty == false
        let giver = request.validatorsFrom.map { Destination($0) } ?? start
        validatorsFrom = isConditional ? giver?.text : nil
    }

    /// What to ask with here: nothing, where the validators are another address's.
    var validators: Validators? { validatorsFrom == here.text ? request.validators : nil }

    var isAtHome: Bool { here.origin == start.origin }

    /// What was sent once is never sent again to another address by itself.
    var followsRedirects: Bool { request.method == .get || request.method == .head }

    /// The `Location` of a redirect that is to be followed.
    func redirect(in outcome: Exchange.Outcome) -> String? {
        guard followsRedirects, [301, 302, 303, 307, 308].contains(outcome.status) else { return nil }
        return outcome.headers.first(name: "location").map(Self.written)
    }

    /// Goes where a redirect points. Throws `tooManyRedirects` for the eleventh or a place already passed.
    mutating func follow(_ reference: String, permanently: Bool) throws(FetchError) {
        guard let next = Destination(reference: reference, from: here) else { throw .badAddress(reference) }
        // The very same address again would be asked with the same words; no cookie of ours could change its mind.
        guard passed.count <= Fetcher.redirectLimit, passed.insert(next.text).inserted else {
            throw .tooManyRedirects
        }
        here = next
        isPermanent = isPermanent && permanently
    }

    /// Who was redirected wants to know that it was not the address asked for that failed.
    func told(_ error: FetchError) -> FetchError {
        guard passed.count > 1 else { return error }
        let place = here.lane
        return switch error {
        case .notAllowed(let why): .notAllowed(why: "it redirects to \(place), and \(why)")
        case .unreachable(let why): .unreachable(why: "it redirects to \(place), and there \(why)")
        default: error
        }
    }

    /// Header characters stand for bytes; addresses in them are UTF-8, when they are not ASCII.
    private static func written(_ header: String) -> String {
        let bytes = header.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return String(validating: bytes, as: UTF8.self) ?? header
    }

    func answer(_ outcome: Exchange.Outcome, freshness: Freshness) -> FetchAnswer {
        let headers = outcome.headers
        let isUnmodified = outcome.status == 304
        let moved = passed.count > 1
        var validators = Validators(entityTags: headers["etag"], modified: headers["last-modified"])
        if isUnmodified {
            validators.entityTag = validators.entityTag ?? self.validators?.entityTag
            validators.lastModified = validators.lastModified ?? self.validators?.lastModified
        }
        let type = MediaType(headers.first(name: "content-type") ?? "")
        return FetchAnswer(
            status: outcome.status, address: moved ? here.text : request.address,
            permanentAddress: moved && isPermanent ? here.text : nil, body: outcome.body, contentType: type.essence,
            charset: type.charset, validators: validators, isUnmodified: isUnmodified,
            freshFor: freshness.freshFor, mayBeKept: freshness.mayBeKept, bytesOnWire: outcome.bytesOnWire,
            elapsed: ContinuousClock.now - began, headers: headers.map { ($0.name, $0.value) })
    }
}
