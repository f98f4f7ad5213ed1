import Library
import Markup
import News

/// A list of stories: a section, Unread, Saved, one feed, everything. Twenty at a time; the depth stands in the address.
struct ListScreen {
    let list: StoryList

    func page(for visit: Visit) async throws(LibraryError) -> Page {
        let listing = try await visit.library.stories.list(list, for: visit.reader, depth: visit.depth)
        let status = try await visit.library.refreshing.status(for: visit.reader)
        var subscription: Subscription?
        if case .channel(let id) = list {
            subscription = try await visit.library.subscriptions.one(id, for: visit.reader)
        }
        return ListView(visit: visit, listing: listing, status: status, subscription: subscription).page()
    }
}
