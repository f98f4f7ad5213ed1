import Library
import Logging
import ServiceLifecycle

/// Background work while serving: sanitises stored texts again after the rules have changed, fetches full texts for
/// feeds set to always do so, and maintains mutes.
struct BackgroundJobs: Service {
    let library: NewsLibrary
    let fullTexts: FullTextService
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                // Background priority: pages and refreshes come first.
                group.addTask(priority: .background) { await resanitize() }
                group.addTask { await fullTexts.run() }
                group.addTask(priority: .background) { await maintainMutes() }
            }
        }
    }

    private func maintainMutes() async {
        guard let error = await library.mutes.run() else { return }
        logger.warning("mute maintenance failed", metadata: ["why": "\(error.userMessage)"])
    }

    /// Continues at the next start where it stopped.
    private func resanitize() async {
        do {
            let count = try await Resanitizer(library: library).run()
            if count > 0 { logger.notice("texts sanitised by newer rules", metadata: ["texts": "\(count)"]) }
        } catch {
            logger.warning("sanitising texts again failed", metadata: ["why": "\(error.userMessage)"])
        }
    }
}

/// Runs the refresher's loop as a service.
struct RefreshService: Service {
    let refresher: Refresher

    func run() async throws {
        await cancelWhenGracefulShutdown { await refresher.run() }
    }
}
