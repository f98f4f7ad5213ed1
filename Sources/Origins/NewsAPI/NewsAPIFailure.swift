import Fetching
import Foundation
import JSON
import News

/// A refusal by the service, recognized by the `code` in the response: the documentation does not say which status goes
/// with which code.
enum NewsAPIFailure {
    case fault(KeyedAPIFailure)
    /// A refusal without a known code, such as a proxy's.
    case other(SourceError)

    /// Creates the failure for a response; nil if the response is, or may be, a list.
    init?(_ response: FetchResponse, to query: NewsAPIQuery) {
        if response.isNotModified { return nil }
        // A body that is not JSON has no code, so only the status counts.
        let value = (try? JSONReader.value(of: response.body))?.withLowercasedNames
        let isSuccess = (200..<300).contains(response.status)
        if let code = value?["code"]?.nonEmptyString, !isSuccess || value?["status"]?.string?.lowercased() == "error",
            let fault = Self.knownFault(code, message: value?["message"]?.string ?? "", query)
        {
            self = .fault(fault)
        } else if response.status == 429 {
            self = .fault(.rateLimited)
        } else if response.status == 503, let until = response.retryAfter {
            self = .other(.busy(until: until))
        } else if let refusal = SourceError.refusal(response.status) {
            self = .other(refusal)
        } else {
            return nil
        }
    }

    private static func knownFault(_ code: String, message: String, _ query: NewsAPIQuery) -> KeyedAPIFailure? {
        switch code.lowercased() {
        case "apikeymissing": .keyMissing
        case "apikeyinvalid": .keyInvalid
        case "apikeydisabled": .keyDisabled
        case "apikeyexhausted": .keyExhausted
        case "parametersmissing", "parametermissing": .missingParameter
        case "parametersinvalid", "parameterinvalid": .invalidParameter(parameter(in: message, of: query))
        case "sourcestoomany": .tooManySources(limit: NewsAPIQuery.maxSources)
        case "sourcedoesnotexist": .unknownSource
        case "ratelimited": .rateLimited
        case "maximumresultsreached": .pageLimit
        case "corsnotallowed": .browserOnly
        case "upgraderequired": .planTooSmall
        case "unexpectederror": .serverError
        default: nil
        }
    }

    /// Returns the parameter that a message names; names that are common English words are ignored.
    private static func parameter(in message: String, of query: NewsAPIQuery) -> String? {
        let words = Set(message.split { !$0.isLetter })
        return query.parameters.map { $0.name }.first { $0.count > 4 && words.contains($0[...]) }
    }
}

extension KeyedAPIFailure {
    /// Returns the error for a failure.
    /// - Parameter until: the end of the pause, for temporary failures.
    func error(at site: String, until: Date) -> SourceError {
        let cause = FailureCause(.keyedAPI(self), at: site)
        return switch self {
        case .keyMissing, .keyInvalid, .keyDisabled: .keyNeeded(cause)
        case .keyExhausted, .rateLimited: .busy(until: until, cause: cause)
        case .serverError: .unreachable(cause)
        case .missingParameter, .invalidParameter, .tooManySources, .unknownSource, .pageLimit, .browserOnly,
            .planTooSmall, .queryTooLong:
            .notAllowed(cause)
        }
    }
}

extension JSONValue {
    /// The value with lower-case member names, since the service has sent `Id` and `Name`. If names then collide, a
    /// value that is not null is kept.
    var withLowercasedNames: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.withLowercasedNames))
        case .object(let members):
            .object(
                Dictionary(members.map { ($0.key.lowercased(), $0.value.withLowercasedNames) }) {
                    $0 == .null ? $1 : $0
                })
        default: self
        }
    }
}
