import Library
import Markup
import News

struct StoryListView {
    let scope: RequestScope
    let listing: StoryListResult
    let status: RefreshStatus
    let subscription: Subscription?
    /// The list's place on the front page; nil on other pages.
    var front: FrontList?
    /// The offer of alerts about the list; nil for lists that alerts are not made of.
    var alert: AlertOffer?
    /// The mute that hides this feed in other lists.
    var mute: Mute?
    /// The failures of the feeds, if the list is empty because of them.
    var failures: RefreshFailures?
    var notice: KeyedAPINotice?
    var votes: RowVotes?
    /// The number of new replies; nil without an account at a site of the edition.
    var newReplies: Int?

    private var options: StoryListOptions { scope.preferences.options(of: listing.list) }

    func page() -> HTMLPage {
        var layout = PageLayout(
            scope: scope, title: front == nil ? listing.title : scope.edition.title,
            kind: front == nil ? .list : .front,
            status: status)
        layout.hasStoryPane = scope.listLayout == .list
        switch listing.list {
        case _ where front != nil: layout.tab = .today
        case .unread, .within(_, .unread): layout.select(.unread, title: listing.title)
        case let list where list.isMarked:
            if let tab = list.markKind?.tab { layout.select(tab, title: listing.title) }
        case .channel:
            layout.left = .back(.feeds)
            layout.barTitle = listing.title
        default:
            layout.left = .back(.today)
            layout.barTitle = listing.title
        }
        layout.newReplies = newReplies
        // New stories appear at the top, if the list has the newest there.
        let showsNewest = !listing.list.isMarked && options.order == .newestFirst
        layout.newest = showsNewest ? listing.asOf?.rawValue : nil
        if votes != nil { layout.extras.append(.module("membership.js")) }
        if offersTakingAlong { layout.extras += OfflinePanelView.extras(for: scope) }
        let bottom = layout.bottomBar
        return HTMLPage(layout.document { w in writeContent(bottom, &w) })
    }

    private func writeContent(_ bottom: EditionBars.BottomBarContent, _ w: inout HTMLWriter) {
        w.element(.div, class: "page-column") { w in
            ListHeadView(
                scope: scope, listing: listing, subscription: subscription,
                isPending: pendingChannel != nil && listing.rows.isEmpty || failedWithoutStories,
                status: saysWhenUpdated(bottom) ? status : nil, front: front, alert: alert
            ).write(into: &w)
            writeNotices(&w)
            if listing.rows.isEmpty { writeEmptyState(&w) } else { writeRows(&w) }
            KeptBackLine.write(scope, listing.keptBack, of: listing.list, into: &w)
            if front != nil { SampleStoriesBanner.write(scope, into: &w) }
            if offersTakingAlong { OfflinePanelView(scope: scope, edition: scope.edition).write(into: &w) }
        }
    }

    /// True if the list of saved stories can be stored on the device. The settings explain why a browser cannot do so.
    private var offersTakingAlong: Bool {
        listing.list.markKind == .saved && scope.edition.options.allowsSaving && !scope.showsAllEditions
            && scope.client.isSecureContext && (!listing.rows.isEmpty || scope.hasAlong(scope.edition))
    }

    /// Returns true if the page says "Updated just now". The sentence is about the edition's feeds: it would be false
    /// for a failing feed, and does not apply to saved stories.
    private func saysWhenUpdated(_ bottom: EditionBars.BottomBarContent) -> Bool {
        guard bottom != .status, !listing.list.isMarked else { return false }
        return subscription.map { [.new, .fine].contains($0.health.state) } ?? true
    }

    private func writeNotices(_ w: inout HTMLWriter) {
        if failures == nil { notice?.write(scope, into: &w) }
        if let subscription, subscription.health.state != .fine, subscription.health.state != .new {
            FeedHealthView.write(scope, subscription, into: &w)
        }
        if let mute { MutedFeedNotice.write(scope, mute, into: &w) }
    }

