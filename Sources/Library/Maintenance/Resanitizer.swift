import Foundation

/// Sanitises stored texts after rule changes: newest first, resumable.
public struct Resanitizer: Sendable {
    private let library: NewsLibrary
    private let batchSize: Int

    /// Batches between notifications of open pages.
    private static let batchesPerNotification = 25

    public init(library: NewsLibrary, batchSize: Int = 40) {
        self.library = library
        self.batchSize = max(1, batchSize)
    }

    /// Runs until all texts are current.
    /// - Returns: how many were processed.
    /// - Throws: on a rejected batch; earlier ones stay.
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
                // Lets others use database and processor.
                await Task.yield()
            }
        }
        return done
    }
}

/// A job that updates texts derived by versioned rules.
protocol ResanitizeJob: Sendable {
    /// The newest first; returns their number, 0 at the end.
    func runBatch(of size: Int, in context: LibraryContext) async throws(LibraryError) -> Int
}
