import Library
import News

extension Strings {
    static func notFetchedYet(_ host: String) -> String { "Nothing has been fetched from \(host) yet." }
    static func findFeeds(at host: String) -> String { "Find feeds at \(host)" }
    static func notSearchedYet(_ title: String) -> String {
        "Only stories that are stored here were searched; \(title) has not been searched yet."
    }
    static func searchOrigin(_ title: String) -> String { "Search \(title)" }

    /// Returns the sentence about a failure for which the page has no sentence of its own.
    static func unreached(_ failure: FetchFailure, _ host: String) -> String {
        if let cause = failure.cause { return cause.message }
        return failure.code == .notAllowed
            ? "\(host) has an address that Tidings does not visit." : "\(host) could not be reached."
    }

    /// Returns true for a 5xx, which is the origin's own failure (RFC 9110 §15.6), never a refusal.
    static func isServerError(_ status: Int?) -> Bool { status.map { $0 >= 500 } ?? false }

    static func serverError(_ host: String, _ status: Int?) -> String {
        "\(host) reported a server error\(status.map { " (\($0))" } ?? "")."
    }

    static func moreStories(_ count: Int) -> String { Plural.story.counted(count, "more") }

    /// Returns the note after the title of a row.
    static func opens(at host: String) -> String { "opens at \(host)" }

    /// Returns the reason why an origin returned no older stories.
    /// - Parameter code: a `FailureCode`, `under-way`, or `not-offered` by a service's plan.
    static func loadMoreFailure(_ code: String, title: String) -> String {
        if code == "not-offered" { return "\(title) does not offer more stories on the key’s plan." }
        if code == "under-way" { return "More stories are being loaded already. Try again in a moment." }
        return switch FailureCode(rawValue: code) {
        case .busy: "\(title) asked us to wait. Try again later."
        // The origin refused or failed: the code does not say which.
        case .refused: "\(title) answered with an error instead of more stories. Try again later."
        case .signInNeeded: "\(title) shows more only after a sign-in."
        case .keyNeeded: "\(title) shows more only with a key."
        case .notThere, .gone: "\(title) has no next page at the expected address. Try again later."
        case .unreadable: "\(title) answered with something that could not be read. Try again later."
        case .notAllowed: "The next page is at an address that Tidings does not visit."
        case .unreachable, .crashed, nil: "\(title) could not be reached. Try again later."
        }
    }

    static func searching(_ title: String) -> String { "Searching \(title) too…" }
    static func searchTimedOut(_ title: String) -> String {
        "\(title) has not answered the search in time. These are the stories found here."
    }

    static func searchFailure(_ error: SourceError, at host: String) -> String {
        // A cause from a keyed service is about the words, the key or its plan, not about the address.
        if let cause = error.cause, cause.keyedAPIFailure != nil {
            return serviceFailure(FetchFailure(code: error.code, cause: cause), at: host)
        }
        let why =
            switch error {
            case .notThere, .gone: "has no search at its address any more"
            case .refused(let status, _) where isServerError(status): "reported a server error (\(status))"
            case .refused(let status, _): "refused to search (\(status))"
            case .busy: "asked us to wait before it searches"
            case .signInNeeded: "searches only after a sign-in"
            case .keyNeeded: "searches only with a key"
            case .unreadable: "answered the search with something that could not be read"
            case .unreachable: "could not be reached for the search"
            case .notAllowed: "is at an address that Tidings does not visit"
            }
        return "\(host) \(why)."
    }
}
