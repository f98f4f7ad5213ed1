import Library
import Markup
import News

struct StoryListView {
    let scope: RequestScope
    let listing: StoryListResult
    let status: RefreshStatus
    let subscription: Subscription?
    /// Hides this feed in other lists.
    var mute: Mute?

    func page() -> HTMLPage {
        var layout = PageLayout(scope: scope, title: listing.title, kind: .list, status: status)
        layout.hasStoryPane = scope.listLayout == .list
        switch listing.list {
        case .unread, .within(_, .unread): layout.tab = .unread
        case .saved, .within(_, .saved): layout.tab = .saved
        case .channel:
            layout.left = .back(.feeds)
            layout.barTitle = listing.title
        default:
            layout.left = .back(.today)
            layout.barTitle = listing.title
        }
        if listing.list.isUnread { layout.unread = listing.unread }
        layout.newest = listing.list.isSaved ? nil : listing.asOf?.rawValue
        let bottom = layout.bottomBar
        return HTMLPage(layout.document { w in writeContent(bottom, &w) })
    }

    private func writeContent(_ bottom: EditionLayout.BottomBarContent, _ w: inout HTMLWriter) {
        w.raw("<div class=\"column\">")
        StatusLine.write(scope, status, bottom: bottom, into: &w)
        writeHeading(&w)
        if listing.rows.isEmpty { writeEmptyState(&w) } else { writeRows(&w) }
        w.raw("</div>")
    }

    private func writeHeading(_ w: inout HTMLWriter) {
        w.raw("<div class=\"page-title\">")
        if let subscription {
            SiteIconView.write(scope, subscription.icon, title: subscription.title, size: 32, into: &w)
        }
        w.raw("<h1>")
        w.text(listing.title)
        w.raw("</h1></div><div class=\"list-tools\"><span>")
        w.text(summary)
        w.raw("</span>")
        LayoutSwitch.write(scope, into: &w)
        if let subscription {
            w.raw("<a class=\"quiet\"")
            w.attribute("href", scope.path(Route.feedDetails(subscription.id)))
            w.raw(">About this feed</a>")
        } else if listing.unread.value > 0, !listing.list.isSaved, let through = listing.asOf {
            writeMarkAllReadForm(through, &w)
        }
        w.raw("</div>")
        if listing.list.isSaved || listing.list.isUnread {
            ScopeSwitch(scope: scope, path: scope.path(listing.list.isSaved ? Route.saved : Route.unread)).write(
                into: &w)
        }
        if let subscription, subscription.health.state != .fine, subscription.health.state != .new {
            FeedHealthView.write(scope, subscription, into: &w)
        }
        if let mute { MutedFeedNotice.write(scope, mute, into: &w) }
    }

    /// A new subscription without a response yet.
    private var pendingChannel: ChannelID? { subscription.flatMap { $0.health.state == .new ? $0.id : nil } }

    private var summary: String {
        if pendingChannel != nil, listing.rows.isEmpty { return "" }
        if listing.list.isSaved {
            return listing.hasMore ? "\(listing.rows.count) newest" : Strings.stories(listing.rows.count)
        }
        return listing.unread.value == 0 ? "All read" : Strings.unread(listing.unread)
    }

    private func writeMarkAllReadForm(_ through: StoryID, _ w: inout HTMLWriter) {
        ActionForm(
            scope, .markRead, returnPath: scope.currentURI,
            fields: [("list", listing.list.code), ("through", String(through.rawValue))]
        )
        .write(into: &w) { w in
            w.raw("<button class=\"quiet\" data-mark-all>")
            w.text(Strings.markAllRead)
            w.raw("</button>")
        }
    }

    private func writeRows(_ w: inout HTMLWriter) {
        w.raw("<div class=\"list\" data-list")
        w.attribute("data-code", listing.list.code)
        w.raw(">")
        let view = StoryRowView(
            scope: scope, list: listing.list, showsFeedName: subscription == nil && !isSingleSource,
            opensLinkedPage: scope.edition.sectionOptions(of: listing.key).opensExternally)
        let newSince = listing.list.isSaved || !isChronological ? nil : listing.newSince
        for (index, row) in listing.rows.enumerated() {
            if index == 0, let since = newSince, row.arrivedAt > since {
                writeDivider(Strings.new(since: scope.time.since(since)), &w)
            }
            if index > 0, let since = newSince, listing.rows[index - 1].arrivedAt > since, row.arrivedAt <= since {
                writeDivider(Strings.earlier, &w)
            }
            view.write(row, into: &w)
        }
        w.raw("</div>")
        if listing.hasMore {
            writeLoadMoreLink(&w)
        } else if canLoadOlder {
            writeLoadOlderForm(&w)
        } else {
            writeEndNote(&w)
        }
    }

