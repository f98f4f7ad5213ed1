import Library
import Markup
import News
import URLs

/// The frame of a page of the reader's own account, which may not be cached or shown to anybody else.
struct MemberPageContext {
    let scope: RequestScope
    let source: StorySource

    var siteName: String { SiteName.of(source, in: scope) }

    /// Returns the source and the reader's account there; the account is nil if the reader is not signed in.
    /// - Throws: `.notThere` for a source that is unknown or has no members.
    static func account(
        at id: Int64, for scope: RequestScope
    ) async throws(LibraryError) -> (source: StorySource, account: MemberAccount?) {
        let accounts = try await scope.library.memberAccounts.accounts(for: scope.reader)
        if let known = accounts.first(where: { $0.source.id == id }) { return (known.source, known) }
        let sources = try await scope.library.memberAccounts.sources(of: scope.edition.id, for: scope.reader)
        guard let source = sources.first(where: { $0.id == id }) else { throw .notThere }
        return (source, nil)
    }

    func page(_ title: String, back: WritingRoute, _ content: (inout HTMLWriter) -> Void) -> HTMLPage {
        var layout = PageLayout(scope: scope, title: title, kind: .story, left: .back(.writing(back)))
        layout.barTitle = title
        layout.actions = [.type]
        layout.extras = [.stylesheet("thread.css"), .stylesheet("settings.css")]
        return HTMLPage(
            isCacheable: false,
            layout.document { w in
                w.element(.div, class: "page-column discussion member-page") { w in
                    w.element(.header) { w in
                        w.element(.p, class: "kicker", text: siteName)
                        w.element(.h1, text: title)
                    }
                    content(&w)
                }
            })
    }

    func writeFailure(_ failure: FetchFailure, into w: inout HTMLWriter) {
        FetchStatusView(
            state: .failed, sentence: Strings.failure(failure, of: .page, at: siteName), style: "error-note"
        ).write(into: &w)
    }

    func writeNote(_ words: String, into w: inout HTMLWriter) {
        w.element(.p, class: "note", text: words)
    }

    /// Writes a link to the sign-in page, which leads back to this page.
    func writeSignIn(into w: inout HTMLWriter) {
        writeNote(Strings.signInForThis(siteName), into: &w)
        writeButton(
            Strings.signInAt(siteName), scope.path(.account(source: source.id), [("back", scope.currentURI)]), into: &w)
    }

    func writeButton(_ words: String, _ path: String, into w: inout HTMLWriter) {
        w.element(.p) { w in w.element(.a, class: "button", [.href(path)], text: words) }
    }
}
