import Library
import Markup
import News

struct FrontPageView {
    let scope: RequestScope
    let front: FrontPage

    private var status: RefreshStatus { front.status }

    /// Featured stories above a grid's sections (MIT-74).
    static let maxFeatured = 5

    func page() -> HTMLPage {
        var layout = PageLayout(
            scope: scope, title: scope.edition.title, kind: .front, tab: .today, unread: front.unread, status: status)
        layout.newest = front.asOf?.rawValue
        return HTMLPage(
            layout.document { w in
                w.raw("<h1 class=\"visually-hidden\">")
                w.text(scope.edition.title)
                w.raw("</h1><div class=\"wide\">")
                StatusLine.write(scope, status, bottom: layout.bottomBar, into: &w)
                LayoutSwitch.write(scope, into: &w)
                Banner.write(scope, into: &w)
                if front.sections.isEmpty { writeFetchProgress(&w) } else { writeSections(&w) }
                w.raw("</div>")
            })
    }

    private func writeSections(_ w: inout HTMLWriter) {
        w.raw("<div")
        w.attribute("class", hasLead ? "paper" : "paper equal")
        w.raw(reloadsWhileFetching ? " data-filling>" : ">")
        if let since = front.newSince, front.newCount > 0 {
            w.raw("<p class=\"since across\">")
            w.text(Strings.new(front.newCount, since: scope.time.since(since)))
            w.raw("</p>")
        }
        writeFeatured(&w)
        for (index, section) in front.sections.enumerated() {
            write(section, isFirst: hasLead && index == 0, into: &w)
        }
        w.raw("</div>")
        if !front.isEmpty { writeEndNote(&w) }
    }

    private func writeFeatured(_ w: inout HTMLWriter) {
        guard !front.featured.isEmpty else { return }
        w.raw(
            "<section class=\"section featured\" aria-labelledby=\"featured\"><header class=\"section-head\"><h2 id=\"featured\">"
        )
        w.text(Strings.featured)
        w.raw("</h2></header>")
        for row in Self.leadFirst(front.featured) {
            StoryRowView(scope: scope, list: scope.list(.everything), isUnderSection: true, hasAnchor: false)
                .write(row, into: &w)
        }
        w.raw("</section>")
    }

    /// Whether the first story is shown larger.
    private var hasLead: Bool { scope.edition.options.hasLeadStory && scope.listLayout == .list }

    /// Whether script reloads the page during the first refresh.
    private var reloadsWhileFetching: Bool { status.firstRun != nil || (front.isEmpty && status.total > 0) }

    private var isFetchingFirstStories: Bool { status.firstRun != nil || (front.isEmpty && status.isUpdating) }

    private func write(_ section: FrontPageSection, isFirst: Bool, into w: inout HTMLWriter) {
        let list = StoryList.section(section.id)
        w.raw("<section")
        w.attribute("class", isFirst ? "section first" : "section")
        w.attribute("aria-labelledby", "h\(section.id.rawValue)")
        w.raw("><header class=\"section-head\"><h2")
        w.attribute("id", "h\(section.id.rawValue)")
        w.raw("><a")
        w.attribute("href", scope.path(Route.section(section.id, depth: 0)))
        w.raw(">")
        w.text(section.title)
        Icon.chevron.write(scope, into: &w)
        w.raw("</a></h2>")
        if section.unread.value > 0 {
            w.raw("<span class=\"tally\">")
            w.text(Strings.unread(section.unread))
            w.raw("</span>")
        }
        w.raw("</header>")
        if section.rows.isEmpty {
            w.raw("<p class=\"note\">")
            w.text(isFetchingFirstStories ? Strings.storiesOnTheirWay : Strings.nothingHere)
            w.raw("</p>")
        }
        let isLed = isFirst && scope.preferences.showsPictures
        let view = StoryRowView(
            scope: scope, list: list, isUnderSection: true,
            opensLinkedPage: scope.edition.sectionOptions(of: section.key).opensExternally)
        for (index, row) in (isLed ? Self.leadFirst(section.rows) : section.rows).enumerated() {
            if isFirst && index == 0 && view.canLead(row) {
                view.writeLead(row, into: &w)
            } else {
                view.write(row, into: &w)
            }
        }
        w.raw("</section>")
    }

    /// Puts the first story with a large image first.
    private static func leadFirst(_ rows: [StoryRow]) -> [StoryRow] {
        guard let lead = rows.firstIndex(where: { $0.picture.map { $0.isLarge && !$0.isKnownToFail } ?? false }) else {
            return rows
        }
        return [rows[lead]] + rows[..<lead] + rows[(lead + 1)...]
    }

    private func writeFetchProgress(_ w: inout HTMLWriter) {
        w.raw("<div class=\"empty\" data-arriving><p>")
        w.text(status.firstRun.map(Strings.firstRunProgress) ?? Strings.nothingHere)
        w.raw("</p>")
        if let progress = status.firstRun {
            w.raw("<progress")
            w.attribute("max", String(max(1, progress.total)))
            w.attribute("value", String(progress.succeeded + progress.failed))
            w.attribute("aria-label", Strings.firstRunProgress(progress))
            w.raw("></progress>")
        }
        w.raw("</div>")
    }

    private func writeEndNote(_ w: inout HTMLWriter) {
        w.raw("<div class=\"end\"><p>")
        let oldest = front.oldestShownAt ?? front.newSince ?? scope.now
        w.text(Strings.endOfNewStories(since: scope.time.since(oldest)))
        w.raw("</p>")
        if let through = front.asOf, front.unread.value > 0 {
            ActionForm(
                scope, .markRead, returnPath: scope.currentURI,
                fields: [
                    ("list", scope.list(.everything).code), ("through", String(through.rawValue)),
                ]
            ).write(into: &w) { w in
                w.raw("<button class=\"button\" data-mark-all>")
                Icon.check.write(scope, into: &w)
                w.text(Strings.markAllRead(front.unread))
                w.raw("</button>")
            }
        }
        w.raw("</div>")
    }
}
