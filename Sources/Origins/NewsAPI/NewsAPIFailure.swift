import Fetching
import Foundation
import News

/// Why the service refused, by the `code` of its answer: which status goes with which code is not documented.
enum NewsAPIFailure {
    case fault(ServiceFault)
    /// Without a known code, as from a proxy.
    case other(SourceError)

    /// Nil for a list, or anything that may be one.
    init?(_ response: FetchResponse, to query: NewsAPIQuery) {
        if response.isNotModified { return nil }
        // What is no JSON has no code; the status then says it all.
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

    private static func knownFault(_ code: String, message: String, _ query: NewsAPIQuery) -> ServiceFault? {
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

    /// The one that a message names; not those that are words of any sentence.
    private static func parameter(in message: String, of query: NewsAPIQuery) -> String? {
        let words = Set(message.split { !$0.isLetter })
        return query.parameters.map { $0.name }.first { $0.count > 4 && words.contains($0[...]) }
    }
}

extension ServiceFault {
    /// - Parameter until: for faults that pass.
    func error(at site: String, until: Date) -> SourceError {
        let cause = FailureCause(.service(self), at: site)
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
    /// The service has sent `Id` and `Name`. Of members whose names then agree, one that is not null.
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
