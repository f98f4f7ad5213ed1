import Library
import Markup
import News

/// A list of stories as HTML.
struct ListView {
    let visit: Visit
    let listing: StoryListPage
    let status: RefreshStatus
    let subscription: Subscription?

    func page() -> Page {
        var shell = Shell(visit: visit, title: listing.title)
        switch listing.list {
        case .unread: shell.tab = .unread
        case .saved: shell.tab = .saved
        case .channel:
            shell.left = .back(.feeds)
            shell.barTitle = listing.title
        default:
            shell.left = .back(.today)
            shell.barTitle = listing.title
        }
        if listing.list == .unread { shell.unread = listing.unread }
        shell.newest = listing.list == .saved ? nil : listing.through?.rawValue
        return Page(shell.page { w in content(&w) })
    }

    private func content(_ w: inout HTMLWriter) {
        w.raw("<div class=\"column\">")
        StatusLine.write(visit, status, into: &w)
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
        if let subscription {
            w.raw("<a class=\"quiet\"")
            w.attribute("href", Route.channelFacts(subscription.id).path)
            w.raw(">About this feed</a>")
        } else if listing.unread.value > 0, listing.list != .saved, let through = listing.through {
            markAll(through, &w)
        }
        w.raw("</div>")
        if let subscription, subscription.health.state != .fine, subscription.health.state != .new {
            HealthView.write(visit, subscription, into: &w)
        }
    }

    private var tally: String {
        if listing.list == .saved {
            return listing.hasMore ? "\(listing.rows.count) newest" : Words.stories(listing.rows.count)
        }
        return listing.unread.value == 0 ? "All read" : Words.unread(listing.unread)
    }

    private func markAll(_ through: StoryID, _ w: inout HTMLWriter) {
        ActForm(.read, back: visit.here, fields: [("list", listing.list.code), ("through", String(through.rawValue))])
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
        let view = RowView(visit: visit, list: listing.list, namesFeed: subscription == nil)
        for (index, row) in listing.rows.enumerated() {
            if index == 0, let since = listing.newSince, listing.list != .saved, row.arrivedAt > since {
                boundary(Words.new(since: visit.time.since(since)), &w)
            }
            if index > 0, let since = listing.newSince, listing.list != .saved,
                listing.rows[index - 1].arrivedAt > since, row.arrivedAt <= since
            {
                boundary(Words.earlier, &w)
            }
            view.write(row, into: &w)
        }
        w.raw("</div>")
        if listing.hasMore { more(&w) } else { end(&w) }
    }

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
        let depth = visit.depth + Route.step
        let last = listing.rows.last.map { "#s\($0.id.rawValue)" } ?? ""
        switch listing.list {
        case .section(let id): return Route.section(id, depth: depth).path + last
        case .channel(let id): return Route.channel(id, depth: depth).path + last
        case .everything: return Route.everything(depth: depth).path + last
        case .unread: return "\(Route.unread.path)?depth=\(depth)\(last)"
        case .saved: return "\(Route.saved.path)?depth=\(depth)\(last)"
        }
    }

    private func end(_ w: inout HTMLWriter) {
        guard let oldest = listing.rows.last?.shownAt, listing.list != .saved else { return }
        w.raw("<div class=\"end\"><p>")
        w.text(Words.that(isAllSince: visit.time.since(oldest)))
        w.raw("</p></div>")
    }

    private func empty(_ w: inout HTMLWriter) {
        let (words, action): (String, (String, Route)?) =
            switch listing.list {
            case .unread: (Words.allRead, ("Read today’s paper again", .today))
            case .saved: (Words.nothingSaved, ("Find something to save", .today))
            default: (Words.nothingHere, ("Back to today", .today))
            }
        EmptyView.write(words, action, into: &w)
    }
}

/// One sentence, one action.
enum EmptyView {
    static func write(_ words: String, _ action: (words: String, route: Route)?, into w: inout HTMLWriter) {
        w.raw("<div class=\"empty\"><p>")
        w.text(words)
        w.raw("</p>")
        if let action {
            w.raw("<a class=\"button\"")
            w.attribute("href", action.route.path)
            w.raw(">")
            w.text(action.words)
            w.raw("</a>")
        }
        w.raw("</div>")
    }
}
