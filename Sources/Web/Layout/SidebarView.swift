import Library
import Markup
import News

/// The view of a sidebar. Folders fold, and the whole sidebar does, also without script; script remembers both and puts
/// folders and feeds in order.
struct SidebarView {
    /// The row of the list that the page shows or its story is from.
    private enum Chosen: Equatable { case newspaper, folder(SectionID), feed(ChannelID) }

    let scope: RequestScope
    let sidebar: Sidebar
    private let state: SidebarState
    private let chosen: Chosen

    init(scope: RequestScope, sidebar: Sidebar) {
        (self.scope, self.sidebar) = (scope, sidebar)
        state = SidebarState(cookie: scope.sidebarCookie)
        chosen =
            switch scope.displayedList ?? scope.query["in"].flatMap({ StoryList(code: $0) }) {
            case .channel(let id): .feed(id)
            case .section(let id) where scope.edition.usesFolders: .folder(id)
            default: .newspaper
            }
    }

    func write(into w: inout HTMLWriter) {
        w.element(.nav, [.aria("label", Strings.sidebar)]) { w in
            w.void(
                .input,
                [
                    .type("checkbox"), .id("sidebar-fold"), .class("visually-hidden"), .autocomplete("off"),
                    .checked(state.isFolded),
                ])
            w.element(.label, class: "sidebar-fold", [.for("sidebar-fold"), .title(Strings.foldSidebar)]) { w in
                Icon.sidebar.write(scope, into: &w)
                w.element(.span, class: "visually-hidden", text: Strings.foldSidebar)
            }
            w.element(.div, class: "sidebar") { w in
                writeLists(&w)
                writeSettings(&w)
            }
        }
    }

    private func writeLists(_ w: inout HTMLWriter) {
        w.element(.h2, text: Strings.newspapers)
        w.element(.ul) { w in
            for edition in scope.shownEditions {
                write(edition, &w)
                if sidebar.digests.contains(edition.id) { writeDigest(of: edition, &w) }
            }
        }
        guard !sidebar.folders.isEmpty else { return }
        w.element(.h2, text: Strings.feeds)
        for folder in sidebar.folders { write(folder, &w) }
    }

    /// Writes the way to the settings, which stays in sight below the lists.
    private func writeSettings(_ w: inout HTMLWriter) {
        w.element(.p, class: "side-settings") { w in
            w.element(.a, class: "side-row", [.href(scope.path(Route.settings))]) { w in
                Icon.gear.write(scope, into: &w)
                w.element(.span, text: Strings.settings)
            }
        }
    }

    private func write(_ edition: Edition, _ w: inout HTMLWriter) {
        let isDigest = scope.currentURI.hasPrefix(scope.path(.page(.digest)))
        let isChosen = edition.id == scope.edition.id && chosen == .newspaper && !isDigest
        w.element(.li) { w in
            w.element(
                .a, class: "side-row newspaper",
                [
                    .href(Route.today.path(in: edition.id)), .aria("current", isChosen ? "true" : nil),
                    .data(.headlineFont, edition.theme.headlineFont.rawValue),
                ]
            ) { w in
                w.element(.span, text: edition.title)
                let list = edition.usesFolders ? StoryList.unread : .within(edition.id, .unread)
                UnreadCountView.write(sidebar.unread[edition.id] ?? .zero, of: list, .number, into: &w)
            }
        }
    }

    private func writeDigest(of edition: Edition, _ w: inout HTMLWriter) {
        let path = Route.page(.digest).path(in: edition.id)
        let isChosen = scope.currentURI.hasPrefix(path)
        w.element(.li) { w in
            w.element(
                .a, class: "side-row side-digest", [.href(path), .aria("current", isChosen ? "true" : nil)]
            ) { w in w.element(.span, text: Strings.digest) }
        }
    }

    private func write(_ folder: Folder, _ w: inout HTMLWriter) {
        let feeds = folder.subscriptions.prefix(Sidebar.maxFeedsPerFolder)
        let hasChosen = feeds.contains { chosen == .feed($0.id) }
        let isOpen = hasChosen || state.isOpen(folder.id, byDefault: sidebar.opensFolders)
        w.element(.div, class: "side-folder", [.data(.folder, Int(folder.id.rawValue))]) { w in
            writeRow(folder.title, .section(folder.id), isChosen: chosen == .folder(folder.id), &w) { w in
                UnreadCountView.write(folder.unread, of: .section(folder.id), .number, into: &w)
            }
            w.element(.details, [.open(isOpen)]) { w in
                w.element(.summary, [.aria("label", Strings.feeds(in: folder.title))]) { w in
                    Icon.chevron.write(scope, into: &w)
                }
                w.element(.ul) { w in for feed in feeds { write(feed, &w) } }
            }
        }
    }

    private func write(_ feed: Subscription, _ w: inout HTMLWriter) {
        w.element(.li, [.data(.feed, Int(feed.id.rawValue))]) { w in
            writeRow(feed.title, .channel(feed.id), isChosen: chosen == .feed(feed.id), icon: feed, &w) { w in
                UnreadCountView.write(feed.unread, of: .channel(feed.id), .number, into: &w)
            }
        }
    }

    private func writeRow(
        _ title: String, _ list: StoryList, isChosen: Bool, icon: Subscription? = nil, _ w: inout HTMLWriter,
        count: (inout HTMLWriter) -> Void
    ) {
        let path = list.route.path(in: EditionID.mine)
        w.element(.a, class: "side-row", [.href(path), .aria("current", isChosen ? "true" : nil)]) { w in
            if let icon { SiteIconView.write(scope, icon.icon, title: icon.title, into: &w) }
            w.element(.span, text: title)
            count(&w)
        }
    }
}
