import Foundation
import Markup
import News
import Untrusted

/// What the marks on the website's pages mean, read from a file that comes with Tidings and that an operator can replace
/// (`assets/markup/hacker-news.yaml`).
///
/// The file holds its own fixture. Rules that do not read it as the file expects are refused before they are used.
public struct HackerNewsMarkup: Sendable {
    /// Why rules are refused.
    public struct Refusal: Error, Sendable, Equatable {
        /// One sentence that names the file, and the line or the rule.
        public let sentence: String
    }

    /// The form of the file that this build understands.
    public static let version = 1

    private let selectors: [String: ElementSelector]
    private let words: [String: String]
    /// Fading classes, from plain to hardly readable.
    let fades: [String]
    /// Pixels of one level.
    let spacerWidth: Int

    private static let wantedSelectors = [
        "page.sign", "list.row", "list.rank", "list.title", "list.details", "list.points", "list.author", "list.age",
        "list.count", "list.more", "item.story", "item.text", "item.option", "item.optionText", "item.optionPoints",
        "item.thread", "item.comment", "item.author", "item.age", "item.indent", "item.spacer", "item.body",
        "item.place", "item.more", "item.onStory", "person.row",
    ]
    private static let wantedWords = [
        "item.deleted", "item.flagged", "item.dead", "item.fades", "item.spacerWidth", "person.created",
        "person.karma", "person.about", "person.unknown", "fixture.list", "fixture.item", "fixture.expect",
    ]

    /// - Parameters:
    ///   - text: the file.
    ///   - name: what it is called, for sentences.
    /// - Throws: `Refusal` for what cannot be read, for a missing rule, and for rules that fail their own fixture.
    public init(_ text: String, name: String) throws(Refusal) {
        let file: MarkupFile
        do { file = try MarkupFile(text) } catch {
            throw Refusal(sentence: "\(name), line \(error.line) \(error.words).")
        }
        guard file.values["version"] == "\(Self.version)" else {
            let found = file.values["version"].map { "“\($0)”" } ?? "missing"
            throw Refusal(sentence: "\(name): the version is \(found); this Tidings understands \(Self.version).")
        }
        var selectors: [String: ElementSelector] = [:]
        for rule in Self.wantedSelectors {
            guard let value = file.values[rule] else {
                throw Refusal(sentence: "\(name): the rule “\(rule)” is missing.")
            }
            guard let selector = ElementSelector(value) else {
                throw Refusal(sentence: "\(name): “\(value)” (\(rule)) is no selector that Tidings understands.")
            }
            selectors[rule] = selector
        }
        for rule in Self.wantedWords where file.values[rule] == nil {
            throw Refusal(sentence: "\(name): the rule “\(rule)” is missing.")
        }
        self.selectors = selectors
        words = file.values
        fades = (file.values["item.fades"] ?? "").split(separator: " ").map(String.init)
        spacerWidth = file.values["item.spacerWidth"].flatMap { UntrustedInteger($0)?.int(clampedTo: 1...10_000) } ?? 40
        try hold(name)
    }

    func selector(_ rule: String) -> ElementSelector {
        guard let selector = selectors[rule] else { preconditionFailure("no rule “\(rule)”") }
        return selector
    }

    func word(_ rule: String) -> String { words[rule] ?? "" }

    /// How far a comment is faded, in percent.
    func fade(_ body: PageElement) -> Int {
        guard let step = fades.lastIndex(where: { body.hasClass($0) }), step > 0, fades.count > 1 else { return 0 }
        // The first step is already grey (#5a5a5a), the last is #dddddd.
        return 35 + (step - 1) * 55 / max(1, fades.count - 2)
    }

    // MARK: The fixture

    /// Reads the fixture and compares.
    private func hold(_ name: String) throws(Refusal) {
        guard let site = WebAddress("https://news.ycombinator.com/") else { return }
        let reading = WebsiteReading(
            markup: self, reading: HackerNewsReading(addresses: HackerNewsAddresses(site: site)))
        var found: [String] = []
        do {
            let list = try reading.list(word("fixture.list"), host: name)
            found += list.stories.map(Self.line)
            if let more = list.more { found.append("more \(more)") }
            let thread = try reading.thread(word("fixture.item"), host: name)
            found += reading.nested(thread.comments).map(Self.line)
        } catch {
            throw Refusal(sentence: "\(name) fails its own fixture: \(Self.words(error))")
        }
        let wanted = word("fixture.expect").split(separator: "\n").map(String.init)
        guard found != wanted else { return }
        let place =
            zip(found, wanted).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            ?? min(found.count, wanted.count)
        let read = place < found.count ? "“\(found[place])”" : "nothing"
        let hoped = place < wanted.count ? "“\(wanted[place])”" : "nothing"
        throw Refusal(sentence: "\(name) fails its own fixture: it reads \(read) and expects \(hoped).")
    }

    private static func words(_ error: SourceError) -> String {
        if case .unreadable(let why) = error { why } else { error.code }
    }

    private static func line(_ story: ArrivingStory) -> String {
        let parts: [String?] = [
            story.title, story.byline, story.points.map(String.init), story.commentCount.map(String.init),
            story.externalLink?.text, story.publishedAt.map { "\(Int(saturating: $0.timeIntervalSince1970))" },
        ]
        return "story \(story.key) | " + parts.map { $0 ?? "-" }.joined(separator: " | ")
    }

    private static func line(_ comment: ArrivingComment) -> String {
        let text = comment.text.replacing("\n", with: " ")
        return
            "comment \(comment.key) | \(comment.parent ?? "-") | \(comment.author ?? "-") | \(comment.fade) | "
            + "\(comment.standing.rawValue) | \(text.isEmpty ? "-" : text)"
    }
}
