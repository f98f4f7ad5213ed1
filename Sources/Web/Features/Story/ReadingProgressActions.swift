import Library
import News
import Untrusted

struct ReadingProgressActions {
    let scope: RequestScope
    let form: QueryParameters

    func save() async throws(LibraryError) -> ActionHandler.Outcome {
        guard let story = form.id("story").map(StoryID.init(rawValue:)), let part = Self.parsePart(form["part"]) else {
            throw .invalid(why: "No story was named.")
        }
        let progress = scope.library.readingProgress
        if form["done"] == "1" {
            try await progress.clear(part, of: story, for: scope.reader)
            // A recording counts as read at its end, a text when opened.
            if case .recording = part {
                _ = try await scope.library.marks.mark([story], as: .read, true, for: scope.reader)
            }
        } else {
            guard let length = form.number("whole")?.within(Self.validPositions),
                let position = form.number("at")?.within(Self.validPositions),
                position <= length
            else {
                throw .invalid(why: "It was not said where.")
            }
            try await progress.save(
                ReadingProgress(
                    position: position, length: length,
                    anchor: form.number("anchor")?.clamped(to: Self.validPositions) ?? 0),
                in: part, of: story,
                for: scope.reader)
        }
        return ActionHandler.Outcome()
    }

    /// The valid positions in milliseconds, up to a thousand hours.
    private static let validPositions: ClosedRange<Int64> = 0...3_600_000_000

    /// Returns the part named `text`, or by a recording's index; nil for other names.
    private static func parsePart(_ text: String?) -> ReadingProgress.Part? {
        guard let text, text != "text" else { return text.map { _ in .text } }
        return UntrustedInteger(digits: text)?.int(in: 0...99).map { .recording($0) }
    }
}
