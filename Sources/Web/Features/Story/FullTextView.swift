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

    func writeAbove(into w: inout HTMLWriter) {
        switch details.state {
        case .shown where isSavedPage: return
        case .shown:
            writeSourceLine(
                Strings.fullTextSource(from: host, details.reason), .story(row.id, in: list, showsFeedText: true),
                Strings.feedText, &w)
        case .feedTextRequested:
            writeSourceLine(Strings.feedText, .story(row.id, in: list), Strings.fullText, &w)
        default: return
        }
    }

    private func writeSourceLine(_ words: String, _ other: Route, _ offer: String, _ w: inout HTMLWriter) {
        w.element(.p, class: "full-text-status above") { w in
            w.element(.span, text: words)
            w.text(" ")
            w.element(.a, [.data(.fullTextShortcut), .href(scope.path(other))], text: offer)
        }
    }

    func writeBelow(into w: inout HTMLWriter) {
        switch details.state {
        case .fetchesOnOpen:
            // A reader who chose the feed's text keeps it.
            let prefersFeedText = scope.query["text"] == "given"
            writeOffer(fetchesAutomatically: scope.intent.isUserNavigation && !prefersFeedText, &w)
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
        var view = FetchStatusView(state: state, sentence: sentence, style: "full-text-status below")
        if let fetch { view.attributes = [.data(.fullTextFetch, fetch.rawValue), .data(.host, host)] }
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

    /// True if the story has no text and no line above or below it offers one. A text that looks complete has its offer
    /// only in the menu, as the guess may be wrong.
    var offersOtherTextAtEnd: Bool { offersOtherText && isUnremarked && !hasText }

    /// True if the page says neither that the text is partial nor where it is from.
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
