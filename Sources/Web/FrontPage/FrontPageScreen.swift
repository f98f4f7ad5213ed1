import Library
import Markup
import News

/// Today: the sections of the paper, three stories each, with a beginning and an end.
struct FrontPageScreen {
    func page(for visit: Visit) async throws(LibraryError) -> Page {
        try await visit.library.readers.visit(for: visit.reader)
        let front = try await visit.library.stories.frontPage(for: visit.reader)
        guard front.hasSubscriptions else { return FirstRunView(visit: visit).page() }
        let status = try await visit.library.refreshing.status(for: visit.reader)
        return FrontPageView(visit: visit, front: front, status: status).page()
    }
}
