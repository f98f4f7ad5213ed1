/// A failure of a service that requires a key and limits requests by plan.
public enum KeyedAPIFailure: Sendable, Hashable, Codable {
    case keyMissing, keyInvalid, keyDisabled
    /// The key's requests are used up.
    case keyExhausted
    /// The request lacks a required parameter.
    case missingParameter
    /// The service does not accept a parameter, named if known.
    case invalidParameter(String?)
    /// The request names more publishers than the limit.
    case tooManySources(limit: Int)
    case unknownSource
    case rateLimited
    /// The plan includes no further results.
    case pageLimit
    /// The service refuses requests from this place (`corsNotAllowed`).
    case browserOnly
    /// The plan does not include the request (`upgradeRequired`).
    case planTooSmall
    case serverError
    /// The search words exceed the limit in characters.
    case queryTooLong(limit: Int)

    /// Returns a sentence about the site, with advice where that helps.
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
    /// The failure of a service that requires a key; nil for other causes.
    public var keyedAPIFailure: KeyedAPIFailure? { if case .keyedAPI(let fault) = reason { fault } else { nil } }
}
