/// Why a service with keys and plans does not answer as it was asked to.
public enum ServiceFault: Sendable, Hashable, Codable {
    case keyMissing, keyInvalid, keyDisabled
    /// The key's requests are spent.
    case keyExhausted
    case missingParameter
    /// With its name, if known.
    case invalidParameter(String?)
    case tooManySources(limit: Int)
    case unknownSource
    case rateLimited
    /// The plan shows no further results.
    case pageLimit
    /// Refused because of where the request comes from (`corsNotAllowed`).
    case browserOnly
    /// The plan does not include it (`upgradeRequired`).
    case planTooSmall
    case serverError
    /// In characters.
    case queryTooLong(limit: Int)

    /// A sentence about the site, and what can be done where that helps.
    public func message(about site: String) -> String {
        switch self {
        case .keyMissing: "\(site) needs a key of yours. Get one there, and enter it with “tidings key set \(site)”."
        case .keyInvalid: "\(site) does not accept the key. Check it, or enter another."
        case .keyDisabled: "\(site) has disabled the key. Enter another."
        case .keyExhausted: "\(site) has no requests left for the key at present."
        case .missingParameter: "\(site) needs a country, a category, publishers or words to look for."
        case .invalidParameter(let name?): "\(site) does not accept what was asked for as “\(name)”."
        case .invalidParameter(nil): "\(site) does not accept a part of the request."
        case .tooManySources(let limit): "\(site) takes at most \(limit) publishers in one request."
        case .unknownSource: "\(site) does not know one of the publishers."
        case .rateLimited: "\(site) has had too many requests for the present."
        case .pageLimit: "\(site) shows no further results on the key's plan."
        case .browserOnly: "\(site) does not accept requests from here on the key's plan."
        case .planTooSmall: "\(site) offers this only on a larger plan."
        case .serverError: "\(site) reported a failure of its own. Try again later."
        case .queryTooLong(let limit): "\(site) takes at most \(limit) characters of words to look for."
        }
    }
}

extension FailureCause {
    /// Nil for other causes.
    public var serviceFault: ServiceFault? { if case .service(let fault) = reason { fault } else { nil } }
}
