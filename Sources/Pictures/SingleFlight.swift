/// Joins concurrent calls for the same name into one run of the work.
///
/// Invariant: at most one task per name. It continues when one caller is cancelled, since others may still wait; the
/// time limits of fetcher and image processor bound it.
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
