/// A defect of an HTTP response.
public enum MalformedResponse: String, Sendable, Hashable, Codable, CaseIterable {
    case notHTTP, endlessHead, endlessAnnouncements
    /// A 304 response to an unconditional request.
    case unexpectedNotModified
    // The next cases concern the content coding (RFC 9110 §8.4.1).
    case unknownCoding, truncatedCoding, corruptCoding, undecodable, tooManyMembers, expandsTooMuch

    /// The clause after "in a way that cannot be read: ".
    var clause: String {
        switch self {
        case .notHTTP: "it does not speak HTTP"
        case .endlessHead: "the head of its answer does not end"
        case .endlessAnnouncements: "it announces a response again and again without sending it"
        case .unexpectedNotModified: "it says that nothing has changed, although nothing was loaded before"
        case .unknownCoding: "it is compressed in a way that Tidings did not request"
        case .truncatedCoding: "the compressed response breaks off"
        case .corruptCoding: "the compressed response is damaged"
        case .undecodable: "it could not be decompressed"
        case .tooManyMembers: "the compressed response has too many parts"
        case .expandsTooMuch: "it decompresses to far more than was sent"
        }
    }
}
