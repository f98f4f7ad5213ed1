import Library
import Markup
import News
import URLs

/// A view of the text's source, with an offer of the full text.
struct FullTextView {
    let scope: RequestScope
    let details: FullTextDetails
    private let row: StoryRow
    private let hasText: Bool
    /// True for a saved page, which no feed has a text of.
    private let isSavedPage: Bool
    private let list: StoryList?
    private let discussionLink: WebAddress?

    init(scope: RequestScope, details: StoryDetails, list: StoryList?) {
        self.scope = scope
        self.details = details.fullText
        row = details.row
        hasText = !details.body.text.isEmpty
        isSavedPage = details.source?.kind == .savedPages
        self.list = list
        discussionLink = details.discussionLink
    }

    private var host: String { details.page?.host ?? row.channelTitle }

    /// Writes where the full text is from, in the story's menu.
    func writeSourceNote(into w: inout HTMLWriter) {
        guard isShown, !isSavedPage else { return }
        w.element(.li) { w in
            w.element(.p, class: "note", text: Strings.fullTextSource(from: host, details.reason))
        }
    }

    /// True if the story's text is the full one.
    var isShown: Bool {
        if case .shown = details.state { return true }
        return false
    }

    /// Writes the state of a text that is cut short, below it, with the offer of the full one.
    func write(into w: inout HTMLWriter) {
        switch details.state {
        case .fetchesOnOpen:
            // A reader who chose the feed's text keeps it.
            let prefersFeedText = scope.query["text"] == "given"
            writeOffer(fetchesAutomatically: scope.intent.isUserOpening && !prefersFeedText, &w)
        case .available where details.looksTruncated: writeOffer(fetchesAutomatically: false, &w)
        case .notLonger where details.looksTruncated:
            writeStatus(.settled, Strings.pageHasNoMore(host), &w)
        case .failed(let why, let until):
            let failure = Strings.fullTextFailure(why, at: host, until: until, time: scope.time)
            let words = isSavedPage && !hasText ? Strings.keptAsBookmark(failure) : failure
            // A delay requested by the origin applies to manual retries, too.
            guard why.code != .busy || until == nil else { return writeStatus(.failed, words, &w) }
            writeStatus(.failed, words, fetch: .offer, &w) { w in
                w.element(
                    .button, class: "quiet", [.data(.fullTextShortcut)],
                    text: until == nil ? Strings.tryAgain : Strings.tryNow)
            }
        default: return
        }
    }

    /// The action of script with the form that fetches the full text.
    private enum FetchAction: String {
        case offer
        /// Submit the form at once, as a user opened the story (docs/decisions/0007).
        case submit = "ask"
    }

    private func writeOffer(fetchesAutomatically: Bool, _ w: inout HTMLWriter) {
        writeStatus(
            .settled, hasText ? Strings.onlyBeginning(row.channelTitle) : Strings.textElsewhere(host),
            fetch: fetchesAutomatically ? .submit : .offer, &w
        ) { w in
            w.element(.button, class: "button", [.data(.fullTextShortcut)], text: Strings.fullText)
        }
    }

    private func writeStatus(
        _ state: FetchStatusView.State, _ sentence: String, fetch: FetchAction? = nil, _ w: inout HTMLWriter,
        _ button: (inout HTMLWriter) -> Void = { _ in }
    ) {
        var view = FetchStatusView(state: state, sentence: sentence, style: "full-text-status")
        if let fetch { view.attributes = [.data(.fullTextFetch, fetch.rawValue)] }
        view.write(into: &w) { w in
            if fetch != nil { writeForm(&w, button) }
        }
    }

    /// True if there is another text than the one shown: the page's, or the feed's own.
    var offersOtherText: Bool {
        switch details.state {
        case .shown where isSavedPage: false
        case .shown, .feedTextRequested, .available, .fetchesOnOpen, .failed: true
        case .notLonger: false
        case .none: linkedPage != nil
        }
    }

    /// True if there are two texts to choose from, or the story has none and no line below offers one. A text that looks
    /// complete has its offer only in the menu, as the guess may be wrong.
    var offersOtherTextAtEnd: Bool {
        switch details.state {
        case .shown, .feedTextRequested: true
        default: offersOtherText && isUnremarked && !hasText
        }
    }

    /// True if the page does not say that the text is partial.
    private var isUnremarked: Bool {
        switch details.state {
        case .available: !details.looksTruncated
        case .none: true
        case .shown, .feedTextRequested, .fetchesOnOpen, .notLonger, .failed: false
        }
    }

    /// The linked page, shown if the story itself cannot be completed; nil without a link, or if it leads to the
    /// discussion.
    private var linkedPage: LinkedPageURL? {
        guard let link = row.link, link != discussionLink else { return nil }
        return scope.linkedPageURL(link, from: row.id, in: list)
    }

    func writeOtherText(style: StaticString, into w: inout HTMLWriter) {
        let words = isUnremarked && hasText ? Strings.getFullText : Strings.fullText
        switch details.state {
        case .shown: writeLink(.story(row.id, in: list, showsFeedText: true), Strings.feedText, style, &w)
        case .feedTextRequested: writeLink(.story(row.id, in: list), Strings.fullText, style, &w)
        case .none:
            if let linkedPage { writeLink(.linkedPage(linkedPage), words, style, &w) }
        case .available, .fetchesOnOpen, .notLonger, .failed:
            writeForm(&w) { w in
                w.element(.button, [.class(style), .data(.fullTextShortcut)]) { w in writeLabel(words, &w) }
            }
        }
    }

    private func writeLink(_ route: Route, _ words: String, _ style: StaticString, _ w: inout HTMLWriter) {
        w.element(.a, [.class(style), .data(.fullTextShortcut), .href(scope.path(route))]) { w in
            writeLabel(words, &w)
        }
    }

    private func writeLabel(_ words: String, _ w: inout HTMLWriter) {
        Icon.text.write(scope, into: &w)
        w.text(words)
    }

    private func writeForm(_ w: inout HTMLWriter, _ button: (inout HTMLWriter) -> Void) {
        ActionForm(
            scope, .fullText, returnPath: scope.path(Route.story(row.id, in: list)),
            fields: [("story", String(row.id.rawValue))]
        ).write(into: &w) { w in button(&w) }
    }
}
