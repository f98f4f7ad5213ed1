import Library
import Markup
import News

struct EditionSourcesPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let sections = try await scope.library.editions.sections(of: scope.edition.id, for: scope.reader)
        let unread = try await scope.library.stories.unreadCountsByChannel(for: scope.reader)
        let status = try await scope.library.refreshing.status(for: scope.reader, of: scope.edition.id)
        var layout = PageLayout(
            scope: scope, title: Strings.feeds, kind: .list, actions: [.search], status: status)
        layout.select(.feeds, title: Strings.feeds)
        let bottom = layout.bottomBar
        return HTMLPage(
            layout.document { w in
                w.raw("<div class=\"page-column\">")
                StatusLine.write(scope, status, bottom: bottom, into: &w)
                w.raw("<div class=\"page-title\"><h1>")
                w.text(Strings.feeds(of: scope.edition.title))
                w.raw("</h1></div>")
                if sections.isEmpty {
                    EmptyStateView.write(scope, Strings.nothingHere, (Strings.backToFrontPage, .today), into: &w)
                }
                for section in sections { write(scope, section, unread, into: &w) }
                w.raw("</div>")
            })
    }

    private func write(
        _ scope: RequestScope, _ section: EditionService.SectionDetails, _ unread: [ChannelID: BoundedCount],
        into w: inout HTMLWriter
    ) {
        w.raw("<section><h2 class=\"group-heading\"><a")
        w.attribute("href", scope.path(Route.section(section.id, depth: 0)))
        w.raw(">")
        w.text(section.title)
        w.raw("</a><small>")
        UnreadCountView.write(section.unread, of: .section(section.id), into: &w)
        w.raw("</small></h2>")
        for var channel in section.channels {
            channel.unread = unread[channel.id] ?? .zero
            FeedRowView.write(scope, channel, into: &w)
            if !channel.isFollowed, scope.dependencies.editions.contains(where: \.usesFolders) {
                FollowForm.write(scope, channel, into: &w)
            }
        }
        w.raw("</section>")
    }
}

/// A form that follows a channel of another edition in the reader's own.
enum FollowForm {
    static func write(_ scope: RequestScope, _ channel: Subscription, into w: inout HTMLWriter) {
        ActionForm(
            scope, .follow, returnPath: scope.currentURI, fields: [("channel", String(channel.id.rawValue))],
            style: "card-form"
        ).write(into: &w) { w in
            w.raw("<button class=\"quiet\">")
            Icon.plus.write(scope, into: &w)
            w.text(Strings.followAlso)
            w.raw("</button>")
        }
    }
}
