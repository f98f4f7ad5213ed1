import Foundation

/// Sanitises stored texts again after the rules have changed: newest first, one transaction per batch, so that it can
/// stop at any moment and resume there.
public struct Resanitizer: Sendable {
    private let library: NewsLibrary
    /// The number of stories per transaction.
    private let batchSize: Int

    /// Open pages are notified after so many batches, and at the end.
    private static let batchesPerNotification = 25

    public init(library: NewsLibrary, batchSize: Int = 40) {
        self.library = library
        self.batchSize = max(1, batchSize)
    }

    /// Runs until every text was made by the current rules, or the task is cancelled.
    /// - Returns: how many texts were processed.
    /// - Throws: when the database rejects a batch; those before are kept.
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
                // Lets others use the database and the processor between two batches.
                await Task.yield()
            }
        }
        return done
    }
}

/// One kind of text that is derived by versioned rules.
protocol ResanitizeJob: Sendable {
    /// Processes the newest texts of older rules.
    /// - Returns: how many were processed; 0 at the end.
    func runBatch(of size: Int, in context: LibraryContext) async throws(LibraryError) -> Int
}
