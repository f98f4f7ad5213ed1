import Library
import Markup
import News
import URLs

/// What can be done with a story: a few actions in its bar, the others in its menu, none in both.
struct StoryActionsView {
    enum Action { case save, share, text, comments }

    let scope: RequestScope
    let details: StoryDetails
    let list: StoryList?

    private var isAtBottom: Bool { scope.edition.layout.storyBottomBar == .actions }
    private var comments: CommentsButton { CommentsButton(scope: scope, details: details, list: list) }
    private var hasComments: Bool { comments.isOffered || details.discussionLink != nil }

    private var offered: [Action] {
        let options = scope.edition.options
        // With ticks, it is below the title.
        var actions: [Action] = options.allowsSaving && !options.allowsTicks ? [.save] : []
        if details.row.link != nil { actions.append(.share) }
        actions.append(.text)
        if hasComments { actions.append(.comments) }
        return actions
    }

    /// The top bar has room for the first and the comments, beside the menu.
    private var inBar: [Action] {
        isAtBottom ? offered : offered.prefix(1) + offered.dropFirst().filter { $0 == .comments }
    }
    var inMenu: [Action] { offered.filter { !inBar.contains($0) } }

    /// The bar: at the bottom of a phone's screen, where the edition has it, else in the top bar.
    func write(into w: inout HTMLWriter) {
        w.raw(isAtBottom ? "<nav class=\"story-bar bottom\"" : "<nav class=\"story-bar\"")
        w.attribute("aria-label", Strings.storyMenu)
        w.raw(">")
        for action in inBar { write(action, into: &w) }
        writeTurn(details.previous, .previous, &w)
        writeTurn(details.next, .next, &w)
        w.raw("<a class=\"action more-acts\" data-sheet=\"menu\"")
        w.attribute("href", scope.path(Route.storyMenu(details.row.id, in: list)))
        writeLabel(.more, Strings.more, isAtBottom, &w)
        w.raw("</a></nav>")
    }

    func write(_ action: Action, isInMenu: Bool = false, into w: inout HTMLWriter) {
        let style: StaticString = isInMenu ? "" : "action"
        let hasWords = isInMenu || isAtBottom
        switch action {
        case .save:
            MarkButton(scope: scope, row: details.row, mark: .saved).write(style: style, hasWords: hasWords, into: &w)
        case .share:
            // Script shows it where the browser can share or copy.
            w.raw("<button type=\"button\" data-share hidden class=\"")
            w.raw(style)
            w.raw("\"")
            writeLabel(.share, Strings.share, hasWords, &w)
            w.raw("</button>")
        case .text:
            w.raw("<a data-sheet=\"reading\" class=\"")
            w.raw(style)
            w.raw("\"")
            w.attribute(
                "href", scope.path(Route.textSettings(returnPath: scope.path(Route.story(details.row.id, in: list)))))
            writeLabel(.typography, isInMenu ? Strings.textSettings : Strings.text, hasWords, &w)
            w.raw("</a>")
        case .comments: writeComments(style, hasWords, &w)
        }
    }

    /// Elsewhere, if the source has no comments here.
    private func writeComments(_ style: StaticString, _ hasWords: Bool, _ w: inout HTMLWriter) {
        guard !comments.isOffered, let discussion = details.discussionLink else {
            return comments.write(style: style, into: &w)
        }
        w.raw("<a target=\"_blank\" rel=\"noopener noreferrer\" class=\"")
        w.raw(style)
        w.raw("\"")
        w.attribute("href", discussion.text)
        let words = details.commentCount.map { Strings.comments($0) } ?? Strings.comments
        writeLabel(.comments, words, hasWords, &w)
        w.raw("</a>")
    }

    private enum Turn { case previous, next }

    /// Only on wide screens; a phone has them in the menu and under the text.
    private func writeTurn(_ row: StoryRow?, _ turn: Turn, _ w: inout HTMLWriter) {
        guard let row else { return }
        w.raw(
            turn == .next
                ? "<a class=\"action turn\" data-turn=\"next\"" : "<a class=\"action turn\" data-turn=\"previous\"")
        w.attribute("href", scope.path(Route.story(row.id, in: list)))
        writeLabel(.chevron, turn == .next ? Strings.nextStory : Strings.previousStory, isAtBottom, &w)
        w.raw("</a>")
    }

    /// Ends the start tag. The style sheet hides the words in a wide window's top bar.
    private func writeLabel(_ icon: Icon, _ words: String, _ hasWords: Bool, _ w: inout HTMLWriter) {
        w.attribute("title", words)
        if !hasWords { w.attribute("aria-label", words) }
        w.raw(">")
        icon.write(scope, into: &w)
        guard hasWords else { return }
        w.raw("<span>")
        w.text(words)
        w.raw("</span>")
    }
}

/// Under a story's text: the text that is not shown, then the story's web page.
struct StoryLinksView {
    let scope: RequestScope
    let details: StoryDetails
    let list: StoryList?

    private var fullText: FullTextView { FullTextView(scope: scope, details: details, list: list) }

    func write(into w: inout HTMLWriter) {
        guard fullText.offersOtherTextAtEnd || details.row.link != nil else { return }
        w.raw("<div class=\"acts\">")
        if fullText.offersOtherTextAtEnd { fullText.writeOtherText(style: "quiet", into: &w) }
        writeWebPage(style: "quiet", into: &w)
        w.raw("</div>")
    }

    /// As lines of the menu.
    func writeMenuLines(into w: inout HTMLWriter) {
        if fullText.offersOtherText {
            w.raw("<li>")
            fullText.writeOtherText(style: "", into: &w)
            w.raw("</li>")
        }
        guard details.row.link != nil else { return }
        w.raw("<li>")
        writeWebPage(style: "", into: &w)
        w.raw("</li>")
    }

    private func writeWebPage(style: StaticString, into w: inout HTMLWriter) {
        guard let link = details.row.link else { return }
        if let page = scope.linkedPageURL(link, from: details.row.id, in: list) {
            return ExternalLink(scope: scope, link: page).write(
                .external, Strings.openWebPage, style: style, into: &w)
        }
        w.raw("<a target=\"_blank\" rel=\"noopener noreferrer\" data-v class=\"")
        w.raw(style)
        w.raw("\"")
        w.attribute("href", link.text)
        w.raw(">")
        Icon.external.write(scope, into: &w)
        w.text(Strings.openWebPage)
        w.raw("</a>")
    }
}
