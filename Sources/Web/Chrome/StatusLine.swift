import Library
import Markup

/// "Updated 4 minutes ago, 2 of 40 waiting": the last time an origin was asked, and a way to ask again.
enum StatusLine {
    /// Writes the date at the left and the status, which can be tapped, at the right.
    static func write(_ visit: Visit, _ status: RefreshStatus, into w: inout HTMLWriter) {
        w.raw("<div class=\"dateline\"><span>")
        w.text(visit.time.dateline(visit.now))
        w.raw("</span>")
        ActForm(.refresh, back: visit.here).write(into: &w) { w in
            w.raw("<button class=\"status status-tap\" data-status title=\"Ask the origins now\"")
            if let at = status.lastAskedAt { w.attribute("data-at", TimeWords.machine(at)) }
            if failing(status) != nil { w.raw(" data-failing") }
            w.raw(">")
            w.text(words(visit, status))
            w.raw("</button>")
        }
        w.raw("</div>")
    }

    /// Said only when most of what is followed cannot be read: one failing feed is a matter for its own page.
    static func failing(_ status: RefreshStatus) -> String? {
        guard status.failing * 2 > status.total, !status.isUpdating, status.firstRun == nil else { return nil }
        return Words.failing(status.failing, of: status.total)
    }

    static func words(_ visit: Visit, _ status: RefreshStatus) -> String {
        if let progress = status.firstRun { return Words.arriving(progress) }
        if status.isUpdating { return "Updating..." }
        if let failing = failing(status) { return failing }
        guard let at = status.lastAskedAt else { return status.total == 0 ? "" : "Not updated yet" }
        let waiting = status.waiting == 0 ? "" : ", \(Words.waiting(status.waiting, of: status.total))"
        return visit.time.updated(at) + waiting
    }
}
