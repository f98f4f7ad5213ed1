import Library
import Markup
import News

/// A view of what narrows a search, how many stories it finds, and their order. Each chip is a link to the search with a word
/// more or less, such as `is:unread`, so that typing and tapping are one mechanism.
struct SearchFiltersView {
    let scope: RequestScope
    let search: StorySearch
    let results: SearchResults

    private struct Chip {
        var label: String
        var isOn: Bool
        var route: Route
    }

    func write(into w: inout HTMLWriter) {
        writeChips(&w)
        guard results.fault == nil, results.count > 0 else { return }
        w.element(.div, class: "search-summary") { w in
            w.element(.p, class: "search-count") { w in
                w.text(Strings.searchCount(results.count, isBounded: results.isCountBounded, in: scope.edition))
            }
            writeOrder(&w)
            writeMenu(&w)
        }
    }

    // MARK: Chips

    private func writeChips(_ w: inout HTMLWriter) {
        // Chips that are on stay in sight where all are wider than the screen.
        let chips = scopeChips + stateChips + dateChips + feedChips
        w.element(.nav, class: "search-chips", [.aria("label", Strings.narrowSearch)]) { w in
            for chip in chips.filter(\.isOn) + chips.filter({ !$0.isOn }) {
                w.element(
                    .a, class: "filter-chip",
                    [.href(scope.path(chip.route)), .aria("current", chip.isOn ? "true" : nil)]
                ) { w in
                    w.text(chip.label)
                    if chip.isOn { Icon.close.write(scope, into: &w) }
                }
            }
        }
    }

    private func chip(_ label: String, _ name: SearchTokens.Name, _ value: String) -> Chip {
        Chip(
            label: label, isOn: search.tokens.has(name, value), route: search.route(search.tokens.toggling(name, value))
        )
    }

    private var scopeChips: [Chip] {
        guard scope.dependencies.editions.count > 1 else { return [] }
        return [
            Chip(
                label: Strings.thisNewspaper, isOn: !search.isEverywhere,
                route: search.route(search.words, everywhere: !search.isEverywhere))
        ]
    }

    private var stateChips: [Chip] {
        let titles = chip(Strings.titlesOnly, .part, "title")
        guard scope.edition.pack == nil else { return [titles] }
        let saved = scope.edition.options.allowsSaving ? [chip(Strings.saved, .state, "saved")] : []
        return [chip(Strings.unread, .state, "unread")] + saved + [titles]
    }

    private var dateChips: [Chip] {
        guard scope.edition.pack == nil else { return [] }
        let offered = Strings.searchPeriods.map { chip($0.label, .after, $0.value) }
        // Dates that were typed can be taken back too.
        let typed = search.tokens.tokens.filter { token in
            guard let name = token.name, [.after, .before].contains(name) else { return false }
            return !Strings.searchPeriods.contains { $0.value == token.value && name == .after }
        }
        return typed.compactMap { token in
            token.name.map { chip(Strings.searchDate($0, token.value), $0, token.value) }
        } + offered
    }

    private var feedChips: [Chip] {
        guard scope.edition.pack == nil else { return [] }
        let typed = search.tokens.tokens.filter { $0.name == .feed }
        guard typed.isEmpty else { return typed.map { chip($0.value, .feed, $0.value) } }
        guard results.feeds.count > 1 else { return [] }
        return results.feeds.map { feed in
            var chip = chip(feed.title, .feed, feed.title)
            chip.label += " \(feed.count)"
            return chip
        }
    }

    // MARK: Order and actions

    private func writeOrder(_ w: inout HTMLWriter) {
        let isBest = search.tokens.has(.order, "best")
        // The standard order needs no word.
        let standard = isBest ? search.tokens.toggling(.order, "best") : search.words
        let best = isBest ? search.words : search.tokens.toggling(.order, "best")
        w.element(.nav, class: "search-order", [.aria("label", Strings.searchOrder)]) { w in
            for (label, words, isOn) in [(Strings.newestFirst, standard, !isBest), (Strings.bestFirst, best, isBest)] {
                w.element(
                    .a, [.href(scope.path(search.route(words))), .aria("current", isOn ? "true" : nil)], text: label)
            }
        }
    }

    private func writeMenu(_ w: inout HTMLWriter) {
        MenuButton.write(scope, label: Strings.searchMenu, into: &w) { w in
            let isSaved = scope.preferences.savedSearches.contains(search.words)
            w.element(.li) { w in SaveSearchForm(scope, search.words, !isSaved).write(into: &w) }
            guard scope.edition.pack == nil, let newest = results.newest,
                results.hasMore || results.hits.contains(where: { !$0.row.isRead })
            else { return }
            w.element(.li) { w in
                ActionForm(
                    scope, .markRead, returnPath: scope.currentURI,
                    fields: [("list", search.list.code), ("through", String(newest.rawValue))]
                ).write(into: &w) { w in
                    w.element(.button, [.data(.markAll)]) { w in w.element(.span, text: Strings.markAllFoundRead) }
                }
            }
        }
    }
}

/// A form that saves a search, or no longer.
struct SaveSearchForm {
    let scope: RequestScope
    let words: String
    let saves: Bool

    init(_ scope: RequestScope, _ words: String, _ saves: Bool) {
        self.scope = scope
        self.words = words
        self.saves = saves
    }

    private var form: ActionForm {
        ActionForm(
            scope, .saveSearch, returnPath: scope.path(Route.search(saves ? words : "")),
            fields: [("words", words), ("value", saves ? "1" : "0")])
    }

    func write(into w: inout HTMLWriter) {
        form.write(into: &w) { w in
            w.element(.button) { w in w.element(.span, text: saves ? Strings.saveSearch : Strings.unsaveSearch) }
        }
    }

    /// Writes the form as a button that removes a saved search.
    func writeRemoveButton(into w: inout HTMLWriter) {
        form.write(into: &w) { w in
            w.element(.button, class: "icon-button", [.aria("label", Strings.forget(words))]) { w in
                Icon.close.write(scope, into: &w)
            }
        }
    }
}
