import Library
import News

/// The wording of failures, the only one on pages: by code, by item (`FailedItem`), and the advice that follows.
extension Strings {
    /// Returns the sentence about a failure, with advice where there is any.
    /// - Parameters:
    ///   - site: a host or a title.
    ///   - until: the end of the site's back-off; nil if it is over or unknown.
    static func failure(
        _ failure: FetchFailure, of item: FailedItem, at site: String, until: String? = nil
    ) -> String {
        if let sentence = causeSentence(failure, until: until) { return sentence }
        let quotation = failure.originMessage.map { ": “\($0)”" } ?? ""
        let sentence = "\(site) \(failureClause(failure, of: item, until: until))\(quotation)."
        return [sentence, advice(on: failure, of: item, until: until)].compactMap(\.self).joined(separator: " ")
    }

    static func failure(_ error: SourceError, of item: FailedItem, at host: String, _ time: TimeFormatter) -> String {
        var end: String?
        if case .busy(let until, _) = error { end = time.until(until) }
        return failure(FetchFailure(error, at: host), of: item, at: host, until: end)
    }

    /// Returns the words after the site's name, without the details of the cause: "asked us to wait until 14:20".
    static func failureClause(_ failure: FetchFailure, of item: FailedItem, until: String? = nil) -> String {
        let status = failure.status.map { " (\($0))" } ?? ""
        return switch (failure.code, item) {
        case (.notThere, _): "\(item.absence) (404)"
        case (.gone, .feed), (.gone, .pack): "says it is gone for good (410), so it is not fetched any more"
        case (.gone, .moreStories), (.gone, .searchResults), (.gone, .service): "\(item.absence) (410)"
        case (.gone, _): "has removed \(item.noun) for good (410)"
        case (.refused, _) where failure.isServerError: "reported a server error\(status)"
        case (.refused, _) where failure.isUnavailable: "does not make \(item.noun) available\(status)"
        // A refusal and a server error are alike without the status.
        case (.refused, _) where failure.status == nil: "answered with an error instead of \(item.noun)"
        case (.refused, _): "refused to send \(item.noun)\(status)"
        case (.busy, _): "asked us to wait\(until.map { " until \($0)" } ?? "")"
        case (.signInNeeded, _): "shows \(item.noun) only after a sign-in"
        case (.keyNeeded, _): "needs a key, or another one"
        case (.unreadable, .pack): "has no pack at its address that can be used"
        case (.unreadable, .feed) where failure.cause?.isAboutFeeds ?? true: "sent something that is not a feed"
        case (.unreadable, _): "sent something that cannot be read"
        case (.notAllowed, .pack): "has a pack that cannot be fetched"
        case (.notAllowed, _) where failure.cause?.keyedAPIFailure != nil: "does not offer what was asked for"
        case (.notAllowed, _): "has \(item.noun) at an address that Tidings does not visit"
        case (.crashed, _): "is skipped for now, because Tidings crashed twice while reading it"
        case (.unreachable, _): "could not be reached"
        }
    }

    /// Returns the cause's own sentence; nil if it has none, or if the code says more.
    private static func causeSentence(_ failure: FetchFailure, until: String?) -> String? {
        guard let cause = failure.cause else { return nil }
        return switch failure.code {
        case .notThere, .gone, .refused, .signInNeeded: nil
        case .busy: cause.message + (until.map { " The next request is possible at \($0)." } ?? "")
        case .keyNeeded where cause.keyedAPIFailure == nil: nil
        // The page has a link in place of the command.
        case .keyNeeded where cause.keyedAPIFailure == .keyMissing: "\(cause.site) needs a key of yours."
        case .keyNeeded, .unreadable, .unreachable, .notAllowed, .crashed: cause.message
        }
    }

    /// Returns the advice after the sentence; nil without any.
    private static func advice(on failure: FetchFailure, of item: FailedItem, until: String?) -> String? {
        switch (item, failure.code) {
        // The pages about these name the next try, or have a button.
        case (.feed, _), (.pack, _), (.storyPage, _), (.searchResults, _), (.service, _): nil
        case (.newFeed, .notThere): "Check the spelling."
        case (.newFeed, .refused) where !failure.isServerError: "Try the feed's own address."
        case (.newFeed, .busy) where until != nil: "Try again then."
        case (.comments, .busy) where until != nil: "Its comments are loaded after that."
        case (.page, .refused) where failure.status == 403: "It may still open in a browser."
        case (.moreStories, .notThere), (.moreStories, .gone), (.moreStories, .unreadable),
            (.moreStories, .unreachable):
            "Try again later."
        case (_, .busy) where until == nil: "Try again later."
        case (_, .refused) where !failure.isUnavailable: "Try again later."
        default: nil
        }
    }
}

extension FetchFailure {
    /// True for a 5xx, which is the origin's own failure (RFC 9110 §15.6), never a refusal.
    fileprivate var isServerError: Bool { status.map { $0 >= 500 } ?? false }

    /// True for content that is sold, or withheld for legal reasons.
    fileprivate var isUnavailable: Bool { status == 402 || status == 451 }
}
