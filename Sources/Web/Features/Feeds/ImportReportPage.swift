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
                w.element(.div, class: "page-column") { w in
                    w.element(.div, class: "page-title") { w in w.element(.h1, text: Strings.importOPML) }
                    w.element(.p, class: "note", text: Strings.importSummary(result))
                    for notice in result.notices { w.element(.p, class: "note", text: "\(notice).") }
                    for part in ImportResult.Group.allCases where group == nil || group == part {
                        write(part, of: result, id, isOnly: group != nil, scope, &w)
                    }
                    w.element(.p, class: "form-actions card-form") { w in
                        w.element(.a, class: "quiet", [.href(scope.path(Route.today))], text: Strings.today)
                        w.element(.a, class: "quiet", [.href(scope.path(Route.feeds))], text: Strings.feeds)
                    }
                }
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
        w.element(.section) { w in
            w.element(.h2, class: "group-heading", text: Strings.importGroup(group, count))
            if group == .refused {
                for refused in result.refused.dropFirst(start).prefix(size) { write(refused, &w) }
            } else {
                for entry in result.entries(of: group).dropFirst(start).prefix(size) { write(entry, scope, &w) }
            }
            guard start > 0 || end < count else { return }
            let path = "\(scope.path(Route.importReport(id)))&show=\(group.rawValue)&from="
            w.element(.p, class: "form-actions card-form") { w in
                if start > 0 {
                    let earlier = max(0, start - Self.pageRows)
                    w.element(.a, class: "quiet", [.href("\(path)\(earlier)")], text: Strings.earlierFeeds)
                }
                if end < count {
                    let (next, words) = isOnly ? (end, Strings.moreFeeds) : (0, Strings.showAll(count))
                    w.element(.a, class: "quiet", [.href("\(path)\(next)")], text: words)
                }
            }
        }
    }

    private func write(_ entry: ImportReport.Entry, _ scope: RequestScope, _ w: inout HTMLWriter) {
        let folder = entry.folder.isEmpty ? "" : " · \(entry.folder.joined(separator: " / "))"
        w.element(.div, class: "feed-row") { w in
            SiteIconView.write(scope, nil, title: entry.title, size: 24, into: &w)
            w.element(.a, class: "name", [.href(scope.path(Route.channel(entry.channel, depth: 0)))]) { w in
                w.element(.b, text: entry.title)
                w.element(.small, text: "\(entry.address.displayText)\(folder)")
            }
        }
    }

    private func write(_ refused: InvalidOPMLEntry, _ w: inout HTMLWriter) {
        w.element(.div, class: "feed-row") { w in
            w.element(.span, class: "name") { w in
                w.element(.b, text: refused.text)
                w.element(.small, text: Strings.refusedFeed(refused))
            }
        }
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
