public import News

extension PackService {
    /// Returns the number of favourites, of all readers, among the pages of the installed version.
    public func favouriteCount(in edition: Edition) async throws(LibraryError) -> Int {
        guard let options = edition.pack else { return 0 }
        return try await context.database.read { transaction in
            guard let source = try PackChannelStore.source(of: options, transaction) else { return 0 }
            return try transaction.count(
                """
                select count(*) from mark join pack_page p on p.story_id = mark.story_id
                where p.source_id = ? and mark.kind = \(MarkKind.saved.databaseValue) and mark.is_set = 1
                """, [.number(source)])
        }
    }

    /// Removes the installed versions that no edition shows any more, with their pictures, as the daily maintenance does.
    public func removeUnused() async throws(LibraryError) {
        try await context.removeUnusedPacks()
        try await context.removeOrphanedMedia()
    }
}
