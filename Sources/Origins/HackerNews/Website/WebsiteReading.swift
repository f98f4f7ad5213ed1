import Foundation
import Markup
import News
import Untrusted

/// Reads the website's pages by rules that are data. What should be there and is not is named in the error: a page that
/// is not understood is never taken for one without stories or without comments.
struct WebsiteReading: Sendable {
    let markup: HackerNewsMarkup
    let reading: HackerNewsReading

    // MARK: Lists

    struct List: Sendable {
        var stories: [ArrivingStory] = []
        /// Where the first stands in the site's order, from 0, if the page numbers its rows.
        var firstRank: Int?
        /// As the page writes it.
        var more: String?
    }

    /// - Parameters:
    ///   - host: who answered, for sentences.
    ///   - mayBeEmpty: whether a page of the site without any row is the end of a list.
    func list(_ html: String, host: String, mayBeEmpty: Bool = false) throws(SourceError) -> List {
        let root = ParsedPage(html).root
        let rows = root.all(markup.selector("list.row"))
        guard !rows.isEmpty else {
            let isOurs = root.first(markup.selector("page.sign")) != nil
            if mayBeEmpty, isOurs { return List() }
            throw missing("rows of stories", "list.row", host, root)
        }
        let stories = rows.compactMap { $0.first(markup.selector("list.title")) == nil ? nil : story($0) }
        guard !stories.isEmpty else { throw missing("titles of stories", "list.title", host, root) }
        let rank = rows.first?.first(markup.selector("list.rank")).flatMap { number($0.text) }
        return List(
            stories: stories, firstRank: rank.map { max(0, $0 - 1) },
            more: root.first(markup.selector("list.more"))?["href"])
    }

    private func missing(_ what: String, _ rule: String, _ host: String, _ root: PageElement) -> SourceError {
        let said = PlainText.excerpt(of: root.text, limit: 80)
        let sign = root.first(markup.selector("page.sign")) == nil && said.count < 80 ? " It says “\(said)”." : ""
        return .unreadable(
            why:
                "\(host) sent a page on which no \(what) are to be found (the rule \(rule), “\(markup.selector(rule).text)”).\(sign)"
        )
    }

    private func story(_ row: PageElement) -> ArrivingStory? {
        guard let id = id(row), let title = row.first(markup.selector("list.title")) else {
            return nil
        }
        let details = row.next?.first(markup.selector("list.details"))
        var item = HackerNewsItem(id: id, type: "story")
        item.title = title.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        item.url = title["href"]
        item.by = details?.first(markup.selector("list.author"))?.text
        item.score = details?.first(markup.selector("list.points")).flatMap { number($0.text) }
        item.time = details?.first(markup.selector("list.age")).flatMap(time)
        if item.by == nil, item.score == nil { item.type = "job" }
        item.descendants = details.map { count(in: $0, id) } ?? 0
        return reading.story(item)
    }

    /// The last link to the item says how many comments there are, or asks to begin.
    private func count(in details: PageElement, _ id: Int) -> Int {
        let links = details.all(markup.selector("list.count")).filter { $0["href"]?.hasSuffix("=\(id)") == true }
        return links.last.flatMap { $0.text.lowercased().contains("comment") ? number($0.text) : nil } ?? 0
    }

    private func id(_ row: PageElement) -> Int? {
        row["id"].flatMap { UntrustedInteger($0)?.int(in: JSONValue.exact) }
    }

    /// The number that a text begins with: no more than twelve digits, since nothing on a page is counted further.
    private func number(_ text: String) -> Int? {
        UntrustedInteger(digits: text.prefix { $0.isNumber }.prefix(12))?.int(in: 0...1_000_000_000_000)
    }

    /// `2025-11-27T10:54:02 1764240842`; on older pages without the seconds.
    private func time(_ age: PageElement) -> Int? {
        let parts = (age["title"] ?? "").split(separator: " ")
        if parts.count > 1, let seconds = UntrustedInteger(parts[1])?.within(Date.writableSeconds) {
            return Int(seconds)
        }
        guard let text = parts.first else { return nil }
        do { return try Date("\(text)Z", strategy: .iso8601).seconds } catch { return nil }
    }

    // MARK: Threads

    /// A comment as it stands on a page, with how deep it is.
    struct Row: Sendable {
        var comment: ArrivingComment
        var depth: Int
        /// The story that it is under, on pages of comments from everywhere.
        var story: String?
        var storyTitle: String?
    }

    struct Thread: Sendable {
        var story: ArrivingStory?
        var comments: [Row] = []
        var more: String?
    }

    func thread(_ html: String, host: String) throws(SourceError) -> Thread {
        let root = ParsedPage(html).root
        guard let top = root.first(markup.selector("item.story")) else {
            throw missing("story", "item.story", host, root)
        }
        let row = top.first(markup.selector("list.row"))
        var story = row.flatMap(story)
        if let text = top.first(markup.selector("item.text")) {
            let cleaned = reading.text(text.innerHTML)
            story?.body = cleaned.body
            story?.text = cleaned.plain
            story?.original = cleaned.original
        }
        let options = options(in: top, besides: row)
        if !options.isEmpty {
            story?.poll = options
            story?.kind = .poll
        }
        let rows = comments(in: root, by: story?.byline)
        if rows.isEmpty {
            guard row != nil else { throw missing("story's row", "list.row", host, root) }
            let count = story?.commentCount ?? 0
            guard count == 0 else { throw missing("comments, though there are \(count),", "item.comment", host, root) }
            let isJob = story?.kind == .job
            guard
                isJob || root.first(markup.selector("item.thread")) != nil
                    || root.first(markup.selector("page.sign")) != nil
            else { throw missing("place for comments", "item.thread", host, root) }
        } else if !rows.contains(where: { $0.comment.standing != .shown || !$0.comment.original.isEmpty }) {
            throw missing("texts of comments", "item.body", host, root)
        }
        return Thread(
            story: story, comments: rows, more: root.first(markup.selector("item.more"))?["href"])
    }

