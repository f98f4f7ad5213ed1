import Library
import Markup
import News
import URLs

/// A view of the actions on a story: a few in its bar, the others in its menu.
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
        // The save button of editions with ticks is below the title.
        var actions: [Action] = options.allowsSaving && !options.allowsTicks ? [.save] : []
        if details.row.link != nil { actions.append(.share) }
        actions.append(.text)
        if hasComments { actions.append(.comments) }
        return actions
    }

    /// The actions in the bar. The top bar has room for the first one and the comments, beside the menu.
    private var inBar: [Action] {
        isAtBottom ? offered : offered.prefix(1) + offered.dropFirst().filter { $0 == .comments }
    }
    var inMenu: [Action] { offered.filter { !inBar.contains($0) } }

    /// Writes the bar: at the bottom of a phone's screen, if the edition has it there, else in the top bar.
    func write(into w: inout HTMLWriter) {
        w.raw(isAtBottom ? "<nav class=\"story-bar bottom\"" : "<nav class=\"story-bar\"")
        w.attribute("aria-label", Strings.storyMenu)
        w.raw(">")
        for action in inBar { write(action, into: &w) }
        writeTurn(details.previous, .previous, &w)
        writeTurn(details.next, .next, &w)
        w.raw("<a class=\"icon-button more-actions\" data-sheet=\"menu\"")
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
            // Script shows the button if the browser can share or copy.
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

    /// Writes the link to the comments, which leads to their site if the source has no comments here.
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

    /// Writes a link to another story for wide screens; a phone has these links in the menu and below the text.
    private func writeTurn(_ row: StoryRow?, _ turn: Turn, _ w: inout HTMLWriter) {
        guard let row else { return }
        w.raw(
            turn == .next
                ? "<a class=\"icon-button neighbour\" data-neighbour=\"next\""
                : "<a class=\"icon-button neighbour\" data-neighbour=\"previous\"")
        w.attribute("href", scope.path(Route.story(row.id, in: list)))
        writeLabel(.chevron, turn == .next ? Strings.nextStory : Strings.previousStory, isAtBottom, &w)
        w.raw("</a>")
    }

    /// Writes the label and ends the start tag. The style sheet hides the words in a wide window's top bar.
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

/// A view of the links below a story's text: the text that is not shown, then the story's web page.
struct StoryLinksView {
    let scope: RequestScope
    let details: StoryDetails
    let list: StoryList?

    private var fullText: FullTextView { FullTextView(scope: scope, details: details, list: list) }

    func write(into w: inout HTMLWriter) {
        guard fullText.offersOtherTextAtEnd || details.row.link != nil else { return }
        w.raw("<div class=\"form-actions\">")
        if fullText.offersOtherTextAtEnd { fullText.writeOtherText(style: "quiet", into: &w) }
        writeWebPage(style: "quiet", into: &w)
        w.raw("</div>")
    }

    /// Writes the links as lines of the menu.
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
        w.raw("<a target=\"_blank\" rel=\"noopener noreferrer\" data-original-link class=\"")
        w.raw(style)
        w.raw("\"")
        w.attribute("href", link.text)
        w.raw(">")
        Icon.external.write(scope, into: &w)
        w.text(Strings.openWebPage)
        w.raw("</a>")
    }
}
