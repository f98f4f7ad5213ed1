import Fetching
import Foundation
import News

/// The validators and hash of the last response, stored as JSON.
struct StoredHTTPValidators: Codable, Equatable {
    /// The version of the mapping; a change causes an unconditional request.
    var reading: Int
    /// A hash of the body.
    var body: String
    var validators: HTTPValidators
    /// The address that sent the validators, after redirects.
    var validatorsFrom: String?
    /// The freshness lifetime in seconds, kept after a 304 that states none (RFC 9111 §4.3.4).
    var freshSeconds: Int?

    init(version: Int, _ response: FetchResponse) {
        reading = version
        body = ContentHash.of(response.body)
        validators = response.validators
        update(response)
    }

    /// Decodes a stored state; nil if there is none or its version differs.
    init?(_ state: SourceState?, version: Int) {
        guard let read = state?.decode(as: StoredHTTPValidators.self), read.reading == version else { return nil }
        self = read
    }

    /// Updates the validators and freshness. A 304 without a freshness lifetime keeps the previous one.
    mutating func update(_ response: FetchResponse) {
        validators = response.validators
        validatorsFrom = response.address
        let fresh = response.freshnessLifetime.map { Int($0.components.seconds) }
        freshSeconds = response.isNotModified ? fresh ?? freshSeconds : fresh
    }

    func matches(_ response: FetchResponse) -> Bool { response.isNotModified || body == ContentHash.of(response.body) }

    var sourceState: SourceState? { SourceState(encoding: self) }
}
