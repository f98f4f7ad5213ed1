import Foundation
import Library
import Markup
import News

/// The page of an issue of the digest: the newest one, or that of a day.
struct DigestPage {
    /// The day in the address; nil for the newest issue.
    let slug: String?

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let digests = scope.library.digests
        do throws(LibraryError) {
            let shown = try await digests.issue(slug, of: scope.edition.id, for: scope.reader)
            var view = DigestView(scope: scope, shown: shown)
            if shown.next == nil, let settings = try await digests.settings(of: scope.edition.id, for: scope.reader),
                settings.isOn
            {
                view.nextAt = settings.schedule.next(after: scope.now)
            }
            return view.page()
        } catch {
            guard error == .notThere, slug == nil, scope.edition.pack == nil else { throw error }
            return Self.emptyPage(scope)
        }
    }

    /// Returns the page of an issue that is made now and not kept.
    static func preview(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard scope.edition.pack == nil else { throw .notThere }
        let shown = try await scope.library.digests.preview(of: scope.edition.id, for: scope.reader)
        var page = DigestView(scope: scope, shown: shown).page()
        page.isCacheable = false
        return page
    }

    private static func emptyPage(_ scope: RequestScope) -> HTMLPage {
        let layout = PageLayout(
            scope: scope, title: Strings.digest, kind: .list, left: .back(.today), barTitle: Strings.digest)
        return HTMLPage(
            layout.document { w in
                w.element(.h1, class: "visually-hidden", text: Strings.digest)
                EmptyStateView.write(
                    scope, Strings.noDigestYet, (Strings.chooseDigestHours, .page(.digestSettings)), into: &w)
            })
    }
}

/// A view of an issue: its head, the topics with their contents, other stories in short, and its end.
struct DigestView {
    let scope: RequestScope
    let shown: ShownDigest
    /// The time of the next issue; nil if there is one, or if none will come.
    var nextAt: Date?

    private var issue: DigestIssue { shown.issue }
    private var content: DigestContent { shown.issue.content }
    private var time: TimeFormatter { TimeFormatter(zone: issue.zone, now: scope.now) }

    func page() -> HTMLPage {
        var layout = PageLayout(scope: scope, title: Strings.digestTitle(issue, time), kind: .list)
        layout.left = .back(issue.isPreview ? .page(.digestSettings) : .today)
        layout.barTitle = Strings.digest
        layout.extras = [.stylesheet("digest.css")]
        return HTMLPage(
            layout.document { w in
                w.element(.div, class: "wide-page digest") { w in
                    writeHead(&w)
                    if content.isEmpty {
                        w.element(.p, class: "digest-empty", text: Strings.digestEmpty)
                    } else {
                        writeTopics(&w)
                        writeSections(&w)
                    }
                    writeEnd(&w)
                }
            })
    }

    private func writeHead(_ w: inout HTMLWriter) {
        w.element(.header, class: "digest-head") { w in
            if issue.isPreview { w.element(.p, class: "digest-preview", text: Strings.digestPreviewNote) }
            w.element(.p, class: "digest-kicker", text: "\(scope.edition.title) · \(Strings.digestKicker)")
            // A line breaks before the date, and not within it.
            w.element(.h1) { w in
                w.text("\(time.weekday(issue.dueAt)) ")
                w.element(.span, text: time.day(issue.dueAt))
            }
            w.element(.p, class: "digest-folio") { w in
                if !issue.isPreview { w.element(.span, text: Strings.issue(issue.number)) }
                w.element(.span, text: Strings.topicCount(content.topics.count))
                if Strings.hasReadingTime(words: content.wordCount) {
                    w.element(.span, text: Strings.readingTime(words: content.wordCount))
                }
                w.element(.span, text: time.clock(issue.dueAt))
            }
            if let words = Strings.digestIsLate(issue, time) { w.element(.p, class: "digest-late", text: words) }
        }
    }

    private func writeTopics(_ w: inout HTMLWriter) {
        let forms = DigestTopicForm.forms(of: content.topics.count)
        w.element(.div, class: "digest-topics") { w in
            for (index, (topic, form)) in zip(content.topics, forms).enumerated() {
                DigestTopicView(scope: scope, topic: topic, row: shown.rows[topic.story]).write(
                    as: form, number: index + 1, into: &w)
                if index == 0, content.topics.count > 2 { writeContents(&w) }
            }
        }
    }

    private func writeContents(_ w: inout HTMLWriter) {
        w.element(.nav, class: "digest-contents", [.aria("labelledby", "digest-contents")]) { w in
            w.element(.h2, [.id("digest-contents")], text: Strings.inThisIssue)
            w.element(.ol) { w in
                for (index, topic) in content.topics.enumerated() {
                    w.element(.li) { w in
                        w.element(
                            .a,
                            [
                                .href("#topic-\(index + 1)"), .lang(topic.language),
                                .dir(topic.direction == .rtl ? "rtl" : nil),
                            ], text: scope.shown(topic.title, language: topic.language))
                    }
                }
            }
        }
    }

    private func writeSections(_ w: inout HTMLWriter) {
        guard !content.sections.isEmpty else { return }
        w.element(.section, class: "digest-briefs", [.aria("labelledby", "digest-briefs")]) { w in
            w.element(.h2, [.id("digest-briefs")], text: Strings.digestBriefs)
            w.element(.div, class: "digest-columns") { w in
                for section in content.sections {
                    w.element(.section) { w in
                        w.element(.h3, text: section.title)
                        w.element(.ul) { w in
                            for story in section.stories {
                                w.element(.li) { w in
                                    DigestTopicView(scope: scope, topic: story, row: shown.rows[story.story])
                                        .writeBrief(into: &w)
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    private func writeEnd(_ w: inout HTMLWriter) {
        w.element(.footer, class: "digest-end") { w in
            w.element(.p, class: "digest-end-words", text: Strings.thatWasTheDay)
            if let words = Strings.leftOut(content.leftOutCount) {
                w.element(.p) { w in
                    w.element(.a, class: "quiet", [.href(scope.path(.everything(depth: 0)))], text: words)
                }
            }
            if let nextAt { w.element(.p, class: "digest-next", text: Strings.nextDigest(nextAt, time)) }
            guard !issue.isPreview else { return }
            w.element(.nav, class: "digest-neighbours", [.aria("label", Strings.otherDigests)]) { w in
                writeNeighbour(shown.previous, "prev", &w)
                w.element(.a, class: "quiet", [.href(scope.path(.page(.digestArchive)))], text: Strings.allDigests)
                writeNeighbour(shown.next, "next", &w)
            }
        }
    }

    private func writeNeighbour(_ other: DigestSummary?, _ relation: String, _ w: inout HTMLWriter) {
        // An empty place keeps the others where they are.
        guard let other else { return w.element(.span) }
        let time = TimeFormatter(zone: other.zone, now: scope.now)
        w.element(
            .a, class: "quiet", [.href(scope.path(.digest(other.slug))), .rel(relation)],
            text: time.dateline(other.dueAt))
    }
}
