import Library
import Markup

/// What there is to say of a page outside beside its text: that it is on its way, how old it is, that there is little or
/// nothing to read and why; always with a way on.
struct OutsideNotes {
    let visit: Visit
    let link: OutsideLink
    let facts: OutsideFacts
    let isLoading: Bool

    private var host: String { facts.foundAt.host }

    func writeAbove(into w: inout HTMLWriter) {
        if isLoading { return loading(&w) }
        if facts.body != nil {
            kept(&w)
            if facts.isHardlyAnything { note(Words.hardlyAnything(facts.words), isMain: true, retries: false, &w) }
            if facts.pieces > 1 { note(Words.veryLong(facts.words, facts.pieces), isMain: nil, retries: false, &w) }
        } else if let sentence = why {
            note(sentence, isMain: true, retries: facts.remark == nil || facts.failure != nil, &w)
        } else {
            note(Words.notLoaded(host), isMain: false, retries: true, &w)
        }
    }

    /// What stands where the text breaks off.
    func writeBelow(into w: inout HTMLWriter) {
        guard facts.isCutShort, facts.piece == facts.pieces else { return }
        note(Words.forSubscribers(host), isMain: true, retries: false, &w)
    }

    /// Why there is no text.
    private var why: String? {
        if let wait = facts.waitUntil, facts.remark == nil { return Words.hostWaits(host, visit.time.until(wait)) }
        if let failure = facts.failure { return Words.outside(failure, at: facts.address.host) }
        return facts.remark
    }

    private func loading(_ w: inout HTMLWriter) {
        w.raw("<div class=\"outside-note loading\"><p role=\"status\">")
        w.text(Words.loading(from: host))
        w.raw("</p><div class=\"skeleton\" aria-hidden=\"true\" hidden><i></i><i></i><i></i><i></i></div>")
        form(again: false, &w) { w in
            w.raw("<button class=\"button\">")
            w.text(Words.loadPage)
            w.raw("</button>")
        }
        w.raw("</div>")
    }

    /// When it was fetched, and what became of asking since.
    private func kept(_ w: inout HTMLWriter) {
        guard let at = facts.fetchedAt else { return }
        w.raw("<p class=\"whole above\"><span>")
        w.text(Words.fetched(from: host))
        w.raw(" <time data-long")
        w.attribute("datetime", TimeWords.machine(at))
        w.raw(">")
        w.text(visit.time.long(at))
        w.raw("</time></span> · ")
        LeaveLink(visit: visit, link: link).write(nil, Words.original, style: "", isFirst: true, into: &w)
        if let wait = facts.waitUntil, facts.failure != nil {
            after(Words.hostWaits(host, visit.time.until(wait)), &w)
        } else if let failure = facts.failure {
            after(Words.outside(failure, at: facts.address.host), &w)
        }
        w.raw("</p>")
    }

    private func after(_ sentence: String, _ w: inout HTMLWriter) {
        w.raw("<br><span class=\"stale\">")
        w.text(sentence)
        w.raw(" ")
        w.text(Words.asItWas)
        w.raw("</span>")
    }

    /// - Parameter isMain: whether the original is the chief way on; nil offers none.
    private func note(_ sentence: String, isMain: Bool?, retries: Bool, _ w: inout HTMLWriter) {
        w.raw("<div class=\"outside-note\"><p role=\"status\">")
        w.text(sentence)
        w.raw("</p>")
        if isMain != nil || retries { w.raw("<div class=\"ways\">") }
        if let isMain {
            LeaveLink(visit: visit, link: link).write(
                .out, Words.openAt(host), style: isMain ? "button main" : "button", into: &w)
        }
        if retries {
            form(again: true, &w) { w in
                w.raw("<button class=\"button\">")
                w.text(facts.failure == nil ? Words.loadPage : Words.tryAgain)
                w.raw("</button>")
            }
        }
        if isMain != nil || retries { w.raw("</div>") }
        w.raw("</div>")
    }

    /// - Parameter again: a person presses it, so that also what is fresh is asked for.
    func form(again: Bool, _ w: inout HTMLWriter, _ button: (inout HTMLWriter) -> Void) {
        var fields = link.fields
        if again { fields.append(("again", "1")) }
        ActForm(visit, .outside, back: visit.path(Route.outside(link)), fields: fields).write(into: &w, button)
    }
}
