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
            status: status, extras: [.stylesheet("feeds.css")])
        return HTMLPage(
            layout.document { w in
                w.element(.div, class: "page-column") { w in
                    StatusLine.write(scope, status, bottom: layout.bottomBar, into: &w)
                    w.element(.div, class: "page-title") { w in w.element(.h1, text: "Feeds") }
                    writeTools(scope, hasFeeds: !folders.isEmpty, into: &w)
                    if folders.isEmpty {
                        EmptyStateView.write(scope, Strings.noSubscriptions, (Strings.addFeed, .addFeed("")), into: &w)
                    }
                    for (index, folder) in folders.enumerated() {
                        write(scope, folder, muted, into: &w) { w in writeMoveUp(scope, folders, index, into: &w) }
                    }
                }
            })
    }

    /// Writes a button that puts a folder before the one above it, unless it is the first or *Other*, which is last.
    private func writeMoveUp(_ scope: RequestScope, _ folders: [Folder], _ index: Int, into w: inout HTMLWriter) {
        let folder = folders[index]
        guard index > 0, folder.id != .other else { return }
        var order = folders.map(\.id).filter { $0 != .other }
        order.swapAt(index, index - 1)
        let fields = order.map { (name: "folder", value: String($0.rawValue)) }
        ActionForm(scope, .orderFolders, returnPath: scope.path(Route.feeds), fields: fields, style: "move-up")
            .write(into: &w) { w in
                let label = Strings.moveUp(folder.title)
                w.element(.button, class: "icon-button", [.title(label), .aria("label", label)]) { w in
                    Icon.moveUp.write(scope, into: &w)
                }
            }
    }

    private func write(
        _ scope: RequestScope, _ folder: Folder, _ muted: Set<ChannelID>, into w: inout HTMLWriter,
        tools: (inout HTMLWriter) -> Void
    ) {
        w.element(.section, class: "feed-folder") { w in
            tools(&w)
            w.element(.h2, class: "group-heading") { w in
                w.element(.a, [.href(scope.path(Route.section(folder.id, depth: 0)))], text: folder.title)
                w.element(.small) { w in UnreadCountView.write(folder.unread, of: .section(folder.id), into: &w) }
            }
            for subscription in folder.subscriptions {
                FeedRowView.write(scope, subscription, isMuted: muted.contains(subscription.id), into: &w)
            }
        }
    }

    /// Writes the tools above the list of feeds, so that they are reachable however long it is.
    private func writeTools(_ scope: RequestScope, hasFeeds: Bool, into w: inout HTMLWriter) {
        let add = scope.path(Route.addFeed(""))
        w.element(.div, class: "feed-tools") { w in
            w.element(.a, class: "quiet", [.href(add)], text: Strings.addFeed)
            w.element(.a, class: "quiet", [.href(add + "#import")], text: Strings.importFromReader)
            guard hasFeeds else { return }
            let export = scope.path(Route.page(.exportOPML))
            w.element(
                .a, class: "quiet", [.attribute("download", "tidings.opml"), .href(export)], text: Strings.exportOPML)
        }
    }
}

enum FeedRowView {
    static func write(
        _ scope: RequestScope, _ subscription: Subscription, isMuted: Bool = false, into w: inout HTMLWriter
    ) {
        let health = subscription.health
        w.element(.div, class: "feed-row") { w in
            SiteIconView.write(scope, subscription.icon, title: subscription.title, size: 24, into: &w)
            w.element(.a, class: "name", [.href(scope.path(Route.channel(subscription.id, depth: 0)))]) { w in
                w.element(.b, text: subscription.title)
                guard [.waiting, .failing, .gone, .new].contains(health.state) else { return }
                let sentence = Strings.channelHealth(
                    health, of: subscription.kind, title: subscription.title, time: scope.time)
                w.element(.small, text: sentence)
            }
            if isMuted {
                w.element(.span, class: "feed-badge", [.title("Muted")]) { w in
                    Icon.mute.write(scope, into: &w)
                    w.element(.span, class: "visually-hidden", text: "Muted")
                }
            }
            writeStatusIcon(scope, health.state, into: &w)
            UnreadCountView.write(subscription.unread, of: .channel(subscription.id), .number, into: &w)
        }
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
        w.element(.span, class: "feed-badge") { w in icon.write(scope, into: &w) }
    }
}
