import Library
import Markup
import News

/// A view of a search without words: the saved and the recent ones, and words that can be searched for.
struct SearchStartView {
    let scope: RequestScope
    let recent: [String]

    private var saved: [String] { scope.preferences.savedSearches }

    func write(into w: inout HTMLWriter) {
        if !saved.isEmpty {
            writeList(Strings.savedSearches, "saved-searches", saved, &w) { words, w in
                SaveSearchForm(scope, words, false).writeRemoveButton(into: &w)
            }
        }
        if !recent.isEmpty { writeRecent(&w) }
        if scope.edition.pack == nil { writeExamples(&w) }
    }

    /// Writes the searches that begin with what has been typed so far, above what it finds.
    func writeMatching(_ typed: String, into w: inout HTMLWriter) {
        let prefix = TextNormalizer.normalize(typed)
        var seen: Set<String> = [prefix]
        let matching = (saved + recent).filter { words in
            let normalized = TextNormalizer.normalize(words)
            return normalized.hasPrefix(prefix) && seen.insert(normalized).inserted
        }
        guard !matching.isEmpty else { return }
        w.element(.section, class: "recent-searches", [.aria("label", Strings.recentSearches)]) { w in
            w.element(.ul) { w in
                for words in matching.prefix(3) {
                    w.element(.li) { w in writeLink(words, &w) }
                }
            }
        }
    }

    private func writeRecent(_ w: inout HTMLWriter) {
        w.element(.div, class: "recent-group") { w in
            writeList(Strings.recentSearches, "lately", recent, &w) { words, w in
                ActionForm(
                    scope, .forgetSearch, returnPath: scope.path(Route.search("")), fields: [("words", words)]
                ).write(into: &w) { w in
                    w.element(.button, class: "icon-button", [.aria("label", Strings.forget(words))]) { w in
                        Icon.close.write(scope, into: &w)
                    }
                }
            }
            w.element(.details, class: "confirmation") { w in
                w.element(.summary, class: "quiet", text: "Clear all")
                w.element(.p, text: "Delete recent searches?")
                ActionForm(scope, .forgetSearches, returnPath: scope.currentURI).writeButton("Delete", into: &w)
            }
        }
    }

    private func writeList(
        _ heading: String, _ id: String, _ searches: [String], _ w: inout HTMLWriter,
        _ writeRemove: (String, inout HTMLWriter) -> Void
    ) {
        w.element(.section, class: "recent-searches", [.aria("labelledby", id)]) { w in
            w.element(.h2, class: "group-heading", [.id(id)], text: heading)
            w.element(.ul) { w in
                for words in searches {
                    w.element(.li) { w in
                        writeLink(words, &w)
                        writeRemove(words, &w)
                    }
                }
            }
        }
    }

    private func writeLink(_ words: String, _ w: inout HTMLWriter) {
        w.element(.a, [.href(scope.path(Route.search(words, everywhere: scope.showsAllEditions)))]) { w in
            Icon.search.write(scope, into: &w)
            w.element(.span, text: words)
        }
    }

    private func writeExamples(_ w: inout HTMLWriter) {
        w.element(.section, class: "search-examples", [.aria("labelledby", "more-than-words")]) { w in
            w.element(.h2, class: "group-heading", [.id("more-than-words")], text: Strings.moreThanWords)
            w.element(.dl) { w in
                for example in Strings.searchExamples {
                    w.element(.div) { w in
                        w.element(.dt) { w in w.element(.code, text: example.words) }
                        w.element(.dd, text: example.meaning)
                    }
                }
            }
        }
    }
}
