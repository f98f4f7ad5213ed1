import Library
import Markup
import News

/// The header of a list: title, one line of state, and menu; with the bar at most 100 px high on a phone.
struct ListHeadView {
    let scope: RequestScope
    let listing: StoryListResult
    let subscription: Subscription?
    /// True if no response has brought stories yet.
    let isPending: Bool
    /// The refresh status; nil if the bottom bar shows it, or if it would be meaningless.
    let status: RefreshStatus?

    func write(into w: inout HTMLWriter) {
        w.raw("<div class=\"list-head\">")
        if let subscription {
            SiteIconView.write(scope, subscription.icon, title: subscription.title, size: 32, into: &w)
        }
        w.raw("<div class=\"list-title\"><h1>")
        w.text(listing.title)
        w.raw("</h1><div class=\"list-tools\">")
        writeSummary(&w)
        let options = scope.preferences.options(of: listing.list)
        if options.isUnreadOnly, !listing.list.isUnread { writeOption(Strings.unreadOnly, &w) }
        if options.order == .oldestFirst { writeOption(Strings.oldestFirst, &w) }
        if let status { StatusLine.button(scope, status, into: &w) }
        w.raw("</div></div>")
        LayoutSwitch.write(scope, into: &w)
        ListMenuView(scope: scope, listing: listing, subscription: subscription).write(into: &w)
        w.raw("</div>")
    }

    /// Writes the number of stories.
    private func writeSummary(_ w: inout HTMLWriter) {
        guard isPending || listing.list.isMarked else {
            return UnreadCountView.writeSummary(listing.unread, of: listing.list, into: &w)
        }
        w.raw("<span>")
        if !isPending {
            w.text(listing.hasMore ? "\(listing.rows.count) newest" : Strings.stories(listing.rows.count))
        }
        w.raw("</span>")
    }

    private func writeOption(_ words: String, _ w: inout HTMLWriter) {
        w.raw("<span class=\"option\">")
        w.text(words)
        w.raw("</span>")
    }
}

/// A menu of the actions on a whole list.
struct ListMenuView {
    let scope: RequestScope
    let listing: StoryListResult
    let subscription: Subscription?

    private var list: StoryList { listing.list }
    private var options: StoryListOptions { scope.preferences.options(of: list) }

    func write(into w: inout HTMLWriter) {
        MenuButton.write(scope, label: Strings.listMenu, into: &w) { w in
            if !list.isUnread {
                writeSwitch(Strings.unreadOnly, "unread", options.isUnreadOnly ? "0" : "1", options.isUnreadOnly, &w)
            }
            let isOldestFirst = options.order == .oldestFirst
            // The switch is also the way back, if the origin has meanwhile put the list in its own order.
            if list.isMarked || isOldestFirst || !listing.isRanked {
                let other = isOldestFirst ? StoryOrder.newestFirst : .oldestFirst
                writeSwitch(Strings.oldestFirst, "order", other.rawValue, isOldestFirst, &w)
            }
            if list.isUnread || list.isMarked {
                ScopeSwitch(scope: scope, path: scope.path(list.route)).write(into: &w)
            }
            if list.isUnread {
                MenuButton.writeLink(
                    scope, scope.path(Route.everything(depth: 0)), Strings.showReadStories, into: &w)
            }
            writeMarkLines(&w)
            if let subscription {
                MenuButton.writeLink(
                    scope, scope.path(Route.feedDetails(subscription.id)), Strings.aboutFeed, into: &w)
                guard subscription.isFollowed else { return }
                w.raw("<li>")
                UnfollowForm.write(scope, subscription, opening: "<button>", into: &w)
                w.raw("</li>")
            }
        }
    }

    /// Writes a switch that submits a form and reloads the page.
    private func writeSwitch(
        _ label: String, _ name: StaticString, _ value: String, _ isOn: Bool, _ w: inout HTMLWriter
    ) {
        w.raw("<li>")
        ListOptionsForm(scope: scope, list: list).write(into: &w) { w in
            w.raw("<button role=\"switch\" name=\"")
            w.raw(name)
            w.raw("\"")
            w.attribute("value", value)
            w.attribute("aria-checked", isOn ? "true" : "false")
            w.raw("><span>")
            w.text(label)
            w.raw("</span>")
            if isOn { Icon.check.write(scope, into: &w) }
            w.raw("</button>")
        }
        w.raw("</li>")
    }

    private func writeMarkLines(_ w: inout HTMLWriter) {
        guard listing.unread.value > 0, !list.isMarked, let through = listing.asOf else { return }
        writeMarkForm(("through", String(through.rawValue)), " data-mark-all", &w) { w in
            UnreadCountView.writeMarkAllRead(listing.unread, of: list, into: &w)
        }
        guard !listing.isRanked else { return }
        writeMarkForm(("older", "day"), "", &w) { $0.text(Strings.markOlderThanDay) }
        writeMarkForm(("older", "week"), "", &w) { $0.text(Strings.markOlderThanWeek) }
    }

    private func writeMarkForm(
        _ field: (name: String, value: String), _ attribute: StaticString, _ w: inout HTMLWriter,
        label: (inout HTMLWriter) -> Void
    ) {
        w.raw("<li>")
        ActionForm(scope, .markRead, returnPath: scope.currentURI, fields: [("list", list.code), field])
            .write(into: &w) { w in
                w.raw("<button")
                w.raw(attribute)
                w.raw("><span>")
                label(&w)
                w.raw("</span></button>")
            }
        w.raw("</li>")
    }
}

/// A form that changes the reader's options of a list (`StoryListOptions`).
struct ListOptionsForm {
    let scope: RequestScope
    let list: StoryList

    func write(into w: inout HTMLWriter, _ content: (inout HTMLWriter) -> Void) {
        ActionForm(
            scope, .preferences, returnPath: scope.firstPagePath, fields: [("part", "list"), ("list", list.code)],
            style: "native-submit"
        ).write(into: &w, content)
    }
}
