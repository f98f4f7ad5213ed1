import Foundation
import Library
import Markup
import News
import Untrusted

/// The page of a topic: its stories in order of time, with who told it first, what is new since the last visit, and who
/// leads.
struct ClusterPage {
    let id: StoryID

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let clusters = scope.library.clusters
        guard let cluster = try await clusters.cluster(of: id, in: scope.edition.id, for: scope.reader) else {
            throw .notThere
        }
        let visit = try await clusters.previousVisit(to: cluster, for: scope.reader)
        return ClusterView(scope: scope, cluster: cluster, newSince: visit).page()
    }
}

/// A view of a topic.
struct ClusterView {
    let scope: RequestScope
    let cluster: StoryCluster
    /// The time of the last visit; nil at the first.
    let newSince: Date?

    /// The field of the story whose row led here.
    private static let rowField = "row"

    /// Returns the query that names the story whose row leads to a topic.
    static func query(_ row: Int64?) -> String { row.map { "?\(rowField)=\($0)" } ?? "" }

    /// Returns the story whose row led to the page of a request; nil for none.
    static func row(_ scope: RequestScope) -> Int64? { scope.query.number(rowField)?.id }

    /// The story whose title stands above the page: the one that the reader came from, or else the one that leads.
    private var titled: StoryCluster.Member {
        let row = Self.row(scope)
        return cluster.members.first { $0.row.id.rawValue == row } ?? cluster.lead
    }

    func page() -> HTMLPage {
        var layout = PageLayout(scope: scope, title: titled.row.title, kind: .list)
        layout.left = .back(.today)
        layout.barTitle = Strings.topic
        layout.extras.append(.stylesheet("clusters.css"))
        return HTMLPage(layout.document { w in writeContent(&w) })
    }

    private func writeContent(_ w: inout HTMLWriter) {
        w.element(.div, class: "page-column") { w in
            w.element(.header, class: "cluster-head") { w in
                w.element(.p, class: "kicker", text: Strings.topic)
                w.element(.h1) { w in
                    w.element(
                        .a, [.href(scope.path(Route.story(titled.row.id, in: nil)))],
                        text: scope.title(of: titled.row))
                }
                w.element(.p, class: "cluster-reason", text: Strings.reason(of: cluster, below: titled, scope.time))
                writeNews(&w)
                writeMarks(&w)
            }
            writePictures(&w)
            w.element(.div, class: "list cluster") { w in
                for index in cluster.members.indices { write(at: index, &w) }
            }
            w.element(.p, class: "note", text: Strings.howTopicsForm)
            if scope.edition.id != .mine {
                w.element(.p, class: "note", text: Strings.topicShowsAll(besides: scope.edition.title))
            }
        }
    }

    private func isNew(_ member: StoryCluster.Member) -> Bool { newSince.map { member.row.arrivedAt > $0 } ?? false }

    /// Writes how many stories came since the last visit, as a link to the first of them.
    private func writeNews(_ w: inout HTMLWriter) {
        let new = cluster.members.filter(isNew)
        guard let first = new.first, let newSince, new.count < cluster.members.count else { return }
        w.element(.p, class: "cluster-news") { w in
            w.element(
                .a, class: "quiet", [.href("#s\(first.row.id.rawValue)")],
                text: Strings.newInTopic(new.count, since: scope.time.since(newSince)))
        }
    }

    /// Writes the forms that mark all stories of the topic.
    private func writeMarks(_ w: inout HTMLWriter) {
        let rows = cluster.members.map(\.row)
        let unread = rows.filter { !$0.isRead }
        w.element(.div, class: "cluster-marks") { w in
            if !unread.isEmpty {
                ActionForm(scope, .markRead, returnPath: scope.currentURI, fields: fields(unread))
                    .writeButton(Strings.markTopicRead(unread.count), into: &w)
            }
            guard scope.edition.options.allowsSaving else { return }
            let isSaved = rows.allSatisfy(\.isSaved)
            ActionForm(
                scope, .setMark, returnPath: scope.currentURI,
                fields: [("kind", MarkKind.saved.rawValue), ("value", isSaved ? "0" : "1")] + fields(rows)
            ).writeButton(isSaved ? Strings.unsaveTopic : Strings.saveTopic(rows.count), into: &w)
        }
    }

    private func fields(_ rows: [StoryRow]) -> [(name: String, value: String)] {
        rows.map { ("story", String($0.id.rawValue)) }
    }

    private var pictured: [(row: StoryRow, picture: PictureDetails)] {
        guard scope.edition.theme.rowStyle != .counted else { return [] }
        let view = StoryRowView(scope: scope, list: nil)
        return cluster.members.compactMap { member in
            view.visiblePicture(member.row).map { (row: member.row, picture: $0) }
        }
    }

    /// True if the pictures stand together above the stories, which then have none.
    private var hasStrip: Bool { pictured.count > 1 }

    /// Writes the pictures of the topic as links to their stories, if there are several.
    private func writePictures(_ w: inout HTMLWriter) {
        let pictured = pictured
        guard hasStrip else { return }
        w.element(.ul, class: "cluster-pictures", [.aria("label", Strings.pictures(pictured.count))]) { w in
            for (row, picture) in pictured.prefix(8) {
                w.element(.li) { w in
                    w.element(
                        .a, [.href(scope.path(Route.story(row.id, in: nil))), .aria("label", row.title)]
                    ) { w in PictureView.writeCover(scope, picture, into: &w) }
                }
            }
        }
    }

    private func write(at index: Int, _ w: inout HTMLWriter) {
        let member = cluster.members[index]
        var row = member.row
        // The page itself names the others.
        row.duplicates = []
        row.cluster = nil
        if hasStrip { row.picture = nil }
        let day = scope.time.dayHead(row.shownAt)
        let isNewDay = index == 0 || scope.time.dayHead(cluster.members[index - 1].row.shownAt) != day
        let notes = notes(on: member, at: index)
        StoryRowView(scope: scope, list: nil, imageSlot: .column, showsClock: true)
            .write(row, day: isNewDay ? day : nil, into: &w) { w in
                guard !notes.isEmpty else { return }
                w.element(.p, class: "cluster-notes", text: notes.joined(separator: " · "))
            }
    }

    private func notes(on member: StoryCluster.Member, at index: Int) -> [String] {
        [
            isNew(member) ? Strings.isNew : nil, index == 0 ? Strings.firstToTell : nil,
            index == cluster.leadIndex ? Strings.leadsTopic : nil, member.isCopy ? Strings.isCopy : nil,
            member.isTitleOnly ? Strings.isTitleGuess : nil,
        ].compactMap(\.self)
    }
}

/// A link to the topic of a story, which names the other publishers.
struct ClusterLinkView {
    let scope: RequestScope
    let row: StoryRow

    func write(into w: inout HTMLWriter) {
        let names = SiteName.others(of: row, in: scope.edition).map(\.name)
        guard let cluster = row.cluster else { return }
        // Feeds of one publisher may have one name.
        let words = names.isEmpty ? Strings.seeTopic : Strings.alsoAt(names)
        w.element(.p, class: "also-at") { w in
            w.element(
                .a, class: "quiet",
                [.href(scope.path(Route.cluster(cluster)) + ClusterView.query(row.id.rawValue))], text: words)
        }
    }
}
