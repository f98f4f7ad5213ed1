import Foundation
import Markup

/// Follows a whole list at once.
struct Importing {
    let following: Following

    /// So many are due at once.
    private static let first = 20
    /// Then one a second, and those of one host further apart.
    private static let step: TimeInterval = 1
    private static let hostStep: TimeInterval = 10

    func take(_ feeds: [ImportedFeed]) throws -> ImportReport {
        var report = ImportReport(added: 0, alreadyThere: 0)
        var added: [(channel: Int64, host: String)] = []
        var folders = try FolderIndex(session: following.session, reader: following.reader)
        // A file's feeds stand folder by folder.
        var last: (path: [String], folder: Int64)?
        for feed in feeds {
            let folder = try last.flatMap { $0.path == feed.folder ? $0.folder : nil } ?? folders.id(of: feed.folder)
            last = (feed.folder, folder)
            let channel = try following.channel(of: feed)
            // The origin's own title comes with its first answer; the list's stands in until then.
            if try following.subscribe(channel, folder: folder, title: nil) {
                added.append((channel, Hosts.key(of: feed.address)))
            } else {
                report.alreadyThere += 1
            }
        }
        for (channel, due) in Self.spread(added, from: following.now) { try following.wake(channel, at: due) }
        report.added = added.count
        if !added.isEmpty { report.ticket = try following.added(added.map(\.channel)) }
        return report
    }

    /// When each is due: the first of every host before the second of any.
    static func spread(_ channels: [(channel: Int64, host: String)], from now: Date) -> [(channel: Int64, due: Date)] {
        var turns: [String: Int] = [:]
        let ordered = channels.enumerated().map { index, channel in
            let turn = turns[channel.host, default: 0]
            turns[channel.host] = turn + 1
            return (channel: channel.channel, turn: turn, index: index)
        }.sorted { ($0.turn, $0.index) < ($1.turn, $1.index) }
        return ordered.enumerated().map { place, item in
            let wait = place < first ? 0 : max(Double(place - first + 1) * step, Double(item.turn) * hostStep)
            return (item.channel, now.addingTimeInterval(wait))
        }
    }
}
