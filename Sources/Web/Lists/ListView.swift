import Library
import Markup
import News

/// A list of stories as HTML.
struct ListView {
    let visit: Visit
    let listing: StoryListPage
    let status: RefreshStatus
    let subscription: Subscription?
    /// The rule that keeps this feed away from the other lists.
    var mute: Mute?

    func page() -> Page {
        var shell = Shell(visit: visit, title: listing.title, kind: .list, status: status)
        shell.hasReader = visit.layout == .list
        switch listing.list {
        case .unread, .within(_, .unread): shell.tab = .unread
        case .saved, .within(_, .saved): shell.tab = .saved
        case .channel:
            shell.left = .back(.feeds)
            shell.barTitle = listing.title
        default:
            shell.left = .back(.today)
            shell.barTitle = listing.title
        }
        if listing.list.isUnread { shell.unread = listing.unread }
        shell.newest = listing.list.isSaved ? nil : listing.through?.rawValue
        let bottom = shell.bottom
        return Page(shell.page { w in content(bottom, &w) })
    }

    private func content(_ bottom: EditionShell.Bottom, _ w: inout HTMLWriter) {
        w.raw("<div class=\"column\">")
        StatusLine.write(visit, status, bottom: bottom, into: &w)
        heading(&w)
        if listing.rows.isEmpty { empty(&w) } else { rows(&w) }
        w.raw("</div>")
    }

    private func heading(_ w: inout HTMLWriter) {
        w.raw("<div class=\"page-title\">")
        if let subscription {
            SiteIcon.write(visit, subscription.icon, title: subscription.title, size: 32, into: &w)
        }
        w.raw("<h1>")
        w.text(listing.title)
        w.raw("</h1></div><div class=\"list-tools\"><span>")
        w.text(tally)
        w.raw("</span>")
        LayoutSwitch.write(visit, into: &w)
        if let subscription {
            w.raw("<a class=\"quiet\"")
            w.attribute("href", visit.path(Route.channelFacts(subscription.id)))
            w.raw(">About this feed</a>")
        } else if listing.unread.value > 0, !listing.list.isSaved, let through = listing.through {
            markAll(through, &w)
        }
        w.raw("</div>")
        if listing.list.isSaved || listing.list.isUnread {
            NarrowView(visit: visit, path: visit.path(listing.list.isSaved ? Route.saved : Route.unread)).write(
                into: &w)
        }
        if let subscription, subscription.health.state != .fine, subscription.health.state != .new {
            HealthView.write(visit, subscription, into: &w)
        }
        if let mute { MutedFeedNote.write(visit, mute, into: &w) }
    }

    /// A feed just followed, which has not answered yet.
    private var awaited: ChannelID? { subscription.flatMap { $0.health.state == .new ? $0.id : nil } }

    private var tally: String {
        if awaited != nil, listing.rows.isEmpty { return "" }
        if listing.list.isSaved {
            return listing.hasMore ? "\(listing.rows.count) newest" : Words.stories(listing.rows.count)
        }
        return listing.unread.value == 0 ? "All read" : Words.unread(listing.unread)
    }

    private func markAll(_ through: StoryID, _ w: inout HTMLWriter) {
        ActForm(
            visit, .read, back: visit.here,
            fields: [("list", listing.list.code), ("through", String(through.rawValue))]
        )
        .write(into: &w) { w in
            w.raw("<button class=\"quiet\" data-mark-all>")
            w.text(Words.markAllRead)
            w.raw("</button>")
        }
    }

    private func rows(_ w: inout HTMLWriter) {
        w.raw("<div class=\"list\" data-list")
        w.attribute("data-code", listing.list.code)
        w.attribute("data-depth", String(visit.depth))
        w.raw(">")
        let view = RowView(
            visit: visit, list: listing.list, namesFeed: subscription == nil && !isOneSource,
            opensOutside: visit.edition.treatment(of: listing.key).opensOutside)
        let newSince = listing.list.isSaved || !isByTime ? nil : listing.newSince
        for (index, row) in listing.rows.enumerated() {
            if index == 0, let since = newSince, row.arrivedAt > since {
                boundary(Words.new(since: visit.time.since(since)), &w)
            }
            if index > 0, let since = newSince, listing.rows[index - 1].arrivedAt > since, row.arrivedAt <= since {
                boundary(Words.earlier, &w)
            }
            view.write(row, into: &w)
        }
        w.raw("</div>")
        if listing.hasMore { more(&w) } else if asksOrigin { older(&w) } else { end(&w) }
    }

