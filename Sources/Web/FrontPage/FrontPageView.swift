import Library
import Markup
import News

/// The front page as HTML.
struct FrontPageView {
    let visit: Visit
    let front: FrontPage
    let status: RefreshStatus

    func page() -> Page {
        var shell = Shell(visit: visit, title: Words.paper, tab: .today, unread: front.unread)
        shell.newest = front.through?.rawValue
        return Page(
            shell.page { w in
                w.raw("<h1 class=\"spoken\">Tidings, today</h1><div class=\"wide\">")
                StatusLine.write(visit, status, into: &w)
                Notice.write(visit, into: &w)
                if front.sections.isEmpty { arriving(&w) } else { sections(&w) }
                w.raw("</div>")
            })
    }

    private func sections(_ w: inout HTMLWriter) {
        w.raw(status.firstRun == nil ? "<div class=\"paper\">" : "<div class=\"paper\" data-filling>")
        if let since = front.newSince, front.newCount > 0 {
            w.raw("<p class=\"since across\">")
            w.text(Words.new(front.newCount, since: visit.time.since(since)))
            w.raw("</p>")
        }
        for (index, section) in front.sections.enumerated() {
            write(section, isFirst: index == 0, into: &w)
        }
        w.raw("</div>")
        end(&w)
    }

    private func write(_ section: FrontSection, isFirst: Bool, into w: inout HTMLWriter) {
        let list = StoryList.section(section.id)
        w.raw("<section")
        w.attribute("class", isFirst ? "section first" : "section")
        w.attribute("aria-labelledby", "h\(section.id.rawValue)")
        w.raw("><header class=\"section-head\"><h2")
        w.attribute("id", "h\(section.id.rawValue)")
        w.raw("><a")
        w.attribute("href", Route.section(section.id, depth: Route.step).path)
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
        for (index, row) in (isFirst ? Self.led(section.rows) : section.rows).enumerated() {
            let view = RowView(visit: visit, list: list, isUnderSection: true)
            if isFirst && index == 0 { view.writeLead(row, into: &w) } else { view.write(row, into: &w) }
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
                .read, back: visit.here,
                fields: [
                    ("list", StoryList.everything.code), ("through", String(through.rawValue)),
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
