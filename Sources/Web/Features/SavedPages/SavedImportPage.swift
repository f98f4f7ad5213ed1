import Library
import Markup
import News
import URLs

/// A preview of an import of saved pages: how many there are, how many are here already, and what is left out. Nothing is
/// saved before the button is pressed.
struct SavedImportPage {
    /// The number of names that a list shows.
    private static let maxNames = 50

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard let id = scope.query["id"], let export = scope.dependencies.savedExports.value(of: id, for: scope) else {
            throw .notThere
        }
        let preview = try await scope.library.savedPages.preview(export.pages, for: scope.reader)
        let title = Strings.savedExport(export.format)
        var layout = PageLayout(scope: scope, title: title, left: .back(.addFeed("")), barTitle: title, actions: [])
        layout.extras = [.stylesheet("feeds.css")]
        return HTMLPage(
            isCacheable: false,
            layout.document { w in
                w.element(.div, class: "page-column") { w in
                    w.element(.div, class: "page-title") { w in w.element(.h1, text: title) }
                    writeCounts(export, preview, &w)
                    for note in Strings.savedExportNotes(export, preview) { w.element(.p, class: "note", text: note) }
                    writeButtons(scope, id, preview, &w)
                    writeNames(
                        Strings.feedsNotFollowed, preview.unknownFeeds.map { $0.title ?? $0.address.displayText }, &w)
                    writeNames(Strings.entriesWithoutAddress, export.refused, &w)
                }
            })
    }

    private func writeCounts(_ export: SavedPagesExport, _ preview: SavedPagesPreview, _ w: inout HTMLWriter) {
        w.element(.dl, class: "facts") { w in
            for (name, count) in Strings.savedExportCounts(export, preview) where count > 0 {
                w.element(.div) { w in
                    w.element(.dt, text: name)
                    w.element(.dd, text: String(count))
                }
            }
        }
    }

    private func writeButtons(
        _ scope: RequestScope, _ id: String, _ preview: SavedPagesPreview, _ w: inout HTMLWriter
    ) {
        let count = preview.newCount + preview.knownCount
        w.element(.div, class: "card-form form-actions") { w in
            if count > 0 {
                ActionForm(scope, .importSaved, returnPath: scope.path(.saved), fields: [("id", id)]).writeButton(
                    Strings.saveStories(count), style: "button primary", into: &w)
            }
            w.element(.a, class: "quiet", [.href(scope.path(.saved))], text: Strings.cancel)
        }
    }

    private func writeNames(_ heading: String, _ names: [String], _ w: inout HTMLWriter) {
        guard !names.isEmpty else { return }
        w.element(.h2, class: "group-heading", text: "\(heading) (\(names.count))")
        w.element(.ul, class: "feed-log") { w in
            for name in names.prefix(Self.maxNames) {
                w.element(.li) { w in w.element(.span, text: name) }
            }
            if names.count > Self.maxNames {
                w.element(.li) { w in w.element(.span, text: Strings.andMore(names.count - Self.maxNames)) }
            }
        }
    }
}
