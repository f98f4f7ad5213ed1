/// By id and duplicate group.
struct Deduplicator {
    private var stories: Set<Int64> = []
    private var groups: Set<Int64> = []

    func isUnseen(_ ref: StoryRef) -> Bool {
        if let group = ref.group { return !groups.contains(group) }
        return !stories.contains(ref.story)
    }

    /// True if neither it nor a duplicate was known.
    mutating func insert(_ ref: StoryRef) -> Bool {
        if let group = ref.group { return groups.insert(group).inserted }
        return stories.insert(ref.story).inserted
    }
}

extension MergedStoryCursor {
    /// At most `count`.
    mutating func take(_ count: Int, seen: inout Deduplicator) throws -> [StoryRef] {
        var taken: [StoryRef] = []
        while taken.count < count, let ref = try next() {
            if seen.insert(ref) { taken.append(ref) }
        }
        return taken
    }
}
