import Library
import Markup
import News

/// The drawer's content, and without script a page. It marks the page that it was opened from.
struct SectionsPage {
    /// Returns the path of the drawer, with the present page as parameter; the front page needs none.
    static func path(for scope: RequestScope) -> String {
        let (path, open) = (scope.path(Route.sections), String(scope.currentURI.prefix { $0 != "?" }))
        return open == scope.path(Route.today) ? path : "\(path)?at=\(QueryParameters.encoded(open))"
    }

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let sections = try await sections(for: scope)
        let hasDigest = try await scope.library.digests.editions(for: scope.reader).contains(scope.edition.id)
        let takesStories = try await takesStories(for: scope)
        let layout = PageLayout(
            scope: scope, title: Strings.sections, left: .back(.today), barTitle: Strings.sections, actions: [])
        return HTMLPage(
            layout.document { w in
                w.element(.div, class: "page-column") { w in
                    w.element(.h1, class: "visually-hidden", text: "Sections")
                    w.element(.nav, [.id("panel-left"), .class("sections"), .aria("label", "Sections")]) { w in
                        writeLine(scope, scope.edition.title, .today, isFirst: true, &w)
                        if hasDigest { writeLine(scope, Strings.digest, .page(.digest), &w) }
                        for section in sections {
                            writeLine(
                                scope, section.title, .section(section.id, depth: 0),
                                unread: (section.unread, .section(section.id)), &w)
                        }
                        writeLine(scope, Strings.everything, .everything(depth: 0), &w)
                        if takesStories {
                            writeLine(scope, Strings.submitStory, .writing(.submission(source: nil)), &w)
                        }
                        writeVersion(scope, &w)
                    }
                }
            })
    }

    /// Writes the version as a link to About (NEXUS-47).
    private func writeVersion(_ scope: RequestScope, _ w: inout HTMLWriter) {
        w.element(.a, class: "version", [.data(.sheet, "about"), .href(scope.path(Route.page(.about)))]) { w in
            w.element(.span, text: Strings.version(of: scope.edition.title, scope.dependencies.settings.build))
        }
    }

    private func sections(
        for scope: RequestScope
    ) async throws(LibraryError) -> [(id: SectionID, title: String, unread: BoundedCount)] {
        guard !scope.edition.usesFolders else {
            return try await scope.library.subscriptions.folders(for: scope.reader).map { ($0.id, $0.title, $0.unread) }
        }
        return try await scope.library.editions.sections(of: scope.edition.id, for: scope.reader).map {
            ($0.id, $0.title, $0.unread)
        }
    }

    private func takesStories(for scope: RequestScope) async throws(LibraryError) -> Bool {
        guard let source = try await scope.memberSource(nil) else { return false }
        return scope.library.outbox.rules(of: source)?.actions.contains(.submit) == true
    }

    private func writeLine(
        _ scope: RequestScope, _ title: String, _ route: Route, unread: (count: BoundedCount, list: StoryList)? = nil,
        isFirst: Bool = false, _ w: inout HTMLWriter
    ) {
        let path = scope.path(route)
        let isOpen = path == scope.query["at"] ?? scope.path(Route.today)
        w.element(
            .a,
            [
                .attribute("class", isFirst ? "first-in-group" : nil), .href(path),
                .aria("current", isOpen ? "page" : nil),
            ]
        ) { w in
            w.element(.span, text: title)
            if let unread { UnreadCountView.write(unread.count, of: unread.list, .number, into: &w) }
        }
    }
}
