import Foundation
import Library
import Markup
import News

/// A page of all issues of the digest, the newest first.
struct DigestArchivePage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let issues = try await scope.library.digests.archive(of: scope.edition.id, for: scope.reader)
        var layout = PageLayout(scope: scope, title: Strings.allDigests, kind: .list)
        layout.left = .back(.page(.digest))
        layout.barTitle = Strings.allDigests
        layout.extras = [.stylesheet("digest.css")]
        return HTMLPage(
            layout.document { w in
                w.element(.div, class: "page-column digest-archive") { w in
                    w.element(.h1, text: Strings.allDigests)
                    if issues.isEmpty {
                        EmptyStateView.write(
                            scope, Strings.noDigestYet, (Strings.chooseDigestHours, .page(.digestSettings)), into: &w)
                    }
                    w.element(.ol) { w in for issue in issues { write(issue, scope, &w) } }
                }
            })
    }

    private func write(_ issue: DigestSummary, _ scope: RequestScope, _ w: inout HTMLWriter) {
        let time = TimeFormatter(zone: issue.zone, now: scope.now)
        w.element(.li) { w in
            w.element(.a, [.href(scope.path(.digest(issue.slug)))]) { w in
                w.element(.h2, text: time.fullDay(issue.dueAt))
                w.element(.p, class: "digest-leads") { w in
                    if issue.leads.isEmpty { w.text(Strings.digestEmpty) }
                    for lead in issue.leads { w.element(.span, [.dir("auto")], text: scope.shown(lead)) }
                }
                let size = Strings.digestSize(topics: issue.topicCount, words: issue.wordCount)
                w.element(
                    .p, class: "digest-meta",
                    text: "\(Strings.issue(issue.number)) · \(time.clock(issue.dueAt)) · \(size)")
            }
        }
    }
}

/// A line on the front page that leads to an issue that its reader has not opened yet.
struct DigestNotice {
    private let issue: DigestSummary

    /// The age up to which an issue is offered.
    private static let lifetime = 86_400.0

    /// Finds the newest issue; nil if the reader has opened it, or if it is older than a day.
    init?(for scope: RequestScope) async throws(LibraryError) {
        let newest = try await scope.library.digests.archive(of: scope.edition.id, for: scope.reader, limit: 1).first
        guard let newest, newest.openedAt == nil, newest.topicCount > 0,
            newest.dueAt > scope.now.addingTimeInterval(-Self.lifetime)
        else { return nil }
        issue = newest
    }

    func write(_ scope: RequestScope, into w: inout HTMLWriter) {
        let size = Strings.digestSize(topics: issue.topicCount, words: issue.wordCount)
        w.element(.p, class: "since-visit digest-notice") { w in
            w.element(.a, [.href(scope.path(.page(.digest)))], text: "\(Strings.newDigest) · \(size)")
        }
    }
}
