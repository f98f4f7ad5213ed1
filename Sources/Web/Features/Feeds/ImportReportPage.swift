import Library
import Markup
import News
import URLs
import Untrusted

/// A report of an OPML import: the new feeds, the feeds already followed, and the refused entries with reasons, each
/// with a link.
struct ImportReportPage {
    /// The number of rows per group on the first page, and per page of one group.
    private static let firstRows = 50
    private static let pageRows = 200
    private static let maxOffset = 1_000_000

    func page(for scope: RequestScope) throws(LibraryError) -> HTMLPage {
        guard let id = scope.query["id"], let result = scope.dependencies.importReports.value(of: id, for: scope)
        else { throw .notThere }
        let group = scope.query["show"].flatMap(ImportResult.Group.init(rawValue:))
        let layout = PageLayout(
            scope: scope, title: Strings.importOPML, left: .back(.feeds), barTitle: Strings.importOPML, actions: [])
        // The report is kept in memory and is not part of the revision.
        return HTMLPage(
            isCacheable: false,
            layout.document { w in
                w.raw("<div class=\"page-column\"><div class=\"page-title\"><h1>")
                w.text(Strings.importOPML)
                w.raw("</h1></div><p class=\"note\">")
                w.text(Strings.importSummary(result))
                w.raw("</p>")
                for notice in result.notices {
                    w.raw("<p class=\"note\">")
                    w.text("\(notice).")
                    w.raw("</p>")
                }
                for part in ImportResult.Group.allCases where group == nil || group == part {
                    write(part, of: result, id, isOnly: group != nil, scope, &w)
                }
                writeWays(scope, &w)
                w.raw("</div>")
            })
    }

    private func write(
        _ group: ImportResult.Group, of result: ImportResult, _ id: String, isOnly: Bool, _ scope: RequestScope,
        _ w: inout HTMLWriter
    ) {
        let count = result.count(of: group)
        guard count > 0 else { return }
        let from = isOnly ? scope.query.number("from")?.int(clampedTo: 0...Self.maxOffset) ?? 0 : 0
        let (start, size) = (min(from, count - 1), isOnly ? Self.pageRows : Self.firstRows)
        let end = min(count, start + size)
        w.raw("<section><h2 class=\"group-heading\">")
        w.text(Strings.importGroup(group, count))
        w.raw("</h2>")
        if group == .refused {
            for refused in result.refused.dropFirst(start).prefix(size) { write(refused, &w) }
        } else {
            for entry in result.entries(of: group).dropFirst(start).prefix(size) { write(entry, scope, &w) }
        }
        guard start > 0 || end < count else { return w.raw("</section>") }
        let path = "\(scope.path(Route.importReport(id)))&show=\(group.rawValue)&from="
        w.raw("<p class=\"form-actions card-form\">")
        if start > 0 { writeLink(Strings.earlierFeeds, "\(path)\(max(0, start - Self.pageRows))", &w) }
        if end < count {
            writeLink(isOnly ? Strings.moreFeeds : Strings.showAll(count), path + (isOnly ? "\(end)" : "0"), &w)
        }
        w.raw("</p></section>")
    }

    private func write(_ entry: ImportReport.Entry, _ scope: RequestScope, _ w: inout HTMLWriter) {
        w.raw("<div class=\"feed-row\">")
        SiteIconView.write(scope, nil, title: entry.title, size: 24, into: &w)
        w.raw("<a class=\"name\"")
        w.attribute("href", scope.path(Route.channel(entry.channel, depth: 0)))
        w.raw("><b>")
        w.text(entry.title)
        w.raw("</b><small>")
        let folder = entry.folder.isEmpty ? "" : " · \(entry.folder.joined(separator: " / "))"
        w.text("\(entry.address.displayText)\(folder)")
        w.raw("</small></a></div>")
    }

    private func write(_ refused: InvalidOPMLEntry, _ w: inout HTMLWriter) {
        w.raw("<div class=\"feed-row\"><span class=\"name\"><b>")
        w.text(refused.text)
        w.raw("</b><small>")
        w.text(Strings.refusedFeed(refused))
        w.raw("</small></span></div>")
    }

    private func writeWays(_ scope: RequestScope, _ w: inout HTMLWriter) {
        w.raw("<p class=\"form-actions card-form\">")
        writeLink(Strings.today, scope.path(Route.today), &w)
        writeLink(Strings.feeds, scope.path(Route.feeds), &w)
        w.raw("</p>")
    }

    private func writeLink(_ words: String, _ path: String, _ w: inout HTMLWriter) {
        w.raw("<a class=\"quiet\"")
        w.attribute("href", path)
        w.raw(">")
        w.text(words)
        w.raw("</a>")
    }
}

/// A report with the file's entries that are no feeds.
struct ImportResult: Sendable {
    /// The groups of entries, in the order of the page.
    enum Group: String, Sendable, CaseIterable { case refused, added, known, repeated }

    private let entries: [Group: [ImportReport.Entry]]
    let refused: [InvalidOPMLEntry]
    /// The sentences, without full stops, about exceeded limits.
    let notices: [String]

    init(_ report: ImportReport, of opml: OPMLImport) {
        entries = Dictionary(grouping: report.entries) { entry in
            switch entry.outcome {
            case .added: .added
            case .alreadyFollowed: .known
            case .repeated: .repeated
            }
        }
        refused = opml.refused
        notices = opml.limitNotices
    }

    func entries(of group: Group) -> [ImportReport.Entry] { entries[group] ?? [] }
    func count(of group: Group) -> Int { group == .refused ? refused.count : entries(of: group).count }
}
