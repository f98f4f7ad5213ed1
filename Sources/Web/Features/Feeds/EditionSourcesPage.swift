import Library
import Markup
import News

struct EditionSourcesPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let sections = try await scope.library.editions.sections(of: scope.edition.id, for: scope.reader)
        let status = try await scope.library.refreshing.status(for: scope.reader, of: scope.edition.id)
        let layout = PageLayout(
            scope: scope, title: Strings.feeds, kind: .list, tab: .feeds, actions: [.search], status: status)
        return HTMLPage(
            layout.document { w in
                w.raw("<div class=\"column\">")
                StatusLine.write(scope, status, bottom: layout.bottomBar, into: &w)
                w.raw("<div class=\"page-title\"><h1>")
                w.text(Strings.feeds(of: scope.edition.title))
                w.raw("</h1></div>")
                if sections.isEmpty {
                    EmptyStateView.write(scope, Strings.nothingHere, ("Back to today", .today), into: &w)
                }
                for section in sections { write(scope, section, into: &w) }
                w.raw("</div>")
            })
    }

    private func write(_ scope: RequestScope, _ section: EditionService.SectionDetails, into w: inout HTMLWriter) {
        w.raw("<section><h2 class=\"folder-head\"><a")
        w.attribute("href", scope.path(Route.section(section.id, depth: 0)))
        w.raw(">")
        w.text(section.title)
        w.raw("</a><small>")
        if section.unread.value > 0 { w.text(Strings.unread(section.unread)) }
        w.raw("</small></h2>")
        for channel in section.channels {
            FeedRowView.write(scope, channel, into: &w)
            if !channel.isFollowed, scope.dependencies.editions.contains(where: \.usesFolders) {
                FollowForm.write(scope, channel, into: &w)
            }
        }
        w.raw("</section>")
    }
}

/// Follows a channel of another edition in the reader's own.
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
