import Foundation
import JSON
import Markup
import News
import Untrusted

/// A parser of the website's pages. A page without matches is an error, never an empty list or thread.
struct HackerNewsPageMapper: Sendable {
    let selectors: HackerNewsSelectors
    let mapper: HackerNewsMapper

    // MARK: Lists

    struct ParsedList: Sendable {
        var stories: [FetchedStory] = []
        /// The rank of the first row, starting at 0; nil if rows have no numbers.
        var firstRank: Int?
        var moreLink: String?
        var validator = ScrapedPageValidator()
    }

    /// Parses a list page.
    /// - Parameter mayBeEmpty: true if a page without rows ends the list.
    func list(_ html: String, host: String, mayBeEmpty: Bool = false) throws(SourceError) -> ParsedList {
        let root = HTMLDocument(html).root
        let rows = root.all(selectors.selector("list.row"))
        var validator = ScrapedPageValidator()
        validator.checkEnd(of: html, with: selectors.text("page.end"))
        guard !rows.isEmpty else {
            let isSitePage = root.first(selectors.selector("page.sign")) != nil
            if mayBeEmpty, isSitePage { return ParsedList(validator: validator) }
            throw missingElementError(.storyRows, "list.row", host, root)
        }
        var stories: [FetchedStory] = []
        for row in rows {
            let found = story(row)
            count(row, found, in: &validator)
            if let found { stories.append(found) }
        }
        guard !stories.isEmpty else { throw missingElementError(.storyTitles, "list.title", host, root) }
        let rank = rows.first?.first(selectors.selector("list.rank")).flatMap { number($0.text) }
        return ParsedList(
            stories: stories, firstRank: rank.map { max(0, $0 - 1) },
            moreLink: root.first(selectors.selector("list.more"))?["href"], validator: validator)
    }

    private func count(_ row: HTMLElement, _ story: FetchedStory?, in validator: inout ScrapedPageValidator) {
        validator.count(.title, isFound: story != nil)
        validator.count(.rank, isFound: row.first(selectors.selector("list.rank")) != nil)
        guard let story else { return }
        validator.count(.time, isFound: story.publishedAt != nil)
        if story.kind != .job { validator.count(.author, isFound: story.byline != nil) }
        if story.externalLink != nil { validator.count(.site, isFound: story.labels.siteName != nil) }
    }

    func missingElementError(
        _ element: FailureCause.MissingElement, _ rule: String, _ host: String, _ root: HTMLElement
    ) -> SourceError {
        // The excerpt is the page's own message, such as that of a captcha.
        let text = PlainText.excerpt(of: root.text, limit: 160)
        let isForeign = root.first(selectors.selector("page.sign")) == nil && !text.isEmpty
        return .unreadable(
            FailureCause(
                .missingElement(
                    element, rule: rule, selector: selectors.selector(rule).text, excerpt: isForeign ? text : nil),
                at: host))
    }

    func story(_ row: HTMLElement) -> FetchedStory? {
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
        item.descendants = details.flatMap { commentCount(in: $0, id) }
        // Job rows have neither these details nor votes.
        if item.by == nil, item.score == nil, item.descendants == nil,
            row.first(selectors.selector("list.vote")) == nil
        {
            item.type = "job"
        }
        var story = mapper.story(item)
        story?.labels = StoryLabels(
            siteName: row.first(selectors.selector("list.site"))?.text, moderationState: moderationState(row, title),
            isAuthorNew: details?.first(selectors.selector("list.newAuthor")) != nil)
        return story
    }

    /// Returns the moderation state from the marks before the title. Flagged stories are dead too.
    private func moderationState(_ row: HTMLElement, _ title: HTMLElement) -> FetchedComment.ModerationState {
        let text = row.text
        let marks = text.range(of: title.text).map { text[..<$0.lowerBound] } ?? ""
        if marks.contains(selectors.text("item.flagged")) { return .flagged }
        return marks.contains(selectors.text("item.dead")) ? .dead : .shown
    }

    /// Reads the comment count from the last link to the item: a number, or "discuss" for 0. Rows without such a link,
    /// like jobs, give nil.
    private func commentCount(in details: HTMLElement, _ id: Int) -> Int? {
        let links = details.all(selectors.selector("list.count")).filter { $0["href"]?.hasSuffix("=\(id)") == true }
        guard let text = links.last?.text.lowercased() else { return nil }
        return text.contains("comment") ? number(text) : text == "discuss" ? 0 : nil
    }

    func id(_ row: HTMLElement) -> Int? {
        row["id"].flatMap { UntrustedInteger($0)?.int(in: JSONValue.exactIntegers) }
    }

    /// Parses the leading digits, at most twelve.
    func number(_ text: String) -> Int? {
        UntrustedInteger(digits: text.prefix { $0.isNumber }.prefix(12))?.int(in: 0...1_000_000_000_000)
    }

    /// Parses a time such as `2025-11-27T10:54:02 1764240842`; older pages lack the seconds since 1970.
    func time(_ age: HTMLElement) -> Int? {
        let parts = (age["title"] ?? "").split(separator: " ")
        if parts.count > 1, let seconds = UntrustedInteger(parts[1])?.within(Date.writableSeconds) {
            return Int(seconds)
        }
        guard let text = parts.first else { return nil }
        do { return try Date("\(text)Z", strategy: .iso8601).seconds } catch { return nil }
    }

    // MARK: Profiles

    func profile(_ html: String, name: String, host: String) throws(SourceError) -> Profile {
        let root = HTMLDocument(html).root
        if root.text.contains(selectors.text("person.unknown")), root.first(selectors.selector("page.sign")) == nil {
            throw .notThere
        }
        var fields: [String: HTMLElement] = [:]
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
        let seconds = fields[selectors.text("person.user")]?["timestamp"] ?? created["timestamp"]
        var joinedAt = seconds.flatMap { UntrustedInteger($0) }.flatMap { Date(untrustedSeconds: $0) }
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

    /// Converts a date such as `November 3, 2019` to `2019-11-03`.
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
