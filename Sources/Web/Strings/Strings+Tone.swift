import Foundation
import News

extension Strings {
    static let tone = "Tone"
    static let toneDetail = "Headlines that alarm, in calm words"
    static let calmHeadlines = "Show headlines in calm words"
    static let calmHint =
        "Changes what pages show of a title, by these rules alone. What is stored, searched, shared and exported stays as "
        + "it is, and a story’s page shows the original words. The command line shows them too, and so do results of a search."
    static let calmExamples = "In your newspapers now"
    static let calmSamples = "Examples"
    static func original(_ title: String) -> String { "Original: \(title)" }
    static let calmRules: [(rule: String, words: [String])] = [
        ("Left out at the beginning, before a colon, a dash or an exclamation mark:", HeadlineTone.leadIns),
        ("Left out at the beginning, with the “as” after it:", HeadlineTone.leadInsBeforeAs),
        ("Left out before another word:", HeadlineTone.omittedWords),
        ("Replaced:", HeadlineTone.replacements.map { "\($0.0) → \($0.1)" }),
        ("Beside one of these, words of the two lists above stay:", HeadlineTone.literalNeighbours),
        ("Written small where they stand in capitals:", HeadlineTone.shoutedWords),
    ]
    static let calmCapitals =
        "A title of four words and twelve letters or more, all in capitals, is written as a sentence, and so are the "
        + "words in capitals where they are most of a title, and five or more. Names in capitals begin with small letters then."
    static let calmMarks =
        "Of several exclamation and question marks one question mark stays, or a full stop. An exclamation mark at the end "
        + "goes. These two rules hold for every language; the words are English."
    static let alarmingTitles = [
        "BREAKING: COUNCIL SLAMS PLAN FOR OLD BRIDGE!!", "Fury as ferry fares skyrocket",
        "Terrifying moment a wave hits the pier", "Is THIS the end of the night train?!",
    ]
}
