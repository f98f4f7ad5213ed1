import Library
import Markup
import News

/// Says where a story's text comes from, and offers the whole text where the feed gave only its beginning.
struct WholeTextView {
    let visit: Visit
    let facts: FullTextFacts
    private let row: StoryRow
    private let hasText: Bool
    private let list: StoryList?

    init(visit: Visit, facts: StoryFacts, list: StoryList?) {
        self.visit = visit
        self.facts = facts.fullText
        row = facts.row
        hasText = !facts.body.text.isEmpty
        self.list = list
    }

    private var host: String { facts.page?.host ?? row.channelTitle }

    /// The line between head and text: whose text it is, and the way to the other.
    func writeAbove(into w: inout HTMLWriter) {
        switch facts.state {
        case .shown: origin(Words.whole(from: host), .story(row.id, in: list, asGiven: true), Words.asGiven, &w)
        case .asGiven: origin(Words.givenOnly, .story(row.id, in: list), Words.showWhole, &w)
        default: return
        }
    }

    private func origin(_ words: String, _ other: Route, _ offer: String, _ w: inout HTMLWriter) {
        w.raw("<p class=\"whole above\"><span>")
        w.text(words)
        w.raw("</span> · <a data-whole-key")
        w.attribute("href", visit.path(other))
        w.raw(">")
        w.text(offer)
        w.raw("</a></p>")
    }

    /// What stands where the text breaks off.
    func writeBelow(into w: inout HTMLWriter) {
        switch facts.state {
        case .wanted: offer(isAskedByItself: visit.intent.isPersonsNavigation, &w)
        case .offered where facts.looksCutShort: offer(isAskedByItself: false, &w)
        case .heldNoMore where facts.looksCutShort:
            w.raw("<div class=\"whole below\"><p>")
            w.text(Words.heldNoMore(host))
            w.raw("</p></div>")
        case .failed(let why, let until):
            below(Words.failure(why, at: host, until: until, time: visit.time), isAskedByItself: false, &w) { w in
                w.raw("<button class=\"quiet\" data-whole-key>")
                w.text(Words.tryAgain)
                w.raw("</button>")
            }
        default: return
        }
    }

    private func offer(isAskedByItself: Bool, _ w: inout HTMLWriter) {
        below(
            hasText ? Words.onlyBeginning(row.channelTitle) : Words.textElsewhere(host),
            isAskedByItself: isAskedByItself, &w
        ) { w in
            w.raw("<button class=\"button\" data-whole-key>")
            w.text(Words.readWhole)
            w.raw("</button>")
        }
    }

    /// - Parameter isAskedByItself: script asks at once, as a person opened the story (decision 19: by POST).
    private func below(
        _ words: String, isAskedByItself: Bool, _ w: inout HTMLWriter, _ button: (inout HTMLWriter) -> Void
    ) {
        w.raw("<div class=\"whole below\"")
        w.attribute("data-whole", isAskedByItself ? "ask" : "offer")
        w.attribute("data-host", host)
        w.raw("><p role=\"status\">")
        w.text(words)
        w.raw("</p>")
        form(&w, button)
        w.raw("</div>")
    }

    /// Among what can be done with a story, where nothing says that there is more.
    func writeAct(into w: inout HTMLWriter) {
        guard facts.state == .offered, !facts.looksCutShort else { return }
        form(&w) { w in
            w.raw("<button class=\"quiet\" data-whole-key>")
            Icon.down.write(visit, into: &w)
            w.text(Words.wholeText)
            w.raw("</button>")
        }
    }

    private func form(_ w: inout HTMLWriter, _ button: (inout HTMLWriter) -> Void) {
        ActForm(
            visit, .whole, back: visit.path(Route.story(row.id, in: list)), fields: [("story", String(row.id.rawValue))]
        ).write(into: &w, button)
    }
}
