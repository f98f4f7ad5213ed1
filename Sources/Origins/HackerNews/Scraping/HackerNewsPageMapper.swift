import Foundation
import Markup
import News
import Untrusted

/// Parses the website's pages. A page without matches is an error, never an empty list or thread.
struct HackerNewsPageMapper: Sendable {
    let selectors: HackerNewsSelectors
    let mapper: HackerNewsMapper

    // MARK: Lists

    struct ParsedList: Sendable {
        var stories: [FetchedStory] = []
        /// From 0; nil if not numbered.
        var firstRank: Int?
        var moreLink: String?
    }

    /// - Parameter mayBeEmpty: whether a page without rows ends a list.
    func list(_ html: String, host: String, mayBeEmpty: Bool = false) throws(SourceError) -> ParsedList {
        let root = ParsedPage(html).root
        let rows = root.all(selectors.selector("list.row"))
        guard !rows.isEmpty else {
            let isSitePage = root.first(selectors.selector("page.sign")) != nil
            if mayBeEmpty, isSitePage { return ParsedList() }
            throw missingElementError(.storyRows, "list.row", host, root)
        }
        let stories = rows.compactMap { $0.first(selectors.selector("list.title")) == nil ? nil : story($0) }
        guard !stories.isEmpty else { throw missingElementError(.storyTitles, "list.title", host, root) }
        let rank = rows.first?.first(selectors.selector("list.rank")).flatMap { number($0.text) }
        return ParsedList(
            stories: stories, firstRank: rank.map { max(0, $0 - 1) },
            moreLink: root.first(selectors.selector("list.more"))?["href"])
    }

    private func missingElementError(
        _ element: FailureCause.MissingElement, _ rule: String, _ host: String, _ root: PageElement
    ) -> SourceError {
        let text = PlainText.excerpt(of: root.text, limit: 80)
        let isForeign = root.first(selectors.selector("page.sign")) == nil && text.count < 80
        return .unreadable(
            FailureCause(
                .missingElement(
                    element, rule: rule, selector: selectors.selector(rule).text, excerpt: isForeign ? text : nil),
                at: host))
    }

    private func story(_ row: PageElement) -> FetchedStory? {
        guard let id = id(row), let title = row.first(selectors.selector("list.title")) else {
            return nil
        }
        let details = row.next?.first(selectors.selector("list.details"))
        var item = HackerNewsItem(id: id, type: "story")
        item.title = title.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        item.url = title["href"]
        item.by = details?.first(selectors.selector("list.author"))?.text
        item.score = details?.first(selectors.selector("list.points")).flatMap { number($0.text) }
        item.time = details?.first(selectors.selector("list.age")).flatMap(time)
        if item.by == nil, item.score == nil { item.type = "job" }
        item.descendants = details.map { commentCount(in: $0, id) } ?? 0
        return mapper.story(item)
    }

    /// The last link to the item has the count, or invites comments.
    private func commentCount(in details: PageElement, _ id: Int) -> Int {
        let links = details.all(selectors.selector("list.count")).filter { $0["href"]?.hasSuffix("=\(id)") == true }
        return links.last.flatMap { $0.text.lowercased().contains("comment") ? number($0.text) : nil } ?? 0
    }

    private func id(_ row: PageElement) -> Int? {
        row["id"].flatMap { UntrustedInteger($0)?.int(in: JSONValue.exactIntegers) }
    }

    /// Leading digits, at most twelve.
    private func number(_ text: String) -> Int? {
        UntrustedInteger(digits: text.prefix { $0.isNumber }.prefix(12))?.int(in: 0...1_000_000_000_000)
    }

    /// `2025-11-27T10:54:02 1764240842`; older pages lack the seconds.
    private func time(_ age: PageElement) -> Int? {
        let parts = (age["title"] ?? "").split(separator: " ")
        if parts.count > 1, let seconds = UntrustedInteger(parts[1])?.within(Date.writableSeconds) {
            return Int(seconds)
        }
        guard let text = parts.first else { return nil }
        do { return try Date("\(text)Z", strategy: .iso8601).seconds } catch { return nil }
    }

    // MARK: Threads

    struct CommentRow: Sendable {
        var comment: FetchedComment
        var depth: Int
        /// On pages with several stories.
        var story: String?
        var storyTitle: String?
    }

    struct ParsedThread: Sendable {
        var story: FetchedStory?
        var comments: [CommentRow] = []
        var moreLink: String?
    }

    func thread(_ html: String, host: String) throws(SourceError) -> ParsedThread {
        let root = ParsedPage(html).root
        guard let top = root.first(selectors.selector("item.story")) else {
            throw missingElementError(.story, "item.story", host, root)
        }
        let row = top.first(selectors.selector("list.row"))
        var story = row.flatMap(story)
        if let text = top.first(selectors.selector("item.text")) {
            let cleaned = mapper.text(text.innerHTML)
            story?.body = cleaned.body
            story?.text = cleaned.plain
            story?.original = cleaned.original
        }
        let options = pollOptions(in: top, excluding: row)
        if !options.isEmpty {
            story?.pollOptions = options
            story?.kind = .poll
        }
        let rows = comments(in: root, by: story?.byline)
        if rows.isEmpty {
            guard row != nil else { throw missingElementError(.storyRow, "list.row", host, root) }
            let count = story?.commentCount ?? 0
            guard count == 0 else {
                throw missingElementError(.comments(count), "item.comment", host, root)
            }
            let isJob = story?.kind == .job
            guard
                isJob || root.first(selectors.selector("item.thread")) != nil
                    || root.first(selectors.selector("page.sign")) != nil
            else { throw missingElementError(.commentArea, "item.thread", host, root) }
        } else if !rows.contains(where: { $0.comment.moderationState != .shown || !$0.comment.original.isEmpty }) {
            throw missingElementError(.commentTexts, "item.body", host, root)
        }
        return ParsedThread(
            story: story, comments: rows, moreLink: root.first(selectors.selector("item.more"))?["href"])
    }

