import Foundation
import Library
import Markup
import News

/// What a person asks to mute, read from a form: what it is about, how long, and where it was asked.
struct MuteOrder: Sendable {
    /// How long a rule holds.
    enum Span: String, Sendable, CaseIterable {
        case ever, day, week, month

        func end(from now: Date) -> Date? {
            switch self {
            case .ever: nil
            case .day: now.addingTimeInterval(86_400)
            case .week: now.addingTimeInterval(7 * 86_400)
            case .month: now.addingTimeInterval(30 * 86_400)
            }
        }
    }

    let kind: MuteKind
    /// What was typed; a story's own site, author or feed needs no words.
    let words: String
    let inText: Bool
    /// Nil keeps the end that a rule has.
    let span: Span?
    /// The story from whose menu it is asked.
    let story: StoryRow?
    /// The rule that is changed.
    let known: Mute?

    init(_ form: Query, story: StoryRow?, known: Mute?) {
        self.story = story
        self.known = known
        kind = form["what"].flatMap(MuteKind.init(rawValue:)) ?? known?.rule.kind ?? .words
        words = (form["words"] ?? (known?.rule.words ?? "")).trimmingCharacters(in: .whitespacesAndNewlines)
        inText = form["words"] == nil && form["what"] == nil ? known?.rule.inText ?? false : form["text"] == "1"
        span = form["for"].flatMap(Span.init(rawValue:)) ?? (known == nil ? .ever : nil)
    }

    /// Reads what a form names.
    static func read(_ form: Query, for visit: Visit) async throws(LibraryError) -> MuteOrder {
        var story: StoryRow?
        if let id = form.id("story").map(StoryID.init(rawValue:)) {
            story = try await visit.library.stories.story(id, for: visit.reader, in: nil).row
        }
        var known: Mute?
        if let id = form.id("rule").map(MuteID.init(rawValue:)) {
            known = try await visit.library.mutes.all(for: visit.reader).first { $0.id == id }
            guard known != nil else { throw .notThere }
        }
        return MuteOrder(form, story: story, known: known)
    }

    /// The rule; nil while it is not said what to mute.
    var rule: MuteRule? {
        switch kind {
        case .feed:
            if let story { return MuteRule(kind: .feed, words: story.channelTitle, channel: story.channel) }
            return known?.rule.kind == .feed ? known?.rule : nil
        case .site:
            if let host = story?.link?.host { return MuteRule(kind: .site, words: host) }
        case .author:
            if let byline = story?.byline { return MuteRule(kind: .author, words: byline) }
        case .words: break
        }
        return words.isEmpty ? nil : MuteRule(kind: kind, words: words, inText: inText)
    }

    func until(from now: Date) -> Date? { span.map { $0.end(from: now) } ?? known?.until }

    /// The fields that say the same again.
    var fields: [(name: String, value: String)] {
        var fields = [("what", kind.rawValue), ("words", words)]
        if inText { fields.append(("text", "1")) }
        if let span { fields.append(("for", span.rawValue)) }
        if let story { fields.append(("story", String(story.id.rawValue))) }
        if let known { fields.append(("rule", String(known.id.rawValue))) }
        return fields.map { (name: $0.0, value: $0.1) }
    }
}
