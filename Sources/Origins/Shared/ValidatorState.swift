import Fetching
import Foundation
import News

/// What a source of a site's interface wants to find again at its next question, as JSON in the channel's memory.
struct ValidatorState: Codable, Equatable {
    /// Which reading of answers this memory belongs to: one of another reading is asked for once more.
    var reading: Int
    /// The fingerprint of the answer as it last came.
    var body: String
    /// What the last answer gave to ask with.
    var validators: HTTPValidators
    /// The address that gave them, after redirects.
    var validatorsFrom: String?
    /// How long the last answer that said so is fresh: it holds for a 304 that does not say (RFC 9111 §4.3.4).
    var freshSeconds: Int?

    init(reading: Int, _ response: FetchResponse) {
        self.reading = reading
        body = ContentHash.of(response.body)
        validators = response.validators
        update(response)
    }

    /// Nil when there is none, or one of another reading or of another kind of source.
    init?(_ memory: SourceState?, reading: Int) {
        guard let read = memory?.decode(as: ValidatorState.self), read.reading == reading else { return nil }
        self = read
    }

    /// Takes what the head of an answer says. A whole answer replaces everything; a 304 only what it names.
    mutating func update(_ response: FetchResponse) {
        validators = response.validators
        validatorsFrom = response.address
        let fresh = response.freshnessLifetime.map { Int($0.components.seconds) }
        freshSeconds = response.isNotModified ? fresh ?? freshSeconds : fresh
    }

    /// Whether an answer brings nothing that was not read before.
    func matches(_ response: FetchResponse) -> Bool { response.isNotModified || body == ContentHash.of(response.body) }

    /// The memory as the Library keeps it.
    var sourceState: SourceState? { SourceState(writing: self) }
}
