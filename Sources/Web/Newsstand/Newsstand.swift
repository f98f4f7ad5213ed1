import Library
import News

/// The newspapers of the house as the Newsstand shows them to one reader.
struct Newsstand: Sendable {
    /// One newspaper.
    struct Paper: Sendable {
        var edition: Edition
        /// Where it was left, else its front page.
        var path: String
        var unread: BoundedCount
        /// Whether the Newsstand was opened from it.
        var isHere: Bool
    }

    /// `mine` first, unless one alone is shown.
    var papers: [Paper]

    init(for visit: Visit) async throws(LibraryError) {
        papers = []
        let places = try await visit.house.places.paths(for: visit.reader, visit.library)
        for edition in visit.house.editions {
            papers.append(
                Paper(
                    edition: edition,
                    path: places[edition.id] ?? Route.today.path(in: edition.id),
                    unread: try await visit.library.editions.unread(in: edition.id, for: visit.reader),
                    isHere: edition.id == visit.edition.id))
        }
    }
}
