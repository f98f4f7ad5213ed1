import Library
import Markup
import News

struct FeedsPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let folders = try await scope.library.subscriptions.folders(for: scope.reader)
        let status = try await scope.library.refreshing.status(for: scope.reader)
        let muted = Set(try await scope.library.mutes.all(for: scope.reader).compactMap(\.rule.channel))
        let layout = PageLayout(
            scope: scope, title: Strings.feeds, kind: .list, tab: .feeds, actions: [.add, .search],
            status: status)
        return HTMLPage(
            layout.document { w in
                w.raw("<div class=\"page-column\">")
                StatusLine.write(scope, status, bottom: layout.bottomBar, into: &w)
                w.raw("<div class=\"page-title\"><h1>Feeds</h1></div>")
                writeTools(scope, hasFeeds: !folders.isEmpty, into: &w)
                if folders.isEmpty {
                    EmptyStateView.write(scope, Strings.noSubscriptions, (Strings.addFeed, .addFeed("")), into: &w)
                }
                for folder in folders { write(scope, folder, muted, into: &w) }
                w.raw("</div>")
            })
    }

    private func write(_ scope: RequestScope, _ folder: Folder, _ muted: Set<ChannelID>, into w: inout HTMLWriter) {
        w.raw("<section><h2 class=\"group-heading\"><a")
        w.attribute("href", scope.path(Route.section(folder.id, depth: 0)))
        w.raw(">")
        w.text(folder.title)
        w.raw("</a><small>")
        UnreadCountView.write(folder.unread, of: .section(folder.id), into: &w)
        w.raw("</small></h2>")
        for subscription in folder.subscriptions {
            FeedRowView.write(scope, subscription, isMuted: muted.contains(subscription.id), into: &w)
        }
        w.raw("</section>")
    }

    /// Writes the tools above the list of feeds, so that they are reachable however long it is.
    private func writeTools(_ scope: RequestScope, hasFeeds: Bool, into w: inout HTMLWriter) {
        let add = scope.path(Route.addFeed(""))
        w.raw("<div class=\"feed-tools\">")
        writeTool(Strings.addFeed, add, &w)
        writeTool(Strings.importOPML, add + "#import", &w)
        if hasFeeds { writeTool(Strings.exportOPML, scope.path(Route.exportOPML), isDownload: true, &w) }
        w.raw("</div>")
    }

    private func writeTool(_ words: String, _ path: String, isDownload: Bool = false, _ w: inout HTMLWriter) {
        w.raw(isDownload ? "<a class=\"quiet\" download=\"tidings.opml\"" : "<a class=\"quiet\"")
        w.attribute("href", path)
        w.raw(">")
        w.text(words)
        w.raw("</a>")
    }
}

enum FeedRowView {
    static func write(
        _ scope: RequestScope, _ subscription: Subscription, isMuted: Bool = false, into w: inout HTMLWriter
    ) {
        let health = subscription.health
        w.raw("<div class=\"feed-row\">")
        SiteIconView.write(scope, subscription.icon, title: subscription.title, size: 24, into: &w)
        w.raw("<a class=\"name\"")
        w.attribute("href", scope.path(Route.channel(subscription.id, depth: 0)))
        w.raw("><b>")
        w.text(subscription.title)
        w.raw("</b>")
        if [.waiting, .failing, .gone, .new].contains(health.state) {
            w.raw("<small>")
            w.text(Strings.channelHealth(health, of: subscription.kind, title: subscription.title, time: scope.time))
            w.raw("</small>")
        }
        w.raw("</a>")
        if isMuted {
            w.raw("<span class=\"feed-badge\" title=\"Muted\">")
            Icon.mute.write(scope, into: &w)
            w.raw("<span class=\"visually-hidden\">Muted</span></span>")
        }
        writeStatusIcon(scope, health.state, into: &w)
        UnreadCountView.write(subscription.unread, of: .channel(subscription.id), .number, into: &w)
        w.raw("</div>")
    }

    private static func writeStatusIcon(_ scope: RequestScope, _ state: ChannelHealthState, into w: inout HTMLWriter) {
        let icon: Icon? =
            switch state {
            case .waiting: .wait
            case .failing: .alert
            case .gone: .gone
            default: nil
            }
        guard let icon else { return }
        w.raw("<span class=\"feed-badge\">")
        icon.write(scope, into: &w)
        w.raw("</span>")
    }
}
