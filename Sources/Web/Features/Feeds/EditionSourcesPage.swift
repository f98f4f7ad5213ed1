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
                w.element(.div, class: "page-column") { w in
                    StatusLine.write(scope, status, bottom: bottom, into: &w)
                    w.element(.div, class: "page-title") { w in
                        w.element(.h1, text: Strings.feeds(of: scope.edition.title))
                    }
                    if sections.isEmpty {
                        EmptyStateView.write(scope, Strings.nothingHere, (Strings.backToFrontPage, .today), into: &w)
                    }
                    for section in sections { write(scope, section, unread, into: &w) }
                }
            })
    }

    private func write(
        _ scope: RequestScope, _ section: EditionService.SectionDetails, _ unread: [ChannelID: BoundedCount],
        into w: inout HTMLWriter
    ) {
        w.element(.section) { w in
            w.element(.h2, class: "group-heading") { w in
                w.element(.a, [.href(scope.path(Route.section(section.id, depth: 0)))], text: section.title)
                w.element(.small) { w in UnreadCountView.write(section.unread, of: .section(section.id), into: &w) }
            }
            for var channel in section.channels {
                channel.unread = unread[channel.id] ?? .zero
                FeedRowView.write(scope, channel, into: &w)
                if !channel.isFollowed, scope.dependencies.editions.contains(where: \.usesFolders) {
                    FollowForm.write(scope, channel, into: &w)
                }
            }
        }
    }
}

/// A form that follows a channel of another edition in the reader's own.
enum FollowForm {
    static func write(_ scope: RequestScope, _ channel: Subscription, into w: inout HTMLWriter) {
        ActionForm(
            scope, .follow, returnPath: scope.currentURI, fields: [("channel", String(channel.id.rawValue))],
            style: "card-form"
        ).write(into: &w) { w in
            w.element(.button, class: "quiet") { w in
                Icon.plus.write(scope, into: &w)
                w.text(Strings.followAlso)
            }
        }
    }
}
