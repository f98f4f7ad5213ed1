import Foundation
import Library
import Markup
import News
import URLs

/// A page that finds feeds by name among what is known here, or at an address. An address from another site is fetched
/// only after a confirmation.
struct AddFeedPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let typed = (scope.query["address"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        let folders = try await scope.library.subscriptions.folders(for: scope.reader)
        let known = FeedCatalog(try await scope.library.subscriptions.knownFeeds(for: scope.reader), in: scope)
        let suggestions =
            typed.isEmpty ? try await SuggestionFinder(scope: scope).suggestions(beginningWith: .follow) : []
        let finding = typed.isEmpty ? nil : try await discover(typed, known, scope)
        var layout = PageLayout(
            scope: scope, title: Strings.addFeed, left: .back(.feeds), barTitle: Strings.addFeed, actions: [])
        layout.extras = [.stylesheet("feeds.css")]
        return HTMLPage(
            isCacheable: typed.isEmpty,
            layout.document { w in
                w.element(.div, class: "page-column find-feeds") { w in
                    w.element(.h1, class: "visually-hidden", text: Strings.addFeed)
                    w.element(.div, class: "card-form") { w in
                        FeedAddressForm.write(scope, value: typed, into: &w)
                        if finding == nil { w.element(.p, class: "hint", text: Strings.findFeedsHint) }
                    }
                    SuggestionListView(scope: scope, suggestions: suggestions, isBeside: true).write(into: &w)
                    write(finding, typed, known, folders, scope, &w)
                }
            })
    }

    private enum DiscoveryState {
        case named([FeedCatalog.Entry], hasMore: Bool)
        case found([DiscoveredChannel], icons: [WebAddress: PictureID])
        case unknownName(String)
        case failed(String)
        case needsConfirmation(WebAddress)
    }

    private func discover(
        _ typed: String, _ known: FeedCatalog, _ scope: RequestScope
    ) async throws(LibraryError) -> DiscoveryState {
        guard let address = WebAddress(typed: typed), !typed.contains(where: \.isWhitespace) else {
            let (entries, hasMore) = known.matches(typed)
            let words = PlainText.excerpt(of: typed, limit: 80)
            return entries.isEmpty ? .unknownName(words) : .named(entries, hasMore: hasMore)
        }
        guard scope.intent.allowsSideEffects else { return .needsConfirmation(address) }
        let found: [DiscoveredChannel]
        do { found = try await scope.dependencies.integrations.discovery.discover(at: address) } catch {
            return .failed(Strings.failure(error, of: .newFeed, at: address.host, scope.time))
        }
        guard !found.isEmpty else { return .failed(Strings.noFeedFound(at: address.host)) }
        let icons = try await scope.library.pictures.register(found.compactMap(\.metadata.icon))
        return .found(found, icons: icons)
    }

    private func write(
        _ finding: DiscoveryState?, _ typed: String, _ known: FeedCatalog, _ folders: [Folder], _ scope: RequestScope,
        _ w: inout HTMLWriter
    ) {
        switch finding {
        case nil: writeSuggestions(scope, known, &w)
        case .unknownName(let words):
            let named = EditionFeedsView(scope: scope, name: words)
            guard named.isEmpty else { return named.write(into: &w) }
            FetchStatusView(state: .failed, sentence: Strings.noFeedNamed(words), style: "error-note").write(into: &w)
            writeSuggestions(scope, known, &w)
        case .failed(let sentence):
            FetchStatusView(state: .failed, sentence: sentence, style: "error-note").write(into: &w)
        case .needsConfirmation(let address):
            FeedAddressForm.writeConfirmation(scope, typed, at: address.host, into: &w)
        case .named(let entries, let hasMore):
            NamedFeedsView(scope: scope, folders: folders).write(entries, hasMore: hasMore, into: &w)
        case .found(let channels, let icons):
            for channel in channels {
                let feed = known.entry(at: channel.address)
                FoundFeedView(
                    scope: scope, folders: folders, known: feed,
                    icon: feed?.icon ?? channel.metadata.icon.flatMap { icons[$0] }
                ).write(channel, into: &w)
            }
        }
    }

    /// Writes what can be followed without an address: starter packs, the feeds of editions, and a file.
    private func writeSuggestions(_ scope: RequestScope, _ known: FeedCatalog, _ w: inout HTMLWriter) {
        let packs = StarterPacksForm(scope: scope, known: known)
        if !packs.isEmpty {
            w.element(.h2, class: "group-heading", text: Strings.starterPacks)
            w.element(.div, class: "card-form") { w in packs.write(into: &w) }
        }
        EditionFeedsView(scope: scope).write(into: &w)
        w.element(.div, class: "card-form import-form", [.id("import")]) { w in
            ImportFileForm.write(scope, into: &w)
        }
        w.element(.div, class: "card-form import-form") { w in
            w.element(.h2, text: Strings.savePage)
            w.element(.p, class: "hint", text: Strings.savePageHint)
            w.element(.p) { w in
                w.element(.a, class: "button", [.href(scope.path(Route.page(.savePage)))], text: Strings.savePage)
            }
        }
    }
}

/// Links to the feeds of the other editions, which can be followed there.
struct EditionFeedsView {
    private let scope: RequestScope
    private let editions: [Edition]

    /// - Parameter name: words of the editions' titles; nil for all editions.
    init(scope: RequestScope, name: String? = nil) {
        self.scope = scope
        let search = name.map(FeedNameSearch.init)
        editions = scope.dependencies.editions.filter { edition in
            !edition.usesFolders && edition.pack == nil
                && (search.map { $0.rank(title: edition.title, host: "") != nil } ?? true)
        }
    }

    var isEmpty: Bool { editions.isEmpty || !scope.edition.usesFolders }

    func write(into w: inout HTMLWriter) {
        guard !isEmpty else { return }
        w.element(.h2, class: "group-heading", text: Strings.fromYourNewspapers)
        w.element(.div, class: "card-form") { w in
            w.element(.div, class: "cards") { w in
                for edition in editions { EditionCard.write(scope, edition, to: .feeds, into: &w) }
            }
        }
    }
}

/// A card with an edition's icon and title, which needs no request to an origin.
enum EditionCard {
    static func write(_ scope: RequestScope, _ edition: Edition, to route: Route, into w: inout HTMLWriter) {
        let icon = AppManifest(edition).iconPath(.small, in: scope.dependencies.assets)
        w.element(.a, class: "pack edition-card", [.href(route.path(in: edition.id))]) { w in
            w.void(.img, [.alt(""), .width(40), .height(40), .decoding("async"), .src(icon)])
            w.element(.div) { w in
                w.element(.b, text: edition.title)
                if let about = edition.about { w.element(.span, text: about) }
            }
        }
    }
}
