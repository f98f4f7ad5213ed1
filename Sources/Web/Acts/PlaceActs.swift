import Library
import News
import Untrusted

/// Keeps where a reader stopped reading or listening, and forgets it when there is nothing left.
struct PlaceActs {
    let visit: Visit
    let form: Query

    func keep() async throws(LibraryError) -> Acting.Outcome {
        guard let story = form.id("story").map(StoryID.init(rawValue:)), let part = Self.part(form["part"]) else {
            throw .invalid(why: "No story was named.")
        }
        let places = visit.library.places
        if form["done"] == "1" {
            try await places.finish(part, of: story, for: visit.reader)
            // Heard to the end is read; a text's end is reached by opening it.
            if case .recording = part {
                _ = try await visit.library.marks.mark([story], as: .read, true, for: visit.reader)
            }
        } else {
            guard let whole = form.number("whole")?.within(Self.places),
                let at = form.number("at")?.within(Self.places),
                at <= whole
            else {
                throw .invalid(why: "It was not said where.")
            }
            try await places.keep(
                StoryPlace(at: at, whole: whole, anchor: form.number("anchor")?.clamped(to: Self.places) ?? 0),
                in: part, of: story,
                for: visit.reader)
        }
        return Acting.Outcome()
    }

    /// What a place and a length may be: a recording's milliseconds of a thousand hours.
    private static let places: ClosedRange<Int64> = 0...3_600_000_000

    /// `text`, or the number of a recording.
    private static func part(_ text: String?) -> StoryPlace.Part? {
        guard let text, text != "text" else { return text.map { _ in .text } }
        return UntrustedInteger(digits: text)?.int(in: 0...99).map { .recording($0) }
    }
}
