/// Merges concurrent calls by key: the first call does the work, the others wait for its result.
///
/// Invariant: one task for each key, which outlives cancelled callers; the work must limit its own time.
public actor SingleFlight<Key: Hashable & Sendable, Value: Sendable, Failure: Error> {
    private var running: [Key: Task<Result<Value, Failure>, Never>] = [:]

    /// Creates an instance without running work.
    public init() {}

    /// Returns the result of the running work for the key, or else of `work`.
    public func value(
        for key: Key, _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if let task = running[key] { return try await task.value.get() }
        let task = Task { () -> Result<Value, Failure> in
            do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
        }
        running[key] = task
        let result = await task.value
        running[key] = nil
        return try result.get()
    }
}
