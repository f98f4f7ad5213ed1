import Library
import Markup
import News

/// A page for writing a comment, a reply, a new text for the reader's own comment, or a story. Script shows it below
/// the comment, or as a sheet.
struct ComposerPage {
    let target: Draft.Target

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let content = try await ComposerContent(target, for: scope)
        let title = Strings.composerTitle(target, answered: content.comment?.author)
        var layout = PageLayout(scope: scope, title: title, kind: .story, left: .back(backRoute), actions: [])
        layout.barTitle = title
        layout.extras = [
            .stylesheet("thread.css"), .stylesheet("compose.css"), .module("compose.js"), .module("membership.js"),
        ]
        let view = ComposerView(scope: scope, content: content)
        // The page depends on the typed text, which is not part of the revision.
        return HTMLPage(
            isCacheable: false,
            layout.document { w in
                w.element(.div, class: "page-column composing") { w in
                    w.element(.h1, class: "visually-hidden", text: title)
                    view.write(into: &w)
                }
            })
    }

    private var backRoute: Route {
        switch target {
        case .comment(let story, _), .edit(let story, _): .comments(story, in: nil)
        case .submission: .today
        }
    }
}

extension ComposerPage {
    /// Returns the page for a story at the edition's first source that accepts stories, or at the one that the query
    /// names.
    static func submissionPage(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard let source = try await scope.memberSource(scope.query.id("source")) else { throw .notThere }
        return try await ComposerPage(target: .submission(source.id)).page(for: scope)
    }
}
