import Fetching
import Foundation
import News

/// What a source of a site's interface wants to find again at its next question, as JSON in the channel's memory.
struct AnswerMemory: Codable, Equatable {
    /// Which reading of answers this memory belongs to: one of another reading is asked for once more.
    var reading: Int
    /// The fingerprint of the answer as it last came.
    var body: String
    /// What the last answer gave to ask with.
    var validators: Validators
    /// The address that gave them, after redirects.
    var validatorsFrom: String?
    /// How long the last answer that said so is fresh: it holds for a 304 that does not say (RFC 9111 §4.3.4).
    var freshSeconds: Int?

    init(reading: Int, _ answer: FetchAnswer) {
        self.reading = reading
        body = Fingerprint.of(answer.body)
        validators = answer.validators
        heed(answer)
    }

    /// Nil when there is none, or one of another reading or of another kind of source.
    init?(_ memory: ChannelMemory?, reading: Int) {
        guard let read = memory?.read(as: AnswerMemory.self), read.reading == reading else { return nil }
        self = read
    }

    /// Takes what the head of an answer says. A whole answer replaces everything; a 304 only what it names.
    mutating func heed(_ answer: FetchAnswer) {
        validators = answer.validators
        validatorsFrom = answer.address
        let fresh = answer.freshFor.map { Int($0.components.seconds) }
        freshSeconds = answer.isUnmodified ? fresh ?? freshSeconds : fresh
    }

    /// Whether an answer brings nothing that was not read before.
    func knows(_ answer: FetchAnswer) -> Bool { answer.isUnmodified || body == Fingerprint.of(answer.body) }

    /// The memory as the Library keeps it.
    var kept: ChannelMemory? { ChannelMemory(writing: self) }
}
