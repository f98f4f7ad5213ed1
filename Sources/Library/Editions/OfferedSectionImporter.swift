import Foundation
import News

/// A writer for the sections that an origin offers in its response.
struct OfferedSectionImporter {
    let transaction: Transaction
    let now: Date

    /// The maximum number of channels per response.
    private static let maxChannels = 100

    /// Replaces the sections of the editions that use this directory, and subscribes the directory's subscribers to the
    /// channels.
    /// - Parameter offered: the offered channels; an empty list changes nothing, since an origin may lose its list for
    ///   a day (MIT-69).
    func importSections(_ offered: [OfferedChannel], from directory: DueChannel) throws {
        var keys: Set<String> = []
        let sections = offered.prefix(Self.maxChannels).filter { keys.insert($0.key).inserted }.map { channel in
            EditionStore.SectionDraft(
                key: channel.key, title: LineNormalizer.normalize(channel.title) ?? channel.key,
                channels: [ChannelAddress(kind: directory.kind, site: directory.site, address: channel.address)],
                isSingleChannel: true)
        }
        guard !sections.isEmpty else { return }
        let store = EditionStore(transaction: transaction, now: now)
        let editions = try transaction.texts(
            "select id from edition where directory_channel_id = ?", [.number(directory.id)]
        ).map(EditionID.init(rawValue:))
        let readers = try transaction.numbers(
            "select reader_id from subscription where channel_id = ?", [.number(directory.id)])
        for edition in editions {
            try store.replaceSections(sections, of: edition)
            for reader in readers {
                let channels = try store.channels(of: edition, for: reader).filter { $0 != directory.id }
                try store.subscribe(channels, reader: reader)
            }
        }
        try store.unscheduleUnusedChannels()
    }
}
