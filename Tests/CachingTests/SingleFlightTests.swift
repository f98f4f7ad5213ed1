import Caching
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct SingleFlightTests {
    private struct Refusal: Error, Equatable { let number: Int }

    /// Work that waits until it may end, and counts how often it began.
    private final class Gate: Sendable {
        private let begun = Mutex(0)
        let stream: AsyncStream<Void>
        let open: AsyncStream<Void>.Continuation

        init() { (stream, open) = AsyncStream.makeStream() }

        var count: Int { begun.withLock { $0 } }

        func pass() async -> Int {
            let number = begun.withLock { count in
                count += 1
                return count
            }
            for await _ in stream { break }
            return number
        }
    }

    @Test func `callers of one key share the work, and those after it begin anew`() async throws {
        let flight = SingleFlight<String, Int, Refusal>()
        let gate = Gate()
        async let first = flight.value(for: "a") { await gate.pass() }
        while gate.count == 0 { await Task.yield() }
        let others = (0..<5).map { _ in Task { try await flight.value(for: "a") { await gate.pass() } } }
        // Another key does not wait.
        let other = try await flight.value(for: "b") { 7 }
        #expect(other == 7)
        gate.open.finish()
        #expect(try await first == 1)
        for task in others { #expect(try await task.value >= 1) }
        let next = try await flight.value(for: "a") { 9 }
        #expect(next == 9, "a finished result is not kept")
    }

    @Test func `an error reaches everybody, and is not kept`() async throws {
        let flight = SingleFlight<String, Int, Refusal>()
        await #expect(throws: Refusal(number: 1)) {
            try await flight.value(for: "a") { () async throws(Refusal) in throw Refusal(number: 1) }
        }
        let next = try await flight.value(for: "a") { 2 }
        #expect(next == 2)
    }

    @Test func `work goes on when its caller is cancelled`() async throws {
        let flight = SingleFlight<String, Int, Refusal>()
        let gate = Gate()
        let caller = Task { try await flight.value(for: "a") { await gate.pass() } }
        while gate.count == 0 { await Task.yield() }
        caller.cancel()
        gate.open.finish()
        #expect(try await caller.value == 1)
    }
}
