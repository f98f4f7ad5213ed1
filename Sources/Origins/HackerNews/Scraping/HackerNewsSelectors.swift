import Foundation
import Markup
import News
import URLs
import Untrusted

/// The selectors for the website's pages, from a shipped or an operator's file (`assets/markup/hacker-news.yaml`).
///
/// A file must read its own fixture as expected.
public struct HackerNewsSelectors: Sendable {
    /// An error that explains why a file is rejected.
    public struct LoadError: Error, Sendable, Equatable {
        /// The message, with the file's name and the line or rule.
        public let message: String

        public init(message: String) { self.message = message }
    }

    /// The version of the file format.
    public static let version = 1

    private let selectors: [String: ElementSelector]
    private let texts: [String: String]
    /// The class names of faded comments, darkest first.
    let fadeClasses: [String]
    /// The width of a nesting level in pixels.
    let spacerWidth: Int

    private static let requiredSelectors = [
        "page.sign", "list.row", "list.rank", "list.title", "list.details", "list.points", "list.author", "list.age",
        "list.count", "list.more", "item.story", "item.text", "item.option", "item.optionText", "item.optionPoints",
        "item.thread", "item.comment", "item.author", "item.age", "item.indent", "item.spacer", "item.body",
        "item.place", "item.more", "item.onStory", "person.row", "list.site", "list.vote", "list.newAuthor",
        "item.head", "item.newAuthor",
    ]
    /// The default values of rules that files of earlier releases lack.
    private static let defaults = [
        "page.end": "</html>", "list.site": "span.sitestr", "list.vote": "a[id^=up_]",
        "list.newAuthor": "a.hnuser font[color=#3c963c]", "item.head": "span.comhead",
        "item.newAuthor": "a.hnuser font[color=#3c963c]", "item.collapsed": "coll", "person.user": "user:",
    ]
    private static let requiredTexts = [
        "item.deleted", "item.flagged", "item.dead", "item.fades", "item.spacerWidth", "person.created",
        "person.karma", "person.about", "person.unknown", "fixture.list", "fixture.item", "fixture.expect",
    ]

    /// Verifies a file's rules and creates the selectors.
    /// - Parameters:
    ///   - rules: the texts by dotted path (`list.row`).
    ///   - name: the file's name, for error messages.
    /// - Throws: `LoadError` for a missing rule, an invalid selector, another version or a failed fixture.
    public init(_ rules: [String: String], name: String) throws(LoadError) {
        guard rules["version"] == "\(Self.version)" else {
            let found = rules["version"].map { "“\($0)”" } ?? "missing"
            throw LoadError(message: "\(name): the version is \(found); this Tidings understands \(Self.version).")
        }
        let rules = Self.defaults.merging(Self.memberSelectors) { $1 }.merging(Self.memberTexts) { $1 }
            .merging(rules) { $1 }
        var selectors: [String: ElementSelector] = [:]
        for rule in Self.requiredSelectors + Self.memberSelectors.keys.sorted() {
            guard let value = rules[rule] else {
                throw LoadError(message: "\(name): the rule “\(rule)” is missing.")
            }
            guard let selector = ElementSelector(value) else {
                throw LoadError(message: "\(name): “\(value)” (\(rule)) is no selector that Tidings understands.")
            }
            selectors[rule] = selector
        }
        for rule in Self.requiredTexts where rules[rule] == nil {
            throw LoadError(message: "\(name): the rule “\(rule)” is missing.")
        }
        self.selectors = selectors
        texts = rules
        fadeClasses = (rules["item.fades"] ?? "").split(separator: " ").map(String.init)
        spacerWidth = rules["item.spacerWidth"].flatMap { UntrustedInteger($0)?.int(clampedTo: 1...10_000) } ?? 40
        try verifyFixture(name)
    }

    func selector(_ rule: String) -> ElementSelector {
        guard let selector = selectors[rule] else { preconditionFailure("no rule “\(rule)”") }
        return selector
    }

    func text(_ rule: String) -> String { texts[rule] ?? "" }

    /// Returns how faded a comment is, in percent.
    func fadePercent(_ body: HTMLElement) -> Int {
        guard let step = fadeClasses.lastIndex(where: { body.hasClass($0) }), step > 0, fadeClasses.count > 1 else {
            return 0
        }
        // The fade classes range from #5a5a5a to #dddddd.
        return 35 + (step - 1) * 55 / max(1, fadeClasses.count - 2)
    }

    // MARK: The fixture

    private func verifyFixture(_ name: String) throws(LoadError) {
        guard let site = WebAddress("https://news.ycombinator.com/") else { return }
        let endpoints = HackerNewsEndpoints(site: site)
        let mapper = HackerNewsPageMapper(selectors: self, mapper: HackerNewsMapper(endpoints: endpoints))
        var found: [String] = []
        do {
            let list = try mapper.list(text("fixture.list"), host: name)
            found += list.stories.map(Self.fixtureLine)
            if let moreLink = list.moreLink { found.append("more \(moreLink)") }
            let thread = try mapper.thread(text("fixture.item"), host: name)
            found += mapper.nestedComments(thread.comments).map(Self.fixtureLine)
            found += memberFixtureLines(endpoints)
        } catch {
            throw LoadError(message: "\(name) fails its own fixture: \(Self.describe(error))")
        }
        let expected = [text("fixture.expect"), text("fixture.expectMember")].flatMap { $0.split(separator: "\n") }
            .map(String.init)
        guard found != expected else { return }
        let index =
            zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            ?? min(found.count, expected.count)
        let actualLine = index < found.count ? "“\(found[index])”" : "nothing"
        let expectedLine = index < expected.count ? "“\(expected[index])”" : "nothing"
        throw LoadError(message: "\(name) fails its own fixture: it reads \(actualLine) and expects \(expectedLine).")
    }

    private static func describe(_ error: SourceError) -> String {
        error.cause?.message ?? error.code.rawValue
    }

    private static func fixtureLine(_ story: FetchedStory) -> String {
        let parts: [String?] = [
            story.title, story.byline, story.points.map(String.init), story.commentCount.map(String.init),
            story.externalLink?.text, story.publishedAt.map { "\(Int(saturating: $0.timeIntervalSince1970))" },
        ]
        return "story \(story.key) | " + parts.map { $0 ?? "-" }.joined(separator: " | ")
    }

    private static func fixtureLine(_ comment: FetchedComment) -> String {
        let text = comment.text.replacing("\n", with: " ")
        return
            "comment \(comment.key) | \(comment.parentKey ?? "-") | \(comment.author ?? "-") | \(comment.fadePercent) | "
            + "\(comment.moderationState.rawValue) | \(text.isEmpty ? "-" : text)"
    }
}