    private func options(in top: PageElement, besides row: PageElement?) -> [PollOption] {
        top.all(markup.selector("item.option")).filter { $0 != row }.compactMap { option in
            guard let text = option.first(markup.selector("item.optionText")) else { return nil }
            let votes =
                option.next?.first(markup.selector("item.optionPoints"))
                ?? option.first(markup.selector("item.optionPoints"))
            return PollOption(text: text.text, votes: votes.flatMap { number($0.text) })
        }
    }

    func comments(in root: PageElement, by author: String?) -> [Row] {
        root.all(markup.selector("item.comment")).compactMap { row in
            guard let id = id(row) else { return nil }
            let by = row.first(markup.selector("item.author"))?.text
            let body = row.first(markup.selector("item.body"))
            let said = row.first(markup.selector("item.place"))?.text ?? ""
            let standing = standing(said, hasBody: body != nil, hasAuthor: by != nil)
            let isShown = standing == .shown
            let comment = reading.comment(
                id: id, parent: nil, by: by, html: isShown ? body.map { $0.innerHTML } : nil,
                publishedAt: row.first(markup.selector("item.age")).flatMap(time).flatMap { Date(seconds: $0) },
                standing: standing, fade: body.map(markup.fade) ?? 0, storyAuthor: author)
            let story = row.first(markup.selector("item.onStory"))
            return Row(
                comment: comment, depth: depth(row),
                story: story?["href"].flatMap { $0.split(separator: "=").last.map(String.init) },
                storyTitle: story?.text)
        }
    }

    private func standing(_ said: String, hasBody: Bool, hasAuthor: Bool) -> ArrivingComment.Standing {
        if said.contains(markup.word("item.flagged")), !hasBody { return .flagged }
        if said.contains(markup.word("item.deleted")), !hasBody { return .deleted }
        if said.contains(markup.word("item.dead")), !hasBody { return .dead }
        return !hasBody && !hasAuthor ? .deleted : .shown
    }

    /// No thread is deeper than this.
    private static let deepest = 1_000

    private func depth(_ row: PageElement) -> Int {
        let given = row.first(markup.selector("item.indent"))?["indent"].flatMap {
            UntrustedInteger($0)?.int(clampedTo: 0...Self.deepest)
        }
        let width =
            row.first(markup.selector("item.spacer"))?["width"].flatMap {
                UntrustedInteger($0)?.int(clampedTo: 0...1_000_000)
            } ?? 0
        return min(max(0, given ?? width / markup.spacerWidth), Self.deepest)
    }

    /// Whom each answers, by how deep they stand.
    func nested(_ rows: [Row]) -> [ArrivingComment] {
        var path: [String] = []
        var seen: Set<String> = []
        return rows.compactMap { row in
            guard seen.insert(row.comment.key).inserted else { return nil }
            path = Array(path.prefix(row.depth))
            var comment = row.comment
            comment.parent = path.last
            path.append(comment.key)
            return comment
        }
    }

    // MARK: People

    func person(_ html: String, name: String, host: String) throws(SourceError) -> Person {
        let root = ParsedPage(html).root
        if root.text.contains(markup.word("person.unknown")), root.first(markup.selector("page.sign")) == nil {
            throw .notThere
        }
        var fields: [String: PageElement] = [:]
        for row in root.all(markup.selector("person.row")) {
            let cells = row.children
            guard cells.count > 1 else { continue }
            fields[cells[0].text] = cells[1]
        }
        guard let created = fields[markup.word("person.created")] else {
            throw .unreadable(
                why:
                    "\(host) sent a page on which no person is to be found (the rule person.created, “\(markup.word("person.created"))”)."
            )
        }
        let day = created["timestamp"] ?? created.first(markup.selector("person.row"))?.text
        var joinedAt = day.flatMap { UntrustedInteger($0) }.flatMap { Date(untrustedSeconds: $0) }
        if joinedAt == nil {
            do {
                let date = try Date("\(Self.isoDay(created.text))T00:00:00Z", strategy: .iso8601)
                joinedAt = date.seconds == nil ? nil : date
            } catch {}
        }
        return reading.person(
            name, karma: fields[markup.word("person.karma")].flatMap { number($0.text) }, joinedAt: joinedAt,
            about: fields[markup.word("person.about")]?.innerHTML)
    }

    /// `November 3, 2019` as `2019-11-03`.
    private static func isoDay(_ text: String) -> String {
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        let parts = text.lowercased().split { !$0.isLetter && !$0.isNumber }
        guard parts.count == 3, let month = months.firstIndex(of: String(parts[0].prefix(3))),
            let day = UntrustedInteger(digits: parts[1])?.int(in: 1...31)
        else { return text }
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts[2])-\(two(month + 1))-\(two(day))"
    }
}
