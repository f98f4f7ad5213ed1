import Foundation
import Library
import Markup
import News

struct FrontPageView {
    let scope: RequestScope
    let front: FrontPage
    /// The failures of the feeds, if the page is empty because of them.
    var failures: RefreshFailures?
    var invitation: TopicInvitation?
    var notice: KeyedAPINotice?
    /// The line about an issue of the digest that has not been opened.
    var digest: DigestNotice?
    var votes: RowVotes?
    /// The number of new replies; nil without an account at a site of the edition.
    var newReplies: Int?

    private var status: RefreshStatus { front.status }

    /// The limit of featured stories above a grid's sections (MIT-74).
    static let maxFeatured = 5

    func page() -> HTMLPage {
        var layout = PageLayout(
            scope: scope, title: scope.edition.title, kind: .front, tab: .today, status: status)
        layout.newest = front.asOf?.rawValue
        layout.newReplies = newReplies
        if scope.edition.topics != nil {
            layout.actions = [.topics, .search]
            layout.topicSections = front.sections.map(\.id)
        }
        if invitation != nil { layout.extras = [.stylesheet("topics.css")] }
        if votes != nil { layout.extras.append(.module("membership.js")) }
        if front.isEmpty, isFetchingFirstStories { layout.extras.append(.noscriptReload) }
        return HTMLPage(
            layout.document { w in
                w.element(.h1, class: "visually-hidden", text: scope.edition.title)
                w.element(.div, class: "wide-page") { w in
                    StatusLine.write(scope, status, bottom: layout.bottomBar, into: &w)
                    LayoutSwitch.write(scope, into: &w)
                    digest?.write(scope, into: &w)
                    writeContents(&w)
                    SampleStoriesBanner.write(scope, into: &w)
                    if failures == nil { notice?.write(scope, into: &w) }
                    let isEmpty = front.sections.isEmpty && front.lead == nil
                    if isEmpty || failures != nil { writeFetchProgress(&w) }
                    if !isEmpty { writeSections(&w) }
                    KeptBackLine.write(scope, front.keptBack, of: scope.list(.everything), into: &w)
                    if !front.isEmpty { writeEndNote(&w) }
                }
            })
    }

    private func writeSections(_ w: inout HTMLWriter) {
        votes?.writeForm(scope, into: &w)
        // During the first refresh more stories come, even if no feed is being fetched at this moment.
        let loading = status.firstRun == nil ? "" : "first"
        writeNewStoriesLink(&w)
        w.element(.div, [.class(composition), .data(.loading, reloadsWhileFetching ? loading : nil)]) { w in
            writeLead(&w)
            writeFeatured(&w)
            for (section, form) in zip(front.sections, sectionForms) { write(section, form, into: &w) }
            invitation?.write(into: &w)
        }
    }

    private func writeNewStoriesLink(_ w: inout HTMLWriter) {
        guard let since = front.newSince, front.newCount > 0 else { return }
        let words = Strings.new(front.newCount, since: scope.time.since(since))
        w.element(.p, class: "since-visit") { w in
            w.element(.a, [.href(newStoriesPath(since))], text: words)
        }
    }

    /// Returns the path of the first new story on the page; if the page has none, of the list of all stories, which
    /// begins with the new ones.
    private func newStoriesPath(_ since: Date) -> String {
        front.rows.first { $0.arrivedAt > since }.map { "#s\($0.id.rawValue)" }
            ?? scope.path(Route.everything(depth: 0))
    }

    /// Writes links to the sections of an issue.
    private func writeContents(_ w: inout HTMLWriter) {
        guard scope.edition.options.issue != nil, front.sections.count > 1 else { return }
        w.element(.nav, class: "contents", [.aria("label", Strings.inThisIssue)]) { w in
            for section in front.sections {
                w.element(.a, [.href("#\(Self.headingID(section.id))")], text: section.title)
            }
        }
    }

    /// The CSS class of the page: led by a picture; or, if no story is strong enough or its picture is not shown, with
    /// even sections that each begin with a larger title. Editions without a lead, and grids, have equal rows.
    private var composition: StaticString {
        let options = scope.edition.options
        guard options.hasLeadStory, options.front.order == .weighed || front.lead != nil else { return "newspaper" }
        let picture = front.lead.flatMap { leadView($0).leadPicture($0.row) }
        return picture == nil ? "newspaper without-lead" : "newspaper has-lead"
    }

    private func leadView(_ lead: FrontPageLead) -> StoryRowView {
        StoryRowView(
            scope: scope, list: .section(lead.section),
            opensExternally: scope.edition.sectionOptions(of: lead.key).opensExternally)
    }

    private func writeLead(_ w: inout HTMLWriter) {
        guard let lead = front.lead else { return }
        leadView(lead).writeLead(lead.row, of: Self.headingID(lead.section), into: &w)
    }

    private static func headingID(_ section: SectionID) -> String { "h\(section.rawValue)" }

    private func writeFeatured(_ w: inout HTMLWriter) {
        guard !front.featured.isEmpty else { return }
        w.element(.section, class: "section featured", [.aria("labelledby", "featured")]) { w in
            w.element(.header, class: "section-head") { w in
                w.element(.h2, [.id("featured")], text: Strings.featured)
            }
            let view = StoryRowView(
                scope: scope, list: scope.list(.everything), isUnderSection: true, hasAnchor: false)
            for (index, row) in Self.leadFirst(front.featured).enumerated() {
                view.write(row, in: index == 0 ? PictureSlot.featured : .section, into: &w)
            }
        }
    }

    /// True if script reloads the page during the first refresh.
    private var reloadsWhileFetching: Bool { status.firstRun != nil || (front.isEmpty && status.total > 0) }

