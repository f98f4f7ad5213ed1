import Library
import Markup
import News

/// Everything that is followed, by folder, with what is wrong where something is.
struct FeedsScreen {
    func page(for visit: Visit) async throws(LibraryError) -> Page {
        let folders = try await visit.library.subscriptions.all(for: visit.reader)
        let status = try await visit.library.refreshing.status(for: visit.reader)
        let muted = Set(try await visit.library.mutes.all(for: visit.reader).compactMap(\.rule.channel))
        let shell = Shell(
            visit: visit, title: Words.feeds, kind: .list, tab: .feeds, actions: [.add, .search], status: status)
        return Page(
            shell.page { w in
                w.raw("<div class=\"column\">")
                StatusLine.write(visit, status, bottom: shell.bottom, into: &w)
                w.raw("<div class=\"page-title\"><h1>Feeds</h1></div>")
                if folders.isEmpty {
                    EmptyView.write(visit, Words.nothingFollowed, (Words.addFeed, .add("")), into: &w)
                }
                for folder in folders { write(visit, folder, muted, into: &w) }
                if !folders.isEmpty { foot(visit, into: &w) }
                w.raw("</div>")
            })
    }

    private func write(_ visit: Visit, _ folder: Folder, _ muted: Set<ChannelID>, into w: inout HTMLWriter) {
        w.raw("<section><h2 class=\"folder-head\"><a")
        w.attribute("href", visit.path(Route.section(folder.id, depth: 0)))
        w.raw(">")
        w.text(folder.title)
        w.raw("</a><small>")
        if folder.unread.value > 0 { w.text(Words.unread(folder.unread)) }
        w.raw("</small></h2>")
        for subscription in folder.subscriptions {
            FeedRow.write(visit, subscription, isMuted: muted.contains(subscription.id), into: &w)
        }
        w.raw("</section>")
    }

    private func foot(_ visit: Visit, into w: inout HTMLWriter) {
        w.raw("<div class=\"acts card-form\"><a class=\"quiet\"")
        w.attribute("href", visit.path(Route.add("")))
        w.raw(">")
        Icon.plus.write(visit, into: &w)
        w.raw("Add a feed</a><a class=\"quiet\" download=\"tidings.opml\"")
        w.attribute("href", visit.path(Route.export))
        w.raw(">Export OPML</a></div>")
    }
}

/// One feed in a list of feeds: icon, title, health, unread.
enum FeedRow {
    static func write(_ visit: Visit, _ subscription: Subscription, isMuted: Bool = false, into w: inout HTMLWriter) {
        let health = subscription.health
        w.raw("<div class=\"feed-row\" data-row>")
        SiteIcon.write(visit, subscription.icon, title: subscription.title, size: 24, into: &w)
        w.raw("<a class=\"name\"")
        w.attribute("href", visit.path(Route.channel(subscription.id, depth: 0)))
        w.raw("><b>")
        w.text(subscription.title)
        w.raw("</b>")
        if [.waiting, .failing, .gone, .new].contains(health.state) {
            w.raw("<small>")
            w.text(Words.health(health, title: subscription.title, time: visit.time))
            w.raw("</small>")
        }
        w.raw("</a>")
        if isMuted {
            w.raw("<span class=\"mark\" title=\"Muted\">")
            Icon.mute.write(visit, into: &w)
            w.raw("<span class=\"spoken\">Muted</span></span>")
        }
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
