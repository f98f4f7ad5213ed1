import Library
import Markup
import News

/// A page with a list of stories; the URL has the row limit.
struct ListPage {
    let list: StoryList
    /// The list's place on the front page; nil on other pages.
    var front: FrontList?

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        if list.markKind == .ticked, !scope.edition.options.allowsTicks { throw .notThere }
        if !scope.edition.usesFolders { try await StaleListRefresh(scope: scope).refreshIfStale(list) }
        // The status is read before the stories: a feed that responds in between is then shown as pending, and the page
        // checks again.
        let status = try await scope.library.refreshing.status(for: scope.reader, of: scope.edition.id)
        var subscription: Subscription?
        var mute: Mute?
        if case .channel(let id) = list {
            subscription = try await scope.library.subscriptions.one(id, for: scope.reader)
            mute = try await scope.library.mutes.all(for: scope.reader).first { $0.rule.channel == id }
        }
        let options = scope.preferences.options(of: list)
        var listing = try await scope.library.stories.list(
            list, for: scope.reader, depth: scope.rowLimit, unreadOnly: options.isUnreadOnly, order: options.order)
        if let tab = list.markKind?.tab { listing.title = tab.title(in: scope.edition) }
        let owner = scope.edition.usesFolders ? nil : scope.edition.id
        if case .section = list, listing.edition != owner { throw .notThere }
        if case .channel = list, scope.edition.usesFolders {
            try await StaleListRefresh(scope: scope).refreshIfStale(list)
        }
        let member = try await MemberOverlay.load(listing.rows.map(\.id), for: scope)
        // Stories that the reader has saved stay in their list, even if hidden at their site.
        if !list.isMarked { listing.rows = member.visible(listing.rows) }
        var view = StoryListView(
            scope: scope, listing: listing, status: status, subscription: subscription, mute: mute)
        view.front = front
        view.alert = try await AlertOffer(for: list, scope)
        view.failures = try await failures(of: listing, status, scope)
        view.notice = try await notice(scope)
        view.newReplies = member.newReplies
        view.votes = try await RowVotes.load(listing.rows.map(\.id), for: scope)
        return view.page()
    }
}

extension ListPage {
    /// Returns the notice about the edition's services; nil on a feed's own page, which shows it with the feed's health
    /// above the list.
    private func notice(_ scope: RequestScope) async throws(LibraryError) -> KeyedAPINotice? {
        if case .channel = list { return nil }
        if case .within(nil, _) = list { return nil }
        return list.isMarked ? nil : try await scope.keyedAPINotice(in: list)
    }

    /// Returns the reasons for an empty list. They are nil on a feed's own page, which shows them above its list, and
    /// for lists that are empty because stories are not marked or are read.
    private func failures(
        of listing: StoryListResult, _ status: RefreshStatus, _ scope: RequestScope
    ) async throws(LibraryError) -> RefreshFailures? {
        guard listing.rows.isEmpty, !list.isMarked, !(list.isUnread && status.lastSuccessAt != nil) else { return nil }
        if case .channel = list { return nil }
        if case .within(nil, _) = list { return nil }
        return try await scope.failures(in: list, status)
    }
}

/// The URL of a list with its row limit.
struct ListURL {
    let list: StoryList
    let scope: RequestScope

    /// Returns the path of the list.
    /// - Parameter failureCode: the reason why loading older stories failed.
    func path(depth: Int, failureCode: String? = nil) -> String {
        let path =
            switch list {
            case .section where scope.page.isFrontPage: "\(scope.path(Route.today))?depth=\(depth)"
            case .section(let id): scope.path(Route.section(id, depth: depth))
            case .channel(let id): scope.path(Route.channel(id, depth: depth))
            case .everything: scope.path(Route.everything(depth: depth))
            case .search: "\(scope.path(list.route))&depth=\(depth)"
            case .unread, .saved, .within:
                "\(scope.path(baseRoute))?depth=\(depth)\(scope.showsAllEditions ? "&everywhere=1" : "")"
            }
        return path + (failureCode.map { "&older=\($0)#more" } ?? "")
    }

    private var baseRoute: Route { list.isMarked || list.isUnread ? list.route : .everything(depth: 0) }
}

/// A refresh of the stale sources of a list that a user views, also from the browser's cache (MIT-68). Cross-site
/// requests cannot trigger it. If the database cannot be written, the list stays unchanged.
struct StaleListRefresh {
    let scope: RequestScope

    func refreshIfStale(_ list: StoryList) async throws(LibraryError) {
        guard scope.intent.allowsSideEffects else { return }
        do { try await refresh(list) } catch {
            guard error.preventsWriting else { throw error }
        }
    }

    private func refresh(_ list: StoryList) async throws(LibraryError) {
        let library = scope.library
        try await followDefaultHeadlines()
        switch list {
        case .channel(let id): try await library.refreshing.refreshIfStale(id, for: scope.reader)
        case .section(let id):
            guard !scope.edition.usesFolders else { return }
            try await library.editions.refreshIfStale(scope.edition.id, section: id, for: scope.reader)
        case let list where list.isMarked: return
        default:
            guard !scope.edition.usesFolders else { return }
            try await library.editions.refreshIfStale(scope.edition.id, for: scope.reader)
        }
    }

    /// Follows the default headlines at the first visit, so that headlines come without any action.
    private func followDefaultHeadlines() async throws(LibraryError) {
        guard scope.edition.topics != nil else { return }
        let region = BrowserRegion(of: scope)
        try await scope.library.topics.followDefaultHeadlines(
            country: region.country, languages: region.languages, in: scope.edition, for: scope.reader)
    }
}
