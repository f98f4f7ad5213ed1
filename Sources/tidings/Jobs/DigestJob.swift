import Library
import Logging
import ServiceLifecycle
import Web

/// A service that makes digests when they are due.
struct DigestJob: Service {
    let digests: DigestService
    let composer: DigestMessageComposer
    let logger: Logger

    /// The pause after an issue could not be made: the disk may be full for hours.
    private static let failurePause = Duration.seconds(30)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await makeDue()
                await digests.waitForDue()
            }
        }
    }

    private func makeDue() async {
        do { try await digests.makeDue { [composer] in composer.message(for: $0) } } catch {
            guard !Task.isCancelled else { return }
            logger.warning("a digest was not made", metadata: ["why": "\(error.userMessage)"])
            // A cancelled sleep ends the pause.
            do { try await Task.sleep(for: Self.failurePause) } catch { return }
        }
    }
}
