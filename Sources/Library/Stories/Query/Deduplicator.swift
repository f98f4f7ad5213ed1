/// Deduplicates stories by id and duplicate group.
struct Deduplicator {
    private var stories: Set<Int64> = []
    private var groups: Set<Int64> = []

    /// Whether neither the story nor a duplicate has been inserted.
    func isUnseen(_ ref: StoryRef) -> Bool {
        if let group = ref.group { return !groups.contains(group) }
        return !stories.contains(ref.story)
    }

    /// Inserts the story; true if neither it nor a duplicate was known.
    mutating func insert(_ ref: StoryRef) -> Bool {
        if let group = ref.group { return groups.insert(group).inserted }
        return stories.insert(ref.story).inserted
    }
}

extension MergedStoryCursor {
    /// The next unseen stories, at most `count`.
    mutating func take(_ count: Int, seen: inout Deduplicator) throws -> [StoryRef] {
        var taken: [StoryRef] = []
        while taken.count < count, let ref = try next() {
            if seen.insert(ref) { taken.append(ref) }
        }
        return taken
    }
}
