import Foundation
import Library
import News

extension Strings {
    static let mute = "Mute"
    static let muted = "Muted"
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
        }
    }
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
    static func muteNow(_ rule: MuteRule) -> String { "Mute “\(rule.words)”" }
    static func isMuted(_ words: String) -> String { "“\(words)” is muted" }
    static func isUnmuted(_ words: String) -> String { "“\(words)” is no longer muted" }
    static func unmute(_ words: String) -> String { "Unmute \(words)" }
    static func mutedBy(_ words: String) -> String { "muted by “\(words)”" }
    static func feedIsMuted(until: Date?, _ time: TimeFormatter) -> String {
        "This feed is muted\(until.map { " until \(time.until($0))" } ?? ""). Its stories are shown only here."
    }
    /// "Hides 12 stories".
    static func muteEffect(_ preview: MutePreview) -> String {
        let among = preview.isPartial ? " of the latest \(MuteService.previewLimit)" : ""
        guard preview.count.value > 0 else { return "Hides no story now\(among), but may hide later ones." }
        return "Hides \(stories(preview.count))\(among):"
    }
    /// "Word or phrase, in texts too · until 14:20 tomorrow · 12 stories hidden".
    static func muteSummary(_ mute: Mute, _ time: TimeFormatter) -> String {
        let kind = muteKind(mute.rule.kind) + (mute.rule.inText ? ", in texts too" : "")
        let until = mute.until.map { " · until \(time.until($0))" } ?? ""
        let hidden = stories(mute.hidden)
        return "\(kind)\(until) · \(hidden) hidden"
    }
}
