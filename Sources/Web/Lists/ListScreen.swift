import Library
import Markup
import News

/// A list of stories: a section, Unread, Saved, one feed, everything. Twenty at a time; the depth stands in the address.
struct ListScreen {
    let list: StoryList

    func page(for visit: Visit) async throws(LibraryError) -> Page {
        if !visit.edition.isReadersOwn { try await Appearing(visit: visit).note(list) }
        let listing = try await visit.library.stories.list(list, for: visit.reader, depth: visit.depth)
        let owner = visit.edition.isReadersOwn ? nil : visit.edition.id
        if case .section = list, listing.edition != owner { throw .notThere }
        let status = try await visit.library.refreshing.status(for: visit.reader, of: visit.edition.id)
        var subscription: Subscription?
        var mute: Mute?
        if case .channel(let id) = list {
            subscription = try await visit.library.subscriptions.one(id, for: visit.reader)
            mute = try await visit.library.mutes.all(for: visit.reader).first { $0.rule.channel == id }
            if visit.edition.isReadersOwn { try await Appearing(visit: visit).note(list) }
        }
        return ListView(visit: visit, listing: listing, status: status, subscription: subscription, mute: mute).page()
    }
}
