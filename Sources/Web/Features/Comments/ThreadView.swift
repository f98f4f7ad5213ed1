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
            scope: scope, title: scope.title(of: details.row), kind: .story,
            left: .back(.story(details.row.id, in: list)))
        layout.barTitle = scope.title(of: details.row)
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
        w.element(
            .section,
            [
                .id("panel-right"), .class("discussion", isTopOnly ? "top-level-only" : nil),
                .aria("label", Strings.comments), .data(.story, Int(details.row.id.rawValue)),
                .data(.loadAction, loadAction.rawValue), .data(.ownPath, path), .data(.title, details.row.title),
            ],
            more: { w in writing?.writeAttributes(into: &w) }
        ) { w in
            w.element(.header) { w in writeHeader(&w) }
            PollView.write(details.pollOptions, into: &w)
            status.write(into: &w)
            writeThread(&w)
            w.element(.footer, class: "thread-foot") { w in writeFooter(&w) }
        }
    }

    private var status: ThreadStatusView {
        ThreadStatusView(scope: scope, details: details, list: list, isLoading: isLoading)
    }

    /// Writes the post itself: the comments are directly below it.
    private func writeHeader(_ w: inout HTMLWriter) {
        let direction = details.row.direction == .rtl ? "rtl" : nil
        w.element(.h1, [.lang(details.row.language), .dir(direction)]) { w in
            w.element(
                .a, [.href(scope.path(Route.story(details.row.id, in: list)))], text: scope.title(of: details.row))
        }
        status.writeMetadata(into: &w)
        if !details.postText.isEmpty {
            w.element(.div, class: "text post-text") { w in
                w.safe(details.postText.linkingToLinkedPages(scope, story: details.row.id, list: list))
            }
        }
        w.element(.div, class: "thread-tools") { w in
            w.element(.h2, text: count.map(Strings.comments) ?? Strings.comments)
            if let first = details.comments.first(where: \.isNew) {
                w.element(
                    .a, class: "quiet is-new",
                    [
                        .data(.nextNew), .href("#c\(first.id.rawValue)"),
                        .title(Strings.nextNew),
                    ], text: Strings.newComments(details.newCount))
            }
            w.element(.div, class: "thread-actions") { w in writeActions(&w) }
        }
        writing?.writeSentNote(into: &w)
        writing?.writeVoteForm(into: &w)
    }

    private func writeActions(_ w: inout HTMLWriter) {
        if details.comments.contains(where: { $0.depth > 0 }) {
            let topOnlyPath = path + (list == nil ? "?" : "&") + "levels=top"
            w.element(
                .a, class: "quiet",
                [
                    .data(.levelToggle), .href(isTopOnly ? path : topOnlyPath),
                    .data(.otherLabel, isTopOnly ? Strings.onlyTop : Strings.allLevels),
                ], text: isTopOnly ? Strings.allLevels : Strings.onlyTop)
        }
        writing?.writeReply(to: nil, Strings.addComment, icon: .write, style: "quiet", into: &w)
        // A thread that is loading has its own button.
        if !isLoading {
            status.form(isUserRequested: true).write(into: &w) { w in
                writeToolButton(.refresh, Strings.refreshComments, [.class("quiet")], &w)
            }
        }
        if !details.comments.isEmpty {
            writeToolButton(
                .search, Strings.findInThread, [.class("quiet needs-script"), .type("button"), .data(.find)], &w)
        }
    }

    private func writeToolButton<let N: Int>(
        _ icon: Icon, _ words: String, _ attributes: InlineArray<N, HTMLAttribute>, _ w: inout HTMLWriter
    ) {
        w.element(
            .button, attributes, more: { w in w.attributes([.aria("label", words), .title(words)]) }
        ) { w in icon.write(scope, into: &w) }
    }

    private func writeThread(_ w: inout HTMLWriter) {
        if !details.comments.isEmpty {
            CommentTreeView(
                scope: scope, details: details, list: list, isTopOnly: isTopOnly, hasProfiles: hasProfiles,
                writing: writing
            ).write(into: &w)
        }
        w.element(.div, class: "own-comments") { w in writing?.writeOwn(under: nil, into: &w) }
    }

    private func writeFooter(_ w: inout HTMLWriter) {
        if !details.comments.isEmpty { writing?.writeReply(to: nil, Strings.addComment, style: "button", into: &w) }
        // The source of a failed thread is shown above, beside the reason.
        if details.failure == nil { status.writeSource(into: &w) }
        if let address = details.discussionLink, let link = scope.linkedPageURL(address, from: details.row.id, in: list)
        {
            ExternalLink(scope: scope, link: link).write(
                .external, Strings.openAt(address.host), style: "quiet", into: &w)
        }
    }
}
