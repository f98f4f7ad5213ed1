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
    /// The list's place on the front page; nil on other pages.
    var front: FrontList?
    /// The offer of alerts about the list; nil for lists that alerts are not made of.
    var alert: AlertOffer?

    func write(into w: inout HTMLWriter) {
        w.element(.div, class: "list-head") { w in
            if let subscription {
                SiteIconView.write(scope, subscription.icon, title: subscription.title, size: 32, into: &w)
            }
            w.element(.div, class: "list-title") { w in
                w.element(.h1, text: listing.title)
                front?.writeLinks(scope, into: &w)
                w.element(.div, class: "list-tools") { w in writeTools(&w) }
            }
            LayoutSwitch.write(scope, into: &w)
            ListMenuView(scope: scope, listing: listing, subscription: subscription, alert: alert).write(into: &w)
        }
    }

    /// Writes the line of state: the number of stories, the options that are on, and the refresh status.
    private func writeTools(_ w: inout HTMLWriter) {
        writeSummary(&w)
        let options = scope.preferences.options(of: listing.list)
        if options.isUnreadOnly, !listing.list.isUnread {
            w.element(.span, class: "active-option", text: Strings.unreadOnly)
        }
        if options.order == .oldestFirst { w.element(.span, class: "active-option", text: Strings.oldestFirst) }
        if let status { StatusLine.button(scope, status, into: &w) }
    }

    /// Writes the number of stories.
    private func writeSummary(_ w: inout HTMLWriter) {
        guard isPending || listing.list.isMarked else {
            return UnreadCountView.writeSummary(listing.unread, of: listing.list, into: &w)
        }
        let count = listing.rows.count
        w.element(.span) { w in
            if !isPending { w.text(listing.hasMore ? "\(count) newest" : Strings.stories(count)) }
        }
    }
}

/// A menu of the actions on a whole list.
struct ListMenuView {
    let scope: RequestScope
    let listing: StoryListResult
    let subscription: Subscription?
    var alert: AlertOffer?

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
            if list.markKind == .saved, scope.edition.usesFolders {
                MenuButton.writeLink(scope, scope.path(Route.page(.savePage)), Strings.savePage, into: &w)
            }
            if list.isUnread {
                MenuButton.writeLink(
                    scope, scope.path(Route.everything(depth: 0)), Strings.showReadStories, into: &w)
            }
            writeMarkLines(&w)
            alert?.writeMenuLine(scope, into: &w)
            if let subscription {
                MenuButton.writeLink(
                    scope, scope.path(Route.feedDetails(subscription.id)), Strings.aboutFeed, into: &w)
                if subscription.isFollowed {
                    w.element(.li) { w in UnfollowForm.write(scope, subscription, style: nil, into: &w) }
                }
            }
        }
    }

    /// Writes a switch that submits a form and reloads the page.
    private func writeSwitch(_ label: String, _ name: String, _ value: String, _ isOn: Bool, _ w: inout HTMLWriter) {
        w.element(.li) { w in
            ListOptionsForm(scope: scope, list: list).write(into: &w) { w in
                w.element(
                    .button,
                    [.role("switch"), .name(name), .value(value), .aria("checked", isOn ? "true" : "false")]
                ) { w in
                    w.element(.span, text: label)
                    if isOn { Icon.check.write(scope, into: &w) }
                }
            }
        }
    }

    private func writeMarkLines(_ w: inout HTMLWriter) {
        guard listing.unread.value > 0, !list.isMarked, let through = listing.asOf else { return }
        writeMarkForm(("through", String(through.rawValue)), marksAll: true, &w) { w in
            UnreadCountView.writeMarkAllRead(listing.unread, of: list, into: &w)
        }
        guard !listing.isRanked else { return }
        writeMarkForm(("older", "day"), &w) { w in w.text(Strings.markOlderThanDay) }
        writeMarkForm(("older", "week"), &w) { w in w.text(Strings.markOlderThanWeek) }
    }

    private func writeMarkForm(
        _ field: (name: String, value: String), marksAll: Bool = false, _ w: inout HTMLWriter,
        label: (inout HTMLWriter) -> Void
    ) {
        w.element(.li) { w in
            ActionForm(scope, .markRead, returnPath: scope.currentURI, fields: [("list", list.code), field])
                .write(into: &w) { w in
                    w.element(.button, [.data(.markAll, isSet: marksAll)]) { w in
                        w.element(.span, content: label)
                    }
                }
        }
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
