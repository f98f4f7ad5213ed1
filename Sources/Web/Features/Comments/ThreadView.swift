import Library
import Markup
import News
import URLs

/// The view of a comments page. Comments fold with `<details>`; the right panel shows the same page.
struct ThreadView {
    let scope: RequestScope
    let details: ThreadDetails
    let list: StoryList?
    let mayFetch: Bool
    let hasProfiles: Bool
    /// The context for writing; nil if the source accepts no posts.
    let writing: ThreadPostingContext?

    /// The action of script after loading.
    private enum LoadAction: String { case fetch = "ask", revalidate = "renew", wait, none }

    private var loadAction: LoadAction {
        if details.isFetching { return details.fetchedAt == nil ? .wait : .none }
        guard details.needsRefresh, mayFetch else { return .none }
        return details.fetchedAt == nil ? .fetch : .revalidate
    }

    private var isLoading: Bool { details.comments.isEmpty && (loadAction == .fetch || loadAction == .wait) }
    private var isTopOnly: Bool { scope.query["levels"] == "top" }

    /// The comment count as in lists; for an empty fetched thread, the number of comments that are not shown.
    private var count: Int? {
        guard details.fetchedAt != nil, details.comments.isEmpty else { return details.row.commentCount }
        return details.missingCount
    }

    func page() -> HTMLPage {
        var layout = PageLayout(
            scope: scope, title: details.row.title, kind: .story, left: .back(.story(details.row.id, in: list)))
        layout.barTitle = details.row.title
        layout.actions = [.type]
        layout.extras = [.stylesheet("thread.css"), .module("thread.js")]
        if writing != nil {
            layout.extras += [.stylesheet("compose.css"), .module("compose.js"), .module("membership.js")]
        }
        if isLoading {
            layout.extras.append(.noscriptRedirect(path + (list == nil ? "?" : "&") + "wait=1"))
        }
        // The content changes with every fetch.
        return HTMLPage(isCacheable: false, layout.document { w in writeSection(&w) })
    }

    private var path: String { scope.path(Route.comments(details.row.id, in: list)) }

    private func writeSection(_ w: inout HTMLWriter) {
        w.raw("<section id=\"panel-right\" class=\"discussion")
        if isTopOnly { w.raw(" top-level-only") }
        w.raw("\"")
        w.attribute("aria-label", Strings.comments)
        w.attribute("data-story", Int(details.row.id.rawValue))
        w.attribute("data-load-action", loadAction.rawValue)
        w.attribute("data-page-path", path)
        w.attribute("data-title", details.row.title)
        writing?.writeAttributes(into: &w)
        w.raw(">")
        writeHeader(&w)
        PollView.write(details.pollOptions, into: &w)
        status.write(into: &w)
        writeThread(&w)
        writeFooter(&w)
        w.raw("</section>")
    }

    private var status: ThreadStatusView {
        ThreadStatusView(scope: scope, details: details, list: list, isLoading: isLoading)
    }

    /// Writes the header with the post itself: the comments are directly below it.
    private func writeHeader(_ w: inout HTMLWriter) {
        w.raw("<header><h1")
        w.attribute("lang", details.row.language)
        if details.row.direction == .rtl { w.raw(" dir=\"rtl\"") }
        w.raw("><a")
        w.attribute("href", scope.path(Route.story(details.row.id, in: list)))
        w.raw(">")
        w.text(details.row.title)
        w.raw("</a></h1>")
        status.writeMetadata(into: &w)
        if !details.postText.isEmpty {
            w.raw("<div class=\"text post-text\">")
            w.safe(details.postText.linkingToLinkedPages(scope, story: details.row.id, list: list))
            w.raw("</div>")
        }
        writeTools(&w)
        writing?.writeSentNote(into: &w)
        writing?.writeVoteForm(into: &w)
        w.raw("</header>")
    }

    private func writeTools(_ w: inout HTMLWriter) {
        w.raw("<div class=\"thread-tools\"><h2>")
        w.text(count.map(Strings.comments) ?? Strings.comments)
        w.raw("</h2>")
        if let first = details.comments.first(where: \.isNew) {
            w.raw("<a class=\"quiet is-new\" data-next-new")
            w.attribute("href", "#c\(first.id.rawValue)")
            w.attribute("title", Strings.nextNew)
            w.raw(">")
            w.text(Strings.newComments(details.newCount))
            w.raw("</a>")
        }
        w.raw("<div class=\"thread-actions\">")
        if details.comments.contains(where: { $0.depth > 0 }) {
            w.raw("<a class=\"quiet\" data-level-toggle")
            let query = (list == nil ? "?" : "&") + "levels=top"
            w.attribute("href", isTopOnly ? path : path + query)
            w.attribute("data-other-label", isTopOnly ? Strings.onlyTop : Strings.allLevels)
            w.raw(">")
            w.text(isTopOnly ? Strings.allLevels : Strings.onlyTop)
            w.raw("</a>")
        }
        writing?.writeReply(to: nil, Strings.addComment, icon: .write, style: "quiet", into: &w)
        // A thread that is loading has its own button.
        if !isLoading {
            status.form(isUserRequested: true).write(into: &w) { w in
                writeToolButton(.refresh, Strings.refreshComments, "<button class=\"quiet\"", &w)
            }
        }
        if !details.comments.isEmpty {
            writeToolButton(
                .search, Strings.findInThread, "<button class=\"quiet needs-script\" type=\"button\" data-find", &w)
        }
        w.raw("</div></div>")
    }

    private func writeToolButton(_ icon: Icon, _ words: String, _ opening: StaticString, _ w: inout HTMLWriter) {
        w.raw(opening)
        w.attribute("aria-label", words)
        w.attribute("title", words)
        w.raw(">")
        icon.write(scope, into: &w)
        w.raw("</button>")
    }

    private func writeThread(_ w: inout HTMLWriter) {
        if !details.comments.isEmpty {
            CommentTreeView(
                scope: scope, details: details, list: list, isTopOnly: isTopOnly, hasProfiles: hasProfiles,
                writing: writing
            ).write(into: &w)
        }
        w.raw("<div class=\"own-comments\">")
        writing?.writeOwn(under: nil, into: &w)
        w.raw("</div>")
    }

    private func writeFooter(_ w: inout HTMLWriter) {
        w.raw("<footer class=\"thread-foot\">")
        if !details.comments.isEmpty { writing?.writeReply(to: nil, Strings.addComment, style: "button", into: &w) }
        // The source of a failed thread is shown above, beside the reason.
        if details.failure == nil { status.writeSource(into: &w) }
        if let address = details.discussionLink, let link = scope.linkedPageURL(address, from: details.row.id, in: list)
        {
            ExternalLink(scope: scope, link: link).write(
                .external, Strings.openAt(address.host), style: "quiet", into: &w)
        }
        w.raw("</footer>")
    }
}
