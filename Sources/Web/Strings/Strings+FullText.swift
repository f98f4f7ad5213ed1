import Foundation
import Library
import News

extension Strings {
    static let fullText = "Full text"
    static let feedText = "Feed text"
    static let tryAgain = "Try again"
    /// Says once why a text is more than the feed gave.
    static func fullTextSource(from host: String, _ reason: FullTextDetails.Reason?) -> String {
        switch reason {
        case .feedIsTruncated: "Full text loaded because this feed’s is cut short"
        case .alwaysFetched: "Full text loaded, as set for this feed"
        case nil: "Full text from \(host)"
        }
    }
    static func textElsewhere(_ host: String) -> String { "Its text is at \(host)." }
    static func onlyBeginning(_ title: String) -> String { "\(title) gives only the beginning in its feed." }
    static func pageHasNoMore(_ host: String) -> String { "The page at \(host) holds no more than this." }

    static func fullTextOutcome(_ outcome: FetchOutcome) -> String {
        switch outcome {
        case .fetched(new: 0), .unchanged: "The page holds no more than this"
        case .fetched, .upToDate: "Full text loaded"
        case .inProgress: "The full text is being loaded"
        case .tooSoon, .deferred, .backingOff: "The page is left alone for now"
        case .unavailable: "This feed is shown as it is"
        case .failed: "The full text could not be loaded"
        }
    }

    static func fullTextFailure(_ failure: FetchFailure, at host: String, until: Date?, time: TimeFormatter) -> String {
        let untilText = until.map { " until \(time.until($0))" }
        if failure.code == .busy { return "\(host) asked us to wait\(untilText ?? "")." }
        return self.fullTextFailure(failure, at: host) + (untilText.map { " It is left alone\($0)." } ?? "")
    }

    private static func fullTextFailure(_ failure: FetchFailure, at host: String) -> String {
        switch failure.code {
        case .notThere: "\(host) has no page for this story any more (404)."
        case .gone: "\(host) has taken the page of this story away for good."
        case .refused where isServerError(failure.status): serverError(host, failure.status)
        case .refused: "\(host) refused to give its page\(failure.status.map { " (\($0))" } ?? "")."
        case .signInNeeded: "\(host) shows the whole story only after a sign-in."
        case .unreadable: failure.cause?.message ?? "The page at \(host) could not be read as a story."
        default: unreached(failure, host)
        }
    }

    static func fullTextChoiceExplanation(_ choice: FullTextChoice, _ guess: TruncationGuess) -> String {
        switch choice {
        case .automatic where guess.isTruncated:
            "It looks cut short: \(guess.reason). So a story’s own page is fetched when you open the story."
        case .automatic:
            "It is taken for whole: \(guess.reason). So nothing more is fetched, unless you ask for it at a story."
        case .always: "The page of each new story is fetched soon after the story has come, and kept."
        case .never: "Stories are shown as the feed has them."
        }
    }
}
