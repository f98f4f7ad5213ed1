public import Foundation
import Markup
public import News
import URLs

/// A subject that a reader wants to be told of at once.
public enum AlertSubject: Sendable, Hashable {
    /// Stories with a word or a phrase, or with all of several words in title and summary.
    case words(String)
    /// Stories that name a place.
    case place(PlaceName)
    /// All stories of a section.
    case section(SectionID)
    /// All stories of a feed.
    case feed(ChannelID)
    /// All stories of a publisher, whatever feed brings them: the host of its site.
    case site(String)
    /// Topics that several publishers tell of within a short time.
    case greatNews(GreatNews)

    /// The kind of the subject, as it is stored.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case words, place, section, feed, site, greatNews = "great-news"
    }

    /// The kind of the subject.
    public var kind: Kind {
        switch self {
        case .words: .words
        case .place: .place
        case .section: .section
        case .feed: .feed
        case .site: .site
        case .greatNews: .greatNews
        }
    }

    static let maxWordsLength = 100

    /// Returns the subject in the stored form.
    /// - Throws: `.invalid` for an empty or malformed subject.
    func normalized() throws(LibraryError) -> AlertSubject {
        switch self {
        case .words(let text): return .words(try Self.words(text))
        case .place(let place):
            guard case .place(let place) = try TopicSubject.place(place).normalized() else { return self }
            return .place(place)
        case .site(let text):
            guard let host = WebAddress(typed: text.trimmingCharacters(in: .whitespaces))?.host, host.contains(".")
            else { throw .invalid(why: "Type the address of a site, such as quay.example.") }
            return .site(host.hasPrefix("www.") ? String(host.dropFirst(4)) : host)
        case .greatNews(let rule):
            guard GreatNews.publisherCounts.contains(rule.publisherCount) else {
                throw .invalid(
                    why: "Great news needs \(GreatNews.publisherCounts.lowerBound) to "
                        + "\(GreatNews.publisherCounts.upperBound) publishers. Type such a number.")
            }
            guard GreatNews.windows.contains(rule.windowMinutes) else {
                throw .invalid(
                    why: "The time in which they tell it is \(GreatNews.windows.lowerBound) to "
                        + "\(GreatNews.windows.upperBound) minutes. Type such a number.")
            }
            return self
        case .section, .feed: return self
        }
    }

    private static func words(_ text: String) throws(LibraryError) -> String {
        let line = LineNormalizer.normalize(text, maxCharacters: maxWordsLength * 2) ?? ""
        guard line.count <= maxWordsLength else {
            throw .invalid(why: "That is \(line.count) characters; an alert takes \(maxWordsLength). Use fewer words.")
        }
        let letters = TextNormalizer.words(line).reduce(0) { $0 + $1.count }
        // One ideograph is a word.
        let hasIdeograph = line.unicodeScalars.contains(where: TextNormalizer.isIdeograph)
        guard letters >= 2 || (letters == 1 && hasIdeograph) else {
            throw .invalid(why: "Type a word of at least two letters, such as barrier.")
        }
        return line
    }

    /// The key, equal for subjects of which a reader has one rule.
    var key: String {
        switch self {
        case .words(let words): "words " + TextNormalizer.words(words).joined(separator: " ")
        case .place(let place): TopicSubject.place(place).key
        case .section(let id): "section \(id.rawValue)"
        case .feed(let id): "feed \(id.rawValue)"
        case .site(let host): "site \(host)"
        case .greatNews: "great-news"
        }
    }
}

/// A rule for great news: a topic that so many independent publishers tell of within so many minutes.
public struct GreatNews: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The number of independent publishers.
    public var publisherCount: Int
    /// The minutes within which they tell of it.
    public var windowMinutes: Int

    /// The numbers of publishers that can be chosen.
    public static let publisherCounts = 2...50
    /// The minutes that can be chosen, up to two days.
    public static let windows = 5...2_880
    /// The rule that is offered first.
    public static let standard = GreatNews(publisherCount: 4, windowMinutes: 180)

    /// A text such as "4 publishers within 35 minutes".
    public var description: String {
        let duration =
            switch windowMinutes {
            case ...1: "a minute"
            case ..<120: "\(windowMinutes) minutes"
            default: "\((windowMinutes + 59) / 60) hours"
            }
        return "\(publisherCount) publishers within \(duration)"
    }

    public init(publisherCount: Int, windowMinutes: Int) {
        (self.publisherCount, self.windowMinutes) = (publisherCount, windowMinutes)
    }
}

/// A wish of a reader to be told of a subject at once.
public struct AlertRule: Sendable, Hashable, Identifiable {
    /// The row ID of a rule.
    public struct ID: RawRepresentable, Hashable, Sendable, Codable {
        /// The value of the database column.
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// The row ID.
    public let id: ID
    /// The subject.
    public let subject: AlertSubject
    /// True to be told also when a topic goes on: another publisher, or another day.
    public let hasFollowUps: Bool
    /// The words, or the name of the place, section, feed or site; nil if the section or feed is not there any more.
    public let name: String?
    /// The time at which it was made.
    public let createdAt: Date
}
