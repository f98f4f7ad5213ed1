import Library
import Markup
import News

/// "Updated 4 minutes ago, 2 of 40 waiting": the last time an origin was asked, and a way to ask again.
enum StatusLine {
    /// Writes the date at the left and, unless the bottom slot has it, the status at the right.
    static func write(_ visit: Visit, _ status: RefreshStatus, bottom: EditionShell.Bottom, into w: inout HTMLWriter) {
        w.raw("<div class=\"dateline\"><span>")
        w.text(visit.time.dateline(visit.now))
        w.raw("</span>")
        if bottom != .status { button(visit, status, into: &w) }
        w.raw("</div>")
    }

    /// The status, which can be tapped.
    static func button(_ visit: Visit, _ status: RefreshStatus, into w: inout HTMLWriter) {
        // What a person asks for begins with the first rows again (MIT-26).
        ActForm(visit, .refresh, back: visit.beginning).write(into: &w) { w in
            w.raw("<button class=\"status status-tap\" data-status title=\"Ask the origins now\"")
            if let at = status.lastAnsweredAt { w.attribute("data-at", TimeWords.machine(at)) }
            if visit.beginning != visit.here { w.attribute("data-again", visit.beginning) }
            if failing(status, of: visit.edition) != nil { w.raw(" data-failing") }
            w.raw(">")
            w.text(words(visit, status))
            w.raw("</button>")
        }
    }

    /// Said only when most of what is followed cannot be read: one failing feed is a matter for its own page, and a
    /// newspaper of one origin says how old it is (MIT-66), if it ever had an answer.
    static func failing(_ status: RefreshStatus, of edition: Edition) -> String? {
        guard edition.isReadersOwn || status.lastAnsweredAt == nil else { return nil }
        guard status.failing * 2 > status.total, !status.isUpdating, status.firstRun == nil else { return nil }
        return Words.failing(status.failing, of: status.total)
    }

    static func words(_ visit: Visit, _ status: RefreshStatus) -> String {
        if let progress = status.firstRun { return Words.arriving(progress) }
        if status.isUpdating { return "Updating..." }
        if let failing = failing(status, of: visit.edition) { return failing }
        guard let at = status.lastAnsweredAt else { return status.total == 0 ? "" : "Not updated yet" }
        return visit.time.updated(at) + (waiting(status, of: visit.edition).map { ", \($0)" } ?? "")
    }

    /// Said of the reader's own feeds, of which some may wait for long; a newspaper's origin is asked in a moment.
    static func waiting(_ status: RefreshStatus, of edition: Edition) -> String? {
        guard edition.isReadersOwn, status.waiting > 0 else { return nil }
        return Words.waiting(status.waiting, of: status.total)
    }
}
