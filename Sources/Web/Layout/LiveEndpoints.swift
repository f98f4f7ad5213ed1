extension PathPattern {
    static let live: Self = "api/live", liveMarks: Self = "api/marks", counts: Self = "counts"
}

extension ReaderEndpoint {
    /// The state of fetches and the unread numbers, which script looks at while a page is open.
    static let live: [Self] = [
        .data(.live, at: .app) { scope in try await LiveStatus(for: scope) },
        .data(.liveMarks, at: .app) { scope in try await LiveMarks(for: scope) },
        .data(.counts) { scope in try await LiveCounts.counts(for: scope) },
    ]
}
