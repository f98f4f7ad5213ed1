import Foundation
import Library
import News

extension Strings {
    static let fullText = "Full text"
    static let getFullText = "Get full text"
    static let feedText = "Feed text"
    static let tryAgain = "Try again"
    /// The label of a retry button beside the time of the next try.
    static let tryNow = "Try now"
    /// Returns the reason why the text is longer than the feed's.
    static func fullTextSource(from host: String, _ reason: FullTextDetails.Reason?) -> String {
        switch reason {
        case .feedIsTruncated: "Full text, loaded because this feed has only excerpts"
        case .alwaysFetched: "Full text, loaded for every story of this feed"
        case nil: "Full text from \(host)"
        }
    }
    static func textElsewhere(_ host: String) -> String { "The text of this story is at \(host)." }
    static func onlyBeginning(_ title: String) -> String { "The feed of \(title) has only the beginning." }
    static func pageHasNoMore(_ host: String) -> String { "The page at \(host) has no more text than this." }

    static func fullTextOutcome(_ outcome: FetchOutcome) -> String {
        switch outcome {
        case .fetched(new: 0), .unchanged: "The page has no more text than this"
        case .fetched, .upToDate: "Full text loaded"
        case .inProgress: "The full text is being loaded"
        case .tooSoon, .deferred, .backingOff: "The page cannot be loaded again yet"
        case .unavailable: "There is no full text for this story"
        case .failed: "The full text could not be loaded"
        }
    }

    /// Returns the sentence about a failure, with the time of the next automatic try.
    static func fullTextFailure(_ failure: FetchFailure, at host: String, until: Date?, time: TimeFormatter) -> String {
        let sentence = self.failure(failure, of: .storyPage, at: host, until: until.map(time.until))
        guard failure.code != .busy, let until else { return sentence }
        return "\(sentence) \(nextTry(until, time))"
    }

    static func fullTextChoiceExplanation(_ choice: FullTextChoice, _ guess: TruncationGuess) -> String {
        switch choice {
        case .automatic where guess.isTruncated:
            "\(truncationReason(guess.reason)) So a story’s page is fetched when you open the story."
        case .automatic:
            "\(truncationReason(guess.reason)) So a story’s page is fetched only when you ask for it."
        case .always: "The page of each new story is fetched soon after the story, and stored."
        case .never: "Stories are shown as the feed has them."
        }
    }

    private static func truncationReason(_ reason: TruncationGuess.Reason) -> String {
        switch reason {
        case .tooFewStories: "This feed has too few articles yet to tell whether it cuts them short."
        case .endInEllipsis(let count, of: let total): "\(newest(count, total)) end in “…”."
        case .endInLink(let count, of: let total): "\(newest(count, total)) end in a link to read on."
        case .endInEllipsisOrLink(let count, of: let total): "\(newest(count, total)) end in “…” or a link to read on."
        case .endInMidSentence(let count, of: let total): "\(newest(count, total)) stop in mid-sentence."
        case .pagesHaveMore(let count): "The pages of \(count) of the newest stories have more text than the feed."
        case .pagesHaveNoMore(let count):
            "The pages of \(count) of the newest stories have no more text than the feed."
        case .noText: "Most of the newest stories have no text in the feed."
        case .briefTexts(let words): "The newest stories typically have only \(Plural.word.counted(words)) in the feed."
        case .shortNotes: "Many of the newest stories are short notes without a title of their own."
        case .longTexts(let words): "The newest stories typically have \(Plural.word.counted(words)) in the feed."
        }
    }

    private static func newest(_ count: Int, _ total: Int) -> String {
        count == total ? "All \(total) newest stories" : "\(count) of the \(total) newest stories"
    }
}
