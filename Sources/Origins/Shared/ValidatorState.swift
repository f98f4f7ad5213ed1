import Fetching
import Foundation
import News

/// Validators and hash of the last response, stored as JSON in the channel's state by sources that read APIs.
struct ValidatorState: Codable, Equatable {
    /// Version of the mapping; a state with another version causes an unconditional request.
    var reading: Int
    /// Hash of the last response's body.
    var body: String
    /// Validators of the last response.
    var validators: HTTPValidators
    /// The address that sent them, after redirects.
    var validatorsFrom: String?
    /// Freshness lifetime of the last response that gave one; it also applies after a 304 without one (RFC 9111
    /// §4.3.4).
    var freshSeconds: Int?

    init(reading: Int, _ response: FetchResponse) {
        self.reading = reading
        body = ContentHash.of(response.body)
        validators = response.validators
        update(response)
    }

    /// Nil if there is none or it has another version or format.
    init?(_ state: SourceState?, reading: Int) {
        guard let read = state?.decode(as: ValidatorState.self), read.reading == reading else { return nil }
        self = read
    }

    /// Takes over a response's headers. A full response replaces everything, a 304 only what it names.
    mutating func update(_ response: FetchResponse) {
        validators = response.validators
        validatorsFrom = response.address
        let fresh = response.freshnessLifetime.map { Int($0.components.seconds) }
        freshSeconds = response.isNotModified ? fresh ?? freshSeconds : fresh
    }

    /// Whether a response has nothing new.
    func matches(_ response: FetchResponse) -> Bool { response.isNotModified || body == ContentHash.of(response.body) }

    var sourceState: SourceState? { SourceState(writing: self) }
}