    /// The channel of a new subscription without a response yet.
    private var pendingChannel: ChannelID? { subscription.flatMap { $0.health.state == .new ? $0.id : nil } }

    private func writeRows(_ w: inout HTMLWriter) {
        let view = StoryRowView(
            scope: scope, list: listing.list, showsFeedName: subscription == nil && !isSingleSource,
            opensExternally: scope.edition.sectionOptions(of: listing.key).opensExternally, votes: votes)
        // New stories of a ranked channel can be at any position.
        let newSince = listing.list.isMarked || listing.hasRankedChannel ? nil : listing.newSince
        let hidesRead = options.isUnreadOnly || listing.list.isUnread
        w.element(.div, class: "list", [.data(.list, listing.list.code), .data(.hidesRead, isSet: hidesRead)]) { w in
            votes?.writeForm(scope, into: &w)
            for (index, row) in listing.rows.enumerated() {
                if index > 0, let since = newSince, listing.rows[index - 1].arrivedAt > since, row.arrivedAt <= since {
                    w.element(.p, class: "since-visit", text: Strings.newAbove(since: scope.time.since(since)))
                }
                view.write(row, day: dayHead(at: index), into: &w)
            }
        }
        if listing.hasMore {
            w.element(.div, class: "more") { w in
                w.element(
                    .a, class: "button wide-button", [.data(.more), .href(loadMorePath)], text: Strings.loadMore)
            }
        } else if canLoadOlder {
            writeLoadOlderForm(&w)
        } else {
            writeEndNote(&w)
        }
    }

    /// Returns the day that begins with a row of a list by date; nil for today's first row.
    private func dayHead(at index: Int) -> String? {
        guard !listing.list.isMarked, !listing.isRanked, !listing.hasRankedChannel, scope.listLayout == .list,
            scope.edition.theme.rowStyle != .wide
        else { return nil }
        let time = scope.time
        let (day, before) = (
            time.dayNumber(listing.rows[index].shownAt),
            index == 0 ? time.dayNumber(scope.now) : time.dayNumber(listing.rows[index - 1].shownAt)
        )
        return day == before ? nil : time.dayHead(listing.rows[index].shownAt)
    }

    /// True if all rows are of one channel, which the rows then need not name.
    private var isSingleSource: Bool {
        listing.edition != nil && listing.rows.allSatisfy { $0.channel == listing.rows.first?.channel }
    }

    /// The path of the list with one more page of rows, at the last present row.
    private var loadMorePath: String {
        let last = listing.rows.last.map { "#s\($0.id.rawValue)" } ?? ""
        return ListURL(list: listing.list, scope: scope).path(depth: scope.rowLimit + scope.pageSize) + last
    }

    private var canLoadOlder: Bool {
        listing.hasOlderStories && scope.rowLimit < StoryService.maxDepth
    }

    /// Writes the button for older stories as a form, since it causes a fetch.
    private func writeLoadOlderForm(_ w: inout HTMLWriter) {
        let last = listing.rows.last.map { String($0.id.rawValue) } ?? ""
        w.element(.div, class: "more", [.id("more")]) { w in
            if let failureCode = scope.query["older"] {
                FetchStatusView(
                    state: .failed, sentence: Strings.loadMoreFailure(failureCode, title: scope.edition.title),
                    style: "error-note"
                ).write(into: &w)
            }
            ActionForm(
                scope, .loadMore, returnPath: scope.currentURI,
                fields: [("list", listing.list.code), ("depth", String(scope.rowLimit)), ("last", last)]
            ).write(into: &w) { w in
                w.element(.button, class: "button wide-button", [.data(.more)], text: Strings.loadMore)
            }
        }
    }

    private func writeEndNote(_ w: inout HTMLWriter) {
        let last = options.order == .newestFirst ? listing.rows.last : listing.rows.first
        guard let oldest = last?.shownAt, !listing.list.isMarked else { return }
        w.element(.div, class: "list-end") { w in
            w.element(.p, text: Strings.endOfNewStories(since: scope.time.since(oldest)))
        }
    }

