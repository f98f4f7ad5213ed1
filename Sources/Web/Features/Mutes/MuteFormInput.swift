import Foundation
import Library
import Markup
import News
import URLs

/// The fields of the form of a mute, in its query and its POST.
struct MuteFields: FormValue {
    let what: String?
    let words: String?
    let text: Bool
    let period: MuteFormInput.Period?
    let story: StoryID?
    let rule: MuteID?

    private enum CodingKeys: String, CodingKey {
        case what, words, text, period = "for", story, rule
    }
}

struct MuteFormInput: Sendable {
    enum Period: String, Sendable, Codable, CaseIterable {
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
    /// The typed words; not needed for a story's site, author or feed.
    let words: String
    let inText: Bool
    /// The duration of the mute; nil to keep the existing end.
    let period: Period?
    let story: StoryRow?
    let existing: Mute?

    init(_ form: MuteFields, story: StoryRow?, existing: Mute?) {
        self.story = story
        self.existing = existing
        kind = form.what.flatMap(MuteKind.init(rawValue:)) ?? existing?.rule.kind ?? .words
        words = (form.words ?? (existing?.rule.words ?? "")).trimmingCharacters(in: .whitespacesAndNewlines)
        inText = form.words == nil && form.what == nil ? existing?.rule.inText ?? false : form.text
        period = form.period ?? (existing == nil ? .ever : nil)
    }

    static func parse(_ form: MuteFields, for scope: RequestScope) async throws(LibraryError) -> MuteFormInput {
        var story: StoryRow?
        if let id = form.story {
            story = try await scope.library.stories.story(id, for: scope.reader, in: nil).row
        }
        var existing: Mute?
        if let id = form.rule {
            existing = try await scope.library.mutes.all(for: scope.reader).first { $0.id == id }
            guard existing != nil else { throw .notThere }
        }
        return MuteFormInput(form, story: story, existing: existing)
    }

    /// The rule; nil while the form does not say what to mute.
    var rule: MuteRule? {
        switch kind {
        case .feed:
            if let story { return MuteRule(kind: .feed, words: story.channelTitle, channel: story.channel) }
            return existing?.rule.kind == .feed ? existing?.rule : nil
        case .site:
            if let host = story?.link?.host { return MuteRule(kind: .site, words: host) }
        case .author:
            if let byline = story?.byline { return MuteRule(kind: .author, words: byline) }
        case .words, .headlines: break
        }
        return words.isEmpty ? nil : MuteRule(kind: kind, words: words, inText: inText)
    }

    func endDate(from now: Date) -> Date? { period.map { $0.end(from: now) } ?? existing?.until }

    var formFields: [(name: String, value: String)] {
        var fields = [("what", kind.rawValue), ("words", words)]
        if inText, kind == .words { fields.append(("text", "1")) }
        if let period { fields.append(("for", period.rawValue)) }
        if let story { fields.append(("story", String(story.id.rawValue))) }
        if let existing { fields.append(("rule", String(existing.id.rawValue))) }
        return fields.map { (name: $0.0, value: $0.1) }
    }
}
