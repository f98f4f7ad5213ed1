import Foundation
import Library
import News

extension Strings {
    static let mute = "Mute"
    static let muted = "Muted"
    static let unmute = "Unmute"
    static let muteMenu = "Mute…"
    static let changeMute = "Edit muting"
    static let saveMuteChange = "Save"
    static let muteChanged = "Changed"
    static let muteSomething = "Add one"
    static let nothingMuted = "No muted words."
    static let mutePreviewHint = "Type a word to see here what it would hide."
    static let showHidden = "Preview"
    static let sayWhatToMute = "Type what to mute."
    static let muteWords = "Word or phrase"
    static let muteWordsOrName = "Word, site or name"
    static let muteInText = "Also search the texts of stories"
    static func muteKind(_ kind: MuteKind) -> String {
        switch kind {
        case .words: "A word or phrase"
        case .feed: "A feed"
        case .site: "A linked site"
        case .author: "An author"
        case .headlines: "A kind of headlines"
        }
    }
    /// Returns the name of a rule in the list of rules and on the stories that it hides.
    static func muteName(_ rule: MuteRule) -> String { rule.headlineKind.map(headlineKind) ?? rule.words }
    static func muteFeed(_ title: String) -> String { "The feed \(title)" }
    static func muteSite(_ host: String) -> String { "Stories that link to \(host)" }
    static func muteAuthor(_ name: String) -> String { "Stories by \(name)" }
    static func mutePeriod(_ period: MuteFormInput.Period) -> String {
        switch period {
        case .ever: "For ever"
        case .day: "For a day"
        case .week: "For a week"
        case .month: "For a month"
        }
    }
    static func muted(until: Date, _ time: TimeFormatter) -> String { "Until \(time.until(until))" }
    static func muteNow(_ rule: MuteRule) -> String { "Mute “\(muteName(rule))”" }
    /// Returns the label of the button with the number of hidden stories, as that number may be scrolled out of the
    /// preview.
    static func muteNow(_ preview: MutePreview) -> String {
        preview.count.value == 0 ? muteNow(preview.rule) : "\(muteNow(preview.rule)) · \(stories(preview.count))"
    }
    static func isMuted(_ rule: MuteRule) -> String { "“\(muteName(rule))” is muted" }
    static func isUnmuted(_ rule: MuteRule) -> String { "“\(muteName(rule))” is no longer muted" }
    static func unmute(_ rule: MuteRule) -> String { "Unmute \(muteName(rule))" }
    static func mutedBy(_ rule: MuteRule) -> String { "muted by “\(muteName(rule))”" }
    static func feedIsMuted(until: Date?, _ time: TimeFormatter) -> String {
        "This feed is muted\(until.map { " until \(time.until($0))" } ?? ""). Its stories are shown only here."
    }
    /// Returns the effect of a rule: "Hides 12 stories".
    static func muteEffect(_ preview: MutePreview) -> String {
        let among = preview.isPartial ? " of the latest \(MuteService.previewLimit)" : ""
        guard preview.count.value > 0 else { return "Hides no story now\(among), but may hide later ones." }
        let isAll = preview.newest.count >= preview.count.value
        return "Hides \(stories(preview.count))\(among)\(isAll ? ":" : ", such as:")"
    }
    /// Returns a summary such as "Word or phrase, in texts too · until 14:20 tomorrow · 12 stories hidden".
    static func muteSummary(_ mute: Mute, _ time: TimeFormatter) -> String {
        let kind = muteKind(mute.rule.kind) + (mute.rule.inText ? ", in texts too" : "")
        return "\(kind)\(muteEffect(mute, time))"
    }
    private static func muteEffect(_ mute: Mute, _ time: TimeFormatter) -> String {
        let until = mute.until.map { " · until \(time.until($0))" } ?? ""
        return "\(until) · \(stories(mute.hidden)) hidden"
    }

    // MARK: - Kinds of headlines

    static let headlineKinds = "Kinds of headlines"
    static let headlineKindsHint =
        "Hide headlines by their kind. Tap one to read its rule; the phrases are English."
    static func headlineKind(_ kind: HeadlineKind) -> String {
        switch kind {
        case .teasers: "Teasers"
        case .lists: "Lists"
        case .deals: "Deals and gift guides"
        case .games: "Horoscopes and game answers"
        case .gossip: "Celebrity gossip"
        case .shouting: "Shouting"
        }
    }
    /// Returns examples of a kind of headline, for the list of kinds that are not muted.
    static func headlineExample(_ kind: HeadlineKind) -> String {
        switch kind {
        case .teasers: "“You won’t believe…”, “what happened next”"
        case .lists: "“17 things…”, “nine reasons…”"
        case .deals: "“Best deals”, “promo code”, “gift guide”"
        case .games: "“Horoscope”, “Wordle”, “winning numbers”"
        case .gossip: "“Steps out with”, “red carpet looks”"
        case .shouting: "“ALL IN CAPITALS”, “Really?!”"
        }
    }
    static func headlineSummary(_ mute: Mute, _ time: TimeFormatter) -> String { "Muted\(muteEffect(mute, time))" }
    /// Returns the sentence before the phrases.
    static func headlineRule(_ kind: HeadlineKind) -> String {
        switch kind {
        case .teasers, .deals, .games, .gossip: "A headline with one of these phrases:"
        case .lists:
            "A headline that begins with a number of three or more, or has it after a colon or a question mark, with “you” "
                + "or “your” after it, or one of these among the next three words:"
        case .shouting:
            "A headline of four words and twelve letters or more, all in capitals, or one with two exclamation or question "
                + "marks in a row."
        }
    }
}
