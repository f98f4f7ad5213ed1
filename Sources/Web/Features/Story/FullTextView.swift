import Library
import Markup
import News
import URLs

/// The text's source, and an offer of the full text.
struct FullTextView {
    let scope: RequestScope
    let details: FullTextDetails
    private let row: StoryRow
    private let hasText: Bool
    private let list: StoryList?

    init(scope: RequestScope, details: StoryDetails, list: StoryList?) {
        self.scope = scope
        self.details = details.fullText
        row = details.row
        hasText = !details.body.text.isEmpty
        self.list = list
    }

    private var host: String { details.page?.host ?? row.channelTitle }

    func writeAbove(into w: inout HTMLWriter) {
        switch details.state {
        case .shown:
            writeSourceLine(
                Strings.fullTextSource(from: host), .story(row.id, in: list, showsFeedText: true), Strings.feedText, &w)
        case .feedTextRequested:
            writeSourceLine(Strings.feedTextOnly, .story(row.id, in: list), Strings.showFullText, &w)
        default: return
        }
    }

    private func writeSourceLine(_ words: String, _ other: Route, _ offer: String, _ w: inout HTMLWriter) {
        w.raw("<p class=\"whole above\"><span>")
        w.text(words)
        w.raw("</span> · <a data-whole-key")
        w.attribute("href", scope.path(other))
        w.raw(">")
        w.text(offer)
        w.raw("</a></p>")
    }

    func writeBelow(into w: inout HTMLWriter) {
        switch details.state {
        case .fetchesOnOpen: writeOffer(fetchesAutomatically: scope.intent.isUserNavigation, &w)
        case .available where details.looksTruncated: writeOffer(fetchesAutomatically: false, &w)
        case .notLonger where details.looksTruncated:
            w.raw("<div class=\"whole below\"><p>")
            w.text(Strings.pageHasNoMore(host))
            w.raw("</p></div>")
        case .failed(let why, let until):
            writeNoteWithForm(
                Strings.fullTextFailure(why, at: host, until: until, time: scope.time), fetchesAutomatically: false, &w
            ) { w in
                w.raw("<button class=\"quiet\" data-whole-key>")
                w.text(Strings.tryAgain)
                w.raw("</button>")
            }
        default: return
        }
    }

    private func writeOffer(fetchesAutomatically: Bool, _ w: inout HTMLWriter) {
        writeNoteWithForm(
            hasText ? Strings.onlyBeginning(row.channelTitle) : Strings.textElsewhere(host),
            fetchesAutomatically: fetchesAutomatically, &w
        ) { w in
            w.raw("<button class=\"button\" data-whole-key>")
            w.text(Strings.readFullText)
            w.raw("</button>")
        }
    }

    /// - Parameter fetchesAutomatically: script submits the form at once, as a user opened the story
    ///   (docs/decisions/0007).
    private func writeNoteWithForm(
        _ words: String, fetchesAutomatically: Bool, _ w: inout HTMLWriter, _ button: (inout HTMLWriter) -> Void
    ) {
        w.raw("<div class=\"whole below\"")
        w.attribute("data-whole", fetchesAutomatically ? "ask" : "offer")
        w.attribute("data-host", host)
        w.raw("><p role=\"status\">")
        w.text(words)
        w.raw("</p>")
        writeForm(&w, button)
        w.raw("</div>")
    }

    /// For a text that does not look truncated.
    func writeAction(into w: inout HTMLWriter) {
        guard details.state == .available, !details.looksTruncated else { return }
        writeForm(&w) { w in
            w.raw("<button class=\"quiet\" data-whole-key>")
            Icon.down.write(scope, into: &w)
            w.text(Strings.fullTextLabel)
            w.raw("</button>")
        }
    }

    private func writeForm(_ w: inout HTMLWriter, _ button: (inout HTMLWriter) -> Void) {
        ActionForm(
            scope, .fullText, returnPath: scope.path(Route.story(row.id, in: list)),
            fields: [("story", String(row.id.rawValue))]
        ).write(into: &w, button)
    }
}
