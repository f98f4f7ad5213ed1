/// Lets everyone who asks for the same thing at the same time wait for one and the same work.
///
/// Invariant: at most one task per name is under way. It goes on when somebody who waits for it stops waiting,
/// since others may still do so; each is bounded by the fetcher's time limit and the darkroom's.
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
