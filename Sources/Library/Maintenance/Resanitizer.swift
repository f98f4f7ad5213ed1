import Foundation

/// Cleans kept stories again when the rules have changed (decision 11): newest first, in batches of one transaction
/// each, so that it can be ended, or killed, at any moment and goes on where it was.
public struct Resanitizer: Sendable {
    private let library: NewsLibrary
    /// Stories that one transaction changes.
    private let batchSize: Int

    /// Open pages learn of the changes after so many batches, and at the end.
    private static let batchesPerNotification = 25

    public init(library: NewsLibrary, batchSize: Int = 40) {
        self.library = library
        self.batchSize = max(1, batchSize)
    }

    /// Cleans until everything was cleaned by the present rules, or the task is cancelled.
    /// - Returns: how many texts were cleaned again.
    /// - Throws: when the database does not take the next batch; those before are kept.
    @discardableResult
    public func run() async throws(LibraryError) -> Int {
        var done = 0
        for work in [StoryResanitizeJob(), FullTextResanitizeJob()] as [any ResanitizeJob] {
            var rounds = 0
            while !Task.isCancelled {
                let count = try await work.runBatch(of: batchSize, in: library.context)
                done += count
                rounds += 1
                if count > 0, count < batchSize || rounds % Self.batchesPerNotification == 0 {
                    library.context.notifier.notify()
                }
                guard count > 0 else { break }
                // Between two batches others get their turn at the database and at the processor.
                await Task.yield()
            }
        }
        return done
    }
}

/// One kind of text that is made by rules which may grow better.
protocol ResanitizeJob: Sendable {
    /// Does the newest texts that older rules have made.
    /// - Returns: how many were done; 0 at the end.
    func runBatch(of size: Int, in context: LibraryContext) async throws(LibraryError) -> Int
}
