import News

extension Sequence<FetchedComment> {
    /// The first comment of each key: pages that overlap give some twice.
    func uniqued() -> [FetchedComment] {
        var known: Set<String> = []
        return filter { known.insert($0.key).inserted }
    }
}
