/// Runs work and cancels it when it takes longer than `limit`; then the error is `timedOut(after: named)`.
func finished<Value: Sendable>(
    within limit: Duration, named: Duration, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw FetchError.timedOut(after: named)
        }
        guard let first = try await group.next() else { throw FetchError.calledOff }
        return first
    }
}
