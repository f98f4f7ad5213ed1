import Library
import Markup
import News

/// A page with all editions; script shows it as a sheet.
struct NewsstandPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let newsstand = try await NewsstandEntries(for: scope)
        let hasDigest = try await scope.library.digests.editions(for: scope.reader).contains(scope.edition.id)
        let layout = PageLayout(
            scope: scope, title: "Newsstand", left: .back(.today), barTitle: "Newsstand", actions: [],
            extras: [.stylesheet("sheets.css")])
        // The last visited paths change without a new revision.
        return HTMLPage(
            isCacheable: false,
            layout.document { w in
                w.element(.div, class: "page-column") { w in
                    w.element(.h1, class: "visually-hidden", text: "Newsstand")
                    w.element(.div, [.id("sheet-newsstand"), .class("sheet")]) { w in
                        w.element(.nav, class: "newsstand card-form", [.aria("label", "Newsstand")]) { w in
                            w.element(.div, class: "covers") { w in
                                for entry in newsstand.entries { write(scope, entry, &w) }
                            }
                            // These links stay in view, however many editions there are.
                            w.element(.div, class: "newsstand-links") { w in
                                if hasDigest { writeLine(scope, .text, Strings.digest, .page(.digest), &w) }
                                writeLinks(scope, &w)
                            }
                        }
                    }
                }
            })
    }

    private func write(_ scope: RequestScope, _ entry: NewsstandEntries.Entry, _ w: inout HTMLWriter) {
        let edition = entry.edition
        w.element(
            .a, class: "newspaper-row",
            [
                .href(entry.path), .data(.newspaper, edition.id.rawValue),
                .data(.headlineFont, edition.theme.headlineFont.rawValue),
                .aria("current", entry.isCurrent ? "true" : nil),
            ]
        ) { w in
            w.element(.b, text: edition.title)
            if let about = edition.about { w.element(.small, text: about) }
            if edition.options.isSample { w.element(.small, text: Strings.sampleStories) }
            if let lead = entry.lead { writeLead(scope, lead, &w) }
            let list = edition.usesFolders ? StoryList.unread : .within(edition.id, .unread)
            UnreadCountView.write(entry.unread, of: list, hasDot: true, into: &w)
        }
    }

    /// Writes what leads on the newspaper's front page.
    private func writeLead(_ scope: RequestScope, _ row: StoryRow, _ w: inout HTMLWriter) {
        if scope.preferences.showsPictures, let picture = row.picture, !picture.isKnownToFail {
            PictureView.writeCover(scope, picture, into: &w)
        }
        w.element(.span, class: "cover-title", text: scope.title(of: row))
    }

    private func writeLinks(_ scope: RequestScope, _ w: inout HTMLWriter) {
        let saved = EditionTab.saved
        writeLine(scope, saved.icon(isOn: false, in: scope.edition), saved.title(in: scope.edition), .saved, &w)
        writeLine(scope, .search, Strings.search, .search(""), &w)
        writeLine(scope, .gear, Strings.settings, .settings, &w)
        writeLine(scope, .keys, Strings.keyboard, .page(.keyboardShortcuts), &w)
    }

    private func writeLine(_ scope: RequestScope, _ icon: Icon, _ words: String, _ route: Route, _ w: inout HTMLWriter)
    {
        w.element(.a, [.href(scope.path(route))]) { w in
            icon.write(scope, into: &w)
            w.text(words)
        }
    }
}

struct NewsstandEntries: Sendable {
    struct Entry: Sendable {
        var edition: Edition
        var path: String
        var unread: BoundedCount
        /// The row of the story that leads on the front page; nil without stories, and for guides.
        var lead: StoryRow?
        var isCurrent: Bool
    }

    /// The editions with `mine` first, unless the server shows one edition.
    var entries: [Entry]

    init(for scope: RequestScope) async throws(LibraryError) {
        entries = []
        let lastPaths = try await scope.dependencies.lastVisitedPaths.paths(for: scope.reader, scope.library)
        for edition in scope.shownEditions {
            entries.append(
                Entry(
                    edition: edition,
                    path: lastPaths[edition.id] ?? Route.today.path(in: edition.id),
                    unread: edition.pack == nil
                        ? try await scope.library.editions.unread(in: edition.id, for: scope.reader) : .zero,
                    lead: try await Self.lead(of: edition, scope), isCurrent: edition.id == scope.edition.id))
        }
    }

    private static func lead(of edition: Edition, _ scope: RequestScope) async throws(LibraryError) -> StoryRow? {
        guard edition.pack == nil else { return nil }
        var front = scope.scoped(in: edition)
        front.page.isFrontPage = true
        let page = try await scope.dependencies.frontPageCache.frontPage(front)
        return page.lead?.row ?? page.featured.first ?? page.rows.first
    }
}
