import News

extension Sequence<FetchedComment> {
    /// Returns the first comment of each key, since overlapping pages contain some comments twice.
    func uniqued() -> [FetchedComment] {
        var known: Set<String> = []
        return filter { known.insert($0.key).inserted }
    }
}
