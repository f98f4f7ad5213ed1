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
        let path = scope.path(Route.storyMenu(details.row.id, in: list))
        w.element(
            .nav, [.class("story-bar", isAtBottom ? "bottom" : nil), .aria("label", Strings.storyMenu)]
        ) { w in
            for action in inBar { write(action, into: &w) }
            writeTurn(details.previous, .previous, &w)
            writeTurn(details.next, .next, &w)
            writeControl(
                .a, [.class("icon-button more-actions"), .data(.sheet, "menu"), .href(path)], .more, Strings.more,
                hasWords: isAtBottom, &w)
        }
    }

    func write(_ action: Action, isInMenu: Bool = false, into w: inout HTMLWriter) {
        let style: StaticString = isInMenu ? "" : "icon-button"
        let hasWords = isInMenu || isAtBottom
        switch action {
        case .save:
            MarkButton(scope: scope, row: details.row, mark: .saved).write(style: style, hasWords: hasWords, into: &w)
        case .share:
            // Script shows the button if the browser can share or copy.
            writeControl(
                .button, [.type("button"), .data(.share), .hidden(), .class(style)], .share, Strings.share,
                hasWords: hasWords, &w)
        case .text:
            let returnPath = scope.path(Route.story(details.row.id, in: list))
            let path = scope.path(Route.textSettings(returnPath: returnPath))
            writeControl(
                .a, [.data(.sheet, "reading"), .class(style), .href(path)], .typography,
                isInMenu ? Strings.textSettings : Strings.text, hasWords: hasWords, &w)
        case .comments: writeComments(style, hasWords, &w)
        }
    }

    /// Writes the link to the comments, which leads to their site if the source has no comments here.
    private func writeComments(_ style: StaticString, _ hasWords: Bool, _ w: inout HTMLWriter) {
        guard !comments.isOffered, let discussion = details.discussionLink else {
            return comments.write(style: style, into: &w)
        }
        let words = details.commentCount.map { Strings.comments($0) } ?? Strings.comments
        writeControl(
            .a, [.target("_blank"), .rel("noopener noreferrer"), .class(style), .href(discussion.text)], .comments,
            words, hasWords: hasWords, &w)
    }

    private enum Turn: String { case previous, next }

    /// Writes a link to another story for wide screens; a phone has these links in the menu and below the text.
    private func writeTurn(_ row: StoryRow?, _ turn: Turn, _ w: inout HTMLWriter) {
        guard let row else { return }
        let path = scope.path(Route.story(row.id, in: list))
        writeControl(
            .a, [.class("icon-button neighbour"), .data(.neighbour, turn.rawValue), .href(path)], .chevron,
            turn == .next ? Strings.nextStory : Strings.previousStory, hasWords: isAtBottom, &w)
    }

    /// Writes a link or button with its label. The style sheet hides the words in a wide window's top bar.
    private func writeControl<let N: Int>(
        _ tag: HTMLTag, _ attributes: InlineArray<N, HTMLAttribute>, _ icon: Icon, _ words: String, hasWords: Bool,
        _ w: inout HTMLWriter
    ) {
        w.element(
            tag, attributes,
            more: { w in w.attributes([.title(words), .aria("label", hasWords ? nil : words)]) }
        ) { w in
            icon.write(scope, into: &w)
            if hasWords { w.element(.span, text: words) }
        }
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
        w.element(.div, class: "form-actions") { w in
            if fullText.offersOtherTextAtEnd { fullText.writeOtherText(style: "quiet", into: &w) }
            writeWebPage(style: "quiet", into: &w)
        }
    }

    /// Writes the links as lines of the menu.
    func writeMenuLines(into w: inout HTMLWriter) {
        if fullText.offersOtherText {
            w.element(.li) { w in fullText.writeOtherText(style: "", into: &w) }
        }
        fullText.writeSourceNote(into: &w)
        if details.row.link != nil {
            w.element(.li) { w in writeWebPage(style: "", into: &w) }
        }
    }

    private func writeWebPage(style: StaticString, into w: inout HTMLWriter) {
        guard let link = details.row.link else { return }
        if let page = scope.linkedPageURL(link, from: details.row.id, in: list) {
            return ExternalLink(scope: scope, link: page).write(
                .external, Strings.openWebPage, style: style, into: &w)
        }
        w.element(
            .a,
            [
                .target("_blank"), .rel("noopener noreferrer"), .data(.originalLink), .class(style),
                .href(link.text),
            ]
        ) { w in
            Icon.external.write(scope, into: &w)
            w.text(Strings.openWebPage)
        }
    }
}
