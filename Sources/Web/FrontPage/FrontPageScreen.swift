import Library
import Markup
import News

/// Today: the sections of the paper, three stories each, with a beginning and an end.
struct FrontPageScreen {
    func page(for visit: Visit) async throws(LibraryError) -> Page {
        guard visit.edition.isReadersOwn else { return try await front(of: visit.edition, for: visit) }
        try await visit.house.fronts.note(visit)
        let (front, status) = try await visit.house.fronts.recall(visit) { () async throws(LibraryError) in
            let front = try await visit.library.stories.frontPage(for: visit.reader)
            return (front, try await visit.library.refreshing.status(for: visit.reader))
        }
        guard front.hasSubscriptions else { return FirstRunView(visit: visit).page() }
        return FrontPageView(visit: visit, front: front, status: status).page()
    }

    /// What the Library has is shown at once; an origin is asked beside it, when its freshness has run out.
    private func front(of edition: Edition, for visit: Visit) async throws(LibraryError) -> Page {
        try await Appearing(visit: visit).note(.within(edition.id, .everything))
        let (front, status) = try await visit.house.fronts.recall(visit) { () async throws(LibraryError) in
            let front = try await visit.library.stories.frontPage(
                for: visit.reader, of: edition.id, rowsPerSection: edition.options.rowsPerSection,
                featured: visit.layout == .grid ? FrontPageView.mostFeatured : 0)
            return (front, try await visit.library.refreshing.status(for: visit.reader, of: edition.id))
        }
        return FrontPageView(visit: visit, front: front, status: status).page()
    }
}