    /// Writes the note for a feed that is being fetched; script reloads the page once the feed was fetched.
    private func writeFetchingNote(_ channel: ChannelID, _ w: inout HTMLWriter) {
        w.element(.div, class: "empty", [.data(.pendingChannel, String(channel.rawValue))]) { w in
            w.element(.p, text: Strings.storiesOnTheirWay)
            w.element(.noscript) { w in
                let path = scope.path(Route.channel(channel, depth: 0))
                w.element(.a, class: "button", [.href(path)], text: Strings.lookAgain)
            }
        }
    }

    /// Writes the note for an empty list that shows unread stories only.
    private func writeAllReadNote(_ w: inout HTMLWriter) {
        w.element(.div, class: "empty") { w in
            w.element(.p, text: Strings.allRead)
            ListOptionsForm(scope: scope, list: listing.list).write(into: &w) { w in
                w.element(.button, class: "button", [.name("unread"), .value("0")], text: Strings.showReadStories)
            }
        }
    }

    /// True if the feed of the list fails; the reason is shown above the list.
    private var isFailing: Bool { subscription.map { ![.new, .fine].contains($0.health.state) } ?? false }

    /// True if the feed fails and has no stories, so that none can be counted or read.
    private var failedWithoutStories: Bool { isFailing && subscription?.health.storyCount == 0 }

    /// The reason why the feed's own page has no story.
    private var noStories: String {
        guard isFailing else { return Strings.nothingHere }
        return subscription?.health.state == .failing ? Strings.feedLoadFailed : Strings.noStoriesStored
    }

    private var nothingSaved: String {
        switch scope.edition.options.saveIcon {
        case .bookmark: Strings.nothingSaved
        case .star: Strings.nothingStarred
        }
    }

    private func writeEmptyState(_ w: inout HTMLWriter) {
        if let pendingChannel { return writeFetchingNote(pendingChannel, &w) }
        if let failures {
            return w.element(.div, class: "empty failed", [.data(.pendingChannel)]) { w in
                FetchFailuresView(scope: scope, failures: failures, notice: notice).write(into: &w)
            }
        }
        if front != nil, status.firstRun != nil || status.isUpdating {
            return w.element(.div, class: "empty", [.data(.pendingChannel)]) { w in
                w.element(.p, text: Strings.storiesOnTheirWay)
            }
        }
        if options.isUnreadOnly, !listing.list.isUnread, !failedWithoutStories { return writeAllReadNote(&w) }
        let (words, action): (String, (String, Route)?) =
            switch listing.list {
            case .unread, .within(_, .unread): (Strings.allRead, (Strings.backToFrontPage, .today))
            case let list
            where list.markKind == .saved && !scope.edition.options.allowsSaving && !scope.showsAllEditions:
                (Strings.savingIsOff(scope.edition.title), (Strings.backToFrontPage, .today))
            case .within(_, .ticked): (Strings.nothingTicked, (Strings.findTicks, .today))
            case .saved, .within(_, .saved): (nothingSaved, ("Find something to save", .today))
            default: (noStories, (Strings.backToFrontPage, .today))
            }
        // A list of marked stories may get some while it is open.
        let code = listing.list.isMarked ? listing.list.code : nil
        EmptyStateView.write(scope, words, action, list: code, into: &w)
    }
}

enum EmptyStateView {
    static func write(
        _ scope: RequestScope, _ words: String, _ action: (words: String, route: Route)?, list: String? = nil,
        into w: inout HTMLWriter
    ) {
        w.element(.div, class: "empty", [.data(.list, list)]) { w in
            w.element(.p, text: words)
            if let action {
                w.element(.a, class: "button", [.href(scope.path(action.route))], text: action.words)
            }
        }
    }
}