    /// Whether all rows are of one channel, which rows then need not name.
    private var isSingleSource: Bool {
        listing.edition != nil && listing.rows.allSatisfy { $0.channel == listing.rows.first?.channel }
    }

    /// False in an origin's own order, where new rows can be anywhere.
    private var isChronological: Bool {
        zip(listing.rows, listing.rows.dropFirst()).allSatisfy { $0.shownAt >= $1.shownAt }
    }

    private func writeDivider(_ words: String, _ w: inout HTMLWriter) {
        w.raw("<p class=\"since\">")
        w.text(words)
        w.raw("</p>")
    }

    private func writeLoadMoreLink(_ w: inout HTMLWriter) {
        w.raw("<div class=\"more\"><a class=\"button wide-button\" data-more")
        w.attribute("href", loadMorePath)
        w.raw(">")
        w.text(Strings.loadMore)
        w.raw("</a></div>")
    }

    /// One more page of rows, at the first new one.
    private var loadMorePath: String {
        let last = listing.rows.last.map { "#s\($0.id.rawValue)" } ?? ""
        return ListURL(list: listing.list, scope: scope).path(depth: scope.rowLimit + scope.pageSize) + last
    }

    private var canLoadOlder: Bool {
        listing.hasOlderStories && scope.rowLimit < StoryService.maxDepth
    }

    /// A form, since it causes a fetch.
    private func writeLoadOlderForm(_ w: inout HTMLWriter) {
        w.raw("<div class=\"more\" id=\"more\">")
        if let failureCode = scope.query["older"] {
            w.raw("<p class=\"error-note\" role=\"alert\">")
            w.text(Strings.loadMoreFailure(failureCode, title: scope.edition.title))
            w.raw("</p>")
        }
        let last = listing.rows.last.map { String($0.id.rawValue) } ?? ""
        ActionForm(
            scope, .loadMore, returnPath: scope.currentURI,
            fields: [("list", listing.list.code), ("depth", String(scope.rowLimit)), ("last", last)]
        ).write(into: &w) { w in
            w.raw("<button class=\"button wide-button\" data-more>")
            w.text(Strings.loadMore)
            w.raw("</button>")
        }
        w.raw("</div>")
    }

    private func writeEndNote(_ w: inout HTMLWriter) {
        guard let oldest = listing.rows.last?.shownAt, !listing.list.isSaved else { return }
        w.raw("<div class=\"end\"><p>")
        w.text(Strings.endOfNewStories(since: scope.time.since(oldest)))
        w.raw("</p></div>")
    }

    /// Script reloads the page once the feed was fetched.
    private func writeFetchingNote(_ channel: ChannelID, _ w: inout HTMLWriter) {
        w.raw("<div class=\"empty\"")
        w.attribute("data-arriving", String(channel.rawValue))
        w.raw("><p>")
        w.text(Strings.storiesOnTheirWay)
        w.raw("</p><noscript><a class=\"button\"")
        w.attribute("href", scope.path(Route.channel(channel, depth: 0)))
        w.raw(">")
        w.text(Strings.lookAgain)
        w.raw("</a></noscript></div>")
    }

    private func writeEmptyState(_ w: inout HTMLWriter) {
        if let pendingChannel { return writeFetchingNote(pendingChannel, &w) }
        let (words, action): (String, (String, Route)?) =
            switch listing.list {
            case .unread, .within(_, .unread): (Strings.allRead, ("Read today’s paper again", .today))
            case .saved, .within(_, .saved): (Strings.nothingSaved, ("Find something to save", .today))
            default: (Strings.nothingHere, ("Back to today", .today))
            }
        EmptyStateView.write(scope, words, action, into: &w)
    }
}

enum EmptyStateView {
    static func write(
        _ scope: RequestScope, _ words: String, _ action: (words: String, route: Route)?, into w: inout HTMLWriter
    ) {
        w.raw("<div class=\"empty\"><p>")
        w.text(words)
        w.raw("</p>")
        if let action {
            w.raw("<a class=\"button\"")
            w.attribute("href", scope.path(action.route))
            w.raw(">")
            w.text(action.words)
            w.raw("</a>")
        }
        w.raw("</div>")
    }
}
