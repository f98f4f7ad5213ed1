import Library
import Markup

/// Everything that is followed, by folder, with what is wrong where something is.
struct FeedsScreen {
    func page(for visit: Visit) async throws(LibraryError) -> Page {
        let folders = try await visit.library.subscriptions.all(for: visit.reader)
        let status = try await visit.library.refreshing.status(for: visit.reader)
        return Page(
            Shell(visit: visit, title: Words.feeds, tab: .feeds, actions: [.add, .search]).page { w in
                w.raw("<div class=\"column\">")
                StatusLine.write(visit, status, into: &w)
                w.raw("<div class=\"page-title\"><h1>Feeds</h1></div>")
                if folders.isEmpty {
                    EmptyView.write(Words.nothingFollowed, (Words.addFeed, .add("")), into: &w)
                }
                for folder in folders { write(visit, folder, into: &w) }
                foot(visit, hasFeeds: !folders.isEmpty, into: &w)
                w.raw("</div>")
            })
    }

    private func write(_ visit: Visit, _ folder: Folder, into w: inout HTMLWriter) {
        w.raw("<section><h2 class=\"folder-head\"><a")
        w.attribute("href", Route.section(folder.id, depth: Route.step).path)
        w.raw(">")
        w.text(folder.title)
        w.raw("</a><small>")
        if folder.unread.value > 0 { w.text(Words.unread(folder.unread)) }
        w.raw("</small></h2>")
        for subscription in folder.subscriptions { FeedRow.write(visit, subscription, into: &w) }
        w.raw("</section>")
    }

    private func foot(_ visit: Visit, hasFeeds: Bool, into w: inout HTMLWriter) {
        w.raw("<div class=\"acts card-form\"><a class=\"quiet\"")
        w.attribute("href", Route.add("").path)
        w.raw(">")
        Icon.plus.write(visit, into: &w)
        w.raw("Add a feed</a>")
        if hasFeeds {
            w.raw("<a class=\"quiet\" download=\"tidings.opml\"")
            w.attribute("href", Route.export.path)
            w.raw(">Export OPML</a>")
        }
        w.raw("</div>")
    }
}

/// One feed in a list of feeds: icon, title, health, unread.
enum FeedRow {
    static func write(_ visit: Visit, _ subscription: Subscription, into w: inout HTMLWriter) {
        let health = subscription.health
        w.raw("<div class=\"feed-row\" data-row>")
        SiteIcon.write(visit, subscription.icon, title: subscription.title, size: 24, into: &w)
        w.raw("<a class=\"name\"")
        w.attribute("href", Route.channel(subscription.id, depth: Route.step).path)
        w.raw("><b>")
        w.text(subscription.title)
        w.raw("</b>")
        if [.waiting, .failing, .gone, .new].contains(health.state) {
            w.raw("<small>")
            w.text(Words.health(health, title: subscription.title, time: visit.time))
            w.raw("</small>")
        }
        w.raw("</a>")
        sign(visit, health.state, into: &w)
        if subscription.unread.value > 0 {
            w.raw("<span class=\"tally\">")
            w.text(Words.tally(subscription.unread))
            w.raw("<span class=\"spoken\"> unread</span></span>")
        }
        w.raw("</div>")
    }

    private static func sign(_ visit: Visit, _ state: HealthState, into w: inout HTMLWriter) {
        let icon: Icon? =
            switch state {
            case .waiting: .wait
            case .failing: .alert
            case .gone: .gone
            default: nil
            }
        guard let icon else { return }
        w.raw("<span class=\"mark\">")
        icon.write(visit, into: &w)
        w.raw("</span>")
    }
}