    private var isFetchingFirstStories: Bool { status.firstRun != nil || (front.isEmpty && status.isUpdating) }

    private func write(_ section: FrontPageSection, _ form: SectionForm, into w: inout HTMLWriter) {
        let heading = Self.headingID(section.id)
        w.element(.section, [.class("section", form.style), .aria("labelledby", heading)]) { w in
            w.element(.header, class: "section-head") { w in
                w.element(.h2, [.id(heading)]) { w in
                    w.element(.a, [.href(scope.path(Route.section(section.id, depth: 0)))]) { w in
                        w.text(section.title)
                        Icon.chevron.write(scope, into: &w)
                    }
                }
                UnreadCountView.write(section.unread, of: .section(section.id), into: &w)
            }
            writeRows(of: section, form, into: &w)
        }
    }

    private func writeRows(of section: FrontPageSection, _ form: SectionForm, into w: inout HTMLWriter) {
        if section.rows.isEmpty, !section.hasMore {
            let nothing = failures.map(Strings.noStories) ?? Strings.nothingHere
            w.element(.p, class: "note", text: isFetchingFirstStories ? Strings.storiesOnTheirWay : nothing)
        }
        let view = StoryRowView(
            scope: scope, list: .section(section.id), isUnderSection: true,
            opensExternally: scope.edition.sectionOptions(of: section.key).opensExternally, votes: votes)
        for (index, row) in section.rows.enumerated() {
            let isOddFirst = index == 0 && section.rows.count % 2 == 1 && scope.listLayout == .grid
            view.write(row, in: isOddFirst ? .oddFirst : form.slot(at: index), into: &w)
        }
    }

    /// Returns the rows with the first story that has a large image in front.
    private static func leadFirst(_ rows: [StoryRow]) -> [StoryRow] {
        guard let lead = rows.firstIndex(where: { $0.picture.map { $0.isLarge && !$0.isKnownToFail } ?? false }) else {
            return rows
        }
        return [rows[lead]] + rows[..<lead] + rows[(lead + 1)...]
    }

    private func writeFetchProgress(_ w: inout HTMLWriter) {
        w.element(.div, [.class("empty", failures == nil ? nil : "failed"), .data(.pendingChannel)]) { w in
            if let failures {
                FetchFailuresView(scope: scope, failures: failures, notice: notice).write(into: &w)
            } else {
                writeEmptyText(&w)
            }
        }
    }

    private func writeEmptyText(_ w: inout HTMLWriter) {
        let offersTopics = scope.edition.topics != nil
        guard let progress = status.firstRun else {
            let path = scope.path(offersTopics ? Route.topics : .feeds)
            w.element(.p, text: offersTopics ? Strings.noTopics : Strings.nothingHere)
            return w.element(
                .a, class: "button", [.href(path)], text: offersTopics ? Strings.chooseTopics : Strings.feeds)
        }
        let words = Strings.firstRunProgress(progress)
        let finished = String(progress.succeeded + progress.failed)
        w.element(.p, text: words)
        w.element(.progress, [.max(max(1, progress.total)), .value(finished), .aria("label", words)])
    }

    private func writeEndNote(_ w: inout HTMLWriter) {
        let oldest = front.oldestShownAt ?? front.newSince ?? scope.now
        w.element(.div, class: "list-end") { w in
            if let issue = scope.edition.options.issue {
                w.element(.p, text: Strings.endOfIssue(scope.time.issueNumber(issue)))
            }
            if front.unread.value == 0 {
                w.element(.p, text: Strings.endOfNewStories(since: scope.time.since(oldest)))
            } else {
                writeUnreadLink(&w)
            }
            writeMarkForms(&w)
        }
    }

    /// Writes the number of stories that wait, as a link to them: "203 unread in Unread".
    private func writeUnreadLink(_ w: inout HTMLWriter) {
        w.element(.p) { w in
            w.element(.a, class: "quiet", [.href(scope.path(Route.unread))]) { w in
                w.element(.span) { w in
                    UnreadCountView.writeSummary(front.unread, of: scope.tabUnreadList, into: &w)
                    w.text(Strings.waiting(in: EditionTab.unread.title(in: scope.edition)))
                }
            }
        }
    }

    private var unreadOnPage: [StoryID] {
        var shown: [StoryID] = []
        for row in front.rows + front.featured where !row.isRead && !shown.contains(row.id) { shown.append(row.id) }
        return shown
    }

    /// Writes the forms that mark the stories on the page as read and, in a second step, all stories.
    private func writeMarkForms(_ w: inout HTMLWriter) {
        let shown = unreadOnPage
        if !shown.isEmpty {
            writeMarkForm(shown.map { ("story", String($0.rawValue)) }, &w) { w in
                w.text(Strings.markShownRead(shown.count))
            }
        }
        guard let through = front.asOf, front.unread.isMore || front.unread.value > shown.count else { return }
        let all = scope.list(.everything)
        w.element(.details, class: "confirmation") { w in
            w.element(.summary, class: "quiet", text: Strings.markMoreRead)
            writeMarkForm([("list", all.code), ("through", String(through.rawValue))], &w) { w in
                UnreadCountView.writeMarkAllRead(front.unread, of: all, into: &w)
            }
        }
    }

    private func writeMarkForm(
        _ fields: [(String, String)], _ w: inout HTMLWriter, words: (inout HTMLWriter) -> Void
    ) {
        let fields = fields.map { (name: $0.0, value: $0.1) }
        ActionForm(scope, .markRead, returnPath: scope.currentURI, fields: fields).write(into: &w) { w in
            w.element(.button, class: "button", [.data(.markAll)]) { w in
                Icon.check.write(scope, into: &w)
                w.element(.span, content: words)
            }
        }
    }
}
