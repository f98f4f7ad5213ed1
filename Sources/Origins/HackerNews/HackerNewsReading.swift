import Foundation
import Markup
import News

/// Turns the site's items into the words of `News`, whichever way they came.
struct HackerNewsReading: Sendable {
    let addresses: HackerNewsAddresses

    /// A text as the site gives it: a bare first paragraph, `<p>` without ends, `<i>`, `<a>`, `<pre><code>`
    /// (protocols of the interface: HNAPI README).
    struct Text {
        var body = SafeHTML.empty
        /// Paragraphs apart by a line feed.
        var plain = ""
        var original = ""
    }

    func text(_ html: String?) -> Text {
        guard let html, !html.allSatisfy(\.isWhitespace) else { return Text(original: html ?? "") }
        var cleaner = Cleaner(base: addresses.base)
        cleaner.keepsLines = true
        // The first paragraph has no tag of its own.
        let isWrapped = html.prefix(4).lowercased().hasPrefix("<p")
        let cleaned = cleaner.clean(CutLinks.mended(isWrapped ? html : "<p>" + html))
        let plain = cleaned.text.split(separator: "\n", omittingEmptySubsequences: true).joined(separator: "\n")
        return Text(body: cleaned.html, plain: plain, original: html)
    }

    // MARK: Stories

    /// A story; nil for what is none: a comment, something taken back.
    /// - Parameter options: a poll's answers as far as they are known, by number.
    func story(_ item: HackerNewsItem, options: [Int: HackerNewsItem] = [:]) -> ArrivingStory? {
        guard !item.isDeleted, item.type == "story" || item.type == "job" || item.type == "poll" else { return nil }
        let page = addresses.page(of: item.id)
        let external = item.url.flatMap { WebAddress($0, base: addresses.base) }.flatMap { $0 == page ? nil : $0 }
        let text = text(item.text)
        let title = PlainText.of(possiblyHTMLTitle: item.title ?? "")
        let kind = Self.kind(type: item.type, title: title, hasLink: external != nil)
        let isJob = kind == .job
        return ArrivingStory(
            key: "\(item.id)", title: title.isEmpty ? Self.untitled(text.plain, item.id) : title,
            link: external ?? page, externalLink: external, byline: item.by, body: text.body, text: text.plain,
            original: text.original, base: addresses.base, publishedAt: item.publishedAt, language: "en",
            discussion: isJob ? nil : page, commentCount: isJob ? nil : item.descendants,
            points: isJob ? nil : item.score, kind: kind, poll: item.parts.compactMap { options[$0] }.map(option))
    }

    private func option(_ item: HackerNewsItem) -> PollOption {
        PollOption(text: PlainText.of(html: item.text ?? ""), votes: item.score)
    }

    /// What a story is, by its type and by how such titles begin.
    static func kind(type: String, title: String, hasLink: Bool) -> StoryKind {
        if type == "job" { return .job }
        let start = title.lowercased()
        if type == "poll" || start.hasPrefix("poll: ") { return .poll }
        if start.hasPrefix("show hn") { return .show }
        return hasLink && !start.hasPrefix("ask hn") ? .story : .question
    }

    static func untitled(_ text: String, _ id: Int) -> String {
        text.isEmpty ? "Hacker News \(id)" : PlainText.excerpt(of: text, limit: 100)
    }

    // MARK: Comments

    /// - Parameter author: who posted the story.
    func comment(_ item: HackerNewsItem, of author: String?) -> ArrivingComment {
        comment(
            id: item.id, parent: item.parent, by: item.by, html: item.text, publishedAt: item.publishedAt,
            standing: standing(item), storyAuthor: author)
    }

    func comment(
        id: Int, parent: Int?, by: String?, html: String?, publishedAt: Date?, standing: ArrivingComment.Standing,
        fade: Int = 0, storyAuthor: String?
    ) -> ArrivingComment {
        // Of what was hidden the site sends one word in brackets.
        let isWithheld = standing == .deleted || standing != .shown && (html?.count ?? 0) < 12
        let text = isWithheld ? Text() : text(html)
        return ArrivingComment(
            key: "\(id)", parent: parent.map { "\($0)" }, author: by,
            authorPage: by.flatMap { addresses.page(ofPerson: $0) }, isByAuthor: by != nil && by == storyAuthor,
            body: text.body, text: text.plain, original: text.original, publishedAt: publishedAt,
            link: addresses.page(of: id), standing: standing, fade: fade)
    }

    /// What the site made of a comment. Of what was flagged away the text says so.
    func standing(_ item: HackerNewsItem) -> ArrivingComment.Standing {
        if item.isDeleted { return .deleted }
        guard item.isDead else { return .shown }
        return item.text?.contains("[flagged]") == true ? .flagged : .dead
    }

    // MARK: People

    func person(_ name: String, karma: Int?, joinedAt: Date?, about: String?) -> Person {
        Person(
            name: name, karma: karma, joinedAt: joinedAt, about: text(about).body,
            page: addresses.page(ofPerson: name))
    }
}
