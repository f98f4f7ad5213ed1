/// Lets each story through once, whatever channels it lies in and however many origins tell it.
struct Deduplicator {
    private var stories: Set<Int64> = []
    private var groups: Set<Int64> = []

    /// Whether neither the story nor one that tells the same has come before; without letting it through.
    func isUnseen(_ ref: StoryRef) -> Bool {
        if let group = ref.group { return !groups.contains(group) }
        return !stories.contains(ref.story)
    }

    /// Whether neither the story nor one that tells the same has come before; the next time it has.
    mutating func insert(_ ref: StoryRef) -> Bool {
        if let group = ref.group { return groups.insert(group).inserted }
        return stories.insert(ref.story).inserted
    }
}

extension MergedStoryCursor {
    /// The next stories that were not seen before, at most `count`.
    mutating func take(_ count: Int, seen: inout Deduplicator) throws -> [StoryRef] {
        var taken: [StoryRef] = []
        while taken.count < count, let ref = try next() {
            if seen.insert(ref) { taken.append(ref) }
        }
        return taken
    }
}
