/// Joins concurrent calls by name.
///
/// Invariant: one task per name, which outlives cancelled callers; fetcher and processor limit its time.
actor SingleFlight<Value: Sendable> {
    private var running: [String: Task<Result<Value, ImageError>, Never>] = [:]

    func value(
        _ name: String, _ work: @escaping @Sendable () async throws(ImageError) -> Value
    ) async throws(ImageError) -> Value {
        if let task = running[name] { return try await task.value.get() }
        let task = Task { () -> Result<Value, ImageError> in
            do throws(ImageError) { return .success(try await work()) } catch { return .failure(error) }
        }
        running[name] = task
        let result = await task.value
        running[name] = nil
        return try result.get()
    }
}
