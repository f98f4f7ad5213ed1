import Library
import Markup
import News

/// The front page as HTML.
struct FrontPageView {
    let visit: Visit
    let front: FrontPage
    let status: RefreshStatus

    /// So many stories of honour stand above the sections of a grid (MIT-74).
    static let mostFeatured = 5

    func page() -> Page {
        var shell = Shell(
            visit: visit, title: visit.edition.title, kind: .front, tab: .today, unread: front.unread, status: status)
        shell.newest = front.through?.rawValue
        return Page(
            shell.page { w in
                w.raw("<h1 class=\"spoken\">")
                w.text(visit.edition.title)
                w.raw("</h1><div class=\"wide\">")
                StatusLine.write(visit, status, bottom: shell.bottom, into: &w)
                LayoutSwitch.write(visit, into: &w)
                Notice.write(visit, into: &w)
                if front.sections.isEmpty { arriving(&w) } else { sections(&w) }
                w.raw("</div>")
            })
    }

    private func sections(_ w: inout HTMLWriter) {
        w.raw("<div")
        w.attribute("class", isLed ? "paper" : "paper equal")
        w.raw(isFilling ? " data-filling>" : ">")
        if let since = front.newSince, front.newCount > 0 {
            w.raw("<p class=\"since across\">")
            w.text(Words.new(front.newCount, since: visit.time.since(since)))
            w.raw("</p>")
        }
        featured(&w)
        for (index, section) in front.sections.enumerated() {
            write(section, isFirst: isLed && index == 0, into: &w)
        }
        w.raw("</div>")
        // Where there is nothing yet, nothing can be said to be all.
        if !front.isBlank { end(&w) }
    }

    private func featured(_ w: inout HTMLWriter) {
        guard !front.featured.isEmpty else { return }
        w.raw(
            "<section class=\"section featured\" aria-labelledby=\"featured\"><header class=\"section-head\"><h2 id=\"featured\">"
        )
        w.text(Words.featured)
        w.raw("</h2></header>")
        for row in Self.led(front.featured) {
            RowView(visit: visit, list: visit.list(.everything), isUnderSection: true, isNumbered: false)
                .write(row, into: &w)
        }
        w.raw("</section>")
    }

    /// Whether one story stands before all others.
    private var isLed: Bool { visit.edition.options.lead && visit.layout == .list }

    /// While first answers are coming the page is made again as they come.
    private var isFilling: Bool { status.firstRun != nil || (front.isBlank && status.total > 0) }

    /// Whether the first answers of an empty section may still be coming.
    private var isArriving: Bool { status.firstRun != nil || (front.isBlank && status.isUpdating) }

    private func write(_ section: FrontSection, isFirst: Bool, into w: inout HTMLWriter) {
        let list = StoryList.section(section.id)
        w.raw("<section")
        w.attribute("class", isFirst ? "section first" : "section")
        w.attribute("aria-labelledby", "h\(section.id.rawValue)")
        w.raw("><header class=\"section-head\"><h2")
        w.attribute("id", "h\(section.id.rawValue)")
        w.raw("><a")
        w.attribute("href", visit.path(Route.section(section.id, depth: 0)))
        w.raw(">")
        w.text(section.title)
        Icon.chevron.write(visit, into: &w)
        w.raw("</a></h2>")
        if section.unread.value > 0 {
            w.raw("<span class=\"tally\">")
            w.text(Words.unread(section.unread))
            w.raw("</span>")
        }
        w.raw("</header>")
        if section.rows.isEmpty {
            w.raw("<p class=\"note\">")
            w.text(isArriving ? Words.onTheirWay : Words.nothingHere)
            w.raw("</p>")
        }
        let isLed = isFirst && visit.preferences.showsPictures
        let view = RowView(
            visit: visit, list: list, isUnderSection: true,
            opensOutside: visit.edition.treatment(of: section.key).opensOutside)
        for (index, row) in (isLed ? Self.led(section.rows) : section.rows).enumerated() {
            if isFirst && index == 0 && view.canLead(row) {
                view.writeLead(row, into: &w)
            } else {
                view.write(row, into: &w)
            }
        }
        w.raw("</section>")
    }

    /// The first story with a large picture leads; without any the newest does.
    private static func led(_ rows: [StoryRow]) -> [StoryRow] {
        guard let lead = rows.firstIndex(where: { $0.picture.map { $0.isLarge && !$0.isKnownToFail } ?? false }) else {
            return rows
        }
        return [rows[lead]] + rows[..<lead] + rows[(lead + 1)...]
    }

    private func arriving(_ w: inout HTMLWriter) {
        w.raw("<div class=\"empty\" data-arriving><p>")
        w.text(status.firstRun.map(Words.arriving) ?? Words.nothingHere)
        w.raw("</p>")
        if let progress = status.firstRun {
            w.raw("<progress")
            w.attribute("max", String(max(1, progress.total)))
            w.attribute("value", String(progress.arrived + progress.refused))
            w.attribute("aria-label", Words.arriving(progress))
            w.raw("></progress>")
        }
        w.raw("</div>")
    }

    private func end(_ w: inout HTMLWriter) {
        w.raw("<div class=\"end\"><p>")
        let oldest = front.oldestShownAt ?? front.newSince ?? visit.now
        w.text(Words.that(isAllSince: visit.time.since(oldest)))
        w.raw("</p>")
        if let through = front.through, front.unread.value > 0 {
            ActForm(
                visit, .read, back: visit.here,
                fields: [
                    ("list", visit.list(.everything).code), ("through", String(through.rawValue)),
                ]
            ).write(into: &w) { w in
                w.raw("<button class=\"button\" data-mark-all>")
                Icon.check.write(visit, into: &w)
                w.text(Words.markAllRead(front.unread))
                w.raw("</button>")
            }
        }
        w.raw("</div>")
    }
}