    private func pollOptions(in top: PageElement, excluding row: PageElement?) -> [PollOption] {
        top.all(selectors.selector("item.option")).filter { $0 != row }.compactMap { option in
            guard let text = option.first(selectors.selector("item.optionText")) else { return nil }
            let votes =
                option.next?.first(selectors.selector("item.optionPoints"))
                ?? option.first(selectors.selector("item.optionPoints"))
            return PollOption(text: text.text, votes: votes.flatMap { number($0.text) })
        }
    }

    func comments(in root: PageElement, by author: String?) -> [CommentRow] {
        root.all(selectors.selector("item.comment")).compactMap { row in
            guard let id = id(row) else { return nil }
            let by = row.first(selectors.selector("item.author"))?.text
            let body = row.first(selectors.selector("item.body"))
            let label = row.first(selectors.selector("item.place"))?.text ?? ""
            let state = moderationState(label, hasBody: body != nil, hasAuthor: by != nil)
            let isShown = state == .shown
            let comment = mapper.comment(
                id: id, parent: nil, by: by, html: isShown ? body.map { $0.innerHTML } : nil,
                publishedAt: row.first(selectors.selector("item.age")).flatMap(time).flatMap { Date(seconds: $0) },
                moderationState: state, fadePercent: body.map(selectors.fadePercent) ?? 0, storyAuthor: author)
            let story = row.first(selectors.selector("item.onStory"))
            return CommentRow(
                comment: comment, depth: depth(row),
                story: story?["href"].flatMap { $0.split(separator: "=").last.map(String.init) },
                storyTitle: story?.text)
        }
    }

    private func moderationState(_ label: String, hasBody: Bool, hasAuthor: Bool) -> FetchedComment.ModerationState {
        if label.contains(selectors.text("item.flagged")), !hasBody { return .flagged }
        if label.contains(selectors.text("item.deleted")), !hasBody { return .deleted }
        if label.contains(selectors.text("item.dead")), !hasBody { return .dead }
        return !hasBody && !hasAuthor ? .deleted : .shown
    }

    private static let maxDepth = 1_000

    private func depth(_ row: PageElement) -> Int {
        let given = row.first(selectors.selector("item.indent"))?["indent"].flatMap {
            UntrustedInteger($0)?.int(clampedTo: 0...Self.maxDepth)
        }
        let width =
            row.first(selectors.selector("item.spacer"))?["width"].flatMap {
                UntrustedInteger($0)?.int(clampedTo: 0...1_000_000)
            } ?? 0
        return min(max(0, given ?? width / selectors.spacerWidth), Self.maxDepth)
    }

    /// Derives parents from depths.
    func nestedComments(_ rows: [CommentRow]) -> [FetchedComment] {
        var path: [String] = []
        var seen: Set<String> = []
        return rows.compactMap { row in
            guard seen.insert(row.comment.key).inserted else { return nil }
            path = Array(path.prefix(row.depth))
            var comment = row.comment
            comment.parentKey = path.last
            path.append(comment.key)
            return comment
        }
    }

    // MARK: Profiles

    func profile(_ html: String, name: String, host: String) throws(SourceError) -> Profile {
        let root = ParsedPage(html).root
        if root.text.contains(selectors.text("person.unknown")), root.first(selectors.selector("page.sign")) == nil {
            throw .notThere
        }
        var fields: [String: PageElement] = [:]
        for row in root.all(selectors.selector("person.row")) {
            let cells = row.children
            guard cells.count > 1 else { continue }
            fields[cells[0].text] = cells[1]
        }
        guard let created = fields[selectors.text("person.created")] else {
            let rule = "person.created"
            throw .unreadable(
                FailureCause(
                    .missingElement(.person, rule: rule, selector: selectors.text(rule), excerpt: nil), at: host))
        }
        let day = created["timestamp"] ?? created.first(selectors.selector("person.row"))?.text
        var joinedAt = day.flatMap { UntrustedInteger($0) }.flatMap { Date(untrustedSeconds: $0) }
        if joinedAt == nil {
            do {
                let date = try Date("\(Self.isoDay(created.text))T00:00:00Z", strategy: .iso8601)
                joinedAt = date.seconds == nil ? nil : date
            } catch {}
        }
        return mapper.profile(
            name, karma: fields[selectors.text("person.karma")].flatMap { number($0.text) }, joinedAt: joinedAt,
            about: fields[selectors.text("person.about")]?.innerHTML)
    }

    /// `November 3, 2019` as `2019-11-03`.
    private static func isoDay(_ text: String) -> String {
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        let parts = text.lowercased().split { !$0.isLetter && !$0.isNumber }
        guard parts.count == 3, let month = months.firstIndex(of: String(parts[0].prefix(3))),
            let day = UntrustedInteger(digits: parts[1])?.int(in: 1...31)
        else { return text }
        let twoDigits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts[2])-\(twoDigits(month + 1))-\(twoDigits(day))"
    }
}
