import Fetching
import Foundation
import News

/// Validators and hash of the last response, stored as JSON.
struct ValidatorState: Codable, Equatable {
    /// Mapping version; a change causes an unconditional request.
    var reading: Int
    /// A hash.
    var body: String
    var validators: HTTPValidators
    /// After redirects.
    var validatorsFrom: String?
    /// Also valid after a 304 without one (RFC 9111 §4.3.4).
    var freshSeconds: Int?

    init(version: Int, _ response: FetchResponse) {
        reading = version
        body = ContentHash.of(response.body)
        validators = response.validators
        update(response)
    }

    /// Nil if absent or of another version.
    init?(_ state: SourceState?, version: Int) {
        guard let read = state?.decode(as: ValidatorState.self), read.reading == version else { return nil }
        self = read
    }

    /// A 304 replaces only what it names.
    mutating func update(_ response: FetchResponse) {
        validators = response.validators
        validatorsFrom = response.address
        let fresh = response.freshnessLifetime.map { Int($0.components.seconds) }
        freshSeconds = response.isNotModified ? fresh ?? freshSeconds : fresh
    }

    func matches(_ response: FetchResponse) -> Bool { response.isNotModified || body == ContentHash.of(response.body) }

    var sourceState: SourceState? { SourceState(encoding: self) }
}
