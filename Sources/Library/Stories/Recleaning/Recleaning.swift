import Foundation

/// Cleans kept stories again when the rules have changed (decision 11): newest first, in batches of one transaction
/// each, so that it can be ended, or killed, at any moment and goes on where it was.
public struct Recleaning: Sendable {
    private let library: NewsLibrary
    /// Stories that one transaction changes.
    private let batch: Int

    /// Open pages learn of the changes after so many batches, and at the end.
    private static let batchesPerBeat = 25

    public init(library: NewsLibrary, batch: Int = 40) {
        self.library = library
        self.batch = max(1, batch)
    }

    /// Cleans until everything was cleaned by the present rules, or the task is cancelled.
    /// - Returns: how many texts were cleaned again.
    /// - Throws: when the database does not take the next batch; those before are kept.
    @discardableResult
    public func run() async throws(LibraryError) -> Int {
        var done = 0
        for work in [StoryCleaning(), PageCleaning()] as [any RuleWork] {
            var rounds = 0
            while !Task.isCancelled {
                let count = try await work.batch(of: batch, in: library.house)
                done += count
                rounds += 1
                if count > 0, count < batch || rounds % Self.batchesPerBeat == 0 { library.house.pulse.beat() }
                guard count > 0 else { break }
                // Between two batches others get their turn at the database and at the processor.
                await Task.yield()
            }
        }
        return done
    }
}

/// One kind of text that is made by rules which may grow better.
protocol RuleWork: Sendable {
    /// Does the newest texts that older rules have made.
    /// - Returns: how many were done; 0 at the end.
    func batch(of size: Int, in house: House) async throws(LibraryError) -> Int
}
