import Caching
import Foundation
import Library
import Markup
import News

/// The first page of an edition: the front page, or the first-run page without subscriptions. Other editions show
/// stored stories and refresh stale channels. Editions with a pack have a first page of their own.
struct HomePage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard scope.edition.pack == nil else { return try await PackHomePage().page(for: scope) }
        let cache = scope.dependencies.frontPageCache
        if scope.edition.usesFolders || scope.edition.topics != nil { try await cache.recordVisit(scope) }
        if !scope.edition.usesFolders {
            try await StaleListRefresh(scope: scope).refreshIfStale(.within(scope.edition.id, .everything))
        }
        if scope.edition.options.front.order == .list, let list = try await FrontList(for: scope) {
            return try await ListPage(list: .section(list.section), front: list).page(for: scope)
        }
        let stored = try await cache.frontPage(scope)
        guard stored.hasSubscriptions else { return FirstRunView(scope: scope).page() }
        let member = try await MemberOverlay.load((stored.rows + stored.featured).map(\.id), for: scope)
        let front = member.visible(stored)
        var scope = scope
        scope.iconSheet = SiteIconSheet((front.rows + front.featured).map(\.icon), for: scope)
        var view = FrontPageView(scope: scope, front: front)
        view.newReplies = member.newReplies
        view.invitation = try await TopicInvitation(for: scope)
        view.digest = try await DigestNotice(for: scope)
        view.notice = try await scope.keyedAPINotice(in: nil)
        view.votes = try await RowVotes.load(front.rows.map(\.id), for: scope)
        if front.isEmpty { view.failures = try await scope.failures(in: nil, front.status) }
        return view.page()
    }
}

/// The list that is an edition's front page, and the lists beside it.
struct FrontList: Sendable {
    /// The section whose list it is.
    let section: SectionID
    /// The other sections.
    let others: [EditionService.SectionDetails]

    /// Finds the edition's first section; nil if it has none.
    init?(for scope: RequestScope) async throws(LibraryError) {
        let sections = try await scope.library.editions.sections(of: scope.edition.id, for: scope.reader)
        guard let first = sections.first else { return nil }
        section = first.id
        others = Array(sections.dropFirst())
    }

    /// Writes links to the other lists.
    func writeLinks(_ scope: RequestScope, into w: inout HTMLWriter) {
        w.element(.nav, class: "other-lists", [.aria("label", Strings.otherLists)]) { w in
            for other in others {
                w.element(.a, [.href(scope.path(Route.section(other.id, depth: 0)))], text: other.title)
            }
        }
    }
}

/// A cache of the content of front pages. HTML has relative times and is rendered for each request.
struct FrontPageCache: Sendable {
    private struct Key: Hashable {
        let reader: ReaderID
        let edition: EditionID
        let options: EditionOptions
        let layout: Preferences.Layout
        let slot: Date?
    }

    /// The entries, kept for 30 seconds even without changes: stories age and images become available.
    private let entries = RevisionCache<Key, FrontPage>(maxCount: 64, lifetime: 30)
    /// The readers whose visits were recorded in the last ten seconds; the Library's resolution is a minute.
    private let visitors = BoundedCache<ReaderID, Bool>(maxCount: 64, lifetime: 10)

    func frontPage(_ scope: RequestScope) async throws(LibraryError) -> FrontPage {
        let key = Key(
            reader: scope.reader, edition: scope.edition.id, options: scope.edition.options, layout: scope.listLayout,
            slot: scope.frontPageSlot)
        return try await entries.value(for: key, at: scope.library.revision(for: scope.reader), now: scope.now) {
            () async throws(LibraryError) in try await read(scope)
        }
    }

    private func read(_ scope: RequestScope) async throws(LibraryError) -> FrontPage {
        let options = scope.edition.options
        let isGrid = scope.listLayout == .grid
        return try await scope.library.stories.frontPage(
            for: scope.reader, of: scope.edition.id, rowsPerSection: options.rowsPerSection,
            featuredCount: isGrid ? FrontPageView.maxFeatured : 0, hasLead: options.hasLeadStory,
            options: options.front, countsNew: scope.edition.topics != nil)
    }

    /// Calls `ReaderService.recordVisit`, unless the reader's visit was recorded in the last ten seconds.
    func recordVisit(_ scope: RequestScope) async throws(LibraryError) {
        guard scope.intent.allowsSideEffects, visitors.value(for: scope.reader, now: scope.now) == nil else { return }
        try await scope.library.readers.recordVisit(for: scope.reader)
        visitors.store(true, for: scope.reader, now: scope.now)
    }
}
