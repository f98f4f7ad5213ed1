/// What is wrong with a response.
public enum MalformedResponse: String, Sendable, Hashable, Codable, CaseIterable {
    case notHTTP, endlessHead, endlessAnnouncements
    /// A 304 to an unconditional request.
    case unexpectedNotModified
    // The content coding (RFC 9110 §8.4.1).
    case unknownCoding, truncatedCoding, corruptCoding, undecodable, tooManyMembers, expandsTooMuch

    /// Follows "in a way that cannot be read: ".
    var clause: String {
        switch self {
        case .notHTTP: "it does not speak HTTP"
        case .endlessHead: "the head of its answer does not end"
        case .endlessAnnouncements: "it announces an answer again and again and gives none"
        case .unexpectedNotModified: "it says that nothing has changed, to somebody who has nothing yet"
        case .unknownCoding: "it is packed in a way that Tidings did not ask for"
        case .truncatedCoding: "the packed answer breaks off"
        case .corruptCoding: "the packed answer is damaged"
        case .undecodable: "it could not be unpacked"
        case .tooManyMembers: "the packed answer has too many parts"
        case .expandsTooMuch: "it unpacks to far more than was sent"
        }
    }
}
