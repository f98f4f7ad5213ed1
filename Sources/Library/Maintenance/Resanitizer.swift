import Foundation

/// A job that sanitises stored texts again after the rules have changed: the newest first, resumable.
public struct Resanitizer: Sendable {
    private let library: NewsLibrary
    private let batchSize: Int

    /// The number of batches between notifications of open pages.
    private static let batchesPerNotification = 25

    public init(library: NewsLibrary, batchSize: Int = 40) {
        self.library = library
        self.batchSize = max(1, batchSize)
    }

    /// Runs until all texts are up to date.
    /// - Returns: the number of processed texts.
    /// - Throws: the error of a failed batch; earlier batches stay.
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
                // The yield lets other tasks use the database and the processor.
                await Task.yield()
            }
        }
        return done
    }
}

/// A job that updates texts derived by versioned rules.
protocol ResanitizeJob: Sendable {
    /// Updates the newest outdated texts; returns their number, 0 at the end.
    func runBatch(of size: Int, in context: LibraryContext) async throws(LibraryError) -> Int
}
