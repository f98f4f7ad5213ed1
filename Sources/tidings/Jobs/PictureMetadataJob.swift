import Foundation
import Library
import Logging
import Markup
import Pictures
import ServiceLifecycle
import URLs

/// A service that measures lead pictures, newest first, so that pages can reserve space.
struct PictureMetadataJob: Service {
    let library: NewsLibrary
    let pictures: PictureLoader
    let now: @Sendable () -> Date
    let logger: Logger

    /// The number of pictures per batch; `PictureLoader` decodes at most two at a time.
    private static let batchSize = 24

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await measure()
            for await _ in library.changes() {
                if Task.isCancelled { return }
                await measure()
            }
        }
    }

    /// Measures until no picture is left.
    func measure() async {
        do {
            while !Task.isCancelled {
                let batch = try await library.pictures.leaseUnmeasured(limit: Self.batchSize)
                if batch.isEmpty { return }
                await withTaskGroup(of: Void.self) { group in
                    for (index, picture) in batch.enumerated() {
                        if index >= 4 { await group.next() }
                        group.addTask { await recordMetadata(picture) }
                    }
                }
            }
        } catch {
            logger.warning("measuring pictures failed", metadata: ["why": "\(error.userMessage)"])
        }
    }

    private func recordMetadata(_ picture: PictureDetails) async {
        do {
            do {
                let details = try await pictures.details(of: picture.address.text)
                try await library.pictures.recordMeasurement(
                    picture.id, width: details.width, height: details.height, colour: details.meanColor)
            } catch let error as PictureError {
                try await library.pictures.recordFailure(picture.id, until: error.retryAt(from: now()))
            }
        } catch {
            logger.debug("picture metadata not saved", metadata: ["why": "\(error)"])
        }
    }
}
