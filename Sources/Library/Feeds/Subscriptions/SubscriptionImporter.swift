import Foundation
public import Markup
public import News

/// Follows a list of feeds in one transaction.
struct SubscriptionImporter {
    let writer: SubscriptionWriter

    /// How many are due at once.
    private static let immediateCount = 20
    /// Then one a second, and those of one host further apart.
    private static let interval: TimeInterval = 1
    private static let hostInterval: TimeInterval = 10

    func importFeeds(_ feeds: [ImportedFeed]) throws -> ImportReport {
        var report = ImportReport(added: 0, alreadyThere: 0)
        var added: [(channel: Int64, host: String)] = []
        var folders = try FolderIndex(transaction: writer.transaction, reader: writer.reader)
        // The feeds of a file are usually sorted by folder.
        var last: (path: [String], folder: Int64)?
        for feed in feeds {
            let folder =
                try last.flatMap { $0.path == feed.folder ? $0.folder : nil } ?? folders.findOrCreate(of: feed.folder)
            last = (feed.folder, folder)
            let channel = try writer.findOrCreateChannel(of: feed)
            // The title of the list is used until the first response brings the origin's own.
            if try writer.subscribe(channel, folder: folder, title: nil) {
                added.append((channel, HostKey.key(of: feed.address)))
            } else {
                report.alreadyThere += 1
            }
        }
        for (channel, due) in Self.schedule(added, from: writer.now) { try writer.schedule(channel, at: due) }
        report.added = added.count
        if !added.isEmpty { report.undoToken = try writer.makeUndoToken(added.map(\.channel)) }
        return report
    }

    /// When each is due: the first channel of every host before the second of any.
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

/// One feed of an imported list.
public struct ImportedFeed: Sendable {
    public var kind: SourceKind
    public var address: WebAddress
    public var title: String?
    public var site: WebAddress?
    /// Folder titles, outermost first; empty for none.
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
    /// A feed that was not imported, and why.
    public struct Rejection: Sendable, Hashable {
        public var address: WebAddress
        public var why: String
        public init(address: WebAddress, why: String) {
            self.address = address
            self.why = why
        }
    }

    public var added: Int
    /// Followed already, or twice in the list.
    public var alreadyThere: Int
    public var refused: [Rejection]
    /// Undoes the import; nil when it added nothing.
    public var undoToken: UndoToken?

    public init(added: Int, alreadyThere: Int, refused: [Rejection] = [], ticket: UndoToken? = nil) {
        self.added = added
        self.alreadyThere = alreadyThere
        self.refused = refused
        self.undoToken = ticket
    }
}
