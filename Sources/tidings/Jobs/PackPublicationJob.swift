import Library
import Logging
import ServiceLifecycle

/// A service that publishes edited packs at the time that their editors chose, and goes on with publications that a crash
/// interrupted.
struct PackPublicationJob: Service {
    let library: NewsLibrary
    let editions: EditionRegistry
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await repairServedFiles()
            while !Task.isCancelled {
                await publishDue()
                await library.packProjects.waitForDue()
            }
        }
    }

    private func repairServedFiles() async {
        do {
            for sentence in try await library.packProjects.repairServedFiles() {
                logger.warning("a guide cannot be followed by other houses", metadata: ["why": "\(sentence)"])
            }
        } catch {
            logger.warning("served guides were not checked", metadata: ["why": "\(error.userMessage)"])
        }
    }

    private func publishDue() async {
        do {
            for (identity, outcome) in try await library.packProjects.publishDue(in: editions.validEditions) {
                switch outcome {
                case .published(let version):
                    logger.info("a guide was published", metadata: ["guide": "\(identity)", "version": "\(version)"])
                case .failed(let sentence):
                    logger.warning(
                        "a guide was not published", metadata: ["guide": "\(identity)", "why": "\(sentence)"])
                case .unchanged: continue
                }
            }
        } catch {
            guard !Task.isCancelled else { return }
            logger.warning("guides that are due were not published", metadata: ["why": "\(error.userMessage)"])
        }
    }
}
