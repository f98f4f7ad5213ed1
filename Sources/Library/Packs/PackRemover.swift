import Foundation
import News

/// Removes the installed version of a publication that no edition shows any more.
///
/// The rows of its pages stay like those of purged stories, so that favourites return with their dates when the
/// publication comes back.
struct PackRemover {
    let transaction: Transaction
    let now: Date

    /// Returns the sources whose channels nothing uses.
    func unusedSources() throws -> [Int64] {
        try transaction.numbers(
            """
            select p.source_id from pack p where not exists (
                select 1 from channel where channel.source_id = p.source_id and not (\(ChannelWriter.isUnusedSQL)))
            order by p.source_id
            """)
    }

    func remove(_ source: Int64) throws {
        let stories = PackStoryWriter(transaction: transaction, now: now, source: source, channels: [])
        try clear(["pack_page"], source)
        for page in try stories.known() where page.isInstalled { try stories.remove(page) }
        try clear(
            ["pack_picture", "pack_photograph_file", "pack_photograph", "pack_medium", "pack_change", "pack"], source)
        // The source state is deleted so that a published version is fetched again if an edition names the publication
        // again.
        try transaction.run("update channel set source_state = null where source_id = ?", [.number(source)])
    }

    private func clear(_ tables: [String], _ source: Int64) throws {
        for table in tables { try transaction.run("delete from \(table) where source_id = ?", [.number(source)]) }
    }
}

extension LibraryContext {
    /// Removes publications without an edition; `removeOrphanedMedia` removes their media.
    func removeUnusedPacks() async throws(LibraryError) {
        let now = now()
        let unused = try await database.read { try PackRemover(transaction: $0, now: now).unusedSources() }
        guard !unused.isEmpty else { return }
        _ = try await writeAndNotify { transaction in
            let remover = PackRemover(transaction: transaction, now: now)
            // An edition may have come back meanwhile.
            for source in try remover.unusedSources() { try remover.remove(source) }
        }
    }
}
