import Library
import News

/// Keeps where a reader stopped reading or listening, and forgets it when there is nothing left.
struct PlaceActs {
    let visit: Visit
    let form: Query

    func keep() async throws(LibraryError) -> Acting.Outcome {
        guard let story = form.number("story").map(StoryID.init(rawValue:)), let part = Self.part(form["part"]) else {
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
            guard let at = form.number("at"), let whole = form.number("whole"), (0...whole).contains(at) else {
                throw .invalid(why: "It was not said where.")
            }
            try await places.keep(
                StoryPlace(at: at, whole: whole, anchor: form.number("anchor") ?? 0), in: part, of: story,
                for: visit.reader)
        }
        return Acting.Outcome()
    }

    /// `text`, or the number of a recording.
    private static func part(_ text: String?) -> StoryPlace.Part? {
        guard let text, text != "text" else { return text.map { _ in .text } }
        return Int(text).flatMap { (0..<100).contains($0) ? .recording($0) : nil }
    }
}
