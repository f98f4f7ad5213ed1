/// A search for the known name that a misspelt name most resembles.
enum ClosestName {
    /// Returns the closest known name.
    ///
    /// - Returns: nil if more than two characters are missing, surplus, wrong or exchanged; case does not count.
    static func to(_ name: String, among known: some Sequence<String>) -> String? {
        let near = known.map { (distance: distance(name, $0), name: $0) }.filter { $0.distance <= 2 }
        // A letter is left out more often than a wrong one is typed.
        return near.min { ($0.distance, $1.name.count, $0.name) < ($1.distance, $0.name.count, $1.name) }?.name
    }

    /// Returns the number of edits between the names, of which exchanging two neighbours is one (optimal string alignment), or
    /// `Int.max` if the lengths differ by more than two bytes.
    private static func distance(_ first: String, _ second: String) -> Int {
        let (first, second) = (Array(first.lowercased().utf8), Array(second.lowercased().utf8))
        guard abs(first.count - second.count) <= 2 else { return .max }
        var before: [Int] = []
        var row = Array(0...second.count)  // bounded: a count is not negative
        for (index, byte) in first.enumerated() {
            var next = [index + 1]
            for (at, other) in second.enumerated() {
                var least = min(row[at + 1] + 1, next[at] + 1, row[at] + (byte == other ? 0 : 1))
                if index > 0, at > 0, byte == second[at - 1], first[index - 1] == other {
                    least = min(least, before[at - 1] + 1)
                }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[second.count]
    }
}
