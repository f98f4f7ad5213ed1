import Foundation
import News

/// Makes sections of what a source offers, in the source's order and with its names.
struct OfferedSections {
    let session: Session
    let now: Date

    /// More channels than these are not taken from one answer.
    private static let most = 100

    /// - Parameters:
    ///   - offered: as the directory's answer has them. An empty answer changes nothing: an origin that has lost its
    ///     list for a day must not empty the paper (MIT-69).
    ///   - directory: the channel that gave the answer.
    func take(_ offered: [OfferedChannel], from directory: Claim) throws {
        var keys: Set<String> = []
        let sections = offered.prefix(Self.most).filter { keys.insert($0.key).inserted }.map { channel in
            EditionRecords.Section(
                key: channel.key, title: Titles.tidy(channel.title) ?? channel.key,
                channels: [ChannelAddress(kind: directory.kind, site: directory.site, address: channel.address)],
                isOneChannel: true)
        }
        guard !sections.isEmpty else { return }
        let records = EditionRecords(session: session, now: now)
        let editions = try session.all(
            "select id from edition where directory_id = ?", [.number(directory.channel)],
            { EditionID(rawValue: $0.words()) })
        let readers = try session.all(
            "select reader_id from subscription where channel_id = ?", [.number(directory.channel)], { $0.number() })
        for edition in editions {
            try records.place(sections, of: edition)
            let channels = try records.channels(of: edition).filter { $0 != directory.channel }
            for reader in readers { try records.read(channels, reader: reader) }
        }
        try records.rest()
    }
}
