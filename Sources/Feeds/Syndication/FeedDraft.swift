import Foundation
import Markup
import Untrusted

/// A feed's metadata while it is read: the candidates for each field, by rank.
struct FeedDraft {
    var title = PrioritizedValue<String>()
    var link = PrioritizedValue<String>()
    var id: String?
    var subtitle = PrioritizedValue<String>()
    var language = PrioritizedValue<String>()
    var authors = PrioritizedValue<[String]>()
    var updated = PrioritizedValue<Date>()
    var icon = PrioritizedValue<String>()
    var image = PrioritizedValue<String>()
    var hub: String?
    var selfLink: String?
    var ttl: Duration?
    var skipHours: Set<Int> = []
    var skipDays: Set<Int> = []
    /// `sy:updatePeriod` in seconds, and `sy:updateFrequency`.
    var period: Int?
    var frequency: Int?
    var updateBase: Date?

    /// RSS counts hours 0 to 23; some feeds write 24 for midnight.
    mutating func skip(hour text: String) {
        if let hour = UntrustedInteger(text)?.int(in: 0...24) { skipHours.insert(hour % 24) }
    }

    /// English weekdays.
    mutating func skip(day text: String) {
        let days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
        if let day = days.firstIndex(of: String(text.lowercased().prefix(3))) { skipDays.insert(day) }
    }

    /// Stores a `ttl` in minutes, at most a year of them.
    mutating func take(ttl text: String) {
        if let minutes = UntrustedInteger(digits: text)?.int(clampedTo: 0...525_600), minutes > 0 {
            ttl = .seconds(minutes * 60)
        }
    }

    mutating func take(period text: String) {
        switch text.lowercased() {
        case "hourly": period = 3600
        case "daily": period = 86400
        case "weekly": period = 7 * 86400
        case "monthly": period = 30 * 86400
        case "yearly", "annually": period = 365 * 86400
        default: break
        }
    }

    /// Returns the finished feed.
    func finished(format: FeedFormat, base: WebAddress?) -> Feed {
        var feed = Feed(format: format)
        feed.title = title.value
        feed.link = link.value
        feed.id = id
        feed.subtitle = subtitle.value
        feed.language = language.value
        feed.author = authors.value?.joined(separator: ", ")
        feed.updated = updated.value
        feed.icon = icon.value
        feed.image = image.value
        feed.hub = hub
        feed.selfLink = selfLink
        feed.ttl = ttl
        feed.skipHours = skipHours
        feed.skipDays = skipDays
        feed.base = base
        // RSS 1.0 Syndication: a frequency without period is per day.
        if period != nil || frequency != nil {
            feed.updateBase = updateBase
            feed.updateInterval = .seconds((period ?? 86400) / min(max(frequency ?? 1, 1), 86400))
        }
        return feed
    }
}

/// Language tags (BCP 47).
enum LanguageTag {
    /// Normalises `en_US`, as programs write it, to `en-US`.
    static func normal(_ text: String) -> String {
        guard text.utf8.contains(0x5F) else { return text }
        return String(decoding: text.utf8.map { $0 == 0x5F ? 0x2D : $0 }, as: UTF8.self)
    }
}
