import Crypto
public import Foundation
public import Markup
public import News
import Untrusted

/// An issue of a reader's digest. It stays as it was made.
public struct DigestIssue: Sendable, Identifiable {
    /// The row ID of an issue; 0 for a preview.
    public struct ID: RawRepresentable, Hashable, Sendable {
        /// The value of the database column.
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// The row ID of the issue.
    public let id: ID
    /// The reader whose issue it is.
    public let reader: ReaderID
    /// The edition that it is of.
    public let edition: EditionID
    /// The number, from 1; 0 for a preview.
    public let number: Int
    /// The local day in addresses, such as `2026-11-29`, or `2026-11-29-2` for the second issue of a day.
    public let slug: String
    /// The time at which it was due.
    public let dueAt: Date
    /// The time zone of the hour at which it was due.
    public let zone: TimeZone
    /// The beginning of the period whose stories it is about.
    public let periodBeginAt: Date
    /// The end of that period: the time at which it was made.
    public let periodEndAt: Date
    /// The time at which the reader opened it first; nil before.
    public let openedAt: Date?
    /// The topics and stories.
    public let content: DigestContent

    /// True for one that is shown and not kept.
    public var isPreview: Bool { number == 0 }

    /// The ID of the message that sends the issue: the same for every attempt to make it.
    public var messageID: String {
        let name = "\(reader.rawValue) \(edition.rawValue) \(dueAt.milliseconds)"
        return "digest-" + Hex.encode(Array(SHA256.hash(data: Array(name.utf8))).prefix(12))
    }

    /// The series of messages of which only the newest is worth sending.
    public var messageSeries: String { "digest \(edition.rawValue)" }
}

/// The contents of an issue, as plain text.
public struct DigestContent: Sendable, Hashable, Codable {
    /// The topics and stories that were chosen, by rank.
    public var topics: [DigestTopic]
    /// Other stories in short, by section.
    public var sections: [DigestSection]
    /// The number of stories of the period that the issue does not name.
    public var leftOutCount: Int

    /// The number of words of the stories that lead the topics.
    public var wordCount: Int { topics.reduce(0) { $0 + max(0, min($1.wordCount, 100_000)) } }
    /// True if the period had no story.
    public var isEmpty: Bool { topics.isEmpty }
}

/// A section of an issue with stories that were not chosen, in short.
public struct DigestSection: Sendable, Hashable, Codable {
    /// The section's ID.
    public let id: SectionID
    /// The section's title.
    public let title: String
    /// The stories.
    public let stories: [DigestTopic]
}

/// A topic of an issue, or a story that one publisher alone tells.
public struct DigestTopic: Sendable, Hashable, Codable {
    /// The story that leads.
    public let story: StoryID
    /// The topic; nil if one publisher alone tells it.
    public let cluster: StoryID?
    /// The headline.
    public let title: String
    /// The beginning of the story in about two lines; empty for a story without a text.
    public let text: String
    /// The publisher that leads.
    public let publisher: String
    /// The other independent publishers, in order of time.
    public let others: [String]
    /// The number of words of the story that leads.
    public let wordCount: Int
    /// The time of the story.
    public let shownAt: Date
    /// The address of the story at its publisher.
    public let link: String?
    /// The language as a BCP 47 tag.
    public let language: String?
    /// The writing direction.
    public let direction: TextDirection
}

/// An issue in the archive.
public struct DigestSummary: Sendable, Hashable {
    /// The number, from 1.
    public let number: Int
    /// The local day in addresses.
    public let slug: String
    /// The time at which it was due.
    public let dueAt: Date
    /// The time zone of the hour at which it was due.
    public let zone: TimeZone
    /// The titles of the first topics.
    public let leads: [String]
    /// The number of topics.
    public let topicCount: Int
    /// The number of words of the stories that lead the topics.
    public let wordCount: Int
    /// The time at which the reader opened it first; nil before.
    public let openedAt: Date?
}

/// An issue with the reader's stories that are still there, and its neighbours.
public struct ShownDigest: Sendable {
    /// The issue.
    public let issue: DigestIssue
    /// The rows of its stories that have not been removed since.
    public let rows: [StoryID: StoryRow]
    /// The issue before; nil for the first.
    public let previous: DigestSummary?
    /// The issue after; nil for the newest.
    public let next: DigestSummary?
}
