/// Runs work and returns its result; nil once `limit` has passed, and then the work is cancelled.
///
/// The function returns when the work has ended, so the work should end soon after its cancellation. If the caller is
/// cancelled, the work's own result is returned.
/// - Parameter executor: The executor of the work; nil for the default.
public func withDeadline<Value: Sendable>(
    _ limit: Duration, on executor: (any TaskExecutor)? = nil, _ work: @escaping @Sendable () async -> Value
) async -> Value? {
    await withTaskGroup(of: DeadlineEvent<Value>.self) { group in
        defer { group.cancelAll() }
        group.addTask(executorPreference: executor) { .done(await work()) }
        group.addTask {
            do { try await Task.sleep(for: limit) } catch { return .cancelled }
            return .expired
        }
        for await event in group {
            switch event {
            case .done(let value): return value
            case .expired: return nil
            case .cancelled: continue
            }
        }
        return nil
    }
}

private enum DeadlineEvent<Value: Sendable>: Sendable {
    case done(Value), expired, cancelled
}
