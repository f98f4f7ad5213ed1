/// Lets everyone who asks for the same thing at the same time wait for one and the same work.
///
/// Invariant: at most one task per name is under way. It goes on when somebody who waits for it stops waiting,
/// since others may still do so; each is bounded by the fetcher's time limit and the darkroom's.
actor Flights<Value: Sendable> {
    private var underWay: [String: Task<Result<Value, PictureError>, Never>] = [:]

    func result(
        _ name: String, _ work: @escaping @Sendable () async throws(PictureError) -> Value
    ) async throws(PictureError) -> Value {
        if let task = underWay[name] { return try await task.value.get() }
        let task = Task { () -> Result<Value, PictureError> in
            do throws(PictureError) { return .success(try await work()) } catch { return .failure(error) }
        }
        underWay[name] = task
        let result = await task.value
        underWay[name] = nil
        return try result.get()
    }
}
