import Library
import News
import Untrusted

struct ReadingProgressForm: FormValue {
    let story: StoryID
    @Coded var part: ReadingProgress.Part
    /// True at the end of the part.
    let done: Bool
    @CodedIfPresent var at: UntrustedInteger?
    @CodedIfPresent var whole: UntrustedInteger?
    @CodedIfPresent var anchor: UntrustedInteger?

    static let faults = ["story": "No story was named.", "part": "No story was named."]
}

/// Parses `text`, or a recording's index.
extension ReadingProgress.Part: FormCode {
    init?(code: String) {
        guard code != "text" else {
            self = .text
            return
        }
        guard let index = UntrustedInteger(digits: code)?.int(in: 0...99) else { return nil }
        self = .recording(index)
    }
}

struct ReadingProgressActions {
    let scope: RequestScope

    func save(_ form: ReadingProgressForm) async throws(LibraryError) -> ActionOutcome {
        let progress = scope.library.readingProgress
        if form.done {
            try await progress.clear(form.part, of: form.story, for: scope.reader)
            // A recording counts as read at its end, a text when opened.
            if case .recording = form.part {
                _ = try await scope.library.marks.mark([form.story], as: .read, true, for: scope.reader)
            }
        } else {
            guard let length = form.whole?.within(Self.validPositions),
                let position = form.at?.within(Self.validPositions), position <= length
            else {
                throw .invalid(why: "It was not said where.")
            }
            try await progress.save(
                ReadingProgress(
                    position: position, length: length, anchor: form.anchor?.clamped(to: Self.validPositions) ?? 0),
                in: form.part, of: form.story, for: scope.reader)
        }
        return .done()
    }

    /// The valid positions in milliseconds, up to a thousand hours.
    private static let validPositions: ClosedRange<Int64> = 0...3_600_000_000
}
