import Foundation
import URLs
import Untrusted

struct FeedDraft {
    var title = PrioritizedValue<String>()
    var link = PrioritizedValue<String>()
    var id: String?
    var subtitle = PrioritizedValue<String>()
    var language = PrioritizedValue<String>()
    var authors = AuthorList()
    var updated = PrioritizedValue<Date>()
    var icon = PrioritizedValue<String>()
    var image = PrioritizedValue<String>()
    var hub: String?
    var selfLink: String?
    var ttl: Duration?
    var skipHours: Set<Int> = []
    var skipDays: Set<Int> = []
    /// The value of `sy:updatePeriod` in seconds.
    var period: Int?
    var frequency: Int?
    var updateBase: Date?

    /// The limit in bytes of the title and of the subtitle, which stories may inherit.
    static let maxText = 4_000

    /// Adds an hour from 0 to 23; some feeds write 24 for midnight.
    mutating func addSkipHour(_ text: String) {
        if let hour = UntrustedInteger(text)?.int(in: 0...24) { skipHours.insert(hour % 24) }
    }

    mutating func addSkipDay(_ text: String) {
        let days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
        if let day = days.firstIndex(of: String(text.lowercased().prefix(3))) { skipDays.insert(day) }
    }

    /// Sets the time to live from minutes, at most a year.
    mutating func setTTL(_ text: String) {
        if let minutes = UntrustedInteger(digits: text)?.int(clampedTo: 0...525_600), minutes > 0 {
            ttl = .seconds(minutes * 60)
        }
    }

    mutating func setUpdatePeriod(_ text: String) {
        switch text.lowercased() {
        case "hourly": period = 3600
        case "daily": period = 86400
        case "weekly": period = 7 * 86400
        case "monthly": period = 30 * 86400
        case "yearly", "annually": period = 365 * 86400
        default: break
        }
    }

    func finished(format: FeedFormat, base: WebAddress?) -> Feed {
        var feed = Feed(format: format)
        feed.title = title.value
        feed.link = link.value
        feed.id = id
        feed.subtitle = subtitle.value
        feed.language = language.value
        feed.author = authors.joined
        feed.updated = updated.value
        feed.icon = icon.value
        feed.image = image.value
        feed.hub = hub
        feed.selfLink = selfLink
        feed.ttl = ttl
        feed.skipHours = skipHours
        feed.skipDays = skipDays
        feed.base = base
        // The default interval is a day (RSS 1.0 Syndication).
        if period != nil || frequency != nil {
            feed.updateBase = updateBase
            feed.updateInterval = .seconds((period ?? 86400) / min(max(frequency ?? 1, 1), 86400))
        }
        return feed
    }
}

/// A normaliser of BCP 47 language tags.
enum LanguageTagNormalizer {
    /// The size in bytes of the longest tag; every story may inherit the feed's.
    private static let maxLength = 100

    /// Returns the tag with hyphens: `en_US` becomes `en-US`.
    static func normalized(_ text: String) -> String {
        let text = text.prefix(bytes: maxLength)
        guard text.utf8.contains(0x5F) else { return text }
        return String(decoding: text.utf8.map { $0 == 0x5F ? 0x2D : $0 }, as: UTF8.self)
    }
}
