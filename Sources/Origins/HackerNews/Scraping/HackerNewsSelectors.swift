import Foundation
import Markup
import News
import Untrusted

/// Selectors for the website's pages, from a file that comes with Tidings and that an operator can replace
/// (`assets/markup/hacker-news.yaml`).
///
/// The file contains its own fixture. Selectors that do not read it as the file expects are rejected at load.
public struct HackerNewsSelectors: Sendable {
    /// Why a file is rejected.
    public struct LoadError: Error, Sendable, Equatable {
        /// One sentence that names the file, and the line or rule.
        public let sentence: String
    }

    /// The file format's version.
    public static let version = 1

    private let selectors: [String: ElementSelector]
    private let texts: [String: String]
    /// Class names of faded comments, from plain to hardly readable.
    let fadeClasses: [String]
    /// Pixels per nesting level.
    let spacerWidth: Int

    private static let requiredSelectors = [
        "page.sign", "list.row", "list.rank", "list.title", "list.details", "list.points", "list.author", "list.age",
        "list.count", "list.more", "item.story", "item.text", "item.option", "item.optionText", "item.optionPoints",
        "item.thread", "item.comment", "item.author", "item.age", "item.indent", "item.spacer", "item.body",
        "item.place", "item.more", "item.onStory", "person.row",
    ]
    private static let requiredTexts = [
        "item.deleted", "item.flagged", "item.dead", "item.fades", "item.spacerWidth", "person.created",
        "person.karma", "person.about", "person.unknown", "fixture.list", "fixture.item", "fixture.expect",
    ]

    /// Parses and verifies a file.
    /// - Parameters:
    ///   - text: the file's contents.
    ///   - name: the file's name, for messages.
    /// - Throws: `LoadError` for syntax errors, missing rules, and rules that fail their fixture.
    public init(_ text: String, name: String) throws(LoadError) {
        let file: SelectorFileParser
        do { file = try SelectorFileParser(text) } catch {
            throw LoadError(sentence: "\(name), line \(error.line) \(error.message).")
        }
        guard file.values["version"] == "\(Self.version)" else {
            let found = file.values["version"].map { "“\($0)”" } ?? "missing"
            throw LoadError(sentence: "\(name): the version is \(found); this Tidings understands \(Self.version).")
        }
        var selectors: [String: ElementSelector] = [:]
        for rule in Self.requiredSelectors {
            guard let value = file.values[rule] else {
                throw LoadError(sentence: "\(name): the rule “\(rule)” is missing.")
            }
            guard let selector = ElementSelector(value) else {
                throw LoadError(sentence: "\(name): “\(value)” (\(rule)) is no selector that Tidings understands.")
            }
            selectors[rule] = selector
        }
        for rule in Self.requiredTexts where file.values[rule] == nil {
            throw LoadError(sentence: "\(name): the rule “\(rule)” is missing.")
        }
        self.selectors = selectors
        texts = file.values
        fadeClasses = (file.values["item.fades"] ?? "").split(separator: " ").map(String.init)
        spacerWidth = file.values["item.spacerWidth"].flatMap { UntrustedInteger($0)?.int(clampedTo: 1...10_000) } ?? 40
        try verifyFixture(name)
    }

    func selector(_ rule: String) -> ElementSelector {
        guard let selector = selectors[rule] else { preconditionFailure("no rule “\(rule)”") }
        return selector
    }

    func text(_ rule: String) -> String { texts[rule] ?? "" }

    /// How much a comment is faded, in percent.
    func fadePercent(_ body: PageElement) -> Int {
        guard let step = fadeClasses.lastIndex(where: { body.hasClass($0) }), step > 0, fadeClasses.count > 1 else {
            return 0
        }
        // The site's first step is already grey (#5a5a5a), its last is #dddddd.
        return 35 + (step - 1) * 55 / max(1, fadeClasses.count - 2)
    }

    // MARK: The fixture

    /// Parses the fixture and compares the result with what the file expects.
    private func verifyFixture(_ name: String) throws(LoadError) {
        guard let site = WebAddress("https://news.ycombinator.com/") else { return }
        let mapper = HackerNewsPageMapper(
            selectors: self, mapper: HackerNewsMapper(endpoints: HackerNewsEndpoints(site: site)))
        var found: [String] = []
        do {
            let list = try mapper.list(text("fixture.list"), host: name)
            found += list.stories.map(Self.fixtureLine)
            if let moreLink = list.moreLink { found.append("more \(moreLink)") }
            let thread = try mapper.thread(text("fixture.item"), host: name)
            found += mapper.nestedComments(thread.comments).map(Self.fixtureLine)
        } catch {
            throw LoadError(sentence: "\(name) fails its own fixture: \(Self.describe(error))")
        }
        let wanted = text("fixture.expect").split(separator: "\n").map(String.init)
        guard found != wanted else { return }
        let place =
            zip(found, wanted).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            ?? min(found.count, wanted.count)
        let read = place < found.count ? "“\(found[place])”" : "nothing"
        let hoped = place < wanted.count ? "“\(wanted[place])”" : "nothing"
        throw LoadError(sentence: "\(name) fails its own fixture: it reads \(read) and expects \(hoped).")
    }

    private static func describe(_ error: SourceError) -> String {
        if case .unreadable(let why) = error { why } else { error.code }
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
