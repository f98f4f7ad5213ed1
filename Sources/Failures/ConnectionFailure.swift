/// A reason why no response arrived.
public enum ConnectionFailure: Sendable, Hashable, Codable {
    /// The DNS name does not exist.
    case unknownHost(String)
    /// DNS did not answer.
    case lookupFailed(String)
    case noAddress
    case refused
    case noRoute
    case noAnswer
    case reset
    /// The connection was closed in the middle of the response.
    case closedEarly
    case tlsTimedOut
    case tlsFailed
    case invalidCertificate
    case other

    /// The clause after "could not be reached: ".
    var clause: String {
        switch self {
        case .unknownHost(let name): "there is no host named \(name)"
        case .lookupFailed(let name): "the name \(name) could not be looked up"
        case .noAddress: "it has no address"
        case .refused: "nothing listens there (connection refused)"
        case .noRoute: "there is no route to it from this machine"
        case .noAnswer: "it does not answer"
        case .reset: "it broke off the connection"
        case .closedEarly: "it closed the connection before its answer was complete"
        case .tlsTimedOut: "no secure connection was established in time"
        case .tlsFailed: "no secure connection could be established"
        case .invalidCertificate: "its certificate is not valid"
        case .other: "the connection failed"
        }
    }
}