    /// A newspaper's section that draws on one channel alone bears its name; its rows need not repeat it.
    private var isOneSource: Bool {
        listing.edition != nil && listing.rows.allSatisfy { $0.channel == listing.rows.first?.channel }
    }

    /// A list in its origin's own order has what is new everywhere.
    private var isByTime: Bool { zip(listing.rows, listing.rows.dropFirst()).allSatisfy { $0.shownAt >= $1.shownAt } }

    /// A line between what is new since the visit before and what was there already.
    private func boundary(_ words: String, _ w: inout HTMLWriter) {
        w.raw("<p class=\"since\">")
        w.text(words)
        w.raw("</p>")
    }

    private func more(_ w: inout HTMLWriter) {
        w.raw("<div class=\"more\"><a class=\"button wide-button\" data-more")
        w.attribute("href", deeper)
        w.raw(">")
        w.text(Words.loadMore)
        w.raw("</a></div>")
    }

    /// The same list, one step deeper, standing at the first new row.
    private var deeper: String {
        let last = listing.rows.last.map { "#s\($0.id.rawValue)" } ?? ""
        return ListPlace(list: listing.list, visit: visit).path(depth: visit.depth + visit.step) + last
    }

    /// Whether the origin is asked for what follows.
    private var asksOrigin: Bool {
        listing.goesOn && visit.house.backstage.olderStories != nil && visit.depth < StoryDesk.deepest
    }

    /// The same button where what is known ends: it asks the origin, so it is a form.
    private func older(_ w: inout HTMLWriter) {
        w.raw("<div class=\"more\" id=\"more\">")
        if let trouble = visit.query["older"] {
            w.raw("<p class=\"sorry\" role=\"alert\">")
            w.text(Words.older(trouble, title: visit.edition.title))
            w.raw("</p>")
        }
        let last = listing.rows.last.map { String($0.id.rawValue) } ?? ""
        ActForm(
            visit, .older, back: visit.here,
            fields: [("list", listing.list.code), ("depth", String(visit.depth)), ("last", last)]
        ).write(into: &w) { w in
            w.raw("<button class=\"button wide-button\" data-more>")
            w.text(Words.loadMore)
            w.raw("</button>")
        }
        w.raw("</div>")
    }

    private func end(_ w: inout HTMLWriter) {
        guard let oldest = listing.rows.last?.shownAt, !listing.list.isSaved else { return }
        w.raw("<div class=\"end\"><p>")
        w.text(Words.that(isAllSince: visit.time.since(oldest)))
        w.raw("</p></div>")
    }

    /// The page is made again when the feed has answered.
    private func arriving(_ channel: ChannelID, _ w: inout HTMLWriter) {
        w.raw("<div class=\"empty\"")
        w.attribute("data-arriving", String(channel.rawValue))
        w.raw("><p>")
        w.text(Words.onTheirWay)
        w.raw("</p><noscript><a class=\"button\"")
        w.attribute("href", visit.path(Route.channel(channel, depth: 0)))
        w.raw(">")
        w.text(Words.lookAgain)
        w.raw("</a></noscript></div>")
    }

    private func empty(_ w: inout HTMLWriter) {
        if let awaited { return arriving(awaited, &w) }
        let (words, action): (String, (String, Route)?) =
            switch listing.list {
            case .unread, .within(_, .unread): (Words.allRead, ("Read today’s paper again", .today))
            case .saved, .within(_, .saved): (Words.nothingSaved, ("Find something to save", .today))
            default: (Words.nothingHere, ("Back to today", .today))
            }
        EmptyView.write(visit, words, action, into: &w)
    }
}

/// One sentence, one action.
enum EmptyView {
    static func write(
        _ visit: Visit, _ words: String, _ action: (words: String, route: Route)?, into w: inout HTMLWriter
    ) {
        w.raw("<div class=\"empty\"><p>")
        w.text(words)
        w.raw("</p>")
        if let action {
            w.raw("<a class=\"button\"")
            w.attribute("href", visit.path(action.route))
            w.raw(">")
            w.text(action.words)
            w.raw("</a>")
        }
        w.raw("</div>")
    }
}
