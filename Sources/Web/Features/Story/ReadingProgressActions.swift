import Library
import News
import Untrusted

/// Keeps where a reader stopped reading or listening, and forgets it when there is nothing left.
struct ReadingProgressActions {
    let scope: RequestScope
    let form: QueryParameters

    func save() async throws(LibraryError) -> ActionHandler.Outcome {
        guard let story = form.id("story").map(StoryID.init(rawValue:)), let part = Self.parsePart(form["part"]) else {
            throw .invalid(why: "No story was named.")
        }
        let places = scope.library.readingProgress
        if form["done"] == "1" {
            try await places.clear(part, of: story, for: scope.reader)
            // Heard to the end is read; a text's end is reached by opening it.
            if case .recording = part {
                _ = try await scope.library.marks.mark([story], as: .read, true, for: scope.reader)
            }
        } else {
            guard let whole = form.number("whole")?.within(Self.validPositions),
                let at = form.number("at")?.within(Self.validPositions),
                at <= whole
            else {
                throw .invalid(why: "It was not said where.")
            }
            try await places.save(
                ReadingProgress(
                    position: at, length: whole, anchor: form.number("anchor")?.clamped(to: Self.validPositions) ?? 0),
                in: part, of: story,
                for: scope.reader)
        }
        return ActionHandler.Outcome()
    }

    /// What a place and a length may be: a recording's milliseconds of a thousand hours.
    private static let validPositions: ClosedRange<Int64> = 0...3_600_000_000

    /// `text`, or the number of a recording.
    private static func parsePart(_ text: String?) -> ReadingProgress.Part? {
        guard let text, text != "text" else { return text.map { _ in .text } }
        return UntrustedInteger(digits: text)?.int(in: 0...99).map { .recording($0) }
    }
}
