import Foundation
import Library
import News

extension Strings {
    static let keptBack = "Kept back"
    static let keptBackDetail = "Clickbait and headlines of little worth, at the end of a newspaper"
    static let showAnyway = "Show anyway"
    static let keepBackAgain = "Keep back"
    static let nothingKeptBack = "Nothing is kept back here."
    static let chooseKinds = "Kinds"
    static let otherNewspapers = "Other newspapers"
    static let rulesOfKinds = "The rules"
    static let keepBackInstead = "Keep them back at the end instead"

    /// Returns the line at the end of a list: "12 stories kept back".
    static func keptBackLine(_ count: KeptBackCount) -> String {
        count.recent.value > 0 ? "\(stories(count.recent)) kept back" : "Older stories are kept back"
    }
    static func keptBackNote(_ title: String) -> String {
        "Headlines of kinds that \(title) keeps back. They stay in search, and among what you saved."
    }
    static func keptBackSummary(_ count: KeptBackCount) -> String {
        count.recent.value > 0 ? "\(countText(count.recent)) in the last two days" : "None in the last two days"
    }
    static let showAll = "Show all"
    static func areShown(_ token: UndoToken) -> String { "\(stories(token)) shown" }
    static let isRestored = "Shown", isKeptBackAgain = "Kept back"

    /// Returns a reason such as "Lists: “17”, “things”".
    static func headlineReason(_ reason: HeadlineReason) -> String {
        let evidence =
            switch reason.evidence {
            case .phrase(let phrase): "“\(phrase)”"
            case .number(let number, let word): "“\(number) … \(word)”"
            case .capitals: "all in capitals"
            case .marks: "several marks in a row"
            }
        return "\(headlineKind(reason.kind)): \(evidence)"
    }

    static func headlineReasons(_ reasons: [HeadlineReason]) -> String {
        reasons.map(headlineReason).joined(separator: " · ")
    }
    static func isKeptBack(in title: String, _ reasons: [HeadlineReason]) -> String {
        "Kept back in \(title). \(headlineReasons(reasons))"
    }

    static func keptBack(in title: String) -> String { "In \(title)" }
    static let keptBackHint =
        "Stories with such headlines go behind one line at the end, each with its reason. Nothing is removed. The phrases "
        + "are English."
    /// Returns the kinds that an edition keeps back: "Teasers, lists".
    static func keptBackKinds(_ kinds: Set<HeadlineKind>) -> String {
        if kinds.isEmpty { return "Nothing is kept back" }
        if kinds.count == HeadlineKind.allCases.count { return "All kinds" }
        return HeadlineKind.allCases.filter(kinds.contains).map(headlineKind).joined(separator: ", ")
    }
}
