import Foundation
import Markup
import News
import URLs

/// A mapper of items to stories, comments and profiles, shared by all backends.
struct HackerNewsMapper: Sendable {
    let endpoints: HackerNewsEndpoints

    /// A sanitized text. The HTML in the API lacks the first `<p>` and leaves `<p>`, `<i>`, `<a>` and `<pre><code>`
    /// unclosed (API README).
    struct CleanedText {
        var body = SafeHTML.empty
        /// The plain text, with one line feed between paragraphs.
        var plain = ""
        var original = ""
    }

    func text(_ html: String?) -> CleanedText {
        guard let html, !html.allSatisfy(\.isWhitespace) else { return CleanedText(original: html ?? "") }
        var cleaner = HTMLSanitizer(base: endpoints.base)
        cleaner.keepsLines = true
        // The first paragraph usually lacks its tag.
        let isWrapped = html.prefix(4).lowercased().hasPrefix("<p")
        let cleaned = cleaner.sanitize(LinkTextExpander.expand(isWrapped ? html : "<p>" + html))
        let plain = cleaned.text.split(separator: "\n", omittingEmptySubsequences: true).joined(separator: "\n")
        return CleanedText(body: cleaned.html, plain: plain, original: html)
    }

    // MARK: Stories

    /// Maps an item to a story; returns nil for comments and deleted items.
    /// - Parameter options: poll options by id.
    func story(_ item: HackerNewsItem, options: [Int: HackerNewsItem] = [:]) -> FetchedStory? {
        guard !item.isDeleted, item.type == "story" || item.type == "job" || item.type == "poll" else { return nil }
        let page = endpoints.page(of: item.id)
        let external = item.url.flatMap { WebAddress($0, base: endpoints.base) }.flatMap { $0 == page ? nil : $0 }
        let text = Self.moderationState(ofText: item.text) == nil ? text(item.text) : CleanedText()
        let (title, mark) = Self.withoutMarks(PlainText.of(possiblyHTMLTitle: item.title ?? ""))
        let kind = Self.kind(type: item.type, title: title)
        let isJob = kind == .job
        var story = FetchedStory(
            key: "\(item.id)", title: title.isEmpty ? Self.fallbackTitle(text.plain, item.id) : title,
            link: external ?? page, externalLink: external, byline: item.by, body: text.body, text: text.plain,
            original: text.original, base: endpoints.base, publishedAt: item.publishedAt, language: "en",
            discussionLink: isJob ? nil : page, commentCount: isJob ? nil : item.descendants,
            points: isJob ? nil : item.score, kind: kind, pollOptions: item.parts.compactMap { options[$0] }.map(option)
        )
        story.labels.moderationState = mark ?? moderationState(item)
        return story
    }

    /// Removes the site's marks from a title. The title of a hidden story may begin with, or consist of, one or both
    /// marks.
    private static func withoutMarks(_ title: String) -> (String, FetchedComment.ModerationState?) {
        let marks: [(String, FetchedComment.ModerationState)] = [(flaggedMark, .flagged), (deadMark, .dead)]
        var rest = title[...]
        var found: FetchedComment.ModerationState?
        for (mark, state) in marks where rest.hasPrefix(mark) {
            rest = rest.dropFirst(mark.count).drop(while: \.isWhitespace)
            found = found ?? state
        }
        return (String(rest), found)
    }

    private static let flaggedMark = "[flagged]"
    private static let deadMark = "[dead]"

    /// Returns the moderation state that a placeholder text stands for; nil for any other text.
    static func moderationState(ofText text: String?) -> FetchedComment.ModerationState? {
        switch text?.trimmingCharacters(in: .whitespacesAndNewlines) {
        case flaggedMark: .flagged
        case deadMark: .dead
        default: nil
        }
    }

    private func option(_ item: HackerNewsItem) -> PollOption {
        PollOption(text: PlainText.of(html: item.text ?? ""), votes: item.score)
    }

    /// Derives the kind from the type and the usual title prefixes.
    static func kind(type: String, title: String) -> StoryKind {
        if type == "job" { return .job }
        let start = title.lowercased()
        if type == "poll" || start.hasPrefix("poll: ") { return .poll }
        if start.hasPrefix("show hn") { return .show }
        return start.hasPrefix("ask hn") ? .question : .story
    }

    static func fallbackTitle(_ text: String, _ id: Int) -> String {
        text.isEmpty ? "Hacker News \(id)" : PlainText.excerpt(of: text, limit: 100)
    }

    // MARK: Comments

    func comment(_ item: HackerNewsItem, of author: String?) -> FetchedComment {
        comment(
            id: item.id, parent: item.parent, by: item.by, html: item.text, publishedAt: item.publishedAt,
            moderationState: moderationState(item), storyAuthor: author)
    }

    func comment(
        id: Int, parent: Int?, by: String?, html: String?, publishedAt: Date?,
        moderationState: FetchedComment.ModerationState,
        fadePercent: Int = 0, storyAuthor: String?
    ) -> FetchedComment {
        // A hidden comment contains one word in brackets.
        let isWithheld = moderationState == .deleted || moderationState != .shown && (html?.count ?? 0) < 12
        let text = isWithheld ? CleanedText() : text(html)
        return FetchedComment(
            key: "\(id)", parentKey: parent.map { "\($0)" }, author: by,
            isByAuthor: by != nil && by == storyAuthor, body: text.body, text: text.plain, original: text.original,
            publishedAt: publishedAt, link: endpoints.page(of: id), moderationState: moderationState,
            fadePercent: fadePercent)
    }

    /// Returns an item's moderation state; flagged items are recognized by their text.
    func moderationState(_ item: HackerNewsItem) -> FetchedComment.ModerationState {
        if item.isDeleted { return .deleted }
        return Self.moderationState(ofText: item.text) ?? (item.isDead ? .dead : .shown)
    }

    // MARK: Profiles

    func profile(_ name: String, karma: Int?, joinedAt: Date?, about: String?) -> Profile {
        Profile(
            karma: karma, joinedAt: joinedAt, about: text(about).body, page: endpoints.page(ofUser: name))
    }
}
