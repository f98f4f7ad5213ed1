import Foundation
public import News
public import URLs

/// Follows a list of feeds in one transaction.
struct SubscriptionImporter {
    let writer: SubscriptionWriter

    /// The number of channels that are due at once.
    private static let immediateCount = 20
    /// The interval in seconds between the other channels; the channels of one host are further apart.
    private static let interval: TimeInterval = 1
    private static let hostInterval: TimeInterval = 10

    func importFeeds(_ feeds: [ImportedFeed]) throws -> ImportReport {
        var report = ImportReport(added: 0, alreadyThere: 0)
        var added: [(channel: Int64, host: String)] = []
        var listed: Set<Int64> = []
        var folders = try FolderIndex(transaction: writer.transaction, reader: writer.reader)
        // The list is usually sorted by folder.
        var last: (path: [String], folder: Int64)?
        for feed in feeds {
            let folder =
                try last.flatMap { $0.path == feed.folder ? $0.folder : nil } ?? folders.findOrCreate(path: feed.folder)
            last = (feed.folder, folder)
            let channel = try writer.findOrCreateChannel(of: feed)
            // The list's title is not stored for the subscription; the origin's replaces it at the first response.
            let isNew = try writer.subscribe(channel, folder: folder, title: nil)
            if isNew { added.append((channel, feed.address.hostKey)) } else { report.alreadyThere += 1 }
            let isRepeated = !listed.insert(channel).inserted
            report.entries.append(
                ImportReport.Entry(
                    channel: ChannelID(rawValue: channel), address: feed.address,
                    title: feed.title.flatMap { LineNormalizer.normalize($0) } ?? feed.address.host,
                    folder: feed.folder, outcome: isNew ? .added : isRepeated ? .repeated : .alreadyFollowed))
        }
        for (channel, due) in Self.schedule(added, from: writer.now) {
            try writer.scheduleFollowed(channel, at: due)
        }
        report.added = added.count
        if !added.isEmpty { report.undoToken = try writer.makeUndoToken(added.map(\.channel)) }
        return report
    }

    /// Spreads channels over time so that the first channel of each host precedes any second.
    static func schedule(_ channels: [(channel: Int64, host: String)], from now: Date) -> [(channel: Int64, due: Date)]
    {
        var turns: [String: Int] = [:]
        let ordered = channels.enumerated().map { index, channel in
            let turn = turns[channel.host, default: 0]
            turns[channel.host] = turn + 1
            return (channel: channel.channel, turn: turn, index: index)
        }.sorted { ($0.turn, $0.index) < ($1.turn, $1.index) }
        return ordered.enumerated().map { position, item in
            let wait =
                position < immediateCount
                ? 0 : max(Double(position - immediateCount + 1) * interval, Double(item.turn) * hostInterval)
            return (item.channel, now.addingTimeInterval(wait))
        }
    }
}

/// A feed of an imported list.
public struct ImportedFeed: Sendable {
    /// The kind of the feed's source.
    public var kind: SourceKind
    /// The address of the feed.
    public var address: WebAddress
    /// The title in the list.
    public var title: String?
    /// The address of the feed's website.
    public var site: WebAddress?
    /// The titles of the folder and its parents, outermost first.
    public var folder: [String]

    public init(
        kind: SourceKind = .feed, address: WebAddress, title: String? = nil, site: WebAddress? = nil,
        folder: [String] = []
    ) {
        self.kind = kind
        self.address = address
        self.title = title
        self.site = site
        self.folder = folder
    }
}

/// The result of an import.
public struct ImportReport: Sendable {
    /// The result of importing one feed of the list.
    public struct Entry: Sendable {
        /// A new feed, a feed followed before, or one that the list names twice.
        public enum Outcome: Sendable, Hashable { case added, alreadyFollowed, repeated }

        /// The channel of the feed.
        public var channel: ChannelID
        /// The address in the list.
        public var address: WebAddress
        /// The title in the list, else the host.
        public var title: String
        /// The titles of the folder and its parents in the list, outermost first.
        public var folder: [String]
        /// The outcome for the feed.
        public var outcome: Outcome
    }

    /// The number of channels followed by the import.
    public var added: Int
    /// The number of feeds that were followed already or listed twice.
    public var alreadyThere: Int
    /// A token that undoes the import; nil if nothing was added.
    public var undoToken: UndoToken?
    /// The entries of the feeds, in the order of the list.
    public var entries: [Entry] = []

    public init(added: Int, alreadyThere: Int, undoToken: UndoToken? = nil) {
        self.added = added
        self.alreadyThere = alreadyThere
        self.undoToken = undoToken
    }
}
