/// Answers that brought nothing new, until they are written down together.
///
/// Invariant: each answer is handed out once; `begun` yields when there is a first one to wait for.
actor Minutes {
    private var kept: [Answered] = []
    private let begin: AsyncStream<Void>.Continuation
    nonisolated let begun: AsyncStream<Void>

    /// So many at most wait for their transaction, and so long.
    static let room = 64
    static let patience: Duration = .milliseconds(250)

    init() { (begun, begin) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)) }

    /// - Returns: everything, when it is time to write it down.
    func add(_ answered: Answered) -> [Answered] {
        kept.append(answered)
        if kept.count >= Self.room { return take() }
        if kept.count == 1 { begin.yield() }
        return []
    }

    func take() -> [Answered] {
        defer { kept = [] }
        return kept
    }
}
