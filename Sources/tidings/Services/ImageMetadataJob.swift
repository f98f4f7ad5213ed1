import Foundation
import Library
import Logging
import Markup
import Pictures
import ServiceLifecycle

/// Measures the lead pictures of fresh stories in the background, newest first: the front page then knows which are
/// large, their mean colours, and that nothing will jump.
struct ImageMetadataJob: Service {
    let library: NewsLibrary
    let pictures: ImageService
    let now: @Sendable () -> Date
    let logger: Logger

    /// How many are looked at in one go; two at a time are decoded (the shop's own bound).
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

    /// Measures until nothing is unmeasured.
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
            logger.warning("pictures were not measured", metadata: ["why": "\(error.userMessage)"])
        }
    }

    private func recordMetadata(_ picture: PictureDetails) async {
        do {
            do {
                let facts = try await pictures.details(of: picture.address.text)
                try await library.pictures.recordMeasurement(
                    picture.id, width: facts.width, height: facts.height, colour: facts.meanColor)
            } catch let error as ImageError {
                try await library.pictures.recordFailure(picture.id, until: error.retryAt(from: now()))
            }
        } catch {
            logger.debug("a picture's facts were not kept", metadata: ["why": "\(error)"])
        }
    }
}
