import Foundation
import News

/// Saves the sections that a source offers, with its order and titles.
struct OfferedSectionImporter {
    let transaction: Transaction
    let now: Date

    /// The most sections taken from one response.
    private static let maxChannels = 100

    /// - Parameters:
    ///   - offered: from the directory's response. Empty changes nothing: an origin that loses its list for a day must
    /// not empty the edition (MIT-69).
    ///   - directory: the channel that was fetched.
    func importSections(_ offered: [OfferedChannel], from directory: ChannelLease) throws {
        var keys: Set<String> = []
        let sections = offered.prefix(Self.maxChannels).filter { keys.insert($0.key).inserted }.map { channel in
            EditionStore.SectionDraft(
                key: channel.key, title: TitleNormalizer.normalize(channel.title) ?? channel.key,
                channels: [ChannelAddress(kind: directory.kind, site: directory.site, address: channel.address)],
                isSingleChannel: true)
        }
        guard !sections.isEmpty else { return }
        let store = EditionStore(transaction: transaction, now: now)
        let editions = try transaction.all(
            "select id from edition where directory_id = ?", [.number(directory.channel)],
            { EditionID(rawValue: $0.text()) })
        let readers = try transaction.all(
            "select reader_id from subscription where channel_id = ?", [.number(directory.channel)], { $0.number() })
        for edition in editions {
            try store.replaceSections(sections, of: edition)
            let channels = try store.channels(of: edition).filter { $0 != directory.channel }
            for reader in readers { try store.subscribe(channels, reader: reader) }
        }
        try store.unscheduleUnusedChannels()
    }
}
