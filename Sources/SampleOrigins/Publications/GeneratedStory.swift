internal import Foundation

/// A story of the scenario `huge`, with a text derived from its part and number.
struct GeneratedStory {
    let part: Int
    let number: Int

    func published(by slug: String, before start: Date) -> PublishedStory {
        var rng = SeededRandom("\(slug)/\(part)/\(number)")
        let age = Double(number) * 1900 + Double(part % 40) * 47 + rng.double(30...1600).rounded()
        return PublishedStory(
            story: story(&rng), home: slug, publishedAt: start.addingTimeInterval(-age))
    }

    private func story(_ rng: inout SeededRandom) -> SampleStory {
        let place = rng.pick(Self.places)
        let subject = rng.pick(Self.subjects)
        let event = rng.pick(Self.events)
        let witness = rng.pick(Self.witnesses)
        let text = """
            \(subject.prefix(1).uppercased() + subject.dropFirst()) at \(place) \(event), according to \(witness). \
            The entry is number \(part * 1000 + number) in this volume; the reading was \(rng.int(11...983)) at the \
            first attempt and \(rng.int(11...983)) at the second.
            """
        return SampleStory(
            slug: "bulletin-\(part)-\(number)", title: "\(place): \(subject) \(event)", dek: nil, byline: nil,
            topics: [String(subject.split(separator: " ").last ?? "")], kind: .note, picture: nil, language: nil,
            audio: nil, blocks: [.paragraph(text)], footnotes: [])
    }

    private static let places = [
        "Saltmere", "Pell", "Crake Hill", "Dunmouth", "Skerra", "Ashby", "Lime Street", "the east mole", "Coopers' end",
        "the gasworks", "Orrin bridge", "the barrier", "Station Road", "the herring quay",
    ]
    private static let subjects = [
        "a tide gauge", "the number 9 tram", "a barometer", "the night ferry", "an allotment gate", "a pilot boat",
        "the library clock", "a school band", "the weighbridge", "a bell buoy", "the parish pump", "a lost dog",
        "a bakery oven", "the signal box",
    ]
    private static let events = [
        "runs eleven minutes fast", "is back in use", "has been counted again", "wants a new spring",
        "was seen by nine people", "moves to winter hours", "passes its inspection", "is painted green",
        "stops for tea", "finds a buyer", "keeps better time", "is read at dawn",
    ]
    private static let witnesses = [
        "the harbour office", "a man on the steps", "two pupils with a stopwatch", "the caretaker",
        "the morning's log", "a retired signalman", "the ferry's mate", "a letter from Pell", "the museum",
    ]
}
