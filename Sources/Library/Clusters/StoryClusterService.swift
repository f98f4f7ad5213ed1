public import Foundation
public import News

/// A service that gathers the stories of several publishers about one event.
public struct StoryClusterService: Sendable {
    let context: LibraryContext

    /// Returns the clusters of an edition that have a story since `since`, by rank; those of one story too.
    public func clusters(
        of edition: EditionID = .mine, since: Date, for reader: ReaderID
    ) async throws(LibraryError) -> [StoryCluster] {
        let now = context.now()
        return try await context.database.read { transaction in
            let scope = try StoryScope(.within(edition, .everything), for: reader.rawValue, transaction)
            return try StoryClusterQuery(transaction: transaction, reader: reader.rawValue, now: now)
                .clusters(in: scope, since: since)
        }
    }
}
