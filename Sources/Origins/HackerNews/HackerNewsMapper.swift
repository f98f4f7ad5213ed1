import Foundation
import Markup
import News

/// Maps Hacker News items to `News` types, for all backends.
struct HackerNewsMapper: Sendable {
    let endpoints: HackerNewsEndpoints

    /// A sanitized text. The site's HTML has a bare first paragraph, unclosed `<p>`, `<i>`, `<a>` and `<pre><code>`
    /// (README of the API).
    struct CleanedText {
        var body = SafeHTML.empty
        /// Plain text; paragraphs are separated by one line feed.
        var plain = ""
        var original = ""
    }

    func text(_ html: String?) -> CleanedText {
        guard let html, !html.allSatisfy(\.isWhitespace) else { return CleanedText(original: html ?? "") }
        var cleaner = HTMLSanitizer(base: endpoints.base)
        cleaner.keepsLines = true
        // The first paragraph usually has no tag.
        let isWrapped = html.prefix(4).lowercased().hasPrefix("<p")
        let cleaned = cleaner.sanitize(LinkTextExpander.expand(isWrapped ? html : "<p>" + html))
        let plain = cleaned.text.split(separator: "\n", omittingEmptySubsequences: true).joined(separator: "\n")
        return CleanedText(body: cleaned.html, plain: plain, original: html)
    }

    // MARK: Stories

    /// A story; nil for comments and deleted items.
    /// - Parameter options: a poll's known options by id.
    func story(_ item: HackerNewsItem, options: [Int: HackerNewsItem] = [:]) -> FetchedStory? {
        guard !item.isDeleted, item.type == "story" || item.type == "job" || item.type == "poll" else { return nil }
        let page = endpoints.page(of: item.id)
        let external = item.url.flatMap { WebAddress($0, base: endpoints.base) }.flatMap { $0 == page ? nil : $0 }
        let text = text(item.text)
        let title = PlainText.of(possiblyHTMLTitle: item.title ?? "")
        let kind = Self.kind(type: item.type, title: title, hasLink: external != nil)
        let isJob = kind == .job
        return FetchedStory(
            key: "\(item.id)", title: title.isEmpty ? Self.fallbackTitle(text.plain, item.id) : title,
            link: external ?? page, externalLink: external, byline: item.by, body: text.body, text: text.plain,
            original: text.original, base: endpoints.base, publishedAt: item.publishedAt, language: "en",
            discussionLink: isJob ? nil : page, commentCount: isJob ? nil : item.descendants,
            points: isJob ? nil : item.score, kind: kind, pollOptions: item.parts.compactMap { options[$0] }.map(option)
        )
    }

    private func option(_ item: HackerNewsItem) -> PollOption {
        PollOption(text: PlainText.of(html: item.text ?? ""), votes: item.score)
    }

    /// The kind of story, from the item's type and the usual beginnings of titles.
    static func kind(type: String, title: String, hasLink: Bool) -> StoryKind {
        if type == "job" { return .job }
        let start = title.lowercased()
        if type == "poll" || start.hasPrefix("poll: ") { return .poll }
        if start.hasPrefix("show hn") { return .show }
        return hasLink && !start.hasPrefix("ask hn") ? .story : .question
    }

    static func fallbackTitle(_ text: String, _ id: Int) -> String {
        text.isEmpty ? "Hacker News \(id)" : PlainText.excerpt(of: text, limit: 100)
    }

    // MARK: Comments

    /// - Parameter author: the story's author.
    func comment(_ item: HackerNewsItem, of author: String?) -> FetchedComment {
        comment(
            id: item.id, parent: item.parent, by: item.by, html: item.text, publishedAt: item.publishedAt,
            standing: moderationState(item), storyAuthor: author)
    }

    func comment(
        id: Int, parent: Int?, by: String?, html: String?, publishedAt: Date?, standing: FetchedComment.ModerationState,
        fade: Int = 0, storyAuthor: String?
    ) -> FetchedComment {
        // For hidden comments the site sends one word in brackets.
        let isWithheld = standing == .deleted || standing != .shown && (html?.count ?? 0) < 12
        let text = isWithheld ? CleanedText() : text(html)
        return FetchedComment(
            key: "\(id)", parentKey: parent.map { "\($0)" }, author: by,
            authorPage: by.flatMap { endpoints.page(ofPerson: $0) }, isByAuthor: by != nil && by == storyAuthor,
            body: text.body, text: text.plain, original: text.original, publishedAt: publishedAt,
            link: endpoints.page(of: id), moderationState: standing, fadePercent: fade)
    }

    /// A comment's moderation state. Flagged comments are recognised by their text.
    func moderationState(_ item: HackerNewsItem) -> FetchedComment.ModerationState {
        if item.isDeleted { return .deleted }
        guard item.isDead else { return .shown }
        return item.text?.contains("[flagged]") == true ? .flagged : .dead
    }

    // MARK: Profiles

    func person(_ name: String, karma: Int?, joinedAt: Date?, about: String?) -> Profile {
        Profile(
            name: name, karma: karma, joinedAt: joinedAt, about: text(about).body,
            page: endpoints.page(ofPerson: name))
    }
}
