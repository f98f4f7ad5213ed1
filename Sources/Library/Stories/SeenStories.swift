/// Lets each story through once, whatever channels it lies in and however many origins tell it.
struct SeenStories {
    private var stories: Set<Int64> = []
    private var groups: Set<Int64> = []

    /// Whether neither the story nor one that tells the same has come before; without letting it through.
    func knowsNot(_ candidate: Candidate) -> Bool {
        if let group = candidate.group { return !groups.contains(group) }
        return !stories.contains(candidate.story)
    }

    /// Whether neither the story nor one that tells the same has come before; the next time it has.
    mutating func admits(_ candidate: Candidate) -> Bool {
        if let group = candidate.group { return groups.insert(group).inserted }
        return stories.insert(candidate.story).inserted
    }
}

extension Listing {
    /// The next stories that were not seen before, at most `count`.
    mutating func take(_ count: Int, seen: inout SeenStories) throws -> [Candidate] {
        var taken: [Candidate] = []
        while taken.count < count, let candidate = try next() {
            if seen.admits(candidate) { taken.append(candidate) }
        }
        return taken
    }
}
